"""Plays any legal move, all equally likely."""

from __future__ import annotations

import random

from burgomaster.bots.bot import BaseBot, Budget, Choice
from burgomaster.bots.information_set import InformationSet


class RandomBot(BaseBot):
    """Chooses uniformly among the truly different moves."""

    name = "random"

    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        return Choice(self._random.choice(information.moves()), ())


def make(seed: int | None = None) -> RandomBot:
    return RandomBot(seed)
