"""A position as the inputs of a net: a long row of numbers of which few are not 0, as one seat knows it.

A game describes its inputs in blocks (`bot/inputs.py`), one layout for all its editions, expansions and
numbers of players, so that one net serves them all. The kernel of a game writes only what is not 0: pairs of
the place in the row and the number there. Layouts grow at their end: places keep their meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Any

import numpy as np

from burgomaster.compiler.jit import inline
from burgomaster.compiler.struct import F32, I32, U16, Floats, Ints, record

MAX_INPUTS = 384  # that are not 0 at the same time
ROOM = 1056  # behind them, for what a kernel notes down while it writes them


@record
class Inputs:
    """What is not 0 of the inputs of one position."""

    n: I32
    n_steady: I32  # of the first ones, which the next position may have as well (`rewrite_inputs`)
    places: Annotated[Ints, U16, MAX_INPUTS + ROOM]
    numbers: Annotated[Floats, F32, MAX_INPUTS + ROOM]


@dataclass(frozen=True)
class InputBlock:
    """A run of inputs that mean the same of different things."""

    name: str
    things: Sequence[str]


@dataclass(frozen=True)
class InputLayout:
    """All inputs of a game. One of these is made in a game's `bot/inputs.py`."""

    version: int  # raised when an input changes its meaning; new ones are appended
    blocks: Sequence[InputBlock]
    write: Callable[[Any, int, Any], None]  # kernel: state, seat, Inputs

    @cached_property
    def starts(self) -> list[int]:
        """List where each block begins, and where the last one ends."""
        return list(accumulate((len(block.things) for block in self.blocks), initial=0))

    @property
    def size(self) -> int:
        """Count the inputs."""
        return self.starts[-1]

    def names(self) -> list[str]:
        """Name every input."""
        return [f"{block.name}.{thing}" for block in self.blocks for thing in block.things]


def numbered(n: int, first: int = 0) -> list[str]:
    """Name steps by their numbers."""
    return [str(first + step) for step in range(n)]


def things_of(seats: Sequence[str], blocks: Sequence[InputBlock]) -> list[str]:
    """Name what some blocks tell of each of some seats, as the things of one block."""
    return [f"{seat}.{block.name}.{thing}" for seat in seats for block in blocks for thing in block.things]


def starts_of(blocks: Sequence[InputBlock]) -> Ints:
    """Add up where blocks begin, for a kernel that writes to them."""
    return np.array(list(accumulate((len(block.things) for block in blocks), initial=0)), np.int64)


@inline
def seats_ahead(viewer: int, other: int, n_seats: int) -> int:
    """Count how many seats behind the viewer somebody plays."""
    ahead = other - viewer
    return ahead + n_seats if ahead < 0 else ahead


@inline
def put(inputs: Inputs, place: int, number: float) -> None:
    """Add one input, if it is not 0."""
    if number != 0:
        inputs.places[inputs.n] = place
        inputs.numbers[inputs.n] = number
        inputs.n += 1


@inline
def put_flag(inputs: Inputs, place: int) -> None:
    """Add an input that is 1."""
    inputs.places[inputs.n] = place
    inputs.numbers[inputs.n] = 1.0
    inputs.n += 1


@inline
def put_step(inputs: Inputs, start: int, number: int, n_steps: int) -> None:
    """Add the one of some inputs that stands for a whole number; what is beyond goes to the ends."""
    put_flag(inputs, start + min(max(number, 0), n_steps - 1))
