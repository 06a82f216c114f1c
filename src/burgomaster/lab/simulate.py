"""Play random games to the end in bulk, on several threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from burgomaster.core.errors import SetupError
from burgomaster.core.jit import bind
from burgomaster.core.playout import Scratch, play_games
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.seating import check_seed
from burgomaster.core.simulation import Simulation
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game

BLOCK = 256  # games a thread takes at a time


def simulate(
    game: Game,
    games: int = 10_000,
    seed: int = 1,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    fixed: bool = False,
) -> Simulation:
    """Play games by uniformly random legal moves; the same seed gives the same games on any threads.

    fixed: compile the rules for these options alone. The games are the same and played faster, but each set
    of options takes up to a minute once.
    """
    _check_counts(games, seed, threads)
    states: Any = zeros(game.rules.state, threads + 1)
    states[0] = game.rules.undealt(game.options)[0]
    scratches = zeros(Scratch, threads)
    scores: Any = np.zeros((games, game.n_seats), np.int32)
    play = bind(play_games, states, scratches, scores, fixed=states if fixed else None)

    def work(thread: int) -> int:
        steps = 0
        for first in range(thread * BLOCK, games, threads * BLOCK):
            end = min(first + BLOCK, games)
            steps += play(thread, first, end, seed)
            if progress is not None:
                progress(end - first)
        return steps

    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        steps = sum(pool.map(work, range(threads)))
    return Simulation(int(steps), games, time.perf_counter() - begun, scores)


def _check_counts(games: Any, seed: Any, threads: Any) -> None:
    check_seed(seed)
    for name, value in (("games", games), ("threads", threads)):
        if type(value) is not int or value < 1:
            raise SetupError("setup.count", name=name, given=repr(value)[:40])
    if seed + games > MAX_SEED:
        raise SetupError("setup.seed", given=f"{seed} + {games}")
