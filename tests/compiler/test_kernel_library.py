"""Kernels own no arrays: they count no references, and return none."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints

NRT = {**os.environ, "NUMBA_NRT_STATS": "1"}
FREED = """
from numba.core.runtime import rtsys
from tests.compiler.test_kernel_library import sum_twice
sum_twice(5)
before = rtsys.get_allocation_stats()
for _ in range(100):
    sum_twice(5)
after = rtsys.get_allocation_stats()
print(after.alloc - before.alloc, after.free - before.free)
"""


@jit
def add_row(row: Ints, number: int) -> None:
    """Be handed a row of an array."""
    for place in range(row.shape[0]):
        row[place] += number


@jit
def add_rows(rows: Ints) -> None:
    """Hand rows of an array on, which numba would count."""
    for index in range(rows.shape[0]):
        add_row(rows[index], index)


@jit
def sum_of_squares(number: int) -> int:
    """Make an array, which ours do not but others' may."""
    squares = np.zeros(number, np.int64)
    for place in range(number):
        squares[place] = place * place
    return int(squares.sum())


@jit
def sum_twice(number: int) -> int:
    """Call a kernel that makes one."""
    return sum_of_squares(number) + sum_of_squares(number)


@jit
def first_row(rows: Ints) -> Ints:
    """Return what a kernel must not."""
    return rows[0]  # type: ignore[no-any-return]


def counts(kernel: Any, *kinds: Any) -> bool:
    """Whether the code of a kernel that others call counts references."""
    kernel.inner.compile(kinds)
    (inner,) = kernel.inner.overloads.values()
    return "call void @NRT_decref(" in str(inner.library._final_module)


def test_arrays_are_held_by_their_caller_as_before() -> None:
    rows = np.zeros((50, 3), np.int64)
    before = sys.getrefcount(rows)
    for _ in range(20):
        add_rows(rows)
    assert sys.getrefcount(rows) == before
    assert rows.tolist() == [[20 * index] * 3 for index in range(50)]
    assert not counts(add_rows, numba.typeof(rows))


@pytest.mark.slow
def test_a_kernel_that_makes_an_array_lets_it_go() -> None:
    assert sum_twice(5) == 60
    assert counts(sum_of_squares, numba.int64)
    gone = subprocess.run([sys.executable, "-c", FREED], env=NRT, capture_output=True, text=True, check=True)
    assert gone.stdout.split() == ["200", "200"]


def test_a_kernel_that_returns_an_array_is_refused() -> None:
    with pytest.raises(TypeError, match="first_row"):
        first_row(np.zeros((2, 2), np.int64))
