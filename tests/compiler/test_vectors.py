"""Rows are added alike by compiled kernels and by Python: each number is rounded once for each row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from burgomaster.compiler.jit import is_interpreted, jit
from burgomaster.compiler.struct import Floats
from burgomaster.compiler.vectors import add_rows, add_weighted, load_row, store_row, zero_row

WIDE, NARROW = 32, 11  # a width that fills registers, and one that does not
N = 200


@jit
def add_wide(numbers: Floats, factors: Floats, out: Floats) -> None:
    one, other = load_row(numbers, 1, WIDE), zero_row(WIDE)
    for index in range(len(factors)):
        one = add_weighted(one, factors[index], numbers, index)
        other = add_weighted(other, factors[index], numbers, 2 * index + 1)
    store_row(out, 3, add_rows(one, other))


@jit
def add_narrow(numbers: Floats, factors: Floats, out: Floats) -> None:
    row = load_row(numbers, 5, NARROW)
    for index in range(len(factors)):
        row = add_weighted(row, factors[index], numbers, index)
    store_row(out, 0, row)


def examples(seed: int) -> tuple[Any, Any]:
    chance = np.random.default_rng(seed)
    scale = 10.0 ** chance.integers(-6, 6, N)
    return (chance.normal(size=N) * scale).astype(np.float32), chance.normal(size=40).astype(np.float32)


@pytest.mark.skipif(is_interpreted(), reason="compares compiled code with interpreted")
@pytest.mark.parametrize(("kernel", "first", "width"), [(add_wide, 3, WIDE), (add_narrow, 0, NARROW)])
def test_compiled_and_interpreted_rows_are_the_same_bits(kernel: Any, first: int, width: int) -> None:
    for seed in range(20):
        numbers, factors = examples(seed)
        compiled, plain = np.full(N, 7, np.float32), np.full(N, 7, np.float32)
        kernel(numbers, factors, compiled)
        kernel.py_func(numbers, factors, plain)
        np.testing.assert_array_equal(compiled, plain)
        untouched = np.delete(compiled, range(first, first + width))
        assert (untouched == 7).all()
        assert not (compiled[first : first + width] == 7).any()


def test_a_sum_is_rounded_once() -> None:
    """The product is not rounded before it is added: what it would lose is all that is left here."""
    factor, other = np.float32(1 + 2**-13), np.float32(1 - 2**-13)
    numbers, out = np.full(N, other), np.zeros(N, np.float32)
    numbers[5 : 5 + NARROW] = -1
    add_narrow(numbers, np.array([0, 0, 0, 0, 0, 0, factor], np.float32), out)
    assert out[NARROW - 1] == np.float32(-(2.0**-26))
    assert factor * other - np.float32(1) == 0
