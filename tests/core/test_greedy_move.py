"""The greedy opponents of batches and tables of data: of the best-looking moves each is equally likely."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from burgomaster.core import batch_kernels
from burgomaster.core.rng import new_rng, seed_rng

VALUES = [1.0, 3.0, 0.0, 3.0, 3.0, 2.0, 3.0]  # of each move: worse ones stand before, between and behind
BEST = [index for index, value in enumerate(VALUES) if value == max(VALUES)]


def test_equally_good_moves_are_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_given: Any) -> None:
        pass

    def apply(state: Any, move: int, _log: Any) -> None:
        state.move = move

    for name, function in {"legal": leave, "determinize": leave, "apply": apply}.items():
        monkeypatch.setattr(batch_kernels, name, function)
    monkeypatch.setattr(batch_kernels, "evaluate", lambda state, _seat: VALUES[state.move])
    choose = getattr(batch_kernels.greedy_move, "py_func", batch_kernels.greedy_move)
    moves = SimpleNamespace(n_moves=len(VALUES), codes=np.arange(len(VALUES)))
    scratch, rng = SimpleNamespace(moves=moves, log=None), new_rng()
    seed_rng(rng, 1, 0)
    states: Any = np.zeros(3, [("to_move", np.int64), ("move", np.int64)]).view(np.recarray)
    chosen = [choose(states[0], states, 1, scratch, rng) for _ in range(2000)]
    counts = np.bincount(chosen, minlength=len(VALUES))
    assert counts[BEST].sum() == len(chosen)
    assert (abs(counts[BEST] / len(chosen) - 1 / len(BEST)) < 0.05).all(), counts
