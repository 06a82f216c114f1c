"""Random play to the end, one game after another, for any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import U32, Ints, record
from burgomaster.core.kernels import apply, begin, deal, draw_legal, is_over, score
from burgomaster.core.log import Log
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, WORDS, seed_rng


@dataclass(frozen=True)
class Simulation:
    """The outcome of many random games."""

    steps: int
    games: int
    seconds: float
    scores: npt.NDArray[np.int32]  # one row a game, one column a seat

    @property
    def steps_per_second(self) -> float:
        """Count the moves made each second, dealing included."""
        return self.steps / self.seconds if self.seconds > 0 else 0.0


@record
class Scratch:
    """All that random play needs besides the state; one for each thread."""

    rng: Annotated[Ints, U32, WORDS]
    moves: Annotated[Moves, Moves]
    log: Annotated[Log, Log]


@jit
def play_out(state: Any, scratch: Scratch) -> int:
    """Play uniformly random legal moves to the end; the number of steps."""
    moves = scratch.moves
    steps = 0
    while not is_over(state):
        apply(state, draw_legal(state, moves, scratch.rng), scratch.log)
        steps += 1
    return steps


@jit
def play_games(
    states: Any, scratches: Any, scores: Ints, thread: int, first: int, end: int, seed: int
) -> int:
    """Play the games first .. end - 1 of a seed from the undealt states[0]; the number of steps."""
    scratch = scratches[thread]
    steps = 0
    for game in range(first, end):
        states[thread + 1] = states[0]
        state = states[thread + 1]
        seed_rng(state.rng, seed + game, DEAL_STREAM)
        seed_rng(scratch.rng, seed + game, PLAY_STREAM)
        deal(state)
        begin(state, scratch.log)
        steps += play_out(state, scratch)
        for seat in range(scores.shape[1]):
            scores[game, seat] = score(state, seat)
    return steps


@jit
def copy_many(states: Any, n_copies: int) -> None:
    """Copy states[0] over the others again and again: what search does most."""
    place = 1
    for _ in range(n_copies):
        states[place] = states[0]
        place = place + 1 if place + 1 < states.shape[0] else 1
