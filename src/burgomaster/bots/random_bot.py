"""Plays any legal move, all equally likely."""

from __future__ import annotations

import random

from burgomaster.core.table import Move, Table


class RandomBot:
    """Chooses uniformly among the truly different moves."""

    name = "random"

    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def choose(self, table: Table) -> Move:
        """Any move."""
        return self._random.choice(table.moves())


def make(seed: int | None = None) -> RandomBot:
    """A random player."""
    return RandomBot(seed)
