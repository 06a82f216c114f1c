"""What people ask of many games: seat advantage, scores and where they come from, what is bought and wins."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import statistics_of

Group = tuple[str, str, int]  # game, variant, players
Z = 1.96  # of a 95 % interval
RARE = 0.002  # the part of all numbers that has no bin of its own, at each end


@dataclass(frozen=True)
class Facts:
    """Some games of one kind: arrays by game and by seat."""

    group: Group
    scores: Any  # a row a game, a column a seat; also of seats that play by themselves
    ranks: Any
    steps: Any
    rounds: Any
    points: Any = None  # by game, seat and source; None where nobody noted it
    # what was bought: the game, the seat and the item of each
    item_games: Any = field(default_factory=lambda: np.zeros(0, np.int64))
    item_seats: Any = field(default_factory=lambda: np.zeros(0, np.int64))
    items: Any = field(default_factory=lambda: np.zeros(0, np.int64))


class FactsError(BurgomasterError):
    """A file that holds no games."""


def group_of(game: str, options: Mapping[str, Any]) -> Group:
    """Name the kind of a game: games are counted together if it is the same."""
    if game not in game_names():
        raise FactsError("dataset.game", given=game, known=", ".join(game_names()))
    return game, game_info(game).variant_name(options), int(options["players"])


# Totals


@dataclass(frozen=True)
class Rate:
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class SeatTotal:
    seat: int
    games: int
    wins: Rate
    score: float
    error: float  # half of the 95 % interval of the mean


@dataclass(frozen=True)
class SourceTotal:
    """What one source of points brings a seat in a game."""

    source: str
    mean: float
    share: float  # of all points
    winners: float  # the mean of those who won
    others: float


@dataclass(frozen=True)
class ItemTotal:
    """How often something is bought, and what becomes of whoever buys it."""

    item: int
    copies: float  # bought in a game, by all together
    buyers: int  # seats that bought it at least once in a game
    share: float  # of all seats
    wins: Rate
    score: float


@dataclass
class Totals:
    """Games of one kind, counted."""

    group: Group
    games: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)  # of all seats
    winning: Counter[int] = field(default_factory=Counter)  # scores of winners
    _seats: Any = None  # by seat: games, wins, score, squared score
    _points: Any = None  # by source: all, winners'
    _pointed: tuple[int, float] = (0, 0.0)  # seats with points by source, and how much of them won
    _items: dict[int, list[float]] = field(default_factory=dict)

    def add(self, facts: Facts) -> None:
        n_games, n_seats = facts.scores.shape
        won = (facts.ranks == 0) / np.maximum(1, (facts.ranks == 0).sum(axis=1))[:, None]
        self.games += n_games
        self.steps.update(_counts(facts.steps))
        self.rounds.update(_counts(facts.rounds))
        self.scores.update(_counts(facts.scores))
        self.winning.update(_counts(facts.scores[facts.ranks == 0]))
        scores = facts.scores.astype(np.float64)
        sums = [np.full(n_seats, n_games), won.sum(0), scores.sum(0), (scores**2).sum(0)]
        added = np.stack([np.asarray(one, np.float64) for one in sums], axis=1)
        self._seats = added if self._seats is None else _longer(self._seats, added)
        self._add_points(facts, won)
        self._add_items(facts, won)

    def _add_points(self, facts: Facts, won: Any) -> None:
        if facts.points is None:
            return
        everybody = facts.points.sum(axis=(0, 1)).astype(np.float64)
        winners = (facts.points * won[:, :, None]).sum(axis=(0, 1))
        added = np.stack([everybody, winners], axis=1)
        self._points = added if self._points is None else self._points + added
        self._pointed = self._pointed[0] + won.size, self._pointed[1] + float(won.sum())

    def _add_items(self, facts: Facts, won: Any) -> None:
        """Count copies, and every seat that bought something once."""
        n_seats, n_all = facts.scores.shape[1], facts.scores.size
        is_own = (facts.item_seats < n_seats) & (facts.items >= 0)
        items, owners = facts.items[is_own], (facts.item_games * n_seats + facts.item_seats)[is_own]
        if not len(items):
            return
        n_items = int(items.max()) + 1
        has = np.zeros(n_items * n_all, np.bool_)
        has[items * n_all + owners] = True
        item, owner = np.divmod(np.flatnonzero(has), n_all)
        sums = [np.bincount(items, minlength=n_items), np.bincount(item, minlength=n_items)]
        sums += [np.bincount(item, one.ravel()[owner], n_items) for one in (won, facts.scores)]
        for number in np.unique(items).tolist():
            own = self._items.setdefault(number, [0.0] * 4)
            self._items[number] = [old + float(new[number]) for old, new in zip(own, sums, strict=True)]

    # What was counted

    @property
    def n_seats(self) -> int:
        return 0 if self._seats is None else len(self._seats)

    def seats(self) -> list[SeatTotal]:
        found = []
        for seat, (games, wins, score, squares) in enumerate(self._seats.tolist()):
            mean = score / games
            spread = math.sqrt(max(0.0, squares / games - mean**2) / games)
            found.append(SeatTotal(seat, int(games), rate(wins, games), mean, Z * spread))
        return found

    def sources(self) -> list[SourceTotal]:
        """Tell where points come from, the richest source first; nothing where nobody noted it."""
        statistics = statistics_of(self.group[0])
        if statistics is None or self._points is None:
            return []
        n_seats, n_won = self._pointed
        total = max(1e-9, float(self._points[:, 0].sum()))
        found = [
            SourceTotal(
                source,
                everybody / n_seats,
                everybody / total,
                winners / max(1e-9, n_won),
                (everybody - winners) / max(1e-9, n_seats - n_won),
            )
            for source, (everybody, winners) in zip(statistics.sources, self._points.tolist(), strict=True)
            if everybody or winners
        ]
        return sorted(found, key=lambda one: -one.mean)

    def items(self) -> list[ItemTotal]:
        """Tell what is bought and what becomes of it, the most bought first."""
        n_all = self.games * self.n_seats
        found = [
            ItemTotal(item, copies / self.games, int(n), n / n_all, rate(wins, n), score / n)
            for item, (copies, n, wins, score) in self._items.items()
        ]
        return sorted(found, key=lambda one: (-one.copies, one.item))


def _counts(values: Any) -> dict[int, int]:
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _longer(one: Any, other: Any) -> Any:
    """Add up sums by seat; some games may have told of fewer seats than others."""
    n_seats = max(len(one), len(other))
    sums = np.zeros((n_seats, one.shape[1]))
    sums[: len(one)] += one
    sums[: len(other)] += other
    return sums


def rate(wins: float, n: float) -> Rate:
    return Rate(wins / n, *interval(wins, n)) if n else Rate(0.0, 0.0, 1.0)


def interval(wins: float, games: float) -> tuple[float, float]:
    """Compute Wilson's 95 % interval of a rate; a shared win is a part of one, which makes it wider."""
    share, scale = wins / games, 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def describe_numbers(counts: Counter[int]) -> dict[str, float]:
    """Tell mean, deviation, quartiles and ends of numbers that were counted."""
    values = sorted(counts)
    total = sum(counts.values())
    mean = sum(value * counts[value] for value in values) / total
    deviation = math.sqrt(sum(counts[value] * (value - mean) ** 2 for value in values) / total)
    quartiles = {f"{name}": quantile(counts, share) for name, share in QUARTILES.items()}
    return {"mean": mean, "deviation": deviation, "least": values[0], **quartiles, "most": values[-1]}


QUARTILES = {"quarter": 0.25, "median": 0.5, "three_quarters": 0.75}


def quantile(counts: Counter[int], share: float) -> int:
    """Return the number below which a share of all lies."""
    left = share * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return max(counts)


def bins_of(counts: Counter[int], n_bins: int) -> list[tuple[int, int, int]]:
    """Sort numbers that were counted into bins of equal, round width: first, last, how many.

    The rare ones at both ends are in the first and in the last bin, however far away they are.
    """
    low, high = quantile(counts, RARE), quantile(counts, 1 - RARE)
    width = next(width for width in round_widths() if (high - low) // width < n_bins - 1)
    begin, end = low - low % width, high - high % width
    found = dict.fromkeys(range(begin, end + 1, width), 0)
    for value, number in counts.items():
        found[min(max(value - value % width, begin), end)] += number
    firsts, lasts = [min(counts), *list(found)[1:]], [*(first - 1 for first in list(found)[1:]), max(counts)]
    return list(zip(firsts, lasts, found.values(), strict=True))


def round_widths() -> Iterator[int]:
    """Count up what people like to count in: 1, 2, 5, 10, 20, 50 ..."""
    for power in itertools.count():
        yield from (digit * 10**power for digit in (1, 2, 5))


def count_all(all_facts: Any) -> list[Totals]:
    """Count games by their kind, in the order in which the kinds were met."""
    found: dict[Group, Totals] = {}
    for facts in all_facts:
        found.setdefault(facts.group, Totals(facts.group)).add(facts)
    return list(found.values())


def best_items(totals: Totals, n: int, by: str) -> Sequence[ItemTotal]:
    """Choose some items: the most bought, or those whose buyers win most, with enough buyers to tell."""
    items = totals.items()
    if by == "wins":
        items = sorted(items, key=lambda one: -one.wins.low)
    return items[:n]
