"""A bot that looks one move ahead and counts its money, or its points."""

from __future__ import annotations

import random
from typing import Any

from burgomaster.bots.bot import BaseBot, Budget, Choice
from burgomaster.bots.information_set import InformationSet
from burgomaster.core import python_api
from burgomaster.core.errors import OptionError
from burgomaster.core.log import new_logs
from burgomaster.core.rng import new_rng, seed_rng

CHOICES = ("money", "points")  # what people are offered: thrifty:money, thrifty:points
TITLES = {"en": "Thrifty", "ru": "Скряга"}


class ThriftyBot(BaseBot):
    """Takes the move that leaves it with the most; among equals any."""

    def __init__(self, seed: int | None, wanted: str) -> None:
        self.name, self._wanted, self._random = f"thrifty:{wanted}", wanted, random.Random(seed)

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose among the legal moves."""
        moves, rng = information.moves(), new_rng()
        seed_rng(rng, self._random.getrandbits(62), 0)
        world = information.determinize(rng)  # a position that the seat thinks possible
        values = [self._value(information, world.copy(), move.code) for move in moves]  # type: ignore[attr-defined]
        best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        return Choice(self._random.choice(best), ())

    def _value(self, information: InformationSet, states: Any, code: int) -> int:
        """Count what the seat has after a move."""
        python_api.apply(states, 0, code, new_logs())
        if self._wanted == "money":
            return information.game.rules.money(states[0], information.seat)
        return int(python_api.score(states, 0, information.seat))


def make(seed: int | None = None, setting: str = "money") -> ThriftyBot:
    """Make the bot by its description."""
    if setting not in CHOICES:
        raise OptionError("option.value", name="thrifty", given=repr(setting), allowed=", ".join(CHOICES))
    return ThriftyBot(seed, setting)
