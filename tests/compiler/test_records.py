"""One declaration of a state."""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np
import pytest

from burgomaster.compiler.struct import I8, I16, I64, U8, Ints, Records, dtype_of, record, zeros
from tests.cases import every


@record
class Inner:
    small: I8
    large: I64
    tail: U8


@record
class Outer:
    first: U8
    inners: Annotated[Records[Inner], Inner, 3]
    numbers: Annotated[Ints, I16, (2, 2)]


def test_numbers_lie_on_addresses_they_divide() -> None:
    fields = dtype_of(Inner).fields
    assert fields is not None and fields["large"][1] == 8
    assert dtype_of(Inner).itemsize == 24
    outer = dtype_of(Outer).fields
    assert outer is not None and outer["inners"][1] == 8


def test_every_byte_belongs_to_a_field_so_that_copies_are_whole() -> None:
    states = zeros(Outer, 2)
    raw = np.frombuffer(states, np.uint8)  # type: ignore[call-overload]
    raw[: dtype_of(Outer).itemsize] = 7
    states[1] = states[0]
    assert (raw == 7).all()


def test_records_read_alike_interpreted_and_compiled() -> None:
    def work(states: Records[Outer]) -> int:
        states[0].inners[2].large += 5
        states[0].numbers[1, 0] = 3
        return states[0].inners[2].large + states[0].numbers[1, 0]

    assert work(zeros(Outer, 1)) == numba.njit(work)(zeros(Outer, 1)) == 8


def test_a_kernel_writes_to_the_very_record_it_is_given() -> None:
    @numba.njit
    def write(outer: Outer) -> None:
        outer.inners[1].large = 9
        outer.numbers[0, 1] = 4

    states = zeros(Outer, 2)
    write(states[1])
    assert states[1].inners[1].large == 9 and states[1].numbers[0, 1] == 4
    assert states[0].inners[1].large == 0
    twin = states[0].copy()  # type: ignore[attr-defined]
    write(twin)
    assert twin.inners[1].large == 9 and states[0].inners[1].large == 0


@pytest.mark.parametrize("name", ["nothing", "large"])  # the second is a field of another record
def test_a_field_that_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises(AttributeError):
        getattr(zeros(Outer, 1)[0], name)


@every("name", ["round", "size", "data", "max", "take", "view", "sum", "copy", "item", "flags", "T"])
def test_names_that_numpy_uses_are_refused_with_a_message(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.{name}: .*numpy uses it"):
        record(type("Bad", (), {"__annotations__": {name: U8}}))


def test_a_field_without_a_width_is_refused_with_a_message() -> None:
    with pytest.raises(TypeError, match=r"Bad\.rubles: say U8"):
        record(type("Bad", (), {"__annotations__": {"rubles": int}}))
