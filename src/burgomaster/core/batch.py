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

import json
import os
import time
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from burgomaster.compiler.handed import Handed
from burgomaster.compiler.jit import bind
from burgomaster.compiler.struct import zeros
from burgomaster.core import batch_kernels as kernels
from burgomaster.core.batch_steps import Games, GreedyOthers, RandomOthers
from burgomaster.core.crew import Crew
from burgomaster.core.encoding import ActionSpace, Layout
from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.options import plain_int
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import MAX_SEED, WORDS
from burgomaster.core.seating import read_count, read_seed
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
from burgomaster.core.table import SPECTATOR, Game

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
GAME = "game"  # beside them: which game, version and options they belong to


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
        self.game, self.n = game, read_size(n)
        self.threads, self.seed = chosen_threads(threads, self.n), read_first_seed(seed, self.n)
        self.seat = read_seat(seat, game.n_seats)
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
        self._board: Array = new_board(self.threads, self.n)
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
            self.seed = read_first_seed(seed, self.n)
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
        number = SPECTATOR if seat is None else read_seat(seat, self.game.n_seats)
        self._wait()
        found: Array = np.zeros_like(self.observations)
        kernels.observe_games(self.states.copy(), number, self.layout.shape, found)
        return found

    # Keeping

    def save(self) -> dict[str, Array]:
        """Return copies of everything that `load` needs to go on from here."""
        self._wait()
        return {GAME: self._game_text(), **{name: getattr(self, name).copy() for name in SAVED}}

    def load(self, saved: Mapping[str, Array]) -> Array:
        """Go on from what `save` returned, of a batch of the same game and size; return the observations."""
        self._check_saved(saved)
        self._check_open()
        self._wait()
        for name in SAVED:
            getattr(self, name)[:] = saved[name]
        self.done[:], self.rewards[:] = False, 0
        self._share_anew(DESCRIBE)
        return self.observations

    def close(self) -> None:
        """Let the threads go; the arrays can still be read."""
        self._crew.close()

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled: a copy would share arrays with threads that it does not have."""
        raise SetupError("batch.copied")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.n} x {self.game!r}>"

    # Inside

    def _check_open(self) -> None:
        if self._crew.is_closed:
            raise SetupError("batch.closed")

    def _check_saved(self, saved: Mapping[str, Array]) -> None:
        """Refuse what `save` has not returned, and what another game, or one with other options, has."""
        if not isinstance(saved, Mapping) or GAME not in saved:
            raise SetupError("batch.not_saved", given=type(saved).__name__)
        found, own = (str(text) for text in (saved[GAME], self._game_text()))
        if found != own:
            ours, theirs = _difference(own, found), _difference(found, own)
            raise SetupError("batch.other_game", found=theirs[:200], own=ours[:200])
        for name, (shape, dtype) in self._saved_kinds().items():
            given = saved.get(name)
            if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (shape, dtype):
                kind = "states" if dtype.fields else str(dtype)
                raise SetupError("batch.saved", name=name, shape=shape, dtype=kind)

    def _game_text(self) -> Array:
        """Describe which games these are, as an array of one text: arrays are what files of numpy hold."""
        about = {"game": self.game.name, "version": self.game.version, **self.game.options}
        return np.array(json.dumps(about, sort_keys=True))

    def _saved_kinds(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Tell the shape and the type of every array that is saved."""
        return {name: (getattr(self, name).shape, getattr(self, name).dtype) for name in SAVED}

    def _deal_all(self) -> None:
        self._share_anew(DEAL)

    def _make_step(self, actions: Any) -> None:
        """Carry out the actions that were read, if all are legal, and describe what came of them."""
        if self._share(CHECK) == WRONG:
            wrong = int(kernels.find_wrong(self.mask, self._read))
            if wrong >= 0:
                n = int(self.n_legal[wrong])
                raise SetupError("batch.illegal", game=wrong, action=int(actions[wrong]), n=n)

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
        self._check_open()
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
        self._check_open()
        self._wait()
        self._read[...] = actions

    def _check_actions(self, actions: Any) -> None:
        """Refuse what is no array of one integer a game."""
        is_array = isinstance(actions, np.ndarray)
        if is_array and actions.shape == (self.n,) and actions.dtype.kind in ("i", "u"):
            return
        on_card = getattr(actions, "__cuda_array_interface__", None)  # its types are not numpy's
        if on_card is None or tuple(actions.shape) != (self.n,) or on_card["typestr"][1] not in ("i", "u"):
            given = f"{getattr(actions, 'dtype', type(actions).__name__)} {getattr(actions, 'shape', '')}"
            raise SetupError("batch.actions", n=self.n, given=given[:80])


def _difference(one: str, other: str) -> str:
    """Name what a text about games says and another one does not."""
    try:
        about, others = json.loads(one), json.loads(other)
        names = about if about["game"] == others["game"] else ["game"]
        return ", ".join(f"{name} {about[name]!r}" for name in names if about[name] != others.get(name))
    except (AttributeError, KeyError, TypeError, ValueError):  # a text that is not ours
        return one


# What is asked for


def read_size(given: Any) -> int:
    """Read a number of games; SetupError if it is none."""
    n = plain_int(given)
    if type(n) is not int or not 1 <= n <= MOST_GAMES:
        raise SetupError("batch.size", given=repr(given)[:40], most=MOST_GAMES)
    return n


def read_seat(given: Any, n_seats: int) -> int:
    """Read a seat; SetupError if the game does not have it."""
    seat = plain_int(given)
    if type(seat) is not int or not 0 <= seat < n_seats:
        raise SetupError("batch.seat", given=repr(given)[:40], last=n_seats - 1)
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
    return min(read_count("threads", threads), n)


def read_first_seed(seed: Any, n: int) -> int:
    """Read the seed of the first game; the later ones have later seeds, half of all are left for them."""
    return read_seed(seed, MAX_SEED // 2 - n)
