"""How much the levels think, and how a search of each game is done; measured in docs/experiments.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How much and how carefully a level thinks."""

    descents: int
    seconds: float
    noise: float = 0.0  # points by which a beginner misjudges a move
    slips: float = 0.0  # how often a beginner plays just any move


@dataclass(frozen=True)
class Manner:
    """How a search of a game is done (bots/tree.py says what the numbers mean)."""

    explore: float = 1.2
    prior_scale: float = 2.0
    rivals: float = 0.5
    unknown: float = 0.05
    spread: float = 12.0
    margin_scale: float = 12.0
    win_share: float = 0.7
    open_after: int = 1
    greedy_steps: int = 0
    widen_first: int = 4
    widen_power: float = 0.45
    trust: float = 0.0


QUICK = 0.3  # seconds of a move of the first three levels, at most
LEVELS = {
    "petersburg": (
        Level(16, QUICK, noise=10.0, slips=0.85),
        Level(16, QUICK, noise=10.0, slips=0.5),
        Level(24, QUICK, noise=4.0),
        Level(150, 1.0),
        Level(3000, 3.0),
    ),
    "suburbia": (
        Level(16, QUICK, noise=6.0, slips=0.7),
        Level(16, QUICK, noise=6.0, slips=0.38),
        Level(16, QUICK, noise=6.0, slips=0.05),
        Level(200, 1.0),
        Level(5000, 3.0),
    ),
    "spyrium": (
        Level(16, QUICK, noise=6.0, slips=0.35),
        Level(24, QUICK, noise=4.0, slips=0.05),
        Level(60, QUICK, noise=1.0),
        Level(150, 1.0),
        Level(1000, 3.0),
    ),
}
MANNERS = {
    "petersburg": Manner(explore=0.7, greedy_steps=2),
    "suburbia": Manner(explore=0.7, prior_scale=6.0, margin_scale=16.0, spread=16.0, rivals=0.0),
    "spyrium": Manner(explore=0.7, margin_scale=10.0, spread=10.0),
}
