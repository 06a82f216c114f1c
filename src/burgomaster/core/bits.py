"""Small numbers: widened before arithmetic, sets as the bits of one int, counts two to a byte."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from burgomaster.core.jit import inline
from burgomaster.core.struct import Ints


def wide(number: int) -> int:
    """Return a number read from a narrow field, wide enough for arithmetic.

    A byte plus a byte must not wrap.
    """
    return int(number)


@overload(wide)
def _compiled_wide(number):  # type: ignore[no-untyped-def]
    return lambda number: np.int64(number)


def lowest_bit(bits: int) -> int:
    """Return the position of the lowest bit set, from 0; `bits` is not 0."""
    number = int(bits)
    return (number & -number).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(_context: Any, _bits: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit


@overload(lowest_bit, inline="always")
def _compiled_lowest_bit(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _count_trailing_zeros(bits)


@inline
def count_bits(bits: int) -> int:
    """Count how many bits are set; `bits` is not negative."""
    total = 0
    while bits != 0:
        bits &= bits - 1
        total += 1
    return total


@inline
def get_count(counts: Ints, item: int) -> int:
    """Return the count (0-15) of an item in an array that keeps two counts in each byte."""
    return (wide(counts[item >> 1]) >> ((item & 1) << 2)) & 15


@inline
def add_count(counts: Ints, item: int, change: int) -> None:
    """Raise or lower the count of an item."""
    counts[item >> 1] = wide(counts[item >> 1]) + (change << ((item & 1) << 2))
