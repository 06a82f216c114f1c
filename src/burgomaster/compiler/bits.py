"""Small numbers: widened before arithmetic, sets as the bits of one int, counts two to a byte."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from burgomaster.compiler.jit import inline
from burgomaster.compiler.struct import Ints


def wide(number: int) -> int:
    """Return a number read from a narrow field, wide enough for arithmetic.

    A byte plus a byte must not wrap.
    """
    return int(number)


@overload(wide)
def _compiled_wide(number):  # type: ignore[no-untyped-def]
    return lambda number: np.int64(number)


def at(place: int) -> int:
    """Return an index that is never negative, so that a compiled kernel need not count it from the end."""
    return int(place)


@overload(at)
def _compiled_at(place):  # type: ignore[no-untyped-def]
    return lambda place: np.uint64(place)


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


COUNTS_IN_WORD = 16


def load_counts(counts: Ints, word: int) -> int:
    """Return sixteen counts of such an array at once, from 16 * word on; behind its end there are none."""
    first = 8 * word
    if len(counts) < 8:
        raise ValueError("shorter arrays would be read beyond their end")
    found = sum(int(byte) << 8 * place for place, byte in enumerate(counts[first : first + 8]))
    return found - (1 << 64) if found >> 63 else found


@intrinsic  # type: ignore[untyped-decorator]
def load_word(_context: Any, counts: Any, _offset: Any) -> Any:
    """Load eight bytes of an array as one number; they may lie on any address."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        bytes_at = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        place = builder.bitcast(builder.gep(bytes_at, [arguments[1]]), ir.IntType(64).as_pointer())
        return builder.load(place, align=1)

    return types.int64(counts, types.int64), emit


@overload(load_counts, inline="always")
def _compiled_load_counts(counts, word):  # type: ignore[no-untyped-def]
    def load(counts, word):  # type: ignore[no-untyped-def]
        first, last = 8 * word, counts.shape[0] - 8
        if first <= last:
            return load_word(counts, first)
        return np.int64(np.uint64(load_word(counts, last)) >> np.uint64(8 * (first - last)))

    return load


@inline
def add_count(counts: Ints, item: int, change: int) -> None:
    """Raise or lower the count of an item."""
    counts[item >> 1] = wide(counts[item >> 1]) + (change << ((item & 1) << 2))
