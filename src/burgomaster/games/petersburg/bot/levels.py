"""How much each level of Saint Petersburg thinks, and how it searches; measured in docs/experiments.md."""

from __future__ import annotations

from burgomaster.bots.levels import QUICK, Level, SearchParams

LEVELS = (
    Level(16, QUICK, noise=10.0, blunder_rate=0.85),
    Level(16, QUICK, noise=10.0, blunder_rate=0.5),
    Level(24, QUICK, noise=4.0),
    Level(150, 1.0),
    Level(3000, 3.0),
)
SEARCH_PARAMS = SearchParams(greedy_steps=2)
