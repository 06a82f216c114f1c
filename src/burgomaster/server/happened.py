"""What happened since a seat's last turn, as the seat saw it: words, gains, what changed on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core import python_api
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.match import Match
from burgomaster.server.match.state import PlayedMove
from burgomaster.server.render import HAPPENED, board_html, form_field, page_module, render
from burgomaster.web.linked_log import linked_moves
from burgomaster.web.memo import Memo

MOST_MOVES = 30  # so many of the newest are told; the log has all of them
MOST_TOLD = 4 * MOST_MOVES  # among so many of the newest they are looked for
MOST_MARKED = 12  # of so many it is shown on the board what they changed
MOST_GLIMPSES = 4096

# What carries a state on a board: a place with so many of a card, or anything that says its state itself.
PLACE = r'place="[^"]*" data-card="([^"]*)" data-count="(\d+)"'
STATE = re.compile(rf' data-(?:{PLACE}|state="([^"]*)")')
ID = 'id="'  # stands before the state


class Place(NamedTuple):
    """A place that was found on a drawn board."""

    name: str  # its id
    state: str
    end: int  # where its id ends in the text of the board


class Glimpse(NamedTuple):
    """What a seat saw at a moment, as far as it is compared with other moments."""

    points: tuple[int, ...]
    money: tuple[int, ...]
    places: Mapping[str, str]  # the state of each place on the board, by its id


class Gain(NamedTuple):
    """What somebody got or lost by a move."""

    seat: int
    kind: str  # points or money
    amount: int


class HappenedMove(NamedTuple):
    """A move as a seat was told it."""

    ply: int  # the moves before it
    number: int  # how many of them may be told
    seat: int
    is_own: bool
    lines: Sequence[Markup]
    gains: Sequence[Gain] = ()
    places: Sequence[str] = ()  # what it changed on the board, by ids


class Kept(NamedTuple):
    """What is remembered of a moment of a match: it holds as long as the move before it is the same one."""

    last: PlayedMove | None  # None: the beginning
    thing: Any


_glimpses: Memo[Kept] = Memo(MOST_GLIMPSES)
_changes: Memo[Kept] = Memo(MOST_GLIMPSES)


def forget_glimpses() -> None:
    """Forget what earlier moments looked like; they are drawn again when they are needed."""
    _glimpses.clear()
    _changes.clear()


def with_happened(match: Match, seat: int | None, language: str, board: Markup) -> Markup:
    """Put the list of what happened into a drawn board, and a mark on everything that changed."""
    found = find_places(board)
    drawn = glimpse_of(match.table, seat, found)
    _remember(_glimpses, match, seat, match.ply, lambda: drawn)
    moves = happened(match, seat, language)
    context = {"moves": moves, "title": _title(match, seat, moves), "names": match.names_in(language)}
    icons = getattr(page_module(match.header.game), "ICONS", "")
    html = render("happened.html", language, icons=icons, **context)
    return Markup(_mark(str(board), found, moves).replace(HAPPENED, html, 1))


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


def glimpse_of(table: Table, seat: int | None, found: Sequence[Place]) -> Glimpse:
    """Take a glimpse of a table as a seat sees it, and of the places on its drawn board."""
    states, n_seats = table.redacted(seat), table.game.n_seats
    points = tuple(int(python_api.score(states, 0, other)) for other in range(n_seats))
    money = tuple(table.game.rules.money(states[0], other) for other in range(n_seats))
    return Glimpse(points, money, {place.name: place.state for place in found})


def find_places(board: str) -> list[Place]:
    """Read the places of a drawn board, each with its state."""
    found, before = [], -1
    for seen in STATE.finditer(board):
        tag = board.rfind("<", 0, seen.start())
        begin = board.find(ID, tag, seen.start()) + len(ID)
        if tag != before and begin >= len(ID):
            end = board.index('"', begin)
            card, count, state = seen.groups(default="")
            shown = f"{card} {count}" if count else state
            found.append(Place(board[begin:end], shown.strip(), end + 1))
            before = tag
    return found


def changed_places(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """List the places whose state is another one than before, and those that are new."""
    return [name for name, state in after.items() if state != before.get(name, "")]


def mark_places(board: str, moves: Sequence[HappenedMove]) -> str:
    """Mark each place on a drawn board with the seat that changed it last."""
    return _mark(board, find_places(board), moves)


def _mark(board: str, found: Sequence[Place], moves: Sequence[HappenedMove]) -> str:
    """Mark places that were found."""
    seats = {name: move.seat for move in moves if not move.is_own for name in move.places}
    parts, done = [], 0
    for place in found:
        if place.name in seats:
            parts += [board[done : place.end], f' data-changed="{seats[place.name]}"']
            done = place.end
    return "".join([*parts, board[done:]])


def _with_changes(match: Match, seat: int | None, language: str, move: HappenedMove) -> HappenedMove:
    """Add to a move what it changed, as far as the seat could see it."""

    def compare() -> dict[str, Any]:
        before = _glimpse(match, seat, language, move.ply)
        after = _glimpse(match, seat, language, move.ply + 1)
        places = changed_places(before.places, after.places)
        return {"gains": _gains(match, seat, before, after), "places": places}

    changes: dict[str, Any] = _remember(_changes, match, seat, move.ply + 1, compare)
    return move._replace(**changes)


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
        return glimpse_of(table, seat, find_places(board))

    found: Glimpse = _remember(_glimpses, match, seat, ply, take)
    return found


def _remember(memo: Memo[Kept], match: Match, seat: int | None, ply: int, make: Callable[[], Any]) -> Any:
    """Find what is remembered of a moment of a match as a seat sees it; at the end it sees more of the last.

    After a takeback another past is another moment: the move before it is not the same one any more.
    """
    last = match.played[ply - 1] if ply else None
    key = match.header.match, seat, ply, match.is_over
    kept = memo.get(key, lambda: Kept(last, make()))
    if kept.last is not last:
        kept = memo.put(key, Kept(last, make()))
    return kept.thing


def _title(match: Match, seat: int | None, moves: Sequence[HappenedMove]) -> str:
    """Choose the key of the heading."""
    if seat is None or match.is_over:
        return "happened.last"
    is_first = not moves or moves[0].number == 0
    return "happened.start" if is_first else "happened.since"
