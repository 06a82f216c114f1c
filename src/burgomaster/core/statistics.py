"""What can be counted in games of one kind: where points come from, and what is bought.

A game says it once, in `rules/statistics.py`, as rows over the events of its log. From these rows people get
tables and charts, and compiled play counts the same millions of times (lab/rows_kernels.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from burgomaster.core.log import Event
from burgomaster.core.registry import game_part

COLUMN = {"a": 2, "b": 3, "c": 4, "d": 5}  # of an event
ANY = -1  # as a source: that of the last action; as a column: no condition
ROW_WIDTH = 8


class Gain(NamedTuple):
    """Points that an event brings its seat, or with `points` empty an action that points will come from."""

    kind: int
    source: str  # "" for that of the last action
    points: str = ""  # the column with the points; "" if they come in events of their own
    sign: int = 1
    where: str = ""  # a column that tells such events apart
    mask: int = -1  # the bits of it that count
    value: int = 0


class Earned(NamedTuple):
    """Points of a seat in a round from one source."""

    seat: int
    source: str
    round_no: int
    points: int


@dataclass(frozen=True)
class Statistics:
    """What a game has to count."""

    sources: tuple[str, ...]  # their words are texts of the game: source.<name>
    gains: tuple[Gain, ...]
    bought: tuple[int, ...]  # kinds of events in which a seat gets the item of column a
    items: Sequence[str]  # ids by their numbers
    item_name: Callable[[int, str], str]  # of a number, in a language
    round_begins: int  # the kind of event whose column a is the round
    final: Mapping[str, str] = field(default_factory=dict)
    # what a seat has at the end beside points: name of the column and field of the player's record
    at_end: tuple[str, ...] = ()  # sources that are counted when the last round is over
    start: Mapping[str, int] = field(default_factory=dict)  # points that every seat begins with, by source

    @cached_property
    def rows(self) -> Any:
        """Return the rows as numbers: kind, is points, source, points' column, sign, column, mask, value."""
        table = np.zeros((len(self.gains), ROW_WIDTH), np.int64)
        for place, gain in enumerate(self.gains):
            source = self.sources.index(gain.source) if gain.source else ANY
            where = COLUMN[gain.where] if gain.where else ANY
            points = COLUMN.get(gain.points, 0)
            is_points = int(bool(gain.points))
            table[place] = gain.kind, is_points, source, points, gain.sign, where, gain.mask, gain.value
        return table

    @cached_property
    def bought_kinds(self) -> Any:
        """Return 1 for every kind of event in which something is bought, by its number."""
        table = np.zeros(256, np.int8)
        table[list(self.bought)] = 1
        return table

    def earned(self, events: Iterable[Event], n_seats: int) -> Iterator[Earned]:
        """List the points of all seats, in the order in which events brought them."""
        for source, points in self.start.items():
            yield from (Earned(seat, source, 0, points) for seat in range(n_seats))
        round_no, last = 0, ""
        for event in events:
            if event[0] == self.round_begins:
                round_no = event[2]
            for gain in self._by_kind.get(event[0], ()):
                if gain.where and event[COLUMN[gain.where]] & gain.mask != gain.value:
                    continue
                if not gain.points:
                    last = gain.source
                elif event[1] >= 0 and event[COLUMN[gain.points]]:
                    source = gain.source or last
                    yield Earned(event[1], source, round_no, gain.sign * event[COLUMN[gain.points]])

    def items_of(self, events: Iterable[Event]) -> Iterator[tuple[int, int]]:
        return ((event[1], event[2]) for event in events if event[0] in self.bought and event[1] >= 0)

    @cached_property
    def _by_kind(self) -> dict[int, list[Gain]]:
        found: dict[int, list[Gain]] = {}
        for gain in self.gains:
            found.setdefault(int(gain.kind), []).append(gain)
        return found


def statistics_of(game: str) -> Statistics | None:
    """Find what a game has to count; None if it does not say."""
    part = game_part(game, "rules.statistics")
    return None if part is None else part.STATISTICS


@cache
def item_names(game: str, language: str) -> Mapping[str, str]:
    statistics = statistics_of(game)
    assert statistics is not None
    return {name: statistics.item_name(number, language) for number, name in enumerate(statistics.items)}
