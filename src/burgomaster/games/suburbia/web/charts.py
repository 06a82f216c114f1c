"""Where the people of a game came from: by source, by tile and by round, ready to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import IDS, Stat
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.web.tiles import Face, face_of
from burgomaster.web.charts import Gain

SOURCES = ("start", "tiles", "effects", "reputation", "goals", "money", "debt")
FINAL = ("goals", "money")
N_BEST = 5


@dataclass(frozen=True)
class BestTile:
    """A tile and the people that it brought its owner by itself."""

    face: Face
    points: int


def gains_of(seat_view: SeatView) -> list[Gain]:
    """List every change of a population, from the start values on."""
    start = int(read_board()["start"]["population"])
    gains, round_no = [Gain(seat, "start", 0, start) for seat in range(len(seat_view.names))], 0
    for event in seat_view.history:
        kind, seat, a, _, _, _ = event
        if kind == Event.ROUND_BEGINS:
            round_no = a
        gains += [Gain(seat, source, round_no, points) for source, points in sources_of(event) if points]
    return gains


def sources_of(event: LogEvent) -> list[tuple[str, int]]:
    """List the people an event brings, and what for."""
    kind, seat, a, b, c, _ = event
    match kind:
        case Event.CHANGE if is_population(event):
            return [("tiles" if b >> 4 & 15 == Cause.IMMEDIATE else "effects", c)]
        case Event.POPULATION:
            return [("reputation", a)]
        case Event.INCOME:
            return [("debt", -c)]
        case Event.GOAL if seat >= 0:
            return [("goals", b)]
        case Event.CONVERT:
            return [("money", b)]
        case _:
            return []


def is_population(event: LogEvent) -> bool:
    """Tell whether an event is a tile that changed a population."""
    return event[0] == Event.CHANGE and event[3] & 15 == Stat.POPULATION


def best_tiles(seat_view: SeatView, say: Translator) -> list[list[BestTile]]:
    """Find for each seat the kinds of tiles that brought most people by themselves."""
    return [best_of(seat_view.history, seat, say) for seat in range(len(seat_view.names))]


def best_of(history: Iterable[LogEvent], seat: int, say: Translator) -> list[BestTile]:
    """Find the best tiles of one seat."""
    brought: Counter[int] = Counter()
    for event in history:
        if event[1] == seat and is_population(event):
            brought[event[2] >> 8] += event[4]
    return [BestTile(face_of(IDS[tile], say), n) for tile, n in brought.most_common(N_BEST) if n > 0]
