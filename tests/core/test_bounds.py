"""Compiled kernels do not check their indices; one run of the conformance suite does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

RUN = """
import burgomaster as bm
from burgomaster.core.check import CHECKS
for options in {options!r}:
    game = bm.game({game!r}, **options)
    for name in {checks!r}:
        CHECKS[name](game, 40, 1)
"""
CHECKS = ("invariants_hold", "legal_is_what_is_accepted", "views_leak_nothing")  # they use every kernel
LIMITS = """
import numpy as np
from burgomaster.core.rng import shuffle
shuffle(np.zeros(3, np.int64), 0, 9, np.ones(4, np.uint32))
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


OPTIONS: dict[str, list[dict[str, object]]] = {
    "petersburg": [
        {"players": 2},
        {"players": 5, "edition": "2014", "expansions": ["market"]},
        {"players": 5, "expansions": ["banquet", "new_society"]},
    ],
    "suburbia": [{"players": 4}, {"players": 1, "solo": "dale", "dale_tie": "human"}],
    "spyrium": [{"players": 5}],
}


@pytest.mark.thorough  # compiles everything anew
@pytest.mark.parametrize("game", OPTIONS)
def test_no_kernel_reads_beyond_an_array(game: str) -> None:
    done = run(RUN.format(game=game, options=OPTIONS[game], checks=CHECKS))
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_read_beyond_an_array_would_be_seen() -> None:
    done = run(LIMITS)
    assert done.returncode != 0 and "IndexError" in done.stderr
