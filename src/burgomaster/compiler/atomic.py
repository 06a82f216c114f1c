"""Numbers of an array that several threads read and change: what one wrote before, the next one sees.

Interpreted, one thread at a time may use them.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from burgomaster.compiler.struct import Ints

BYTES = 8  # of each number


def load_shared(numbers: Ints, place: int) -> int:
    """Return a number as it is now, with all that was written before it was stored."""
    return int(numbers[place])


def store_shared(numbers: Ints, place: int, number: int) -> None:
    """Change a number, after all that was written before."""
    numbers[place] = number


def add_shared(numbers: Ints, place: int, change: int) -> int:
    """Add to a number, and return what it was before: no two threads get the same."""
    before = int(numbers[place])
    numbers[place] += change
    return before


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Point to the number at a place of an array."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@intrinsic  # type: ignore[untyped-decorator]
def _load(_context: Any, numbers: Any, _place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "acquire", BYTES)

    return types.int64(numbers, types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _store(_context: Any, numbers: Any, _place: Any, _number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, "release", BYTES)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _add(_context: Any, numbers: Any, _place: Any, _change: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "acq_rel")

    return types.int64(numbers, types.int64, types.int64), emit


@overload(load_shared, inline="always")
def _compiled_load(numbers, place):  # type: ignore[no-untyped-def]
    return lambda numbers, place: _load(numbers, place)


@overload(store_shared, inline="always")
def _compiled_store(numbers, place, number):  # type: ignore[no-untyped-def]
    return lambda numbers, place, number: _store(numbers, place, number)


@overload(add_shared, inline="always")
def _compiled_add(numbers, place, change):  # type: ignore[no-untyped-def]
    return lambda numbers, place, change: _add(numbers, place, change)
