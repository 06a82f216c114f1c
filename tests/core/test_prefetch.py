"""Fetching ahead changes nothing: in no record, and behind the end of an array neither."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from burgomaster.core.jit import jit
from burgomaster.core.prefetch import LINE, prefetch

PAIR = np.dtype([("first", np.int64), ("second", np.int16, 100)], align=True)


@jit
def sum_of_firsts(pairs: Any) -> int:
    """Add a field of all records, the next of which is always fetched before."""
    total = 0
    for place in range(pairs.shape[0]):
        prefetch(pairs, place + 1)
        total += pairs[place].first
    return total


@jit
def sum_of_rows(rows: Any) -> int:
    """Add the first number of all rows, the next of which is always fetched before."""
    total = 0
    for place in range(rows.shape[0]):
        prefetch(rows, place + 1)
        total += rows[place, 0]
    return total


def test_rows_are_fetched_ahead() -> None:
    rows = np.arange(3000).reshape(300, 10)
    assert sum_of_rows(rows) == sum_of_rows.py_func(rows) == 10 * 44850
    compiled = numba.njit(sum_of_rows.py_func)
    assert compiled(rows) == 10 * 44850
    assert "call void @llvm.prefetch" in "".join(compiled.inspect_llvm().values())


def test_records_are_fetched_ahead() -> None:
    pairs: Any = np.zeros(1000, PAIR)
    pairs["first"], pairs["second"] = np.arange(1000), 7
    before = pairs.tobytes()
    assert sum_of_firsts(pairs) == sum_of_firsts.py_func(pairs.view(np.recarray)) == 499500
    assert pairs.tobytes() == before
    compiled = numba.njit(sum_of_firsts.py_func)  # without the disk, which keeps no code that can be read
    assert compiled(pairs) == 499500
    code = "".join(compiled.inspect_llvm().values())
    lines = -(-PAIR.itemsize // LINE)
    assert code.count("call void @llvm.prefetch") >= lines > 1
