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
