"""How a rating is shown: a number near 1500, and how far off it may be.

Inside, a rating is what openskill keeps: `mu` and its deviation `sigma`. 400 points more mean ten wins for
each loss, as chess players know it. The margin is two deviations: in 95 of 100 cases the truth is within it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

CENTRE, DEVIATION = 25.0, 25.0 / 3  # of somebody of whom nothing is known
BETA = DEVIATION / 2  # how much luck and a good day make
MIDDLE = 1500
POINTS = 400 / math.log(10) / (math.sqrt(2) * BETA)  # points that one of openskill's is worth
MARGINS = 2.0  # deviations
PROVISIONAL = 220  # a margin above which a rating says little yet


class Rating(NamedTuple):
    """A rating as people read it."""

    value: int
    margin: int
    is_provisional: bool

    def __str__(self) -> str:
        return f"{self.value} ± {self.margin}{'?' if self.is_provisional else ''}"


def shown_rating(mu: float, sigma: float) -> Rating:
    """Write a rating in points."""
    margin = round(MARGINS * sigma * POINTS)
    return Rating(points_of(mu), margin, margin > PROVISIONAL)


def points_of(mu: float) -> int:
    """Turn a strength into points."""
    return round(MIDDLE + (mu - CENTRE) * POINTS)


def certain(mu: float, sigma: float) -> float:
    """Tell what somebody is worth at least, as far as that is known: lists are ordered by it."""
    return mu - MARGINS * sigma
