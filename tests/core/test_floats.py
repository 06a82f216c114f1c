"""Fractions: rounded once, the same compiled and in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.floats import multiply_add
from burgomaster.core.jit import jit


@jit
def combine(factors: Any, others: Any, terms: Any, found: Any) -> None:
    """Compute a sum of every row."""
    for row in range(factors.shape[0]):
        found[row] = multiply_add(factors[row], others[row], terms[row])


def test_it_is_rounded_once() -> None:
    chance = np.random.default_rng(1)
    factors, others, terms = chance.normal(size=(3, 10_000)).astype(np.float32)
    terms[:5_000] = -factors[:5_000] * others[:5_000]  # what is left is what rounding has cut off
    found = np.zeros(10_000, np.float32)
    combine(factors, others, terms, found)
    exact = factors.astype(np.float64) * others + terms  # the products are exact
    assert (found == exact.astype(np.float32)).mean() > 0.999  # which is rounded twice
    assert (found != factors * others + terms).mean() > 0.4
    plain = [multiply_add(*row) for row in zip(factors, others, terms, strict=True)]
    assert (np.array(plain, np.float32) == exact.astype(np.float32)).all()
