"""The same games on the processor and on a graphics card: every byte of every array, after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from burgomaster.core.batch import OPPONENTS
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.registry import game_names
from burgomaster.lab.simulate import batch
from tests.campaigns.campaign import Setup, Trial

UNIT = "steps"
GOAL = 1_000_000
GAMES = 64  # of one trial
OTHERS = (None, *OPPONENTS)  # who plays the other seats; None: the caller
ARRAYS = ("states", "observations", "mask", "to_move", "done", "rewards", "scores", "seeds", "rngs")


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Take the variants of all games in turn, each time with other opponents, as the seed says."""
    suites = [suite for name in game_names() for suite in all_suites(name)]
    games, make = int(setup.options.get("games", GAMES)), setup.options.get("make", on_card)
    make(suites[0], games, 0, None)  # where there is no card, this says so once

    def trial(seed: int) -> Trial:
        lap, place = divmod(seed, len(suites))
        suite = suites[place]
        opponents = OTHERS[lap % len(OTHERS)] if suite.players > 1 else None
        here, there = (new(suite, games, seed * games, opponents) for new in (on_processor, make))
        n_games, steps, findings = 0, 0, list[str]()
        while not findings and n_games < games:
            n_games += int(here.done.sum())
            findings = differences(here, there, suite, seed, steps)
            actions = here.random_actions()
            there.random_actions()
            here.step(actions)
            there.step(actions)
            steps += 1
        return Trial({UNIT: steps * games, f"steps of {suite.game}": steps * games}, tuple(findings))

    yield trial


def on_processor(suite: Suite, n: int, seed: int, opponents: str | None, device: str = "cpu") -> Any:
    how: dict[str, Any] = {"device": device, "rewards": "progress", "opponents": opponents}
    return batch(suite.game, n, seed=seed, players=suite.players, **how, **suite.options)


def on_card(suite: Suite, n: int, seed: int, opponents: str | None) -> Any:
    return on_processor(suite, n, seed, opponents, "cuda")


def differences(here: Any, there: Any, suite: Suite, seed: int, steps: int) -> list[str]:
    """Name the arrays that are not the same on both."""
    wrong = [name for name in ARRAYS if getattr(here, name).tobytes() != getattr(there, name).tobytes()]
    where = f"{suite.variant('en')}, {suite.players} players, seed {seed}, step {steps}"
    return [f"{where}: {', '.join(wrong)} differ"] if wrong else []
