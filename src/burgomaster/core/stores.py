"""Many small numbers written at once: a processor takes as long to store two bytes as to store sixteen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from burgomaster.core.bits import COUNTS_IN_WORD, load_word
from burgomaster.core.jit import types
from burgomaster.core.struct import Ints


def pick_counts(counts: Ints, first: int, turn: int, chosen: int) -> int:
    """Return some of sixteen counts, from the byte `first` on, as bits of one word: those that `chosen` has.

    Before, the word is turned to the right, so that its lowest `turn` bits become its highest.
    """
    word = sum(int(byte) << 8 * index for index, byte in enumerate(counts[first : first + 8]))
    found = (word | word << 64) >> turn & chosen & (1 << 64) - 1
    return found - (1 << 64) if found >> 63 else found


@overload(pick_counts, inline="always")
def _compiled_pick_counts(counts, first, turn, chosen):  # type: ignore[no-untyped-def]
    def pick(counts, first, turn, chosen):  # type: ignore[no-untyped-def]
        word = np.uint64(load_word(counts, first))
        turned = word >> np.uint64(turn) | word << np.uint64(-turn & 63)
        return np.int64(turned) & chosen

    return pick


def spread_counts(word: int, out: Ints, place: int) -> None:
    """Write the sixteen counts of a word to sixteen places of an array of 16-bit numbers."""
    for index in range(COUNTS_IN_WORD):
        out[place + index] = (word >> 4 * index) & 15


@intrinsic  # type: ignore[untyped-decorator]
def _store_nibbles(_context: Any, _word: Any, out: Any, _place: Any) -> Any:
    """Store the sixteen halves of eight bytes as sixteen numbers, all at once."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        narrow, numbers = ir.VectorType(ir.IntType(8), 8), ir.VectorType(ir.IntType(16), 8)
        spread = builder.zext(builder.bitcast(arguments[0], narrow), numbers)
        low = builder.and_(spread, ir.Constant(numbers, [15] * 8))
        high = builder.lshr(spread, ir.Constant(numbers, [4] * 8))
        order = [half * 8 + index for index in range(8) for half in range(2)]
        mixed = builder.shuffle_vector(low, high, ir.Constant(ir.VectorType(ir.IntType(32), 16), order))
        array = context.make_array(signature.args[1])(context, builder, arguments[1])
        start = builder.bitcast(builder.gep(array.data, [arguments[2]]), mixed.type.as_pointer())
        builder.store(mixed, start, align=2)
        return context.get_dummy_value()

    return types.void(types.int64, out, types.int64), emit


@overload(spread_counts, inline="always")
def _compiled_spread_counts(word, out, place):  # type: ignore[no-untyped-def]
    def spread(word, out, place):  # type: ignore[no-untyped-def]
        _store_nibbles(word, out, place)

    def spread_one_by_one(word, out, place):  # type: ignore[no-untyped-def]
        for index in range(COUNTS_IN_WORD):
            out[place + index] = (word >> (4 * index)) & 15

    return spread if out.dtype == types.int16 and out.layout == "C" else spread_one_by_one


def put_numbers(numbers: Sequence[int] | Ints, out: Ints, place: int) -> None:
    """Write a field of numbers, or some wide ones, to an array of 16-bit numbers, from some place on."""
    for index, number in enumerate(numbers):
        out[place + index] = number


def _load_field(context: Any, builder: Any, kind: Any, field: Any, wanted: Any) -> Any:
    """Load all numbers of a field, as wide as they are wanted."""
    data = context.make_array(kind)(context, builder, field).data
    narrow = ir.VectorType(ir.IntType(kind.dtype.bitwidth), wanted.count)
    found = builder.load(builder.bitcast(data, narrow.as_pointer()), align=kind.dtype.bitwidth // 8)
    if narrow == wanted:
        return found
    return builder.sext(found, wanted) if kind.dtype.signed else builder.zext(found, wanted)


@intrinsic  # type: ignore[untyped-decorator]
def _store_numbers(_context: Any, numbers: Any, out: Any, _place: Any) -> Any:
    """Store numbers all at once: a store of two bytes takes as long as one of sixteen."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = signature.args[0]
        n = len(given) if isinstance(given, types.UniTuple) else given.shape[0]
        wanted = ir.VectorType(ir.IntType(16), n)
        if isinstance(given, types.UniTuple):
            found = ir.Constant(wanted, ir.Undefined)
            for index, number in enumerate(cgutils.unpack_tuple(builder, arguments[0])):
                narrow = builder.trunc(number, wanted.element)
                found = builder.insert_element(found, narrow, ir.Constant(ir.IntType(32), index))
        else:
            found = _load_field(context, builder, given, arguments[0], wanted)
        array = context.make_array(signature.args[1])(context, builder, arguments[1])
        start = builder.bitcast(builder.gep(array.data, [arguments[2]]), wanted.as_pointer())
        builder.store(found, start, align=2)
        return context.get_dummy_value()

    return types.void(numbers, out, types.int64), emit


@overload(put_numbers, inline="always")
def _compiled_put_numbers(numbers, out, place):  # type: ignore[no-untyped-def]
    def put(numbers, out, place):  # type: ignore[no-untyped-def]
        _store_numbers(numbers, out, place)

    def put_one_by_one(numbers, out, place):  # type: ignore[no-untyped-def]
        for index in range(len(numbers)):
            out[place + index] = numbers[index]

    is_field = isinstance(numbers, types.NestedArray) and numbers.ndim == 1 and numbers.dtype.bitwidth <= 16
    is_wide = isinstance(numbers, types.UniTuple) and numbers.dtype == types.int64
    is_quick = (is_field or is_wide) and out.dtype == types.int16 and out.layout == "C"
    return put if is_quick else put_one_by_one
