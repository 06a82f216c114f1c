"""Kernels as Python calls them: `(states, i, ...)`, because passing a record by itself is expensive."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import cold
from burgomaster.compiler.struct import Ints
from burgomaster.core import kernels


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
    """Write the legal moves of states[i] and return their number."""
    kernels.legal(states[i], moves[0])
    return wide(moves[0].n_moves)


@cold
def apply(states: Any, i: int, move: int, logs: Any) -> None:
    """Carry out a legal move."""
    kernels.apply(states[i], move, logs[0])


@cold
def refuse(states: Any, i: int, move: int) -> int:
    """Return 0 if a move is legal, else the code of the reason."""
    return wide(kernels.refuse(states[i], move))


@cold
def is_over(states: Any, i: int) -> bool:
    """Tell whether the game has ended."""
    return kernels.is_over(states[i])


@cold
def score(states: Any, i: int, seat: int) -> int:
    """Count the score of a seat."""
    return kernels.score(states[i], seat)


@cold
def rank(states: Any, i: int, seat: int) -> int:
    """Count the seats that end before this one."""
    return kernels.rank(states[i], seat)


@cold
def redact(states: Any, i: int, seat: int) -> None:
    """Remove from states[i] what a seat may not know."""
    kernels.redact(states[i], seat)


@cold
def canonicalize(states: Any, i: int, seat: int) -> None:
    """Put what a seat does not know of states[i] into an order that depends on nothing hidden."""
    kernels.canonicalize(states[i], seat)


@cold
def determinize(states: Any, i: int, seat: int, rng: Ints) -> None:
    """Draw anew, in states[i], what a seat does not know."""
    kernels.determinize(states[i], seat, rng)


@cold
def broken_rule(states: Any, i: int) -> int:
    """Return 0, or the number of an invariant that states[i] breaks."""
    return wide(kernels.broken_rule(states[i]))


@cold
def broken_step(states: Any, before: int, after: int) -> int:
    """Return 0, or the number of an invariant that the move between two states broke."""
    return wide(kernels.broken_step(states[before], states[after]))
