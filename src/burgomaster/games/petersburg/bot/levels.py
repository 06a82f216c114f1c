"""How much each level of Saint Petersburg thinks, and how it searches; measured in docs/experiments.md."""

from __future__ import annotations

from burgomaster.bots.levels import QUICK, Level, SearchParams

LEVELS = (
    Level(0, QUICK, noise=1.31, overlooks=0.26),
    Level(0, QUICK, noise=0.94, overlooks=0.19),
    Level(0, QUICK, noise=0.56, overlooks=0.11),
    Level(0, QUICK),
    Level(300, 1.0),
    Level(12000, 5.0),
)
NET_PARAMS = SearchParams(win_share=0.3, prior_scale=1.5)
CLASSIC_LEVELS = (
    Level(16, QUICK, noise=10.0, blunder_rate=0.85),
    Level(16, QUICK, noise=10.0, blunder_rate=0.5),
    Level(24, QUICK, noise=4.0),
    Level(150, 1.0),
    Level(3000, 3.0),
)
CLASSIC_PARAMS = SearchParams(greedy_steps=2)
