"""Many games of one kind in lockstep, for learning: whole arrays in, whole arrays out, written in place.

    batch = bm.batch(game, 1024, seed=1)
    observations = batch.reset()
    while True:
        actions = policy(observations, batch.mask)      # one legal action a game
        observations = batch.step(actions)              # the same array, filled anew

A game that ends is rewarded and dealt anew in the same step: `done` says which, `rewards` and `scores` belong
to the game that ended, `observations` to the one that begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.core import batch_kernels as kernels
from burgomaster.core.encoding import ActionSpace, Layout
from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import MAX_SEED, WORDS
from burgomaster.core.seating import check_seed
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game

Array = npt.NDArray[Any]

REWARDS = {"rank": kernels.BY_RANK, "score": kernels.BY_SCORE, "margin": kernels.BY_MARGIN}
LEAST_GAMES = 64  # that are worth a thread of their own
MOST_GAMES = 1 << 20
SAVED = ("states", "seeds", "rngs")  # from which all other arrays follow


class Batch:
    """Some games of one kind that are played together.

    states: the positions, hidden facts and all. observations: what the seat to move knows, by `layout`.
    mask: 1 for every legal action. to_move: the seat that decides. done, rewards, scores: of games that ended
    in the last step.
    """

    def __init__(self, game: Game, n: int, seed: int, threads: int, rewards: str) -> None:
        self.game, self.n, self.seed, self.threads = game, n, seed, threads
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self._undealt: Any = game.rules.undealt(game.options)
        self.space: ActionSpace = encoding.space(game.options)
        self.layout: Layout = encoding.layout(game.options, self._undealt[0])
        self._reward = REWARDS[rewards]
        self._allocate(encoding.max_legal)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _allocate(self, max_legal: int) -> None:
        """Make the arrays that live as long as the batch."""
        n, n_seats = self.n, self.game.n_seats
        self.states: Any = zeros(self.game.rules.state, n)
        self.observations: Array = np.zeros((n, self.layout.size), np.int16)
        self.mask: Array = np.zeros((n, self.space.size), np.uint8)
        self.to_move: Array = np.zeros(n, np.int8)
        self.done: Array = np.zeros(n, np.bool_)
        self.rewards: Array = np.zeros((n, n_seats), np.float32)
        self.scores: Array = np.zeros((n, n_seats), np.int32)
        self.legal: Array = np.zeros((n, max_legal), np.int32)  # legal actions: the first n_legal of a row
        self.n_legal: Array = np.zeros(n, np.int32)
        self.seeds: Array = np.zeros(n, np.int64)
        self.rngs: Array = np.zeros((n, WORDS), np.uint32)  # of random actions
        self._actions: Array = np.zeros(n, np.int32)
        self._scratches: Any = zeros(Scratch, self.threads)

    # Playing

    def reset(self, seed: int | None = None) -> Array:
        """Deal all games anew and return the observations; without a seed the first one begins again."""
        if seed is not None:
            self.seed = check_first_seed(seed, self.n)
        self.seeds[:] = np.arange(self.seed, self.seed + self.n)
        self._run(
            lambda thread, first, end: kernels.reset_games(
                self.states, self._undealt, self._scratches, thread, first, end, self.seeds, self.rngs
            )
        )
        self.done[:], self.rewards[:], self.scores[:] = False, 0, 0
        self._describe()
        return self.observations

    def step(self, actions: Array) -> Array:
        """Carry out one action in each game and return the observations; a wrong array changes nothing."""
        chosen = self._read_actions(actions)
        self._run(
            lambda thread, first, end: kernels.step_games(
                self.states,
                self._undealt,
                self._scratches,
                thread,
                first,
                end,
                chosen,
                self.space.moves,
                self.seeds,
                self.rewards,
                self._reward,
                self.scores,
                self.done,
            )
        )
        self._describe()
        return self.observations

    def random_actions(self) -> Array:
        """Choose a legal action in each game, each equally likely; the array is filled anew every time."""
        self._run(
            lambda thread, first, end: kernels.choose_randomly(
                first, end, self.legal, self.n_legal, self.rngs, self._actions
            )
        )
        return self._actions

    def observe(self, seat: int | None) -> Array:
        """Return what one seat, or a spectator (None), knows of all games now."""
        if seat is not None and not 0 <= seat < self.game.n_seats:
            raise SetupError("batch.seat", given=repr(seat)[:40], last=self.game.n_seats - 1)
        found: Array = np.zeros_like(self.observations)
        views = self.states.copy()
        kernels.observe_games(views, -1 if seat is None else seat, self.layout.shape, found)
        return found

    # Keeping

    def save(self) -> dict[str, Array]:
        """Return copies of everything that `load` needs to go on from here."""
        return {name: getattr(self, name).copy() for name in SAVED}

    def load(self, saved: Mapping[str, Array]) -> Array:
        """Go on from what `save` returned, of a batch of the same game and size; return the observations."""
        for name in SAVED:
            own, given = getattr(self, name), saved.get(name)
            if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (own.shape, own.dtype):
                raise SetupError("batch.saved", name=name, shape=own.shape, dtype=str(own.dtype)[:80])
        for name in SAVED:
            getattr(self, name)[:] = saved[name]
        self._describe()
        return self.observations

    # Inside

    def _read_actions(self, actions: Any) -> Array:
        """Check an array of actions, without changing anything."""
        is_array = isinstance(actions, np.ndarray)
        if not is_array or actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            given = f"{getattr(actions, 'dtype', type(actions).__name__)} {getattr(actions, 'shape', '')}"
            raise SetupError("batch.actions", n=self.n, given=given[:80])
        chosen: Array = actions.astype(np.int32, copy=False)
        wrong = int(kernels.find_illegal(self.mask, chosen))
        if wrong >= 0:
            raise SetupError(
                "batch.illegal", game=wrong, action=int(actions[wrong]), n=int(self.n_legal[wrong])
            )
        return chosen

    def _describe(self) -> None:
        self._run(
            lambda thread, first, end: kernels.describe_games(
                self.states,
                self._scratches,
                thread,
                first,
                end,
                self.space.numbers,
                self.layout.shape,
                self.observations,
                self.mask,
                self.legal,
                self.n_legal,
                self.to_move,
            )
        )

    def _run(self, work: Callable[[int, int, int], Any]) -> None:
        """Do something with all games, divided among the threads."""
        if self._pool is None:
            work(0, 0, self.n)
            return
        ends = [self.n * thread // self.threads for thread in range(self.threads + 1)]
        list(self._pool.map(work, range(self.threads), ends, ends[1:]))


def batch(
    game: Game, n: int, seed: int = 1, device: str = "cpu", threads: int | None = None, rewards: str = "rank"
) -> Batch:
    """Make a batch of `n` games and deal them."""
    if type(n) is not int or not 1 <= n <= MOST_GAMES:
        raise SetupError("setup.count", name="n", given=repr(n)[:40])
    if device != "cpu":
        raise OptionError("batch.device", given=repr(device)[:40], known="cpu")
    if rewards not in REWARDS:
        raise OptionError("batch.rewards", given=repr(rewards)[:40], known=", ".join(REWARDS))
    made = Batch(game, n, check_first_seed(seed, n), chosen_threads(threads, n), rewards)
    made.reset()
    return made


def chosen_threads(threads: int | None, n: int) -> int:
    """Choose how many threads share the work: if not told one a processor, but none for too few games."""
    if threads is None:
        return max(1, min(os.cpu_count() or 1, n // LEAST_GAMES))
    if type(threads) is not int or threads < 1:
        raise SetupError("setup.count", name="threads", given=repr(threads)[:40])
    return min(threads, n)


def check_first_seed(seed: int, n: int) -> int:
    """Refuse a seed that is none, or so large that later games would have none."""
    check_seed(seed)
    if seed > MAX_SEED // 2 - n:
        raise SetupError("setup.seed", given=str(seed))
    return seed
