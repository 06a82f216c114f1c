"""What the template of a table and of a replay needs: the frame around the board, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.choosing import default_bot, offered_bots
from burgomaster.server.counsel import may_have_hints
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.lessons import SCRIPT, SHEET, lesson_part
from burgomaster.server.match import Match, Passing
from burgomaster.server.render import board_html, form_field, result_html, scripts, stylesheets
from burgomaster.web.linked_log import linked_log

LOG_MOVES = 80  # so many of the newest are on the page; the replay has all of them


@dataclass(frozen=True)
class Looking:
    """Whose eyes a page shows, and to whom the device has to go first."""

    seat: int | None
    mine: Sequence[int]  # the seats of whoever looks
    next_seat: int | None = None  # the person who is to take the device before more is shown


def looking(match: Match, mine: Sequence[int], wanted: int | None, keep: bool) -> Looking:
    """Where several people share a device, nobody sees a hand before its owner says that he has the device.

    What counts is whose turn it is for everybody to see; who is asked in secret may seat_view at any time.
    """
    if len(mine) < 2:
        return Looking(mine[0] if mine else None, mine)
    person = wanted if wanted in mine else None
    turn = match.seems_to_move() if match.to_move is not None else None
    if turn not in mine or turn == person or (person is not None and (keep or match.sees_turn(person))):
        return Looking(person, mine)
    return Looking(None, mine, turn)


def table_values(
    match: Match,
    looking: Looking,
    doorman: Doorman,
    visitor: Visitor,
    said: Sequence[Mapping[str, Any]],
    base: str,
) -> dict[str, Any]:
    """Everything on the page of a table."""
    name, language, seat = match.header.match, visitor.language, looking.seat
    can_act = seat is not None and match.sees_turn(seat)
    move_url = f"/t/{name}/move" + ("" if seat is None else f"?seat={seat}")
    seat_view = SeatView.of(match.table, seat, language, match.position(seat), move_url, can_act)
    token = doorman.form_token(visitor)
    return {
        **frame_values(match, language),
        **seat_part(match, seat),
        **lesson_part(match, seat, language),
        "match": match,
        "my_seats": looking.mine,
        "next_seat": looking.next_seat,
        "can_act": can_act,
        "board": board_html(seat_view, form_field(token)),
        "result": result_html(seat_view) if match.is_over else "",
        "log": linked_log(match.table, seat, language, max(match.ply - LOG_MOVES, -1)),
        "chat": said,
        "seats": [seat_values(match, other, looking.mine) for other in range(match.game.players)],
        "turn": match.seems_to_move() if match.to_move is not None else None,
        "is_quiet": is_quiet(match),
        "names": match.names,
        "invite": f"{base}/t/{name}",
        "may_host": doorman.may_host(visitor, match),
        "bots": offered_bots(),
        "usual_bot": default_bot(),
        "form_token": token,
        "events_url": f"/t/{name}/events",
    }


def is_quiet(match: Match) -> bool:
    """Whether the frame has nothing to say about the seats that the board does not say itself."""
    is_still = match.is_waiting or match.paused or match.is_over
    return not is_still and match.clock.kind == "none" and not any(seat.left for seat in match.seats)


def seat_part(match: Match, seat: int | None) -> dict[str, Any]:
    """What only the holder of a seat has on the page."""
    if seat is None:
        none = {"can_undo": False, "passing": Passing.OFF, "passing_modes": []}
        return {**none, "seat": None, "takeback_by": "", "left": False, "may_have_hints": False}
    return {
        "seat": seat,
        "left": match.seats[seat].left,
        "can_undo": match.can_undo(seat),
        "passing": match.passing[seat],
        "passing_modes": list(Passing) if match.game.rules.info.skip else [],
        "takeback_by": takeback_by(match, seat),
        "may_have_hints": may_have_hints(match, seat),
    }


def frame_values(match: Match, language: str) -> dict[str, Any]:
    """Titles, styles and scripts."""
    info = game_info(match.header.game)
    return {
        "title": info.title(language),
        "variant": info.variant_title(match.header.options, language),
        "stylesheets": [*stylesheets(match.header.game), SHEET],
        "scripts": [*scripts(match.header.game), SCRIPT],
    }


def takeback_by(match: Match, seat: int) -> str:
    """Who asks this seat for a takeback."""
    asked = match.takeback
    if asked is None or seat not in match.unasked():
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
    seat_view = SeatView.of(table, seat, language, can_act=False)
    since = moments[place - 1] if place > 0 else -1
    return {
        **frame_values(match, language),
        "match": match,
        "seat": seat,
        "place": place,
        "last": len(moments) - 1,
        "board": board_html(seat_view, form_field("")),
        "result": result_html(seat_view) if table.over else "",
        "log": linked_log(table, seat, language, since),
        "url": f"/t/{match.header.match}/replay",
        "eyes": "none" if seat is None else str(seat),
        "can_download": match.is_open_book,
    }


def shown_plies(match: Match) -> list[int]:
    """The moments that may be shown: after every move but answers to secret questions of a running game."""
    if match.is_open_book:
        return list(range(match.ply + 1))
    return [0] + [ply + 1 for ply in range(match.ply) if not match.move_secret[ply]]


def table_at(match: Match, ply: int) -> Table:
    """The table after some moves."""
    table = match.table.copy()
    table.rewind(ply)
    return table
