"""How much each level thinks, and how a search is done; a game has its own numbers in `bot.levels`.

`LEVELS` are its levels; `NET_PARAMS` say how it is searched by its net, `PARAMS` how without one. A game
without that module gets the defaults below. What was measured is in docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.registry import game_part

LEVELS_PART = "bot.levels"


@dataclass(frozen=True)
class Level:
    """How much and how carefully a level thinks."""

    simulations: int  # 0: one look at every move, by a net
    seconds: float
    noise: float = 0.0  # points by which a beginner misjudges a move
    overlooks: float = 0.0  # how often a beginner does not see a move at all
    blunder_rate: float = 0.0  # how often any legal move is played; of the default levels


@dataclass(frozen=True)
class SearchParams:
    """How a search of a game is done (`ParamsRecord` in bots/tree.py says what the numbers mean)."""

    explore: float = 0.7
    prior_scale: float = 2.0
    first_play_reduction: float = 0.05
    spread: float = 12.0
    margin_scale: float = 12.0
    win_share: float = 0.7
    expand_after: int = 1
    widen_first: int = 4
    widen_power: float = 0.45
    belief_scale: float = 5.0


QUICK = 0.3  # seconds of a move of the first three levels, at most
DEFAULT_LEVELS = (
    Level(16, QUICK, noise=6.0, blunder_rate=0.6),
    Level(24, QUICK, noise=4.0, blunder_rate=0.3),
    Level(60, QUICK, noise=1.0),
    Level(300, 1.0),
    Level(2000, 3.0),
    Level(8000, 5.0),
)
DEFAULT_PARAMS = SearchParams()
DEFAULT_NET_PARAMS = SearchParams(win_share=0.3, prior_scale=1.5)


def levels_of(game: str) -> Sequence[Level]:
    found: Sequence[Level] = _part(game, "LEVELS", DEFAULT_LEVELS)
    return found


def params_of(game: str, by_net: bool) -> SearchParams:
    found: SearchParams = (
        _part(game, "NET_PARAMS", DEFAULT_NET_PARAMS) if by_net else _part(game, "PARAMS", DEFAULT_PARAMS)
    )
    return found


def _part(game: str, name: str, default: Any) -> Any:
    return getattr(game_part(game, LEVELS_PART), name, default)
