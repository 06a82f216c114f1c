"""What happened since a seat's last turn, as the seat saw it: words, gains, what changed on the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core import python_api
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.match import Match
from burgomaster.server.render import HAPPENED, board_html, form_field, page_module, render
from burgomaster.web.linked_log import linked_moves
from burgomaster.web.memo import Memo

MOST_MOVES = 30  # so many of the newest are told; the log has all of them
MOST_TOLD = 4 * MOST_MOVES  # among so many of the newest they are looked for
MOST_MARKED = 12  # of so many it is shown on the board what they changed
MOST_GLIMPSES = 4096

# What carries a state on a board: a place with so many of a card, or anything that says its state itself.
PLACE = r'place="[^"]*" data-card="([^"]*)" data-count="(\d+)"'
STATE = re.compile(rf'id="([^"]+)"([^>]*? data-(?:{PLACE}|state="([^"]*)"))')


class Glimpse(NamedTuple):
    """What a seat saw at a moment, as far as it is compared with other moments."""

    points: tuple[int, ...]
    money: tuple[int, ...]
    places: Mapping[str, str]  # the state of each place on the board, by its id


@dataclass(frozen=True)
class Gain:
    """What somebody got or lost by a move."""

    seat: int
    kind: str  # points or money
    amount: int


@dataclass(frozen=True)
class HappenedMove:
    """A move as a seat was told it."""

    ply: int  # the moves before it
    number: int  # how many of them may be told
    seat: int
    is_own: bool
    lines: Sequence[Markup]
    gains: Sequence[Gain] = ()
    places: Sequence[str] = ()  # what it changed on the board, by ids


_glimpses: Memo[Glimpse] = Memo(MOST_GLIMPSES)


def with_happened(match: Match, seat: int | None, language: str, board: Markup) -> Markup:
    """Put the list of what happened into a drawn board, and a mark on everything that changed."""
    drawn = glimpse_of(match.table, seat, board)
    _glimpses.get(_key(match, seat, match.ply), lambda: drawn)
    moves = happened(match, seat, language)
    context = {"moves": moves, "title": _title(match, seat, moves), "names": match.names_in(language)}
    icons = getattr(page_module(match.header.game), "ICONS", "")
    html = render("happened.html", language, icons=icons, **context)
    return Markup(mark_places(str(board), moves).replace(HAPPENED, html, 1))


def happened(match: Match, seat: int | None, language: str) -> list[HappenedMove]:
    """List the moves since a seat's last turn that it may know of; for a spectator, the last ones."""
    told = told_moves(match, seat, language)
    since = last_turn(told) if seat is not None else max(0, len(told) - match.game.n_seats)
    recent = told[since:][-MOST_MOVES:]
    plain, marked = recent[:-MOST_MARKED], recent[-MOST_MARKED:]
    return [*plain, *(_with_changes(match, seat, language, move) for move in marked)]


def told_moves(match: Match, seat: int | None, language: str) -> list[HappenedMove]:
    """List the newest moves with their words: those in which a seat saw nothing happen are left out."""
    plies = match.public_plies
    first = max(0, len(plies) - MOST_TOLD)
    recent = plies[first:]
    since = recent[0] if recent else match.ply
    words = linked_moves(match.table_in(language), seat, language, since)
    told = [(number, ply) for number, ply in enumerate(recent, start=first) if words[ply - since]]
    return [told_move(match, seat, ply, number, words[ply - since]) for number, ply in told]


def told_move(match: Match, seat: int | None, ply: int, number: int, lines: Sequence[Markup]) -> HappenedMove:
    """Make what is told of a move, without what it changed."""
    mover = match.table.steps[ply].seat
    return HappenedMove(ply, number, mover, mover == seat, lines)


def last_turn(moves: Sequence[HappenedMove]) -> int:
    """Find the first move behind a seat's last turn; moves of a turn that goes on belong to what is told."""
    place = len(moves)
    while place and moves[place - 1].is_own:
        place -= 1
    while place and not moves[place - 1].is_own:
        place -= 1
    return place


def glimpse_of(table: Table, seat: int | None, board: str) -> Glimpse:
    """Take a glimpse of a table as a seat sees it, and of its drawn board."""
    states, n_seats = table.redacted(seat), table.game.n_seats
    points = tuple(int(python_api.score(states, 0, other)) for other in range(n_seats))
    money = tuple(table.game.rules.money(states[0], other) for other in range(n_seats))
    return Glimpse(points, money, places_of(board))


def places_of(board: str) -> dict[str, str]:
    """Read the state of each place from a drawn board."""
    found = (place.groups(default="") for place in STATE.finditer(board))
    return {name: f"{card} {count}" if count else state for name, _, card, count, state in found}


def changed_places(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """List the places whose state is another one than before, and those that are new."""
    return [name for name, state in after.items() if state.strip() != before.get(name, "").strip()]


def mark_places(board: str, moves: Sequence[HappenedMove]) -> str:
    """Mark each place on a drawn board with the seat that changed it last."""
    seats = {name: move.seat for move in moves if not move.is_own for name in move.places}

    def mark(found: re.Match[str]) -> str:
        seat = seats.get(found[1])
        return found[0] if seat is None else f'id="{found[1]}" data-changed="{seat}"{found[2]}'

    return STATE.sub(mark, board) if seats else board


def _with_changes(match: Match, seat: int | None, language: str, move: HappenedMove) -> HappenedMove:
    """Add to a move what it changed, as far as the seat could see it."""
    before = _glimpse(match, seat, language, move.ply)
    after = _glimpse(match, seat, language, move.ply + 1)
    places = changed_places(before.places, after.places)
    return replace(move, gains=_gains(match, seat, before, after), places=places)


def _gains(match: Match, seat: int | None, before: Glimpse, after: Glimpse) -> list[Gain]:
    """Compare points and money. Where money was hidden until the end, its size is no gain."""
    seats = range(match.game.n_seats)
    points = [Gain(other, "points", after.points[other] - before.points[other]) for other in seats]
    known = seats if not match.is_over else [other for other in seats if other == seat]
    money = [Gain(other, "money", after.money[other] - before.money[other]) for other in known]
    return [gain for gain in points + money if gain.amount]


def _glimpse(match: Match, seat: int | None, language: str, ply: int) -> Glimpse:
    """Take a glimpse of an earlier moment; what was drawn then is remembered."""

    def take() -> Glimpse:
        table = match.table.copy()
        table.rewind(ply)
        board = board_html(SeatView.of(table, seat, language, can_act=False), form_field(""))
        return glimpse_of(table, seat, board)

    return _glimpses.get(_key(match, seat, ply), take)


def _key(match: Match, seat: int | None, ply: int) -> tuple[Any, ...]:
    """Name a moment of a match as a seat sees it; after a takeback, another past is another moment."""
    past = hash(tuple(step.move for step in match.table.steps[:ply]))
    return match.header.match, seat, ply, past, match.is_over and ply == match.ply


def _title(match: Match, seat: int | None, moves: Sequence[HappenedMove]) -> str:
    """Choose the key of the heading."""
    if seat is None or match.is_over:
        return "happened.last"
    is_first = not moves or moves[0].number == 0
    return "happened.start" if is_first else "happened.since"
