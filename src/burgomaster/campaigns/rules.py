"""Random games of every variant, with the invariants of the rules tested after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from burgomaster.campaigns.campaign import Setup, Trial
from burgomaster.core.check import Failed, count_sound_steps
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.lab.suites import all_suites

UNIT = "steps"
GOAL = 1_000_000_000
GAMES = 1000  # of one trial


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Take the variants of all games in turn; the seed chooses one, and deals its games."""
    suites = [suite for name in game_names() for suite in all_suites(name)]
    games = int(setup.options.get("games", GAMES))

    def trial(seed: int) -> Trial:
        suite = suites[seed % len(suites)]
        game = load_game(suite.game, players=suite.players, **suite.options)
        try:
            steps = count_sound_steps(game, games, seed * games)
        except Failed as broken:
            return Trial({}, (f"{suite.variant('en')}, {suite.players} players: {broken}",))
        return Trial({UNIT: steps, "games": games, f"steps of {suite.game}": steps})

    yield trial
