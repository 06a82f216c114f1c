"""How much each level of Suburbia thinks, and how it searches; measured in docs/experiments.md."""

from __future__ import annotations

from burgomaster.bots.levels import QUICK, Level, SearchParams

LEVELS = (
    Level(16, QUICK, noise=6.0, blunder_rate=0.7),
    Level(16, QUICK, noise=6.0, blunder_rate=0.38),
    Level(16, QUICK, noise=6.0, blunder_rate=0.05),
    Level(200, 1.0),
    Level(5000, 3.0),
)
SEARCH_PARAMS = SearchParams(prior_scale=6.0, margin_scale=16.0, spread=16.0, opponent_weight=0.0)
