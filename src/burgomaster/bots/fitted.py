"""Read the fitted numbers of a game: what `burgomaster fit` learnt from games of the search against itself.

They lie in `bot/fitted.json` of the game. Analysis and expected scores use them; play does not. A game
without the file uses the defaults.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from burgomaster.core.registry import game_folder


@dataclass(frozen=True)
class FittedNumbers:
    """Numbers by round, from the first on; later rounds go with the last."""

    spread: Sequence[float] = ()  # points of lead that make winning e times as likely as losing
    growth: Sequence[float] = ()  # points that a seat scores at the end beyond its evaluation


def fitted_path(game: str) -> Path:
    """Name the file of a game's fitted numbers."""
    return game_folder(game) / "bot" / "fitted.json"


@cache
def read_fitted(game: str) -> FittedNumbers:
    """Read the fitted numbers of a game; none if it has no file."""
    path = fitted_path(game)
    if not path.exists():
        return FittedNumbers()
    found = json.loads(path.read_text(encoding="utf-8"))
    return FittedNumbers(tuple(found["spread"]), tuple(found["growth"]))


def spread_at(game: str, round_no: int, default: float) -> float:
    """Return the fitted spread of a round, else the default."""
    return _at(read_fitted(game).spread, round_no, default)


def growth_at(game: str, round_no: int) -> float:
    """Return the fitted growth of a round, else 0."""
    return _at(read_fitted(game).growth, round_no, 0.0)


def _at(by_round: Sequence[float], round_no: int, default: float) -> float:
    return by_round[min(round_no, len(by_round)) - 1] if by_round else default
