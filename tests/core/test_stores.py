"""Numbers that are written many at once are those that are written one by one."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np

from burgomaster.core.jit import jit
from burgomaster.core.stores import Sixteen, choose_items, put_counts, put_numbers
from burgomaster.core.struct import I8, I16, U8, Ints, record, zeros

PLACES = 40


@record
class Fields:
    """Numbers of each width that is written at once, as many as no register has."""

    bytes_of: Annotated[Ints, I8, 5]
    counts: Annotated[Ints, U8, 20]
    rubles: Annotated[Ints, I16, 13]


@jit
def write_fields(fields: Any, out: Any) -> None:
    """Write every kind of numbers, one behind the other."""
    put_numbers(fields[0].bytes_of, out, 1)
    put_numbers(fields[0].counts, out, 6)
    put_numbers(fields[0].rubles, out, 26)


@jit
def write_three(a: int, b: int, c: int, out: Any) -> None:
    """Write numbers that lie in no field."""
    put_numbers((a, b, c), out, 2)


def outs() -> tuple[Any, Any, Any]:
    """Make three arrays: for Python, for wide stores, and one that is neither as narrow nor as dense."""
    dense = np.full(PLACES, -7, np.int16)
    return dense, dense.copy(), np.full((PLACES, 2), -7, np.int32)[:, 0]


def test_all_numbers_of_a_field_are_written() -> None:
    random = np.random.default_rng(1)
    fields: Any = zeros(Fields, 1)
    for _ in range(20):
        fields[0].bytes_of[:] = random.integers(-128, 128, 5)
        fields[0].counts[:] = random.integers(0, 256, 20)
        fields[0].rubles[:] = random.integers(-32768, 32768, 13)
        plain, quick, other = outs()
        write_fields.py_func(fields, plain)
        write_fields(fields, quick)
        write_fields(fields, other)
        assert plain.tolist() == quick.tolist() == other.tolist()
        written = [*fields[0].bytes_of, *fields[0].counts, *fields[0].rubles]
        assert plain.tolist() == [-7, *written, -7]


def test_some_numbers_are_written() -> None:
    for out in outs():
        write_three(-1, 32767, 5, out)
        assert out.tolist() == [-7, -7, -1, 32767, 5, *[-7] * (PLACES - 5)]


def test_counts_of_chosen_items_are_written() -> None:
    put = numba.njit(lambda counts, sixteens, number, out, to: put_counts(counts, sixteens[number], out, to))
    random = np.random.default_rng(1)
    for n_items in [1, 2, 15, 16, 17, 40, 121] * 20:
        counts = random.integers(0, 256, 61, dtype=np.uint8)
        items = sorted(random.choice(121, n_items, replace=False).tolist())
        sixteens: Any = zeros(Sixteen, 9)
        size = 5 + n_items + (0 if n_items < 16 else 15)  # the last ones find no room for sixteen
        plain, quick, other = (np.tile(out, 4)[:size] for out in outs())
        place = 5
        for number in range(choose_items(sixteens, items, len(counts))):
            put_counts(counts, sixteens[number], plain, place)  # type: ignore[arg-type]
            put(counts, sixteens, number, quick, place)
            put(counts, sixteens, number, other, place)
            last, place = place, place + int(sixteens[number].n_items)
        assert plain.tolist() == quick.tolist() == other.tolist()
        wanted = [int(counts[item >> 1]) >> 4 * (item & 1) & 15 for item in items]
        wanted += [0] * (min(last + 16, size) - place)
        assert plain.tolist() == [*[-7] * 5, *wanted, *[-7] * (size - 5 - len(wanted))]
