"""The numbers of a game that rules and lessons speak of, each from the tables and constants of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from burgomaster.core.registry import game_part

Facts = Mapping[str, Any]


@cache
def facts_of(game: str) -> Facts:
    """Collect the numbers of a game by name; some are tables. A game without `web.facts` has none."""
    module = game_part(game, "web.facts")
    found: Facts = {} if module is None else module.facts()
    return found
