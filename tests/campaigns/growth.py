"""What grows steadily: how a leak is told from caches that fill and from the noise of a busy machine.

The first measurements, while caches fill, do not count. The slope of the rest is the median of all slopes
between two of them, which a few odd ones do not bend. It is a leak if that is more than so much a trial, if
it comes to more than so much in all, and if the second half of the time rises like the first: what fills up
and stays full does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median


@dataclass
class Growth:
    """Measurements of one thing, one a trial."""

    unit: str
    warm_up: int  # measurements at the beginning that do not count
    least: int  # measurements after them before anything is said
    a_trial: float  # a slope up to this is no leak
    at_least: float  # nor is a growth up to this in all
    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> str:
        """Keep a measurement; tell how it grows, "" if it does not."""
        self.values.append(value)
        counted = self.values[self.warm_up :]
        if len(counted) < self.least or not self.is_steady(counted):
            return ""
        told = f"{counted[0]:,.0f} to {counted[-1]:,.0f} {self.unit}".strip()
        return f"grows steadily, by {slope(counted):,.1f} a trial over {len(counted)} trials, from {told}"

    def is_steady(self, counted: Sequence[float]) -> bool:
        """Tell whether something grows in both halves of the time, and by more than noise."""
        half = len(counted) // 2
        rises = min(slope(counted), slope(counted[:half]), slope(counted[half:]))
        return rises > self.a_trial and slope(counted) * len(counted) > self.at_least


def slope(values: Sequence[float]) -> float:
    """Find the median of all slopes between two values (Theil and Sen)."""
    pairs = combinations(enumerate(values), 2)
    return median([(late - early) / (b - a) for (a, early), (b, late) in pairs] or [0.0])
