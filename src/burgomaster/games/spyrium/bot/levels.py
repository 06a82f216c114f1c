"""How much each level of Spyrium thinks, and how it searches; measured in docs/experiments.md."""

from __future__ import annotations

from burgomaster.bots.levels import QUICK, Level, SearchParams

LEVELS = (
    Level(0, QUICK, noise=0.75, overlooks=0.15),
    Level(0, QUICK, noise=0.39, overlooks=0.08),
    Level(0, QUICK, noise=0.08, overlooks=0.015),
    Level(30, QUICK),
    Level(200, 1.0),
    Level(8000, 5.0),
)
NET_PARAMS = SearchParams(win_share=0.3, prior_scale=1.5)
