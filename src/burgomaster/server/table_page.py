"""What the template of a table and of a replay needs: the frame around the board, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.bots import bot_names
from burgomaster.core.registry import game_info
from burgomaster.core.table import Table
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.match import Match, Passing
from burgomaster.server.render import board_html, form_field, result_html, scripts, stylesheets
from burgomaster.web.look import look_at

LOG_LINES = 200


def table_values(
    match: Match,
    seat: int | None,
    doorman: Doorman,
    visitor: Visitor,
    said: Sequence[Mapping[str, Any]],
    form_token: str,
    base: str,
) -> dict[str, Any]:
    """Everything on the page of a table."""
    name, language = match.header.match, visitor.language
    can_act = seat is not None and match.sees_turn(seat)
    look = look_at(match.table, seat, language, match.position(seat), f"/t/{name}/move", can_act)
    seats = doorman.seats_of(visitor, match)
    return {
        **frame_values(match, language),
        "match": match,
        "seat": seat,
        "my_seats": seats,
        "can_act": can_act,
        "can_undo": seat is not None and match.can_undo(seat),
        "board": board_html(look, form_field(form_token)),
        "result": result_html(look) if match.is_over else "",
        "log": match.table.log(seat, language)[-LOG_LINES:],
        "chat": said,
        "seats": [seat_values(match, other, seats) for other in range(match.game.players)],
        "turn_name": turn_name(match, look.view),
        "invite": f"{base}/t/{name}",
        "seat_link": f"{base}/t/{name}?key={doorman.seat_key(name, seat)}" if seat is not None else "",
        "passing": match.passing[seat] if seat is not None else Passing.OFF,
        "passing_modes": list(Passing) if match.game.rules.info.skip else [],
        "takeback_by": takeback_by(match, seat),
        "bots": bot_names(),
        "form_token": form_token,
        "events_url": f"/t/{name}/events",
    }


def frame_values(match: Match, language: str) -> dict[str, Any]:
    """Titles, styles and scripts."""
    info = game_info(match.header.game)
    return {
        "title": info.title(language),
        "variant": info.variant_title(match.header.options, language),
        "stylesheets": stylesheets(match.header.game),
        "scripts": scripts(match.header.game),
    }


def turn_name(match: Match, view: Mapping[str, Any]) -> str:
    """Whose turn it is, as far as the seat knows; "" if nobody's."""
    to_move = view.get("to_move")
    return "" if match.to_move is None or to_move is None else match.names[int(to_move)]


def takeback_by(match: Match, seat: int | None) -> str:
    """Who asks this seat for a takeback."""
    asked = match.takeback
    if asked is None or seat is None or seat == asked["seat"] or seat in asked["allowed"]:
        return ""
    return match.names[int(asked["seat"])]


def seat_values(match: Match, seat: int, mine: Sequence[int]) -> dict[str, Any]:
    """A seat in the frame."""
    held = match.seats[seat]
    return {
        "number": seat,
        "name": held.name or str(seat + 1),
        "bot": held.bot,
        "is_free": held.is_free,
        "left": held.left,
        "mine": seat in mine,
        "seconds": match.clock.left[seat] if match.clock.kind != "none" else None,
        "deadline": match.clock.deadline() if match.clock.running == seat else None,
    }


# Replays


def replay_values(match: Match, seat: int | None, ply: int | None, language: str) -> dict[str, Any]:
    """A game at one of its moments; while it goes on, as the seat saw it then."""
    moments = shown_plies(match)
    place = len(moments) - 1 if ply is None else max(0, min(ply, len(moments) - 1))
    table = table_at(match, moments[place])
    look = look_at(table, seat, language, can_act=False)
    since = moments[place - 1] if place > 0 else -1
    return {
        **frame_values(match, language),
        "match": match,
        "seat": seat,
        "place": place,
        "last": len(moments) - 1,
        "board": board_html(look, form_field("")),
        "result": result_html(look) if table.over else "",
        "log": table.log(seat, language, since),
        "url": f"/t/{match.header.match}/replay",
        "can_download": match.is_over or match.header.imported,
    }


def shown_plies(match: Match) -> list[int]:
    """The moments that may be shown: after every move but answers to secret questions of a running game."""
    if match.is_over or match.header.imported:
        return list(range(match.ply + 1))
    return [0] + [ply + 1 for ply in range(match.ply) if not match.move_secret[ply]]


def table_at(match: Match, ply: int) -> Table:
    """The table after some moves."""
    table = match.table.copy()
    while len(table.steps) > ply:
        table.undo()
    return table
