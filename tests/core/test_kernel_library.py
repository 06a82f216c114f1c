"""Kernels own no arrays: they count no references, and return none."""

from __future__ import annotations

import sys
from typing import Any

import numba
import numpy as np
import pytest

from burgomaster.core.bits import spread_counts
from burgomaster.core.jit import jit
from burgomaster.core.kernel_library import without_counting
from burgomaster.core.struct import Ints

COUNTED = """  %".5" = load i8*, i8** %".4"
  call void @NRT_incref(i8* %".5")
  call void @"NRT_decref"(i8* %".5")
  ret i32 0
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
def first_row(rows: Ints) -> Ints:
    """Return what a kernel must not."""
    return rows[0]  # type: ignore[no-any-return]


def test_counting_is_left_out_but_where_arrays_are_made() -> None:
    assert without_counting(COUNTED) == '  %".5" = load i8*, i8** %".4"\n  ret i32 0\n'
    making = COUNTED + '  %".9" = call i8* @NRT_MemInfo_alloc_aligned(i64 8, i32 16)\n'
    assert without_counting(making) == making


def test_arrays_are_held_by_their_caller_as_before() -> None:
    rows = np.zeros((50, 3), np.int64)
    before = sys.getrefcount(rows)
    for _ in range(20):
        add_rows(rows)
    assert sys.getrefcount(rows) == before
    assert rows.tolist() == [[20 * index] * 3 for index in range(50)]
    kernel: Any = add_rows
    kernel.inner.compile((numba.typeof(rows),))
    (inner,) = kernel.inner.overloads.values()
    assert "@NRT_incref(" not in str(inner.library._final_module).replace("declare void @NRT_incref(", "")


def test_a_kernel_that_returns_an_array_is_refused() -> None:
    with pytest.raises(TypeError, match="first_row"):
        first_row(np.zeros((2, 2), np.int64))


def test_sixteen_counts_at_once_are_those_that_are_written_one_by_one() -> None:
    compiled = numba.njit(lambda counts, at, shift, out, to: spread_counts(counts, at, shift, out, to))
    random = np.random.default_rng(1)
    for _ in range(200):
        counts = random.integers(0, 256, 20, dtype=np.uint8)
        first, shift, place = int(random.integers(13)), 4 * int(random.integers(16)), int(random.integers(9))
        plain, quick = np.full(24, -7, np.int16), np.full(24, -7, np.int16)
        other = np.full((24, 2), -7, np.int32)[:, 0]  # neither as wide nor as dense
        spread_counts(counts, first, shift, plain, place)  # type: ignore[arg-type]
        compiled(counts, first, shift, quick, place)
        compiled(counts, first, shift, other, place)
        assert plain.tolist() == quick.tolist() == other.tolist()
        halves = [half for byte in counts[first : first + 8].tolist() for half in (byte & 15, byte >> 4)]
        assert plain[place : place + 16].tolist() == halves[shift // 4 :] + [0] * (shift // 4)
        assert (plain[:place] == -7).all() and (plain[place + 16 :] == -7).all()
