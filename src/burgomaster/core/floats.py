"""Arithmetic with fractions that every processor does alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload


def multiply_add(factor: float, other: float, term: float) -> float:
    """Return factor * other + term of three short floats, rounded once.

    One instruction does it where `factor * other + term` takes two, and rounds twice. A processor that has
    no such instruction computes the same, slowly.
    """
    return float(np.float32(float(factor) * float(other) + float(term)))


@intrinsic  # type: ignore[untyped-decorator]
def _multiply_add(_context: Any, _factor: Any, _other: Any, _term: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return types.float32(types.float32, types.float32, types.float32), emit


@overload(multiply_add, inline="always")
def _compiled_multiply_add(factor, other, term):  # type: ignore[no-untyped-def]
    return lambda factor, other, term: _multiply_add(factor, other, term)
