"""The context of the template of a replay: a game at one of its moments."""

from __future__ import annotations

from typing import Any

from burgomaster.core.language import DEFAULT_LANGUAGE
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.match import Match, Refused
from burgomaster.server.render import board_html, form_field, result_html
from burgomaster.server.table_context import frame_context
from burgomaster.web.linked_log import linked_log


def replay_context(match: Match, seat: int | None, ply: int | None, language: str) -> dict[str, Any]:
    """Collect everything on the page of a replay; while the game goes on, as the seat saw it then."""
    moments = shown_plies(match)
    place = len(moments) - 1 if ply is None else max(0, min(ply, len(moments) - 1))
    table = table_at(match, moments[place], language)
    view = SeatView.of(table, seat, language, can_act=False, is_reader=False)
    return {
        **frame_context(match, language),
        "match": match,
        "names": match.names_in(language),
        "seat": seat,
        "place": place,
        "last": len(moments) - 1,
        "board": board_html(view, form_field("")),
        "result": result_html(view) if table.over else "",
        "log": linked_log(table, seat, language, moments[place - 1] if place > 0 else -1, is_reader=False),
        "url": f"/t/{match.header.match}/replay",
        "eyes": "none" if seat is None else str(seat),
        "can_download": match.is_open_book,
    }


def shown_plies(match: Match) -> list[int]:
    """List the moments that may be shown: after every move but secret answers of a running game."""
    if match.is_open_book:
        return list(range(match.ply + 1))
    return [0] + [ply for ply, move in enumerate(match.played, start=1) if not move.is_secret]


def require_begun(match: Match) -> None:
    """Raise Refused while a table waits: what was dealt is not shown before the game begins."""
    if match.is_waiting:
        raise Refused("not_begun")


def table_at(match: Match, ply: int, language: str = DEFAULT_LANGUAGE) -> Table:
    """Copy the table as it was after some moves, with the names that a reader of a language sees."""
    table = match.table_in(language).copy()
    table.rewind(ply)
    return table
