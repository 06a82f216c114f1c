"""The context of the template of a table: the frame around the board, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.server.advice import may_have_hints
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.bot_players import default_bot, offered_bots
from burgomaster.server.lessons import SCRIPTS, SHEET, lesson_context
from burgomaster.server.match import Match
from burgomaster.server.match.state import Passing
from burgomaster.server.match.takebacks import can_undo, still_to_answer
from burgomaster.server.render import board_html, form_field, result_html, scripts, stylesheets
from burgomaster.web.linked_log import linked_log

LOG_MOVES = 80  # so many of the newest are on the page; the replay has all of them


@dataclass(frozen=True)
class DeviceView:
    """Whose view a device shows, and to whom it has to be handed first."""

    seat: int | None
    mine: Sequence[int]  # the seats of the people at the device
    next_seat: int | None = None  # the person who is to take the device before more is shown


def device_view(match: Match, mine: Sequence[int], wanted: int | None, keep: bool) -> DeviceView:
    """Choose whose view a device shows.

    Where several people share one, nobody sees a hand before its owner says that they have the device. What
    counts is whose turn it is for everybody to see; whoever is asked in secret may look at any time.
    """
    if len(mine) < 2:
        return DeviceView(mine[0] if mine else None, mine)
    person = wanted if wanted in mine else None
    turn = turn_of(match)
    if turn not in mine or turn == person or (person is not None and (keep or match.sees_turn(person))):
        return DeviceView(person, mine)
    return DeviceView(None, mine, turn)


def table_context(
    match: Match, view: DeviceView, auth: Auth, visitor: Visitor, chat: Sequence[Mapping[str, Any]], base: str
) -> dict[str, Any]:
    """Collect everything on the page of a table."""
    name, language, seat = match.header.match, visitor.language, view.seat
    return {
        **frame_context(match, language),
        **board_context(match, seat, language, auth.form_token(visitor)),
        **own_seat_context(match, seat),
        **lesson_context(match, seat, language),
        "match": match,
        "my_seats": view.mine,
        "next_seat": view.next_seat,
        "log": linked_log(match.table, seat, language, max(match.ply - LOG_MOVES, -1)),
        "chat": chat,
        "seats": [seat_context(match, other, view.mine) for other in range(match.game.players)],
        "turn": turn_of(match),
        "is_quiet": is_quiet(match),
        "names": match.names,
        "invite": f"{base}/t/{name}",
        "may_host": auth.may_host(visitor, match),
        "bots": offered_bots(),
        "usual_bot": default_bot(),
        "events_url": f"/t/{name}/events",
    }


def turn_of(match: Match) -> int | None:
    """Name the seat whose turn it is for everybody to see, None while the match stands still."""
    return None if match.to_move is None else match.seems_to_move()


def is_quiet(match: Match) -> bool:
    """Tell whether the frame has nothing to say about the seats that the board does not say itself."""
    is_still = match.is_waiting or match.paused or match.is_over
    return not is_still and match.clock.kind == "none" and not any(seat.left for seat in match.seats)


def frame_context(match: Match, language: str) -> dict[str, Any]:
    """Collect titles, styles and scripts."""
    info = game_info(match.header.game)
    return {
        "title": info.title(language),
        "variant": info.variant_title(match.header.options, language),
        "stylesheets": [*stylesheets(match.header.game), SHEET],
        "scripts": [*scripts(match.header.game), *SCRIPTS],
    }


def board_context(match: Match, seat: int | None, language: str, token: str) -> dict[str, Any]:
    """Draw the board as a seat sees it, with the buttons of its moves."""
    can_act = seat is not None and match.sees_turn(seat)
    move_url = f"/t/{match.header.match}/move" + ("" if seat is None else f"?seat={seat}")
    view = SeatView.of(match.table, seat, language, match.position(seat), move_url, can_act)
    return {
        "can_act": can_act,
        "board": board_html(view, form_field(token)),
        "result": result_html(view) if match.is_over else "",
        "form_token": token,
    }


def own_seat_context(match: Match, seat: int | None) -> dict[str, Any]:
    """Collect what only the holder of a seat has on the page."""
    if seat is None:
        none = {"can_undo": False, "passing": Passing.OFF, "passing_modes": []}
        return {**none, "seat": None, "takeback_by": "", "left": False, "may_have_hints": False}
    return {
        "seat": seat,
        "left": match.seats[seat].left,
        "can_undo": can_undo(match, seat),
        "passing": match.passing[seat],
        "passing_modes": list(Passing) if match.game.rules.info.skip else [],
        "takeback_by": takeback_by(match, seat),
        "may_have_hints": may_have_hints(match, seat),
    }


def takeback_by(match: Match, seat: int) -> str:
    """Name who asks this seat for a takeback."""
    takeback = match.takeback
    if takeback is None or seat not in still_to_answer(match, takeback):
        return ""
    return match.names[takeback.seat]


def seat_context(match: Match, seat: int, mine: Sequence[int]) -> dict[str, Any]:
    """Describe a seat in the frame."""
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
