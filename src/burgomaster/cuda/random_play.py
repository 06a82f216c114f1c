"""Plays random games on a graphics card: those that a processor plays with the same seeds."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from burgomaster.compiler.fixed_rules import fixed_type, rules_of
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.playout import Simulation
from burgomaster.core.table import Game
from burgomaster.cuda.card import find_card

AT_ONCE = 1 << 20  # games of one launch: their results fit into a few megabytes
LANES = 2  # launches at a time: one begins where the other ends
SHAPES = (2, 256), (1, 512)  # blocks of a processor of the card, threads of each: as many as it has room for
TRIED = 1 << 17  # games by which the faster shape is found
CHECKED_BLOCK = 128  # threads of a block that tests invariants
SEED = 1


def simulate(game: Game, games: int, seed: int = SEED) -> Simulation:
    """Play random games to the end; compiling the rules and choosing a shape are not counted."""
    cuda, undealt = find_card(), game.rules.undealt(game.options)
    lanes = [Lane(cuda, undealt, game, min(games, AT_ONCE)) for _ in range(LANES)]
    shape = _shape_for(lanes[0], games)
    scores: Any = np.zeros((games, game.n_seats), np.int32)
    parts = [slice(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]
    steps, begun = 0, time.perf_counter()
    for number in range(len(parts) + LANES):
        lane = lanes[number % LANES]
        if number >= LANES:
            steps += lane.fetch(scores[parts[number - LANES]])
        if number < len(parts):
            lane.play(parts[number].stop - parts[number].start, seed + parts[number].start, shape)
    return Simulation(steps, games, time.perf_counter() - begun, scores)


class Lane:
    """Room for the games of one launch: while the results of one lane are read, the card plays in another."""

    def __init__(self, cuda: Any, undealt: Any, game: Game, games: int) -> None:
        self.kernel = _player(game.rules.state, rules_of(undealt))
        self._undealt, self._stream = cuda.to_device(undealt), cuda.stream()
        self._n_processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        n_threads = max(n_blocks * block for n_blocks, block in SHAPES) * self._n_processors
        self._states = cuda.device_array(n_threads, undealt.dtype)
        self._scores = cuda.device_array((games, game.n_seats), np.int32)
        self._steps = cuda.device_array(games, np.int32)

    def play(self, games: int, seed: int, shape: tuple[int, int]) -> None:
        """Begin so many games; they are played while the caller goes on."""
        n_blocks, block = shape
        self.kernel[n_blocks * self._n_processors, block, self._stream](
            self._undealt, self._scores[:games], self._steps[:games], seed, self._states
        )

    def fetch(self, scores: Any) -> int:
        """Wait for the games that were begun; write their scores, return the number of their steps."""
        n = len(scores)
        self._scores[:n].copy_to_host(scores, self._stream)
        steps = self._steps[:n].copy_to_host(stream=self._stream)
        self._stream.synchronize()
        return int(steps.sum(dtype=np.int64))

    def seconds(self, games: int, shape: tuple[int, int]) -> float:
        begun = time.perf_counter()
        self.play(games, SEED, shape)
        self._stream.synchronize()
        return time.perf_counter() - begun


def _shape_for(lane: Lane, games: int) -> tuple[int, int]:
    """Choose the shape of launches: of long rules one large block plays faster, of short ones two."""
    lane.seconds(1, SHAPES[0])  # compiles
    if games < AT_ONCE:
        return SHAPES[0]
    if lane.kernel not in _shapes:
        _shapes[lane.kernel] = min(SHAPES, key=lambda shape: lane.seconds(TRIED, shape))
    return _shapes[lane.kernel]


_shapes: dict[Any, tuple[int, int]] = {}  # found for kernels that have played many games


def find_broken(game: Game, games: int, seed: int) -> tuple[int, tuple[int, int, int] | None]:
    """Play random games and test the invariants after every step.

    Return the number of steps, and of the first game that broke one its number, the invariant and the step.
    """
    cuda = find_card()
    undealt = cuda.to_device(game.rules.undealt(game.options))
    broken, lengths = cuda.device_array(games, np.int32), cuda.device_array(games, np.int32)
    kernel = _checker(game.rules.state)
    kernel[-(-games // CHECKED_BLOCK), CHECKED_BLOCK](undealt, broken, lengths, seed)
    found, steps = broken.copy_to_host(), lengths.copy_to_host()
    wrong = np.flatnonzero(found)
    first = (int(wrong[0]), int(found[wrong[0]]), int(steps[wrong[0]])) if len(wrong) else None
    return int(steps.sum(dtype=np.int64)), first


@cache
def _player(state: type, rules: bytes) -> Any:
    """Compile the kernel that plays with some rules, when it is first launched."""
    from burgomaster.cuda import kernels, target
    from burgomaster.cuda.target import kept_kernel

    play = kernels.make_player(target.fixing(fixed_type(dtype_of(state), rules)))
    return kept_kernel(play, state, kernels.MAX_REGISTERS, rules)


@cache
def _checker(state: type) -> Any:
    """Compile the kernel that checks a game, when it is first launched."""
    from burgomaster.cuda import kernels
    from burgomaster.cuda.target import kept_kernel

    return kept_kernel(kernels.make_checker(state), state)
