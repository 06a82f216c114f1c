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
