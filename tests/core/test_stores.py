"""Numbers that are written many at once are those that are written one by one."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
import pytest

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
    for _ in range(100):
        counts = random.integers(0, 256, 61, dtype=np.uint8)
        items = sorted(random.choice(np.arange(30, 94), 40, replace=False).tolist())
        sixteens: Any = zeros(Sixteen, 3)
        assert choose_items(sixteens, items, len(counts)) == 3
        plain, quick, other = (np.tile(out, 2) for out in outs())
        for number in range(3):
            put_counts(counts, sixteens[number], plain, 5 + 16 * number)  # type: ignore[arg-type]
            put(counts, sixteens, number, quick, 5 + 16 * number)
            put(counts, sixteens, number, other, 5 + 16 * number)
        assert plain.tolist() == quick.tolist() == other.tolist()
        wanted = [int(counts[item >> 1]) >> 4 * (item & 1) & 15 for item in items]
        assert plain.tolist() == [*[-7] * 5, *wanted, *[0] * 8, *[-7] * (2 * PLACES - 53)]


def test_items_that_lie_too_far_apart_are_refused() -> None:
    assert choose_items(zeros(Sixteen, 1), [0, 63], 61) == 1
    for items, n_bytes in (([0, 64], 61), ([0, 1], 31)):
        with pytest.raises(ValueError, match="32 bytes"):
            choose_items(zeros(Sixteen, 1), items, n_bytes)
