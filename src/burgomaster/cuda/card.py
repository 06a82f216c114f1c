"""Plays games on the graphics card of this machine: those that a processor plays with the same seeds."""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from burgomaster.core.errors import OptionError
from burgomaster.core.fixed_rules import fixed_type, rules_of
from burgomaster.core.simulation import Simulation
from burgomaster.core.struct import dtype_of
from burgomaster.core.table import Game

AT_ONCE = 1 << 20  # games of one launch: their results fit into a few megabytes
BLOCKS_A_PROCESSOR = 12


@cache
def find_card() -> Any:
    """Return the module that drives the card; say what is missing where there is none."""
    try:
        from burgomaster.cuda.driver import cuda

        import_module("burgomaster.cuda.target")
    except ImportError:
        raise OptionError("cuda.no_package", package="numba-cuda") from None
    if not cuda.is_available():
        raise OptionError("cuda.no_card")
    return cuda


def name_of_card() -> str:
    """Return what the card calls itself."""
    name = find_card().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def simulate(game: Game, games: int, seed: int = 1) -> Simulation:
    """Play random games to the end; the first launch compiles the rules, which is not counted."""
    cuda = find_card()
    undealt = game.rules.undealt(game.options)
    kernel, undealt = _player(game.rules.state, rules_of(undealt)), cuda.to_device(undealt)
    n_blocks, block = _launch(cuda)
    states = cuda.device_array(n_blocks * block, dtype_of(game.rules.state))
    kernel[n_blocks, block](undealt, *_results(cuda, 1, game.n_seats), seed, states)
    cuda.synchronize()
    scores: Any = np.zeros((games, game.n_seats), np.int32)
    steps, begun = 0, time.perf_counter()
    for first in range(0, games, AT_ONCE):
        n = min(AT_ONCE, games - first)
        points, lengths = _results(cuda, n, game.n_seats)
        kernel[n_blocks, block](undealt, points, lengths, seed + first, states)
        scores[first : first + n] = points.copy_to_host()
        steps += int(lengths.copy_to_host().sum(dtype=np.int64))
    return Simulation(steps, games, time.perf_counter() - begun, scores)


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


CHECKED_BLOCK = 128


@cache
def _player(state: type, rules: bytes) -> Any:
    """Compile the kernel that plays with some rules, when it is first launched."""
    from burgomaster.cuda import kernels, target
    from burgomaster.cuda.kept import kept_kernel

    play = kernels.make_player(target.fixing(fixed_type(dtype_of(state), rules)))
    return kept_kernel(play, state, kernels.MAX_REGISTERS, rules)


@cache
def _checker(state: type) -> Any:
    """Compile the kernel that checks a game, when it is first launched."""
    from burgomaster.cuda import kernels
    from burgomaster.cuda.kept import kept_kernel

    return kept_kernel(kernels.make_checker(state), state)


def _launch(cuda: Any) -> tuple[int, int]:
    """Choose how many blocks of how many threads play."""
    from burgomaster.cuda.kernels import BLOCK

    return BLOCKS_A_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT, BLOCK


def _results(cuda: Any, n: int, n_seats: int) -> tuple[Any, Any]:
    """Make room on the card for scores and numbers of steps."""
    return cuda.device_array((n, n_seats), np.int32), cuda.device_array(n, np.int32)
