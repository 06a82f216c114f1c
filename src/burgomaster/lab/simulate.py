"""Games in bulk: random play to the end on several threads, and batches in lockstep."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from burgomaster.compiler.jit import bind
from burgomaster.compiler.struct import zeros
from burgomaster.core.batch import Batch, chosen
from burgomaster.core.playout import Scratch, Simulation, play_games
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.seating import read_count, read_seed
from burgomaster.core.table import Game, read_game

BLOCK = 256  # games a thread takes at a time
DEVICES = ("cpu", "cuda")


def simulate(
    game: Game | str,
    games: int = 10_000,
    seed: int = 1,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    fixed: bool = False,
    **options: Any,
) -> Simulation:
    """Play games by uniformly random legal moves; the same seed gives the same games on any threads.

    game: what `bm.game` returned, or a name that may be followed by its options.
    fixed: compile the rules for these options alone. The games are the same and played faster, but each set
    of options takes up to a minute once.
    """
    made = read_game(game, options)
    games, threads = read_count("games", games), read_count("threads", threads)
    seed = read_seed(seed, MAX_SEED - games)
    states: Any = zeros(made.rules.state, threads + 1)
    states[0] = made.rules.undealt(made.options)[0]
    scratches = zeros(Scratch, threads)
    scores: Any = np.zeros((games, made.n_seats), np.int32)
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


def batch(
    game: Game | str,
    n: int,
    *,
    seed: int = 1,
    device: str = "cpu",
    threads: int | None = None,
    rewards: str = "rank",
    opponents: str | None = None,
    seat: int = 0,
    **options: Any,
) -> Batch:
    """Deal `n` games that are played together; a game's name may be followed by its options.

    rewards: "rank", "score", "margin" at the end of a game, or "progress" in every step.
    device: "cpu", or "cuda" for a graphics card; torch and CuPy take the arrays over by DLPack.
    opponents: None (every seat's moves are asked for), "random" or "greedy", which play all seats but `seat`.
    """
    chosen("device", device, DEVICES)
    made = read_game(game, options)
    settings: dict[str, Any] = {"seed": seed, "rewards": rewards, "opponents": opponents, "seat": seat}
    if device == "cpu":
        return Batch(made, n, threads=threads, **settings)
    from burgomaster.cuda.batch import CardBatch

    return CardBatch(made, n, **settings)
