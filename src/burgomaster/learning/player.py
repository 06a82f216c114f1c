"""Play many games of nets on all processors, and collect samples."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import N_OUTPUTS, Weights, new_space
from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import InputLayout
from burgomaster.core.playout import Scratch
from burgomaster.core.table import Game
from burgomaster.learning.self_play import N_STATES, KeptSamples, SelfPlayParams, play_games

Array = npt.NDArray[Any]
SAMPLES = 1 << 15  # of one thread at a time
INPUTS_OF_SAMPLE = 128  # for which there is room on average


@dataclass(frozen=True)
class Job:
    game: Game
    seat_nets: Array  # one row a game, one column a seat
    seed: int
    explore: float = 0.0  # how often the net that learns makes any move
    win_share: float = 0.5  # how much the chance to win counts against the lead
    trust: float = 1.0  # how much the end of a game counts against what was expected a move later


@dataclass(frozen=True)
class Played:
    """What came of a job."""

    job: Job
    scores: Array
    places: Array  # seats that ended before each
    inputs: tuple[Array, ...]  # places, numbers, and where those of each sample begin
    targets: Array

    @property
    def n_samples(self) -> int:
        return len(self.targets)

    @property
    def n_games(self) -> int:
        return len(self.scores)

    @property
    def seat_counts(self) -> Array:
        return np.full(self.n_samples, self.job.game.n_seats, np.int64)

    @property
    def mean_score(self) -> float:
        return float(self.scores.mean())


class Space:
    """What one thread writes to."""

    def __init__(self, state: type, layout: InputLayout) -> None:
        self.states: Any = zeros(state, N_STATES)
        self.scratch: Any = zeros(Scratch, 1)
        self.net = new_space(state, layout.size)
        self.samples = KeptSamples(
            places=np.zeros(SAMPLES * INPUTS_OF_SAMPLE, np.uint16),
            numbers=np.zeros(SAMPLES * INPUTS_OF_SAMPLE, np.float32),
            starts=np.zeros(SAMPLES, np.int64),
            counts=np.zeros(2, np.int64),
            seats=np.zeros(SAMPLES, np.int8),
            targets=np.zeros((SAMPLES, N_OUTPUTS), np.float32),
            expected=np.zeros(N_OUTPUTS, np.float32),
            later=np.zeros(N_OUTPUTS, np.float32),
        )

    def play(self, job: Job, nets: Weights) -> Played:
        """Play the games of a job, as many as there is room for."""
        n_games, n_seats = len(job.seat_nets), job.game.n_seats
        scores, places = (np.zeros((n_games, n_seats), np.int64) for _ in range(2))
        samples = self.samples
        samples.counts[:] = 0
        undealt = job.game.rules.undealt(job.game.options)
        params = SelfPlayParams(job.explore, job.win_share, job.trust)
        n_played = play_games(
            self.states, undealt, self.scratch, self.net, nets, job.seat_nets, job.seed, params,
            samples, scores, places,
        )  # fmt: skip
        n, n_inputs = map(int, samples.counts)
        inputs = (samples.places[:n_inputs], samples.numbers[:n_inputs], samples.starts[:n])
        copies = tuple(part.copy() for part in inputs)
        return Played(job, scores[:n_played], places[:n_played], copies, samples.targets[:n].copy())


class Players:
    """Threads that play games of one kind."""

    def __init__(self, state: type, layout: InputLayout, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.threads)
        self._spaces: SimpleQueue[Space] = SimpleQueue()
        for _ in range(self.threads):
            self._spaces.put(Space(state, layout))

    def play(self, jobs: Sequence[Job], nets: Weights) -> Iterator[Played]:
        """Play all jobs, shared out among the threads; what came of them is handed over in their order."""

        def work(job: Job) -> Played:
            space = self._spaces.get()
            try:
                return space.play(job, nets)
            finally:
                self._spaces.put(space)

        return self._pool.map(work, jobs)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def stack(nets: Sequence[Weights]) -> Weights:
    return Weights(np.stack([net.lines for net in nets]), np.stack([net.tail for net in nets]))
