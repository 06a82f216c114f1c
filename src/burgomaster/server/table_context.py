"""The context of the template of a table: the frame around the board, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core.cache import Cache
from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.bot_players import default_bot, listed_bots, offered_bots
from burgomaster.server.characters import NOTHING_CHOSEN, seat_faces
from burgomaster.server.controls_context import automatic_notes, controls_context
from burgomaster.server.happened import with_happened
from burgomaster.server.lessons import SCRIPTS as LESSON_SCRIPTS
from burgomaster.server.lessons import SHEETS as LESSON_SHEETS
from burgomaster.server.lessons import lesson_context, lesson_of
from burgomaster.server.match import Match
from burgomaster.server.match.absences import days_left
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.commentaries import has_agreed, is_open
from burgomaster.server.match.moves import automatic_notation
from burgomaster.server.rating.results import LEAST_MOVES, rating_notes
from burgomaster.server.render import FORM_FIELD, board_units, result_html, scripts, stylesheets
from burgomaster.server.texts import TEXTS
from burgomaster.web.linked_log import log_items
from burgomaster.web.pieces import sent, sent_parts

HINT_SCRIPTS = ("marks.js", "hint.js")
WAITING_SHEETS, WAITING_SCRIPTS = ("waiting.css",), ("waiting.js",)
MOST_BOARDS = 32  # they are large; whoever looks at a table is shown a move at about the same time
LOG_MOVES = 80  # so many of the newest are on the page; the replay has all of them


@dataclass(frozen=True)
class DeviceView:
    """Whose view a device shows, and to whom it has to be handed first."""

    seat: int | None
    mine: Sequence[int]  # the seats of the people at the device
    next_seat: int | None = None  # the person who is to take the device before more is shown


def device_view(
    match: Match, mine: Sequence[int], wanted: int | None, keep: bool, together: bool = False
) -> DeviceView:
    """Choose whose view a device shows.

    Where several people share one, nobody sees a hand before its owner says that they have the device. What
    counts is whose turn it is for everybody to see; whoever is asked in secret may look at any time. People
    who may all see everything hand nothing over: the board turns to whoever is to move.
    """
    if len(mine) < 2:
        return DeviceView(mine[0] if mine else None, mine)
    person = wanted if wanted in mine else None
    if together:
        return DeviceView(shared_seat(match, mine, person, keep), mine)
    turn = turn_of(match)
    if turn not in mine or turn == person or (person is not None and (keep or match.sees_turn(person))):
        return DeviceView(person, mine)
    return DeviceView(None, mine, turn)


def shared_seat(match: Match, mine: Sequence[int], person: int | None, keep: bool) -> int:
    """Choose the seat that people see together: who is to move, else who moved last, else the first."""
    if keep and person is not None:
        return person
    moved = [match.table.steps[ply].seat for ply in reversed(match.public_plies)]
    turns = (match.to_move, turn_of(match))  # of the people here somebody may be asked in secret
    return next(seat for seat in (*turns, person, *moved, mine[0]) if seat is not None and seat in mine)


def table_context(
    match: Match,
    view: DeviceView,
    auth: Auth,
    visitor: Visitor,
    chat: Sequence[Mapping[str, Any]],
    base: str,
    chosen: Mapping[str, str] = NOTHING_CHOSEN,
) -> dict[str, Any]:
    name, language, seat = match.header.match, visitor.language, view.seat
    return {
        **frame_context(match, language),
        **board_context(match, seat, language),
        **controls_context(match, seat, view.mine, language),
        **lesson_context(match, seat, language),
        "match": match,
        "my_seats": tuple(view.mine),
        "is_over": match.is_over,
        "is_slow": is_slow(match.header.clock) and bool(view.mine),
        "next_seat": view.next_seat,
        "together": visitor.together,
        "log": "" if match.is_waiting else shown_log(match, seat, language),
        "chat": chat,
        "chat_at": {line["id"]: place for place, lines in said_at(match, chat).items() for line in lines},
        "commentary_note": commentary_note(match, language),
        "rating_note": rating_note(match, seat, language),
        "seats": seat_contexts(match, view.mine, language, chosen),
        "turn": turn_of(match),
        "is_quiet": is_quiet(match),
        "names": tuple(match.names_in(language)),
        "invite": f"{base}/t/{name}",
        "may_host": auth.may_host(visitor, match),
        "bots": offered_bots(match.header.game),
        "other_bots": listed_bots(),
        "usual_bot": default_bot(match.header.game),
        "events_url": f"/t/{name}/events",
    }


def commentary_note(match: Match, language: str) -> str:
    """Say that commentary is open, or who wants it; "" where nobody does."""
    if match.is_over or not match.commentary:
        return ""
    if is_open(match):
        return TEXTS.text(language, "commentary.is_open")
    names = match.names_in(language)
    wanting = [names[seat] for seat in range(match.game.players) if has_agreed(match, seat)]
    return TEXTS.text(language, "commentary.wanted", names=", ".join(wanting)) if wanting else ""


def rating_note(match: Match, seat: int | None, language: str) -> str:
    """Say to a seat why a rated game does not count in full, "" where it does."""
    note = "" if seat is None else rating_notes(match)[seat]
    return TEXTS.text(language, f"people.not_rated_{note}", n=LEAST_MOVES) if note else ""


def shown_log(match: Match, seat: int | None, language: str) -> Markup:
    """List the newest lines of the log as a seat saw them, with a note on what was done automatically."""
    plies = match.public_plies
    since = plies[-LOG_MOVES] if len(plies) >= LOG_MOVES else -1  # from the set-up on
    notes = automatic_notes(match, seat, language, max(0, since))
    return log_items(match.table_in(language), seat, language, since, notes)


def turn_of(match: Match) -> int | None:
    """Name the seat whose turn it is for everybody to see, None while the match stands still."""
    return None if match.to_move is None else match.seems_to_move()


def is_quiet(match: Match) -> bool:
    """Tell whether the frame has nothing to say about the seats that the board does not say itself."""
    if match.is_over:
        return True
    is_still = match.is_waiting or match.paused
    return not is_still and match.clock.kind == "none" and not any(seat.left for seat in match.seats)


def frame_context(match: Match, language: str) -> dict[str, Any]:
    info, is_lesson = game_info(match.header.game), lesson_of(match) is not None
    return {
        "title": info.title(language),
        "variant": info.variant_title(match.header.options, language),
        "stylesheets": [
            *stylesheets(match.header.game),
            *(LESSON_SHEETS if is_lesson else ()),
            *(WAITING_SHEETS if match.is_waiting else ()),
        ],
        "scripts": [
            *scripts(match.header.game),
            *HINT_SCRIPTS,
            *(LESSON_SCRIPTS if is_lesson else ()),
            *(WAITING_SCRIPTS if match.is_waiting else ()),
        ],
    }


def is_asked(match: Match, seat: int) -> bool:
    """Tell whether a seat has to decide: not in the moment before a move is made for it automatically."""
    return match.sees_turn(seat) and not (seat == match.to_move and automatic_notation(match, seat))


class DrawnBoard(NamedTuple):
    """A drawn board, and the match of which it was drawn: as this object, after so many entries."""

    match: Match
    number: int
    can_act: bool
    board: Sequence[str]  # its units
    result: Markup


class BoardUnits(NamedTuple):
    """The units of a drawn board: put together when it is asked for, as it is wanted."""

    units: Sequence[str]

    def __html__(self) -> Markup:
        return Markup("".join(self.units))

    def __str__(self) -> str:
        return str(self.__html__())

    def sent(self) -> bytes:
        return sent(self.units)

    def sent_parts(self) -> list[bytes]:
        return sent_parts(self.units)


_boards: Cache[DrawnBoard] = Cache(MOST_BOARDS)


def board_context(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """Draw the board as a seat sees it, with the buttons of its moves; none before the game begins."""
    if match.is_waiting:
        return {"can_act": False, "board": "", "result": ""}
    can_act = seat is not None and is_asked(match, seat)
    key = match.header.match, seat, language  # it is drawn once for all who look with the same eyes
    kept = _boards.get(key, lambda: draw_board(match, seat, language, can_act))
    if kept.match is not match or kept.number != match.number or kept.can_act != can_act:
        kept = _boards.put(key, draw_board(match, seat, language, can_act))
    return {"can_act": can_act, "board": BoardUnits(kept.board), "result": kept.result}


def draw_board(match: Match, seat: int | None, language: str, can_act: bool) -> DrawnBoard:
    """Draw the board with what happened on it, and how the points of a finished game were made."""
    move_url = f"/t/{match.header.match}/move" + ("" if seat is None else f"?seat={seat}")
    view = SeatView.of(match.table_in(language), seat, language, match.position(seat), move_url, can_act)
    board = with_happened(match, view, board_units(view, FORM_FIELD))
    result = result_html(view) if match.is_over else Markup("")
    return DrawnBoard(match, match.number, can_act, board, result)


class ShownSeat(NamedTuple):
    number: int
    name: str
    face: str
    bot: str
    is_free: bool
    left: bool
    timed_out: bool
    is_final: bool  # whoever left a rated game cannot come back
    mine: bool
    seconds: float | None  # on its clock, None where there are no clocks
    deadline: float | None
    away: float | None = None  # until when somebody is on vacation
    days: int = 0  # of vacation that are left, in slow games


def seat_contexts(
    match: Match, mine: Sequence[int], language: str, chosen: Mapping[str, str] = NOTHING_CHOSEN
) -> tuple[ShownSeat, ...]:
    """Describe all seats in the frame; people have the faces that they have chosen."""
    names, described = match.names_in(language), [held.describe() for held in match.seats]
    faces = seat_faces(described, [held.who for held in match.seats], chosen)
    clock, has_vacations, shown = match.clock, is_slow(match.header.clock), []
    for seat in range(match.game.players):
        held = match.seats[seat]
        one = ShownSeat(
            number=seat,
            name=names[seat],
            face=faces[seat],
            bot=held.bot,
            is_free=held.is_free,
            left=held.left,
            timed_out=held.timed_out and held.left,
            is_final=match.header.is_serious,
            mine=seat in mine,
            seconds=clock.left[seat] if clock.kind != "none" else None,
            deadline=clock.deadline() if clock.running == seat else None,
            away=match.vacations[seat].until if seat in match.vacations else None,
            days=days_left(match, seat, match.latest) if held.is_human and has_vacations else 0,
        )
        shown.append(one)
    return tuple(shown)


def said_at(match: Match, chat: Sequence[Mapping[str, Any]]) -> dict[int, list[Mapping[str, Any]]]:
    """Sort what was said by the moments of a replay at which it was said."""
    places = chat_places(match)
    said: dict[int, list[Mapping[str, Any]]] = {}
    for line in chat:
        said.setdefault(places[min(max(0, line["ply"]), len(places) - 1)], []).append(line)
    return said


def chat_places(match: Match) -> list[int]:
    """List the moments of a replay by what a line knows: how many moves everybody had seen.

    When everything is open, a replay has moments after secret answers too; nobody counted those then.
    """
    if not match.is_open_book:
        return list(range(match.public_ply + 1))
    return [0] + [ply + 1 for ply, move in enumerate(match.played) if not move.is_secret]
