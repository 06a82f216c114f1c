"""How much each level thinks, and how a search is done; a game has its own numbers in `bot.levels`.

A game without that module gets the defaults below. What was measured is in docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from burgomaster.core.registry import game_part

LEVELS_PART = "bot.levels"


@dataclass(frozen=True)
class Level:
    """How much and how carefully a level thinks."""

    simulations: int
    seconds: float
    noise: float = 0.0  # points by which a beginner misjudges a move
    blunder_rate: float = 0.0  # how often a beginner plays any legal move


@dataclass(frozen=True)
class SearchParams:
    """How a search of a game is done (`ParamsRecord` in bots/tree.py says what the numbers mean)."""

    explore: float = 0.7
    prior_scale: float = 2.0
    opponent_weight: float = 0.5
    first_play_reduction: float = 0.05
    spread: float = 12.0
    margin_scale: float = 12.0
    win_share: float = 0.7
    expand_after: int = 1
    greedy_steps: int = 0
    widen_first: int = 4
    widen_power: float = 0.45


QUICK = 0.3  # seconds of a move of the first three levels, at most
DEFAULT_LEVELS = (
    Level(16, QUICK, noise=6.0, blunder_rate=0.6),
    Level(24, QUICK, noise=4.0, blunder_rate=0.3),
    Level(60, QUICK, noise=1.0),
    Level(300, 1.0),
    Level(2000, 3.0),
)
DEFAULT_PARAMS = SearchParams()


def levels_of(game: str) -> Sequence[Level]:
    """Find the levels of a game, the weakest first."""
    levels: Sequence[Level] = getattr(game_part(game, LEVELS_PART), "LEVELS", DEFAULT_LEVELS)
    return levels


def search_params_of(game: str) -> SearchParams:
    """Find how a search of a game is done."""
    params: SearchParams = getattr(game_part(game, LEVELS_PART), "SEARCH_PARAMS", DEFAULT_PARAMS)
    return params
