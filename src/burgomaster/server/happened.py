"""What happened since a seat's last turn, as the seat saw it: words, gains, what changed on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core.cache import Cache
from burgomaster.core.registry import game_rules
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.server.match import Match
from burgomaster.server.match.state import PlayedMove
from burgomaster.server.render import board_html, page_module
from burgomaster.server.texts import TEXTS
from burgomaster.web.linked_log import log_reader
from burgomaster.web.pieces import HAPPENED, Places, find_places, places_of
from burgomaster.web.templates import draw

MOST_MOVES = 30  # so many of the newest are told; the log has all of them
MOST_TOLD = 4 * MOST_MOVES  # among so many of the newest they are looked for
MOST_MARKED = 12  # of so many it is shown on the board what they changed
MOST_CHANGES = 2 * MOST_MARKED  # of so many it is remembered, also behind moves that are taken back
MOST_SEEN = 4096  # tables as seats see them, of which something is remembered


class Glimpse(NamedTuple):
    """What a seat saw at a moment, as far as it is compared with other moments."""

    points: tuple[int, ...]
    money: tuple[int, ...]
    places: Mapping[str, str]  # the state of each place on the board, by its id


class Gain(NamedTuple):
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


@dataclass
class Seen:
    """What is remembered of a match as a seat sees it, by the number of moves before."""

    glimpses: dict[int, Kept] = field(default_factory=dict)
    changes: dict[int, Kept] = field(default_factory=dict)

    def forget_old(self, ply: int) -> None:
        """Forget what the next drawing will not ask for: all glimpses but the newest, changes of long ago."""
        self.glimpses = {at: kept for at, kept in self.glimpses.copy().items() if at == ply}
        for old in sorted(self.changes.copy())[:-MOST_CHANGES]:
            self.changes.pop(old, None)


_seen: Cache[Seen] = Cache(MOST_SEEN)


def forget_glimpses() -> None:
    """Forget what earlier moments looked like; they are drawn again when they are needed."""
    _seen.clear()


def seen_by(match: Match, seat: int | None) -> Seen:
    """Find what is remembered of a match as a seat sees it; at the end it sees more of the last moments."""
    key = match.header.match, seat, match.is_over
    return _seen.put(key, _seen.get(key, Seen))


def with_happened(match: Match, view: SeatView, board: Sequence[str]) -> list[str]:
    """Put the list of what happened into a drawn board, and a mark on everything that changed."""
    seat, language = view.seat, view.language
    found, seen = [places_of(unit) for unit in board], seen_by(match, seat)
    drawn = glimpse_of(view, found)
    _remember(seen.glimpses, match, match.ply, lambda: drawn)
    moves = happened(match, seat, language)
    seen.forget_old(match.ply)
    seats = changing_seats(moves)
    marked = [mark_places(unit, places, seats) for unit, places in zip(board, found, strict=True)]
    # the list stands in the first place where the board wants to have it; mostly that is a unit of its own
    alone = (at for at, unit in enumerate(marked) if unit == HAPPENED)
    within = (at for at, unit in enumerate(marked) if HAPPENED in unit)
    place = next(chain(alone, within), None)
    if place is not None:
        icons = getattr(page_module(match.header.game), "ICONS", "")
        title = "happened.since" if moves and moves[0].number else "happened.start"
        if seat is None or match.is_over:
            title = "happened.last"
        say, names = Translator(TEXTS, language), match.names_in(language)
        html = draw("happened.html", "happened", say, icons, title, moves, names)
        marked[place] = str(marked[place]).replace(HAPPENED, html, 1)
    return marked


def happened(match: Match, seat: int | None, language: str) -> list[HappenedMove]:
    """List the moves since a seat's last turn that it may know of; for a spectator, the last ones."""
    told = told_moves(match, seat, language)
    newest = since_last_turn(told) if seat is not None else islice(told, match.game.n_seats)
    recent = [*islice(newest, MOST_MOVES)][::-1]
    plain, marked = recent[:-MOST_MARKED], recent[-MOST_MARKED:]
    seen = seen_by(match, seat)
    return [*plain, *(_with_changes(seen, match, seat, language, move) for move in marked)]


def told_moves(match: Match, seat: int | None, language: str) -> Iterator[HappenedMove]:
    """Tell moves, the newest first: those in which a seat saw nothing happen are left out."""
    plies, steps = match.public_plies, match.table.steps
    reader = log_reader(match.table_in(language), seat, language)
    for number in reversed(range(max(0, len(plies) - MOST_TOLD), len(plies))):
        lines = reader.tell(plies[number], steps[plies[number]].events).lines
        if lines:
            mover = steps[plies[number]].seat
            yield HappenedMove(plies[number], number, mover, mover == seat, lines)


def since_last_turn(moves: Iterable[HappenedMove]) -> Iterator[HappenedMove]:
    """Take the moves behind a seat's last turn, the newest first, with those of a turn that goes on."""
    is_behind = False
    for move in moves:
        if is_behind and move.is_own:
            return
        is_behind |= not move.is_own
        yield move


def glimpse_of(view: SeatView, found: Iterable[Places]) -> Glimpse:
    """Take a glimpse of a table as a seat sees it, and of the places on its drawn board."""
    money_of = game_rules(view.game).money
    money = tuple(money_of(view.state, other) for other in range(len(view.scores)))
    states: dict[str, str] = {}
    for places in found:
        states |= places.states
    return Glimpse(tuple(view.scores), money, states)


def changing_seats(moves: Sequence[HappenedMove]) -> dict[str, int]:
    """Find for each place the seat that changed it last; what the reader did needs no mark."""
    return {name: move.seat for move in moves if not move.is_own for name in move.places}


def mark_places(board: str, found: Places, seats: Mapping[str, int]) -> str:
    """Mark the places that were found on a drawn text; where none is to be marked, it stays as it is."""
    if found.states.keys().isdisjoint(seats.keys()):
        return board
    board, parts, done = str(board), [], 0
    for name, end in found.ends.items():
        if name in seats:
            parts += [board[done:end], f' data-changed="{seats[name]}"']
            done = end
    return "".join([*parts, board[done:]])


def _with_changes(
    seen: Seen, match: Match, seat: int | None, language: str, move: HappenedMove
) -> HappenedMove:

    def compare() -> dict[str, Any]:
        before = _glimpse(seen, match, seat, language, move.ply)
        after = _glimpse(seen, match, seat, language, move.ply + 1)
        places = [name for name, state in after.places.items() if state != before.places.get(name, "")]
        return {"gains": _gains(match, seat, before, after), "places": places}

    changes: dict[str, Any] = _remember(seen.changes, match, move.ply + 1, compare)
    return move._replace(**changes)


def _gains(match: Match, seat: int | None, before: Glimpse, after: Glimpse) -> list[Gain]:
    """Compare points and money. Where money was hidden until the end, its size is no gain."""
    seats = range(match.game.n_seats)
    points = [Gain(other, "points", after.points[other] - before.points[other]) for other in seats]
    known = seats if not match.is_over else [other for other in seats if other == seat]
    money = [Gain(other, "money", after.money[other] - before.money[other]) for other in known]
    return [gain for gain in points + money if gain.amount]


def _glimpse(seen: Seen, match: Match, seat: int | None, language: str, ply: int) -> Glimpse:
    """Take a glimpse of an earlier moment; what was drawn then is remembered."""

    def take() -> Glimpse:
        table = match.table.copy()
        table.rewind(ply)
        view = SeatView.of(table, seat, language, can_act=False)
        return glimpse_of(view, [find_places(board_html(view, Markup("")))])

    found: Glimpse = _remember(seen.glimpses, match, ply, take)
    return found


def _remember(things: dict[int, Kept], match: Match, ply: int, make: Callable[[], Any]) -> Any:
    """Find what is remembered of a moment of a match.

    After a takeback another past is another moment: the move before it is not the same one any more.
    """
    last = match.played[ply - 1] if ply else None
    kept = things.get(ply)
    if kept is None or kept.last is not last:
        kept = things[ply] = Kept(last, make())
    return kept.thing
