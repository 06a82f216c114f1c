"""What fitting adds to the hand-written value of a position: a weighted sum of features.

Each game's `bots/<game>_features.py` hands its features over; the weights lie beside it in
`<game>_weights.json`, made by `burgomaster fit`, and are constants to the compiler. A weight has two parts,
one of them counted by how much of the game is left.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from burgomaster.core.jit import jit
from burgomaster.core.kernels import Judge, register_correction
from burgomaster.core.registry import game_folder
from burgomaster.core.struct import Floats

Feature = Callable[[Any, int, int], float]
Rest = Callable[[Any], float]


@dataclass(frozen=True)
class Features:
    """What is looked at in the positions of a game."""

    names: Sequence[str]
    feature: Feature  # of a seat, by its place among the names
    rest: Rest  # how much of the game is left, 1 at the beginning
    weights: Floats  # one row a feature: the part that always counts, and the part times the rest


_by_game: dict[str, Features] = {}


def register_features(game: str, state: type, names: Sequence[str], feature: Feature, rest: Rest) -> None:
    """Make the features of a game known, with the weights of its file."""
    found = Features(names, feature, rest, read_weights(game, names))
    _by_game[game] = found
    register_correction(state, _make_correction(found))


def features_of(game: str) -> Features:
    """The features of a game."""
    return _by_game[game]


def weights_path(game: str) -> Path:
    """Where the weights of a game lie."""
    return game_folder(game) / "bot" / "weights.json"


def read_weights(game: str, names: Sequence[str]) -> Floats:
    """The weights of a game's file by the order of the names; a feature that it does not know has none."""
    known = read_fit(game).get("weights", {})
    return np.array([known.get(name, (0.0, 0.0)) for name in names], np.float64)


def read_fit(game: str) -> dict[str, Any]:
    """What the file of a game says; nothing if there is none."""
    path = weights_path(game)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def fitted_at(game: str, what: str, round_no: int, default: float) -> float:
    """What was fitted for a round, such as how far a lead decides the game; late rounds go with the last."""
    found = _by_round(game, what)
    return found[min(round_no, len(found)) - 1] if found else default


@cache
def _by_round(game: str, what: str) -> tuple[float, ...]:
    return tuple(read_fit(game).get(what, ()))


def _make_correction(found: Features) -> Judge:
    """The weighted sum of a game's features, with everything in it a constant."""
    feature, rest, weights = found.feature, found.rest, found.weights

    @jit
    def add_up(state: Any, seat: int) -> float:
        left = rest(state)
        total = 0.0
        for index in range(weights.shape[0]):
            total += (weights[index, 0] + weights[index, 1] * left) * feature(state, seat, index)
        return total

    return add_up
