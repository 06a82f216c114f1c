"""Arrays that are handed over once are read and written by every call."""

from __future__ import annotations

import gc
from typing import Any, NamedTuple

import numpy as np

from burgomaster.compiler.handed import Handed, taken
from burgomaster.compiler.jit import bind, jit


class Given(NamedTuple):
    counts: Any
    rows: Any
    factor: int
    parts: Any


@jit
def add_up(handed: Handed, change: int) -> int:
    return write(taken(handed), change)


@jit
def write(given: Given, change: int) -> int:
    given.counts[1] += change
    given.rows[1, 2] = given.factor
    return int(given.counts[1] + given.rows[0, 1] + given.parts[0][2])


def test_a_kernel_reads_and_writes_what_was_handed_over() -> None:
    counts, rows = np.arange(4), np.full((2, 3), 5, np.int16)
    given = Given(counts, rows, 7, (np.arange(3, dtype=np.float32),))
    call = bind(add_up, Handed(given))
    assert [call(10), call(-3)] == [1 + 10 + 5 + 2, 1 + 10 - 3 + 5 + 2]
    assert counts.tolist() == [0, 8, 2, 3]
    assert rows.tolist() == [[5, 5, 5], [5, 5, 7]]


def test_what_was_handed_over_lives_as_long_as_it_may_be_asked_for() -> None:
    call = bind(add_up, Handed(Given(np.arange(4), np.full((2, 3), 5, np.int16), 7, (np.zeros(3),))))
    gc.collect()
    np.full(4, 99)  # might take the place of an array that is gone
    assert call(0) == 1 + 5
