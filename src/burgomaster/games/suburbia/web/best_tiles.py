"""The tiles that brought a player most people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import IDS, Stat
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.web.tiles import Face, face_of

N_BEST = 5


@dataclass(frozen=True)
class BestTile:
    """A tile and the people that it brought its owner by itself."""

    face: Face
    points: int


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
