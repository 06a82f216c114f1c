"""What the types of arguments tell: how numbers are handed over, and to which game a state belongs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numba
import numpy as np
from numba import types

from burgomaster.compiler.kernel_cache import game_of

NARROW = (types.int8, types.uint8, types.int16, types.uint16, types.int32, types.uint32)

_owners: dict[Any, str] = {}  # the package of a game by the compiled type of its state


def compiled_type(dtype: np.dtype[Any]) -> Any:
    """Return the compiled type of a record."""
    return numba.from_dtype(dtype)


def own_state(state: Any, module: str) -> None:
    """Remember whose state a compiled type is, by a module of the game."""
    _owners[state] = game_of(module)


def widened(kind: Any) -> Any:
    """Return the type as which kernels hand over a value of some type: all numbers as 64-bit ints.

    Numba would otherwise compile a kernel anew for every constant, enum and width of int that it is called
    with.
    """
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.IntEnumMember) or kind in NARROW else kind


def signature_game(signature: Any) -> str:
    """Name the package of the game whose state a compiled call has among its arguments; nothing if none."""
    return _owner_of(getattr(signature, "args", signature))


def plain_type(kind: Any) -> Any:
    """Return the type of a state without constants (compiler/fixed_rules.py): games are known by it."""
    return getattr(kind, "plain", kind)


def _owner_of(kinds: Iterable[Any]) -> str:
    """Name the game of the first type that is a state, an array of states or a tuple with one of these."""
    for kind in kinds:
        found = _owners.get(plain_type(kind)) or _owners.get(plain_type(getattr(kind, "dtype", None)))
        found = found or _owner_of(getattr(kind, "types", ()))
        if found:
            return found
    return ""
