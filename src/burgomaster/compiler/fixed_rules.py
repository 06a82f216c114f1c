"""Options as constants: kernels that are compiled for one set of options, without the code of all others.

A state carries the options of its game in `rules`, and kernels read them there at every step. To a kernel
that is compiled for `fixed_type` they are constants: what is done with goods is not even there in a game
without a market. Scores are the same.

Private: how numba compiles the fields of records. Together with copying (compiler/kernel_library.py) it makes
random play up to 1.37 times as fast on a processor and 1.5 times on a graphics card (bench/speed.py). The
plain build compiles the rules for all options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import types as numba_types
from numba.core.datamodel import models
from numba.core.imputils import lower_setattr_generic
from numba.extending import lower_getattr_generic, register_model
from numba.np.arrayobj import record_getattr, record_setattr

types: Any = numba_types  # typed in some releases only
RULES = "rules"  # the field of a state that does not change while a game is played


class FixedRecord(types.Record):  # type: ignore[misc]  # numba is untyped
    """A record some numbers of which the compiler knows, or a state that has such a record as its rules."""

    def __init__(self, plain: Any, fields: Mapping[str, Any], known: Mapping[str, int]) -> None:
        super().__init__(
            [(name, field._asdict()) for name, field in fields.items()], plain.size, plain.aligned
        )
        self.plain, self.known = plain, dict(known)  # the core asks for `plain` to know the game
        self.name: str = f"Fixed({self};{self.known})"  # by which numba tells types apart

    def can_convert_to(self, _context: Any, _other: Any) -> None:
        """Refuse to be handed over as a plain record: the kernel is compiled for this one instead."""


def reading(read: Callable[..., Any]) -> Callable[..., Any]:
    """Make what compiles the reading of a field, of what does so for any record."""

    def read_fixed(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
        if name in kind.known:
            return context.get_constant(kind.typeof(name), kind.known[name])
        return read(context, builder, kind, value, name)

    return read_fixed


def writing(write: Callable[..., Any]) -> Callable[..., Any]:
    """Make what compiles the writing of a field, of what does so for any record: rules are not written."""

    def write_fixed(context: Any, builder: Any, signature: Any, args: Any, name: str) -> Any:
        if name in signature.args[0].known:
            raise TypeError(f"a kernel writes {name}, which belongs to the rules of a game: these stay")
        return write(context, builder, signature, args, name)

    return write_fixed


register_model(FixedRecord)(models.RecordModel)
lower_getattr_generic(FixedRecord)(reading(record_getattr))
lower_setattr_generic(FixedRecord)(writing(record_setattr))


def fix_rules(kind: Any, states: Any) -> Any:
    """Return the type of these states with the rules of the first one as constants; other types unchanged."""
    plain = numba.typeof(states)
    return plain.copy(dtype=fixed_type(states.dtype, rules_of(states))) if kind == plain else kind


def rules_of(states: Any) -> bytes:
    """Return the rules of the first of some states; none if states of this game have no rules."""
    return bytes(states[0][RULES].tobytes()) if RULES in states.dtype.names else b""


@cache
def fixed_type(dtype: np.dtype[Any], rules: bytes) -> Any:
    """Make the compiled type of a state with these rules."""
    plain: Any = numba.from_dtype(dtype)
    if not rules:
        return plain
    numbers = plain.typeof(RULES)
    values = np.frombuffer(rules, dtype[RULES])[0]
    known = {
        name: int(values[name])
        for name, field in numbers.fields.items()
        if isinstance(field.type, types.Integer)
    }
    fixed = FixedRecord(numbers, numbers.fields, known)
    return FixedRecord(plain, {**plain.fields, RULES: plain.fields[RULES]._replace(type=fixed)}, {})
