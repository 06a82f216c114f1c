"""What characters like: some inputs of a net count a little extra, so that equally good moves are not equal.

A game says it in `bot/tastes.py`: for each character patterns of the names of its inputs, and how many points
of lead an input of 1 counts extra. A character likes a position after a move by the sum.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net_file import layout_of
from burgomaster.core.registry import game_part

Array = npt.NDArray[Any]
TASTES_PART = "bot.tastes"
CHARACTERS = ("saver", "builder", "host")


@cache
def taste_of(game: str, character: str) -> Array | None:
    """Find what each input of a game counts extra for a character, in points; None if nothing does."""
    layout, tastes = layout_of(game), getattr(game_part(game, TASTES_PART), "TASTES", {})
    if layout is None or character not in tastes:
        return None
    return np.array([_extra(name, tastes[character]) for name in layout.names()], np.float32)


def _extra(name: str, taste: dict[str, float]) -> float:
    """Add up what an input counts by all patterns that fit."""
    return sum(points for pattern, points in taste.items() if fnmatchcase(name, pattern))
