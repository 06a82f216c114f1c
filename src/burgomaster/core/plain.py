"""Records as plain Python: every number an int, every array of numbers a list, under the same names.

A field of a record takes a microsecond to read, one of a named tuple a thirtieth of that. Whoever reads many
of them, as a view of a position does, reads the record once:

    now = plain(state)
    now.round_no
    plain(state.players[1]).rubles

Likewise a kernel that only takes a move apart: to hand a number to machine code takes ten times as long as
the arithmetic, so whoever does that for every move of a page does it in Python.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np

Reader = Callable[[Any], Any]
Function = TypeVar("Function", bound=Callable[..., Any])


def as_python(kernel: Function) -> Function:
    """Give a small kernel as Python runs it; nothing is compiled or loaded for that."""
    return getattr(kernel, "py_func", kernel)


def plain(record: Any) -> Any:
    """Read a record as it is now, with the records that are fields of it; arrays of records stay arrays."""
    return _reader(record.dtype)(record.item())


def name_counts(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    """Name what is counted, two counts to a byte as in compiler/bits.py, in the order of the names."""
    both = [count for pair in counts for count in (pair & 15, pair >> 4)]
    return {names[item]: count for item, count in enumerate(both) if count}


@cache
def _reader(layout: np.dtype[Any]) -> Reader:
    """Make what turns the fields of a record, as numpy hands them out, into a named tuple."""
    names = layout.names or ()
    make: Reader = namedtuple("Plain", names)._make  # type: ignore[attr-defined]  # names are no literal
    changes = [(place, _change(layout[name])) for place, name in enumerate(names)]
    changed = [(place, change) for place, change in changes if change is not None]

    def read(fields: tuple[Any, ...]) -> Any:
        values = [*fields]
        for place, change in changed:
            values[place] = change(values[place])
        return make(values)

    return read


def _change(layout: np.dtype[Any]) -> Reader | None:
    """Find what is done to a field: nothing to a number, which numpy hands out as an int."""
    if layout.subdtype is not None:
        return np.ndarray.tolist if layout.base.names is None else None
    return _reader(layout) if layout.names is not None else None
