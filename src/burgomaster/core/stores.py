"""Many small numbers written at once: a processor takes as long to store two bytes as to store sixteen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit, types
from burgomaster.core.lanes import (
    BYTES,
    N_LANES,
    call_instruction,
    find_lookup,
    look_up_on_arm,
    sixteen_times,
)
from burgomaster.core.struct import I8, U8, Ints, record

AT_ONCE = N_LANES  # counts that are written at once
WINDOW = 2 * AT_ONCE  # bytes of an array of counts that sixteen of them are looked up in
NO_BYTE = 255


@record
class Sixteen:
    """Up to sixteen items whose counts are written at once; an array has two in a byte (core/bits.py)."""

    places: Annotated[Ints, U8, AT_ONCE]  # which byte of the window has the count of each; NO_BYTE: it is 0
    turns: Annotated[Ints, I8, AT_ONCE]  # by how many bits to the left its count is moved there: 0 or -4
    first: U8  # byte that the window begins with
    n_items: U8


def choose_items(sixteens: Any, items: Sequence[int], n_bytes: int) -> int:
    """Fill records with the items whose counts are wanted, in rising order; return how many it takes.

    n_bytes: of the array of counts, at least as many as a window has.
    """
    n_done = n_sixteens = 0
    while n_done < len(items):
        first = min(items[n_done] >> 1, n_bytes - WINDOW)
        chosen = np.array([item for item in items[n_done : n_done + AT_ONCE] if item >> 1 < first + WINDOW])
        sixteen = sixteens[n_sixteens]
        sixteen.first, sixteen.n_items, sixteen.places[:] = first, len(chosen), NO_BYTE
        sixteen.places[: len(chosen)] = (chosen >> 1) - first
        sixteen.turns[: len(chosen)] = -4 * (chosen & 1)
        n_done, n_sixteens = n_done + len(chosen), n_sixteens + 1
    return n_sixteens


def put_counts(counts: Ints, sixteen: Sixteen, out: Ints, place: int) -> None:
    """Write how many there are of sixteen items to an array of 16-bit numbers, as far as it goes.

    Behind the last of fewer items there are zeros.
    """
    put_one_by_one(counts, sixteen, out, place)


@jit
def put_one_by_one(counts: Ints, sixteen: Sixteen, out: Ints, place: int) -> None:
    """Write the same count by count."""
    for index in range(min(AT_ONCE, out.shape[0] - place)):
        byte, both = wide(sixteen.places[index]), 0
        if byte != NO_BYTE:
            both = wide(counts[wide(sixteen.first) + byte])
        out[place + index] = (both >> -wide(sixteen.turns[index])) & 15


@overload(put_counts, inline="always")
def _compiled_put_counts(counts, sixteen, out, place):  # type: ignore[no-untyped-def]
    def put(counts, sixteen, out, place):  # type: ignore[no-untyped-def]
        if place + AT_ONCE <= out.shape[0]:
            _store_counts(counts, np.int64(sixteen.first), sixteen.places, sixteen.turns, out, place)
        else:
            put_one_by_one(counts, sixteen, out, place)

    def put_slowly(counts, sixteen, out, place):  # type: ignore[no-untyped-def]
        put_one_by_one(counts, sixteen, out, place)

    is_quick = find_lookup() is not None and out.dtype == types.int16 and out.layout == "C"
    return put if is_quick else put_slowly


@intrinsic  # type: ignore[untyped-decorator]
def _store_counts(
    _context: Any, counts: Any, _first: Any, places: Any, turns: Any, out: Any, _place: Any
) -> Any:
    """Look the bytes of sixteen counts up, take one half of each, and store all of them at once."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def load(number: int, offset: Any) -> Any:
            data = context.make_array(signature.args[number])(context, builder, arguments[number]).data
            place = builder.bitcast(builder.gep(data, [offset]), BYTES.as_pointer())
            return builder.load(place, align=1)

        start, middle = (ir.Constant(ir.IntType(64), number) for number in (0, AT_ONCE))
        window = [load(0, arguments[1]), load(0, builder.add(arguments[1], middle))]
        both = find_lookup()(builder, window, load(2, start))
        found = _turn(builder, both, load(3, start))
        wanted = ir.VectorType(ir.IntType(16), AT_ONCE)
        numbers = builder.zext(builder.and_(found, sixteen_times(15)), wanted)
        array = context.make_array(signature.args[4])(context, builder, arguments[4])
        place = builder.bitcast(builder.gep(array.data, [arguments[5]]), wanted.as_pointer())
        builder.store(numbers, place, align=2)
        return context.get_dummy_value()

    return types.void(counts, types.int64, places, turns, out, types.int64), emit


def _turn(builder: Any, both: Any, turns: Any) -> Any:
    """Move the half of each byte that is wanted to its lower bits; the higher ones are anything."""
    if find_lookup() is look_up_on_arm:
        return call_instruction(builder, "llvm.aarch64.neon.ushl.v16i8", both, turns)
    is_low = builder.icmp_unsigned("==", turns, sixteen_times(0))
    return builder.select(is_low, both, builder.lshr(both, sixteen_times(4)))


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
