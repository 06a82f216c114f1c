"""Rows of short floats that a kernel keeps in the registers of a processor while it adds to them.

`load_row` reads one from an array, `add_weighted` adds to it what stands elsewhere in an array, times a
factor, and `store_row` writes it back. Every number is rounded once for each row that is added, on every
processor alike. The width of a row is a constant of the kernel.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.extending import intrinsic, overload, register_model

from burgomaster.core.struct import Floats

Row: TypeAlias = Any  # Floats as Python sees it


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
ALIGNMENT = 4  # rows may begin at any number of an array


class RowType(types.Type):
    """The type of a row in a kernel."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Row({width})")


@register_model(RowType)
class RowModel(models.PrimitiveModel):  # type: ignore[misc]
    """What the compiler makes of a row: a vector."""

    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, ir.VectorType(SHORT, kind.width))


def _place_of(context: Any, builder: Any, array_type: Any, array: Any, start: Any, row: Any) -> Any:
    """Point at the numbers of an array from a place on, as at a row."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), row.as_pointer())


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _load_row(_context: Any, numbers: Any, _start: Any, width: Any) -> Any:
    row = RowType(width.literal_value)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = context.get_value_type(row)
        place = _place_of(context, builder, signature.args[0], arguments[0], arguments[1], kind)
        return builder.load(place, align=ALIGNMENT)

    return row(numbers, types.int64, width), emit


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _zero_row(_context: Any, width: Any) -> Any:
    row = RowType(width.literal_value)

    def emit(context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return ir.Constant(context.get_value_type(row), [0.0] * row.width)

    return row(width), emit


@intrinsic  # type: ignore[untyped-decorator]
def _add_weighted(_context: Any, row: Any, _factor: Any, numbers: Any, _start: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total, factor, array, start = arguments
        kind, lanes = context.get_value_type(row), ir.VectorType(ir.IntType(32), row.width)
        unset = ir.Constant(kind, ir.Undefined)
        first = builder.insert_element(unset, factor, ir.Constant(ir.IntType(32), 0))
        factors = builder.shuffle_vector(first, unset, ir.Constant(lanes, [0] * row.width))
        place = _place_of(context, builder, signature.args[2], array, start, kind)
        fused = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fma.v{row.width}f32"
        )
        return builder.call(fused, [factors, builder.load(place, align=ALIGNMENT), total])

    return row(row, types.float32, numbers, types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _add_rows(_context: Any, row: Any, _other: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return row(row, row), emit


@intrinsic  # type: ignore[untyped-decorator]
def _store_row(_context: Any, numbers: Any, _start: Any, row: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start, total = arguments
        kind = context.get_value_type(row)
        place = _place_of(context, builder, signature.args[0], array, start, kind)
        builder.store(total, place, align=ALIGNMENT)
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
