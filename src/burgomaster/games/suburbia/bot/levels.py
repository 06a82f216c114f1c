"""How much each level of Suburbia thinks, and how it searches; measured in docs/experiments.md."""

from __future__ import annotations

from burgomaster.bots.levels import QUICK, Level, SearchParams

LEVELS = (
    Level(0, QUICK, noise=3.75, overlooks=0.375),
    Level(0, QUICK, noise=2.55, overlooks=0.255),
    Level(0, QUICK, noise=1.35, overlooks=0.135),
    Level(0, QUICK, noise=0.2, overlooks=0.02),
    Level(5000, 1.0),
    Level(25000, 5.0),
)
NET_PARAMS = SearchParams(win_share=0.3, prior_scale=1.5, expand_after=2)
CLASSIC_LEVELS = (
    Level(16, QUICK, noise=6.0, blunder_rate=0.7),
    Level(16, QUICK, noise=6.0, blunder_rate=0.38),
    Level(16, QUICK, noise=6.0, blunder_rate=0.05),
    Level(200, 1.0),
    Level(5000, 3.0),
)
CLASSIC_PARAMS = SearchParams(prior_scale=6.0, margin_scale=16.0, spread=16.0, opponent_weight=0.0)
