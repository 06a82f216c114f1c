"""Numbers that are written many at once are those that are written one by one."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np

from burgomaster.core.jit import jit
from burgomaster.core.stores import pick_counts, put_numbers, spread_counts
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


def test_counts_are_picked_and_spread() -> None:
    pick = numba.njit(lambda counts, at, turn, chosen: pick_counts(counts, at, turn, chosen))
    spread = numba.njit(lambda word, out, to: spread_counts(word, out, to))
    random = np.random.default_rng(1)
    for _ in range(200):
        counts = random.integers(0, 256, 20, dtype=np.uint8)
        first, turned, place = (int(random.integers(end)) for end in (13, 16, 9))
        chosen = [bool(one) for one in random.integers(0, 2, 16)]
        bits = sum(15 << 4 * index for index, one in enumerate(chosen) if one)
        bits -= bits >> 63 << 64
        word = pick_counts(counts, first, 4 * turned, bits)  # type: ignore[arg-type]
        assert word == pick(counts, first, 4 * turned, bits)
        plain, quick, other = outs()
        spread_counts(word, plain, place)
        spread(word, quick, place)
        spread(word, other, place)
        assert plain.tolist() == quick.tolist() == other.tolist()
        halves = [half for byte in counts[first : first + 8].tolist() for half in (byte & 15, byte >> 4)]
        wanted = [
            half if one else 0 for half, one in zip(halves[turned:] + halves[:turned], chosen, strict=True)
        ]
        assert plain.tolist() == [*[-7] * place, *wanted, *[-7] * (PLACES - place - 16)]
