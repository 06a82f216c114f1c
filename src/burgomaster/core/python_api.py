"""The doors from Python to the kernels: `(states, i, ...)`, because a record alone is dear to pass."""

from __future__ import annotations

from typing import Any

from burgomaster.core import kernels
from burgomaster.core.bits import wide
from burgomaster.core.jit import cold
from burgomaster.core.struct import Ints


@cold
def deal(states: Any, i: int) -> None:
    """Shuffle and deal states[i]."""
    kernels.deal(states[i])


@cold
def begin(states: Any, i: int, logs: Any) -> None:
    """Begin states[i], which is dealt."""
    kernels.begin(states[i], logs[0])


@cold
def legal(states: Any, i: int, moves: Any) -> int:
    """Write the legal moves of states[i]; their number."""
    kernels.legal(states[i], moves[0])
    return wide(moves[0].n_moves)


@cold
def apply(states: Any, i: int, move: int, logs: Any) -> None:
    """Carry out a legal move."""
    kernels.apply(states[i], move, logs[0])


@cold
def refuse(states: Any, i: int, move: int) -> int:
    """0 if a move is legal, else why not."""
    return wide(kernels.refuse(states[i], move))


@cold
def is_over(states: Any, i: int) -> bool:
    """Whether the game has ended."""
    return kernels.is_over(states[i])


@cold
def score(states: Any, i: int, seat: int) -> int:
    """The score of a seat."""
    return kernels.score(states[i], seat)


@cold
def rank(states: Any, i: int, seat: int) -> int:
    """How many seats end before this one."""
    return kernels.rank(states[i], seat)


@cold
def redact(states: Any, i: int, seat: int) -> None:
    """Remove from states[i] what a seat may not know."""
    kernels.redact(states[i], seat)


@cold
def settle(states: Any, i: int, seat: int) -> None:
    """Lay what a seat does not know of states[i] in an order that depends on nothing hidden."""
    kernels.settle(states[i], seat)


@cold
def determinize(states: Any, i: int, seat: int, rng: Ints) -> None:
    """Draw anew, in states[i], what a seat does not know."""
    kernels.determinize(states[i], seat, rng)


@cold
def broken_rule(states: Any, i: int) -> int:
    """0, or which invariant states[i] breaks."""
    return wide(kernels.broken_rule(states[i]))


@cold
def broken_step(states: Any, before: int, after: int) -> int:
    """0, or which invariant the move between two states broke."""
    return wide(kernels.broken_step(states[before], states[after]))
