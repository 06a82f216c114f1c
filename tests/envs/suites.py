"""Which games the environments are tried with: one in `make test`, all variants in `make thorough`."""

from __future__ import annotations

from typing import Any

from burgomaster.core.check import Suite, all_suites
from burgomaster.core.registry import game_names
from tests.cases import sweep

SUITES = [suite for name in game_names() for suite in all_suites(name)]


def name_of(suite: Suite) -> str:
    return f"{suite.game}, {suite.variant('en')}, {suite.players}"


def options_of(suite: Suite) -> dict[str, Any]:
    return {"players": suite.players, **suite.options}


def is_slow(suite: Suite) -> bool:
    """The last variant of every game with most players; in one of them a seat plays by itself."""
    return suite == [other for other in SUITES if other.game == suite.game][-1]


def is_quick(suite: Suite) -> bool:
    """That of the first game."""
    return is_slow(suite) and suite.game == SUITES[0].game


QUICK_AND_ALL = sweep(SUITES, is_quick, is_slow)
