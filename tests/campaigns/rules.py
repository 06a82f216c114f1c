"""Random games of every variant, with the invariants of the rules tested after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from burgomaster.core.check import Failed, all_suites, count_sound_steps
from burgomaster.core.registry import game_names
from burgomaster.core.table import Game, load_game
from tests.campaigns.campaign import Setup, Trial

UNIT = "steps"
GOAL = 1_000_000_000
GAMES, CARD_GAMES = 1000, 1 << 16  # of one trial, on a processor and on a graphics card


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Take the variants of all games in turn; the seed chooses one, and deals its games."""
    suites = [suite for name in game_names() for suite in all_suites(name)]
    device = setup.options.get("device", "cpu")
    games = int(setup.options.get("games", GAMES if device == "cpu" else CARD_GAMES))
    count = count_sound_steps if device == "cpu" else count_on_card
    if device != "cpu":
        import_module("burgomaster.cuda.card").find_card()  # says at once that there is none

    def trial(seed: int) -> Trial:
        suite = suites[seed % len(suites)]
        game = load_game(suite.game, players=suite.players, **suite.options)
        try:
            steps = count(game, games, seed * games)
        except Failed as broken:
            return Trial({}, (f"{suite.variant('en')}, {suite.players} players: {broken}",))
        return Trial({UNIT: steps, "games": games, f"steps of {suite.game}": steps})

    yield trial


def count_on_card(game: Game, games: int, seed: int) -> int:
    """Do what `count_sound_steps` does on a graphics card."""
    from burgomaster.cuda.random_play import find_broken  # late: only who asks for it needs it

    steps, broken = find_broken(game, games, seed)
    if broken is not None:
        number, rule, step = broken
        raise Failed(f"invariant {rule} broken in the game of seed {seed + number} after {step} moves")
    return steps
