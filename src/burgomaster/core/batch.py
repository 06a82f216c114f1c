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
import time
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.core import batch_kernels as kernels
from burgomaster.core.batch_steps import Games, GreedyOthers, RandomOthers
from burgomaster.core.crew import Crew
from burgomaster.core.encoding import ActionSpace, Layout
from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.handed import Handed
from burgomaster.core.jit import bind
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import MAX_SEED, WORDS
from burgomaster.core.seating import check_seed
from burgomaster.core.sharing import (
    ABSENT,
    CHECK,
    CHOOSE,
    DEAL,
    DESCRIBE,
    DONE,
    IS_HERE,
    LATE,
    N_DONE,
    N_WRONG,
    ROW,
    STEP,
    UNCHECKED,
    WATCH,
    WRONG,
    new_board,
    share_work,
)
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game

Array = npt.NDArray[Any]

REWARDS = {
    "rank": kernels.BY_RANK,  # at the end 1 for the first place, -1 for the last, evenly between
    "score": kernels.BY_SCORE,  # at the end the points
    "margin": kernels.BY_MARGIN,  # at the end the points ahead of the best other seat
    "progress": kernels.BY_PROGRESS,  # in every step the change of the points: in all the score
}
OPPONENTS = ("random", "greedy")
LEAST_GAMES = 64  # that are worth a thread of their own
MOST_GAMES = 1 << 20
LINE = 16  # numbers: rows whose lengths are powers of two would all lie in the same few lines of a cache
SOON = 1e-5  # seconds after which a thread that the machine has set aside may be done
SAVED = ("states", "seeds", "rngs", "scores")  # from which all other arrays follow


class Batch:
    """Some games of one kind that are played together.

    states: the positions, hidden facts and all. observations: what the seat to move knows, by `layout`.
    mask: 1 for every legal action. to_move: the seat that decides. done, rewards, scores: of games that ended
    in the last step.
    With opponents inside: final_observations, final_scores: a row of each game that ended in the last step,
    others are old. skipped: games that stay as they are in the next steps, whatever their actions, which
    still must be legal.
    """

    final_observations: Array
    final_scores: Array
    skipped: Array

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 1,
        threads: int | None = None,
        rewards: str = "rank",
        opponents: str | None = None,
        seat: int = 0,
    ) -> None:
        self.game, self.n, self.threads = game, check_size(n), chosen_threads(threads, n)
        self.seed, self.seat = check_first_seed(seed, n), check_seat(seat, game.n_seats)
        self._reward = REWARDS[chosen("rewards", rewards, REWARDS)]
        self.opponents = None if opponents is None else chosen("opponents", opponents, OPPONENTS)
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self._undealt: Any = game.rules.undealt(game.options)
        self.space: ActionSpace = encoding.space(game.options)
        self.layout: Layout = encoding.layout(game.options, self._undealt[0])
        self._allocate(encoding.max_legal)
        self._crew = Crew(self.threads)
        self._board: Array = new_board(self.threads, n)
        self._n_done = self.threads * ROW + N_DONE  # where the board says how many games are done
        self.reset()

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
        self.legal: Array = np.zeros((n, max_legal + LINE), np.int32)  # actions: the first n_legal of a row
        self.n_legal: Array = np.zeros(n, np.int32)
        self.seeds: Array = np.zeros(n, np.int64)
        self.rngs: Array = np.zeros((n, WORDS), np.uint32)  # of random actions
        self._actions: Array = np.zeros(n, np.int32)
        self._read: Array = np.zeros(n, np.int64)  # as wide as any that can be given
        self._scratches: Any = zeros(Scratch, self.threads)
        if self.opponents is not None:
            self.final_observations = np.zeros_like(self.observations)
            self.final_scores = np.zeros_like(self.scores)
            self.skipped = np.zeros(n, np.bool_)

    # Playing

    def reset(self, seed: int | None = None) -> Array:
        """Deal all games anew and return the observations; without a seed the first one begins again."""
        if seed is not None:
            self.seed = check_first_seed(seed, self.n)
        self._wait()
        self.seeds[:] = np.arange(self.seed, self.seed + self.n)
        self.done[:], self.rewards[:], self.scores[:] = False, 0, 0
        self._deal_all()
        return self.observations

    def step(self, actions: Array) -> Array:
        """Carry out one action in each game and return the observations; a wrong array changes nothing."""
        self._read_actions(actions)
        self._make_step(actions)
        return self.observations

    def random_actions(self) -> Array:
        """Choose a legal action in each game, each equally likely; the array is filled anew every time."""
        self._wait()
        self._share(CHOOSE)
        return self._actions

    def observe(self, seat: int | None) -> Array:
        """Return what one seat, or a spectator (None), knows of all games now."""
        number = -1 if seat is None else check_seat(seat, self.game.n_seats)
        self._wait()
        found: Array = np.zeros_like(self.observations)
        kernels.observe_games(self.states.copy(), number, self.layout.shape, found)
        return found

    # Keeping

    def save(self) -> dict[str, Array]:
        """Return copies of everything that `load` needs to go on from here."""
        self._wait()
        return {name: getattr(self, name).copy() for name in SAVED}

    def load(self, saved: Mapping[str, Array]) -> Array:
        """Go on from what `save` returned, of a batch of the same game and size; return the observations."""
        self._check_saved(saved)
        self._wait()
        for name in SAVED:
            getattr(self, name)[:] = saved[name]
        self.done[:], self.rewards[:] = False, 0
        self._share_anew(DESCRIBE)
        return self.observations

    def close(self) -> None:
        """Let the threads go."""
        self._crew.close()

    # Inside

    def _check_saved(self, saved: Mapping[str, Array]) -> None:
        """Refuse what `save` has not returned."""
        for name, (shape, dtype) in self._saved_kinds().items():
            given = saved.get(name)
            if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (shape, dtype):
                raise SetupError("batch.saved", name=name, shape=shape, dtype=str(dtype)[:80])

    def _saved_kinds(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Tell the shape and the type of every array that is saved."""
        return {name: (getattr(self, name).shape, getattr(self, name).dtype) for name in SAVED}

    def _deal_all(self) -> None:
        """Deal all games by their seeds and describe them."""
        self._share_anew(DEAL)

    def _make_step(self, actions: Any) -> None:
        """Carry out the actions that were read, if all are legal, and describe what came of them."""
        if self._share(CHECK) == WRONG:
            self._refuse_wrong(actions)

    @cached_property
    def _work(self) -> Callable[[int, int], int]:
        """Make the call with which each thread does its share of some work."""
        games = Games(
            board=self._board,
            states=self.states,
            undealt=self._undealt,
            scratches=self._scratches,
            rngs=self.rngs,
            chosen=self._actions,
            actions=self._read,
            moves=self.space.moves,
            seeds=self.seeds,
            done=self.done,
            rewards=self.rewards,
            scores=self.scores,
            kind=self._reward,
            numbers=self.space.numbers,
            shapes=self.layout.shape,
            observations=self.observations,
            mask=self.mask,
            legal=self.legal,
            n_legal=self.n_legal,
            to_move=self.to_move,
            others=self._others(),
        )
        return bind(share_work, Handed(games))

    def _others(self) -> RandomOthers | GreedyOthers | None:
        """Tell who plays the other seats inside, if anybody does, and where their games' ends are kept."""
        if self.opponents is None:
            return None
        kept = (self.seat, self.skipped, self.final_observations, self.final_scores)
        if self.opponents == "random":
            return RandomOthers(*kept)
        return GreedyOthers(*kept, zeros(self.game.rules.state, 2 * self.threads))

    def _share(self, work: int) -> int:
        """Let all threads do some work with all games; tell whether all is DONE, or WRONG."""
        told = self._work(work, 0)
        if told == UNCHECKED:
            self._wait()
            told = WRONG if self._board.item(self.threads * ROW + N_WRONG) else ABSENT
        if told == ABSENT:
            self._call_others()
            told = self._work(STEP, 0)
        if told == LATE:
            self._wait()
        return WRONG if told == WRONG else DONE

    def _share_anew(self, work: int) -> None:
        """Let all threads do some work that is rare, and worth waking them for."""
        self._crew.check()
        self._call_others()
        if self._work(work, 0) == LATE:
            self._wait()

    def _call_others(self) -> None:
        """Let all threads watch the board that do not; one that is called too late finds nothing to do."""
        for thread in range(1, self.threads):
            here = thread * ROW + IS_HERE
            if not self._board.item(here):
                self._board[here] = 1
                self._crew.call(thread, partial(self._work, WATCH))

    def _wait(self) -> None:
        """Wait for threads that still work at the last step, also if the caller was interrupted then."""
        while self._board.item(self._n_done) < self.n:
            time.sleep(SOON)

    def _read_actions(self, actions: Any) -> None:
        """Note an array of actions: who is late may still read them when the caller changes the array."""
        self._check_actions(actions)
        self._crew.check()
        self._wait()
        self._read[...] = actions

    def _refuse_wrong(self, actions: Any) -> None:
        """Refuse the first action that is not legal, if there is one."""
        wrong = int(kernels.find_wrong(self.mask, self._read))
        if wrong >= 0:
            n = int(self.n_legal[wrong])
            raise SetupError("batch.illegal", game=wrong, action=int(actions[wrong]), n=n)

    def _check_actions(self, actions: Any) -> None:
        """Refuse what is no array of one integer a game."""
        is_array = isinstance(actions, np.ndarray)
        if is_array and actions.shape == (self.n,) and actions.dtype.kind in ("i", "u"):
            return
        on_card = getattr(actions, "__cuda_array_interface__", None)  # its types are not numpy's
        if on_card is None or tuple(actions.shape) != (self.n,) or on_card["typestr"][1] not in ("i", "u"):
            given = f"{getattr(actions, 'dtype', type(actions).__name__)} {getattr(actions, 'shape', '')}"
            raise SetupError("batch.actions", n=self.n, given=given[:80])


# What is asked for


def check_size(n: int) -> int:
    """Refuse a number of games that is none."""
    if type(n) is not int or not 1 <= n <= MOST_GAMES:
        raise SetupError("batch.size", given=repr(n)[:40], most=MOST_GAMES)
    return n


def check_seat(seat: int, n_seats: int) -> int:
    """Refuse a seat that the game does not have."""
    if type(seat) is not int or not 0 <= seat < n_seats:
        raise SetupError("batch.seat", given=repr(seat)[:40], last=n_seats - 1)
    return seat


def chosen(name: str, given: Any, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """Refuse a word that is none of the known ones."""
    if not isinstance(given, str) or given not in known:
        raise OptionError("batch.unknown", name=name, given=repr(given)[:40], known=", ".join(known))
    return given


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
