"""Searches by the rule of thumb of a game: how the levels played before nets, kept to measure against."""

from __future__ import annotations

from burgomaster.bots.bot import Budget
from burgomaster.bots.levels import SearchParams
from burgomaster.bots.search_bot import MAX_THREADS, SearchBot, check_choice

LEVELS = (1, 2, 3, 4, 5)


class ClassicBot(SearchBot):
    """A search that knows no net."""

    name = "classic"


def make(
    seed: int | None = None,
    level: int = 5,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    params: SearchParams | None = None,
) -> ClassicBot:
    """Make a searching player by the rule of thumb."""
    check_choice("level", level, LEVELS)
    check_choice("threads", threads, range(1, MAX_THREADS + 1))
    return ClassicBot(seed, level, Budget(simulations, seconds), threads, params, is_classic=True)
