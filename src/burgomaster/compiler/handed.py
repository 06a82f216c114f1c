"""Arrays that are handed to a kernel again and again: looked at once, then a single pointer is handed over.

Numba looks every array up at every call, a tenth of a microsecond each; for the twenty of a batch that takes
as long as five of its games. What it finds is written down here once, in the form in which kernels take it.
The arrays live as long as the `Handed`. Kernels hand the pointer on to others as well, instead of hundreds of
numbers that describe the arrays.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from burgomaster.compiler.jit import is_interpreted, jit, types


class Handed(int):
    """The address of a tuple of arrays and numbers; `taken` gives it back, in a kernel too."""

    given: Any
    _room: Any

    def __new__(cls, given: Any) -> Handed:
        """Write the tuple down, and remember where."""
        room = np.zeros(0 if is_interpreted() else count_bytes(given), np.uint8)
        handed = super().__new__(cls, room.ctypes.data)
        handed.given, handed._room = given, room
        if not is_interpreted():
            write_down(handed, given)
        return handed


def taken(handed: Handed) -> Any:
    """Return what was handed over.

    A kernel hands it on to another one, which may write: numba leaves out what a kernel writes into arrays
    that it was not handed.
    """
    return handed.given


@jit
def count_bytes(given: Any) -> int:
    """Count the bytes that a tuple has in a kernel."""
    return int(_size(given))


@jit
def write_down(handed: Handed, given: Any) -> None:
    """Write a tuple down in the form in which kernels take it."""
    _write(handed, given)


class HandedType(types.Type):  # type: ignore[misc]
    """The type of a `Handed`, by that of what it holds."""

    def __init__(self, given: Any) -> None:
        self.given, self.types = given, given.types
        super().__init__(name=f"Handed({given})")


@typeof_impl.register(Handed)  # type: ignore[untyped-decorator]
def _type_of(handed: Handed, _context: Any) -> HandedType:
    return HandedType(numba.typeof(handed.given))


@register_model(HandedType)
class _HandedModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: HandedType) -> None:
        super().__init__(manager, kind, cgutils.voidptr_t)


@unbox(HandedType)  # type: ignore[untyped-decorator]
def _unbox(_kind: HandedType, handed: Any, context: Any) -> NativeValue:
    return NativeValue(context.pyapi.long_as_voidptr(handed))


def _place(context: Any, builder: Any, kind: HandedType, handed: Any) -> Any:
    """Point to what was written down."""
    return builder.bitcast(handed, context.get_value_type(kind.given).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def _size(_context: Any, given: Any) -> Any:
    def emit(context: Any, _builder: Any, signature: Any, _arguments: Any) -> Any:
        size = context.get_abi_sizeof(context.get_value_type(signature.args[0]))
        return context.get_constant(types.int64, size)

    return types.int64(given), emit


@intrinsic  # type: ignore[untyped-decorator]
def _read(_context: Any, handed: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, signature.args[0], arguments[0]), align=8)

    return handed.given(handed), emit


@intrinsic  # type: ignore[untyped-decorator]
def _write(_context: Any, handed: Any, given: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments[0])
        builder.store(_without_owners(context, builder, given, arguments[1]), place, align=8)
        return context.get_dummy_value()

    return types.void(handed, given), emit


def _without_owners(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Leave out who owns an array: numba counts its references for the time of one call only."""
    if isinstance(kind, types.BaseTuple):
        for index, inner in enumerate(kind.types):
            found = _without_owners(context, builder, inner, builder.extract_value(value, index))
            value = builder.insert_value(value, found, index)
    elif isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        for name in ("meminfo", "parent"):
            setattr(array, name, ir.Constant(getattr(array, name).type, None))
        value = array._getvalue()
    return value


@overload(taken, inline="always")
def _compiled_taken(handed):  # type: ignore[no-untyped-def]
    return lambda handed: _read(handed)
