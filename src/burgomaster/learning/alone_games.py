"""Games of one alone whose main moves are played on: what the net is told after each, and what that shows.

At a choice the best moves by one look, and some others, are played on in the same imagined worlds. What is
expected some choices later says how the moves differ, much nearer to the truth than one look does.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.net import Weights, new_space
from burgomaster.bots.playing_on_kernels import KNOWN, N_STATES, play_on
from burgomaster.core.inputs import InputLayout
from burgomaster.core.kernels import score
from burgomaster.core.playout import Scratch
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game
from burgomaster.learning.alone_kernels import (
    deal_game,
    make_move,
    note_looks,
    sum_scores,
    write_inputs_after,
)

Array = npt.NDArray[Any]
N_WORLDS = 2  # in which moves are played on
N_BEST = 6  # moves by one look
N_OTHERS = 2  # of those behind them,
LAST = 30  # but none behind this place
BEHIND = 5.0  # and none that looks so many points worse
MAIN = 10  # moves: a choice with fewer is a small one, of which few are played on
SMALL_SHARE = 0.1  # of small choices that are
BEST_SHARE = 0.8  # of choices in which the best move is made, else one by chance:
SOFT = 1.5  # points by which one is e times as likely as another
PAUSE = 0.5  # seconds, at most, between two looks at the clock
MAX_SEED = 1 << 60


class Choices(NamedTuple):
    """Choices that were played on: the inputs after each move, and what it brings."""

    places: Array  # of the inputs after all moves, one behind the other
    numbers: Array  # of the same inputs
    lengths: Array  # how many inputs there are after each move
    sizes: Array  # how many moves each choice has
    shown: Array  # the points that each move brings, as playing on shows


class PlayedAlone(NamedTuple):
    """What came of a game."""

    choices: Sequence[Choices]
    score: int | None  # None: it was broken off


KINDS: dict[str, Any] = {
    "places": np.uint16,
    "numbers": np.float16,
    "lengths": np.uint16,
    "sizes": np.uint8,
    "shown": np.float32,
}


def make_choices(**tables: Any) -> Choices:
    """Make choices of tables whose numbers may be of any kind."""
    return Choices(**{name: np.asarray(tables[name], kind) for name, kind in KINDS.items()})


def join(choices: Sequence[Choices]) -> Choices:
    """Put choices one behind the other."""
    none = make_choices(**{name: [] for name in KINDS})
    return Choices(*map(np.concatenate, zip(none, *choices, strict=True)))


class AlonePlayer:
    """One thread that plays games alone by a net."""

    def __init__(self, game: Game, layout: InputLayout, weights: Weights) -> None:
        state = game.rules.state
        self.weights = weights
        self._undealt = game.rules.undealt(game.options)
        self._states: Any = zeros(state, N_STATES)
        self._scratch: Any = zeros(Scratch, 1)
        self._space = new_space(state, layout.size)
        self._chance = np.random.default_rng()

    def play(self, entropy: Sequence[int], is_stopped: Callable[[], bool]) -> PlayedAlone:
        """Play a game to its end, or until somebody stops it."""
        self._chance = np.random.default_rng(entropy)
        kept: list[Choices] = []
        deal_game(self._states, KNOWN, self._undealt, self._scratch, self._seed())
        is_over = False
        while not is_over and not is_stopped():
            is_over = bool(make_move(self._states, self._scratch, self._choose(kept)))
        return PlayedAlone(kept, int(score(self._states[KNOWN], 0)) if is_over else None)

    def _seed(self) -> int:
        return int(self._chance.integers(MAX_SEED))

    def _choose(self, kept: list[Choices]) -> int:
        """Choose a move; if its choice is played on, keep what that shows."""
        n_moves = note_looks(self._states, self._scratch, self._space, self.weights, self._seed())
        codes = self._scratch[0].moves.codes[:n_moves].astype(np.int64)
        looks = self._space.expected[0, :n_moves].copy()
        is_small = n_moves < MAIN and self._chance.random() >= SMALL_SHARE
        if n_moves == 1 or is_small:
            return int(codes[looks.argmax()])
        tried = codes[choose_tried(looks, self._chance)]
        shown = self._play_on(tried)
        kept.extend(self.inputs_after(tried, shown, self._seed()))
        return int(tried[draw_place(shown, self._chance)])

    def _play_on(self, codes: Array) -> Array:
        """Play moves on in the same worlds; return what each brings on average."""
        sums, about = np.zeros(len(codes)), (codes, 0, N_WORLDS, self._seed())
        play_on(self._states, self._scratch, self._space, self.weights, *about, sums)
        return sums / N_WORLDS

    def inputs_after(self, codes: Array, shown: Array, seed: int) -> list[Choices]:
        """Put a choice together in an imagined world; none if a move ends the game: no net is asked then."""
        inputs = self._space.evaluations[0].inputs
        places, numbers, lengths = [], [], []
        for code in codes:
            n = write_inputs_after(self._states, self._scratch, self._space, int(code), seed)
            if n == 0:
                return []
            places.append(inputs.places[:n].copy())
            numbers.append(inputs.numbers[:n].copy())
            lengths.append(n)
        inputs_of_all = {"places": np.concatenate(places), "numbers": np.concatenate(numbers)}
        return [make_choices(**inputs_of_all, lengths=lengths, sizes=[len(codes)], shown=shown)]

    def points(self, weights: Weights, n_deals: int) -> float:
        """Measure what a net makes on average by one look at every move, in the first deals."""
        about = (self._states, self._undealt, self._scratch, self._space, weights)
        return float(sum_scores(*about, 1, n_deals + 1)) / n_deals

    def prepare(self) -> None:
        """Run every kernel once, so that all is compiled before the time is counted."""
        deal_game(self._states, KNOWN, self._undealt, self._scratch, 1)
        note_looks(self._states, self._scratch, self._space, self.weights, 1)
        codes = self._scratch[0].moves.codes[:1].astype(np.int64)
        self._play_on(codes)
        self.inputs_after(codes, np.zeros(1), 1)
        self.points(self.weights, 1)
        make_move(self._states, self._scratch, int(codes[0]))


def choose_tried(looks: Array, chance: np.random.Generator) -> Array:
    """Choose which moves are played on: the best by one look, and some of those not far behind."""
    order = np.argsort(-looks, kind="stable")
    others = order[N_BEST:LAST]
    others = others[looks[others] > looks[order[0]] - BEHIND]
    drawn = chance.choice(others, min(N_OTHERS, len(others)), replace=False) if len(others) else others
    return np.concatenate([order[:N_BEST], drawn])


def draw_place(shown: Array, chance: np.random.Generator) -> int:
    """Draw which move is made: mostly the best, now and then another that is not much worse."""
    if chance.random() < BEST_SHARE:
        return int(shown.argmax())
    odds = np.exp((shown - shown.max()) / SOFT)
    return int(chance.choice(len(shown), p=odds / odds.sum()))


class AlonePlayers:
    """Threads that play games alone."""

    def __init__(self, game: Game, layout: InputLayout, weights: Weights, threads: int | None = None) -> None:
        load_evaluation(game.name)
        self.threads = threads or os.cpu_count() or 1
        self._stop = Event()
        self._pool = ThreadPoolExecutor(self.threads)
        self._players: SimpleQueue[AlonePlayer] = SimpleQueue()
        self.first = AlonePlayer(game, layout, weights)
        for number in range(self.threads):
            self._players.put(AlonePlayer(game, layout, weights) if number else self.first)

    def play(self, entropy: Sequence[int], seconds: float) -> Iterator[list[PlayedAlone]]:
        """Play games for so long, then break them off; hand over what is over, now and then nothing."""
        numbers, end = itertools.count(), time.monotonic() + seconds
        running: set[Future[PlayedAlone]] = set()
        while True:
            left = end - time.monotonic()
            if left <= 0:
                self._stop.set()
            while len(running) < self.threads and not self._stop.is_set():
                running.add(self._pool.submit(self._play_one, [*entropy, next(numbers)]))
            if not running:
                return
            done, running = wait(running, min(PAUSE, left) if left > 0 else None, FIRST_COMPLETED)
            yield [one.result() for one in done]

    def _play_one(self, entropy: Sequence[int]) -> PlayedAlone:
        player = self._players.get()
        try:
            return player.play(entropy, self._stop.is_set)
        finally:
            self._players.put(player)

    def close(self) -> None:
        """Play nothing more; the games that are being played are broken off."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
