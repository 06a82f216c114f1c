"""Which games the environments are tried with: a few in `make test`, all variants in `make thorough`."""

from __future__ import annotations

from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.lab.suites import Suite, all_suites
from tests.cases import sweep

SUITES = [suite for name in game_names() for suite in all_suites(name)]


def name_of(suite: Suite) -> str:
    return f"{suite.game}, {suite.variant('en')}, {suite.players}"


def options_of(suite: Suite) -> dict[str, Any]:
    return {"players": suite.players, **suite.options}


def is_quick(suite: Suite) -> bool:
    """The first variant of every game with most players, and the last one of all with fewest."""
    own = [other for other in SUITES if other.game == suite.game]
    first = [other for other in own if other.options == own[0].options]
    return suite == first[-1] or suite.players == 1


QUICK_AND_ALL = sweep(SUITES, is_quick)
