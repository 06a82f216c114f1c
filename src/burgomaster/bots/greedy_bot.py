"""Tries every move once, in a position that its seat cannot tell from the true one, and takes the best."""

from __future__ import annotations

import random
from typing import Any

from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.core import python_api
from burgomaster.core.kernels import evaluate
from burgomaster.core.log import new_logs
from burgomaster.core.rng import new_rng, seed_rng


class GreedyBot(BaseBot):
    """Simple and quick, and a better opponent than it sounds."""

    name = "greedy"

    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose the move after which the position is worth most to the seat; among equals at random."""
        moves = information.moves()
        if len(moves) == 1:
            return Choice(moves[0], (MoveEstimate(moves[0], 0, 0.5, 0.0),))
        rng = new_rng()
        seed_rng(rng, self._random.getrandbits(62), 0)
        states = information.determinize(rng)
        values = [evaluate(_after(states, move.code)[0], information.seat) for move in moves]
        best = max(values)
        chosen = self._random.choice(
            [move for move, value in zip(moves, values, strict=True) if value == best]
        )
        estimates = [
            MoveEstimate(move, 1, 0.5, value - best) for move, value in zip(moves, values, strict=True)
        ]
        return Choice(chosen, sorted(estimates, key=lambda estimate: -estimate.lead))


def _after(states: Any, code: int) -> Any:
    after = states.copy()
    python_api.apply(after, 0, code, new_logs())
    return after


def make(seed: int | None = None) -> GreedyBot:
    return GreedyBot(seed)
