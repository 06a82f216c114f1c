"""Rows of short floats that a kernel keeps in the registers of a processor while it adds to them.

`load_row` reads one from an array, `add_weighted` adds to it what stands elsewhere in an array, times a
factor, and `store_row` writes it back. Every number is rounded once for each row that is added, on every
processor alike. The width of a row is a constant of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

from burgomaster.compiler.struct import Floats

Row: TypeAlias = Any  # Floats as Python sees it
LINE = 64  # bytes of a processor's cache
LINE_NUMBERS = LINE // 4


def aligned_zeros(n_rows: int, width: int) -> Floats:
    """Make rows of zeros that each begin where a line of a processor's cache does.

    They may be longer than asked for.
    """
    width = -(-width // LINE_NUMBERS) * LINE_NUMBERS
    room: Any = np.zeros(n_rows * width + LINE_NUMBERS, np.float32)
    first = -room.ctypes.data % LINE // room.itemsize
    found: Floats = room[first : first + n_rows * width].reshape(n_rows, width)
    return found


def load_row(numbers: Floats, start: int, width: int) -> Row:
    """Return so many numbers of an array, from a place on."""
    return np.array(numbers[start : start + width], np.float32)


def zero_row(width: int) -> Row:
    """Return a row of zeros."""
    return np.zeros(width, np.float32)


def add_weighted(row: Row, factor: float, numbers: Floats, start: int) -> Row:
    """Return a row plus as many numbers of an array times a factor, each rounded once."""
    added = float(factor) * np.asarray(numbers[start : start + len(row)], np.float64)
    return (row + added).astype(np.float32)


def add_rows(row: Row, other: Row) -> Row:
    """Return the sum of two rows."""
    return row + other


def store_row(numbers: Floats, start: int, row: Row) -> None:
    """Write a row to an array, from a place on."""
    numbers[start : start + len(row)] = row


# The same, compiled

SHORT = ir.FloatType()
LANES = 8  # numbers of a register: wider ones, where a processor has them, slow it down
ALIGNMENT = 4  # rows may begin at any number of an array


class RowType(types.Type):  # type: ignore[misc]  # numba is untyped
    """The type of a row in a kernel."""

    def __init__(self, width: int) -> None:
        self.sizes = [min(LANES, width - first) for first in range(0, width, LANES)]
        super().__init__(name=f"Row({width})")


@register_model(RowType)
class RowModel(models.PrimitiveModel):  # type: ignore[misc]  # numba is untyped
    """What the compiler makes of a row: registers."""

    def __init__(self, manager: Any, kind: RowType) -> None:
        registers = ir.LiteralStructType([ir.VectorType(SHORT, size) for size in kind.sizes])
        super().__init__(manager, kind, registers)


def _places_of(context: Any, builder: Any, kind: Any, array: Any, start: Any, row: RowType) -> list[Any]:
    """Point at the numbers of an array from a place on, as at the registers of a row."""
    data = builder.gep(context.make_array(kind)(context, builder, array).data, [start])
    found = []
    for register, size in enumerate(row.sizes):
        place = builder.gep(data, [ir.Constant(ir.IntType(64), LANES * register)])
        found.append(builder.bitcast(place, ir.VectorType(SHORT, size).as_pointer()))
    return found


def _load(builder: Any, place: Any) -> Any:
    return builder.load(place, align=ALIGNMENT)


def _make_row(context: Any, builder: Any, row: RowType, registers: Iterable[Any]) -> Any:
    """Put registers together as a row."""
    made = ir.Constant(context.get_value_type(row), ir.Undefined)
    for place, register in enumerate(registers):
        made = builder.insert_value(made, register, place)
    return made


def _registers_of(builder: Any, made: Any, row: RowType) -> list[Any]:
    """Take a row apart."""
    return [builder.extract_value(made, place) for place in range(len(row.sizes))]


def _spread(builder: Any, number: Any, size: int) -> Any:
    """Fill a register with a number."""
    unset, first = ir.Constant(ir.VectorType(SHORT, size), ir.Undefined), ir.Constant(ir.IntType(32), 0)
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), size), [0] * size)
    return builder.shuffle_vector(builder.insert_element(unset, number, first), unset, everywhere)


def _multiply_add(builder: Any, factor: Any, register: Any, total: Any) -> Any:
    """Add a register times a factor to another."""
    kind = total.type
    fused = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fma.v{kind.count}f32"
    )
    return builder.call(fused, [_spread(builder, factor, kind.count), register, total])


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _load_row(_context: Any, numbers: Any, _start: Any, width: Any) -> Any:
    row = RowType(width.literal_value)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _places_of(context, builder, signature.args[0], arguments[0], arguments[1], row)
        return _make_row(context, builder, row, [_load(builder, place) for place in places])

    return row(numbers, types.int64, width), emit


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _zero_row(_context: Any, width: Any) -> Any:
    row = RowType(width.literal_value)

    def emit(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        zeros = [ir.Constant(ir.VectorType(SHORT, size), [0.0] * size) for size in row.sizes]
        return _make_row(context, builder, row, zeros)

    return row(width), emit


@intrinsic  # type: ignore[untyped-decorator]
def _add_weighted(_context: Any, row: Any, _factor: Any, numbers: Any, _start: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made, factor, array, start = arguments
        places = _places_of(context, builder, signature.args[2], array, start, row)
        pairs = zip(places, _registers_of(builder, made, row), strict=True)
        sums = [_multiply_add(builder, factor, _load(builder, place), total) for place, total in pairs]
        return _make_row(context, builder, row, sums)

    return row(row, types.float32, numbers, types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _add_rows(_context: Any, row: Any, _other: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pairs = zip(*(_registers_of(builder, made, row) for made in arguments), strict=True)
        return _make_row(context, builder, row, [builder.fadd(*pair) for pair in pairs])

    return row(row, row), emit


@intrinsic  # type: ignore[untyped-decorator]
def _store_row(_context: Any, numbers: Any, _start: Any, row: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start, made = arguments
        places = _places_of(context, builder, signature.args[0], array, start, row)
        for place, register in zip(places, _registers_of(builder, made, row), strict=True):
            builder.store(register, place, align=ALIGNMENT)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, row), emit


@overload(load_row, inline="always", prefer_literal=True)
def _compiled_load_row(numbers, start, width):  # type: ignore[no-untyped-def]
    return lambda numbers, start, width: _load_row(numbers, start, width)


@overload(zero_row, inline="always", prefer_literal=True)
def _compiled_zero_row(width):  # type: ignore[no-untyped-def]
    return lambda width: _zero_row(width)


@overload(add_weighted, inline="always")
def _compiled_add_weighted(row, factor, numbers, start):  # type: ignore[no-untyped-def]
    return lambda row, factor, numbers, start: _add_weighted(row, factor, numbers, start)


@overload(add_rows, inline="always")
def _compiled_add_rows(row, other):  # type: ignore[no-untyped-def]
    return lambda row, other: _add_rows(row, other)


@overload(store_row, inline="always")
def _compiled_store_row(numbers, start, row):  # type: ignore[no-untyped-def]
    return lambda numbers, start, row: _store_row(numbers, start, row)
