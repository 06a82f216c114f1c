"""Ratings of puzzles and levels on one scale, from how often each level finds each puzzle.

The model is Rasch's: a level finds a puzzle with a chance that depends on the difference of their ratings
alone, as in chess. All are fitted together; level 3 is put at 1500. What is known beforehand is that ratings
are seldom very far from the middle, else that of a puzzle which everybody or nobody found would have no end.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

CENTRE, CENTRAL = 1500, 2  # the rating of one level, and its place
SCALE = 400 / math.log(10)  # points that make an answer e times as likely
FAR = 1.0 / 2.3**2  # how strongly ratings are drawn to the middle: 400 points are their usual deviation
STEPS = 60


def fit(found: Any, asked: int) -> tuple[list[int], list[int]]:
    """Fit the ratings of puzzles (rows) and of levels (columns); rows and columns of counts are given."""
    right = np.asarray(found, float)
    wanted, missed = right.sum(1), asked * right.shape[0] - right.sum(0)
    levels, puzzles = np.zeros(right.shape[1]), np.zeros(right.shape[0])
    for _ in range(STEPS):
        puzzles += step(puzzles, levels, wanted, asked)
        levels += step(levels, puzzles, missed, asked)
        puzzles, levels = puzzles - levels[CENTRAL], levels - levels[CENTRAL]
    return to_ratings(puzzles), to_ratings(levels)


def step(ours: Any, theirs: Any, wanted: Any, asked: int) -> Any:
    """Find by how much ratings are to grow so that the others do as well as they did."""
    chance = 1.0 / (1.0 + np.exp(ours[:, None] - theirs[None, :]))
    slope = asked * (chance * (1.0 - chance)).sum(1) + FAR
    return np.clip((asked * chance.sum(1) - wanted - FAR * ours) / slope, -1.0, 1.0)


def to_ratings(numbers: Any) -> list[int]:
    """Put numbers on the scale that people know."""
    return [round(CENTRE + SCALE * float(number)) for number in numbers]
