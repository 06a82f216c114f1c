"""Looks one move ahead, in a position that its seat cannot tell from the true one, and takes the best.

What a position is worth to a seat is the function `value` of `bots/<game>_value.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from burgomaster.bots.bot import Answer, Budget, Thinker, Thought
from burgomaster.bots.sight import Sight
from burgomaster.core import python_api
from burgomaster.core.log import new_logs
from burgomaster.core.registry import game_package
from burgomaster.core.rng import new_rng, seed_rng

Value = Callable[[Any, int], float]


class GreedyBot(Thinker):
    """Simple, quick, and a better opponent than it sounds."""

    name = "greedy"

    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def think(self, sight: Sight, budget: Budget | None = None) -> Answer:
        """The move after which the seat's position is worth most; equal ones by lot."""
        moves = sight.moves()
        if len(moves) == 1:
            return Answer(moves[0], (Thought(moves[0], 0, 0.5, 0.0),))
        rng = new_rng()
        seed_rng(rng, self._random.getrandbits(62), 0)
        imagined = sight.world(rng)
        value: Value = import_module(f"{game_package(sight.game.name)}.bot.value").value
        worth = [value(_after(imagined, move.code)[0], sight.seat) for move in moves]
        best = max(worth)
        chosen = self._random.choice(
            [move for move, found in zip(moves, worth, strict=True) if found == best]
        )
        thoughts = [Thought(move, 1, 0.5, found - best) for move, found in zip(moves, worth, strict=True)]
        return Answer(chosen, sorted(thoughts, key=lambda thought: -thought.lead))


def _after(states: Any, code: int) -> Any:
    after = states.copy()
    python_api.apply(after, 0, code, new_logs())
    return after


def make(seed: int | None = None) -> GreedyBot:
    """A greedy player."""
    return GreedyBot(seed)
