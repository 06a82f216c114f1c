"""Plays any legal move, all equally likely."""

from __future__ import annotations

import random

from burgomaster.bots.bot import Answer, Budget, Thinker
from burgomaster.bots.sight import Sight


class RandomBot(Thinker):
    """Chooses uniformly among the truly different moves."""

    name = "random"

    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def think(self, sight: Sight, budget: Budget | None = None) -> Answer:
        """Any move, without a thought."""
        return Answer(self._random.choice(sight.moves()), ())


def make(seed: int | None = None) -> RandomBot:
    """A random player."""
    return RandomBot(seed)
