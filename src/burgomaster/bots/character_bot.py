"""Players of equal strength and different taste: each evaluates by the net of a game, and likes something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import LEAD_POINTS
from burgomaster.bots.net_bot import WIN_SHARE, NetBot
from burgomaster.bots.net_file import has_net, layout_of
from burgomaster.bots.search_bot import SearchBot
from burgomaster.bots.search_bot import make as make_search
from burgomaster.bots.tastes import CHARACTERS, Array, taste_of
from burgomaster.core import python_api
from burgomaster.core.errors import OptionError
from burgomaster.core.inputs import Inputs
from burgomaster.core.log import new_logs
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.struct import zeros

CHOICES = CHARACTERS
LEVEL = 4  # that plays in place of a character where a game has no net
STREAM = 12  # of the seeds of the worlds in which positions are liked


class CharacterBot(BaseBot):
    """Looks once at every move, as the net does, and has a liking."""

    name = "character"

    def __init__(self, seed: int | None, character: str) -> None:
        self.character = character
        self._net = NetBot(seed)
        self._seed = seed
        self._other: SearchBot | None = None

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose the move after which the net expects most, with what the character likes counted extra."""
        if not has_net(information.game.name):
            return self._plain().think(information, budget)
        seen, taste = self._net.think(information), taste_of(information.game.name, self.character)
        if taste is None or len(seen.estimates) == 1:
            return seen
        liked = likings(information, seen.estimates, taste)
        order = np.argsort(
            [-liked_value(*pair) for pair in zip(seen.estimates, liked, strict=True)], kind="stable"
        )
        estimates = [seen.estimates[at] for at in order]
        return replace(seen, move=estimates[0].move, estimates=estimates)

    def _plain(self) -> SearchBot:
        """Make the player for games without a net."""
        self._other = self._other or make_search(self._seed, LEVEL)
        return self._other


def liked_value(estimate: MoveEstimate, liked: float) -> float:
    """Weigh the chance to win and the lead, as the net alone does, and what is liked like a lead."""
    return WIN_SHARE * estimate.result + (1.0 - WIN_SHARE) * (estimate.lead + liked) / LEAD_POINTS


def likings(information: InformationSet, estimates: Any, taste: Array) -> list[float]:
    """Add up what is liked of the position after each move, all in one world that the mover may imagine."""
    rng, logs, room = new_rng(), new_logs(), zeros(Inputs, 1)
    layout = layout_of(information.game.name)
    assert layout is not None
    found = []
    for estimate in estimates:
        seed_rng(rng, 1, STREAM)
        states = information.determinize(rng)
        python_api.apply(states, 0, estimate.move.code, logs)
        found.append(_liking(states, information.seat, layout, room, taste))
    return found


def _liking(states: Any, seat: int, layout: Any, room: Any, taste: Array) -> float:
    """Add up what is liked of one position; of a game that is over only the result counts."""
    if python_api.is_over(states, 0):
        return 0.0
    layout.write(states[0], seat, room[0])
    n = int(room[0].n)
    return float(taste[room[0].places[:n].astype(np.int64)] @ room[0].numbers[:n])


def make(seed: int | None = None, setting: str = CHARACTERS[0]) -> CharacterBot:
    """Make a character by its name."""
    if setting not in CHARACTERS:
        raise OptionError(
            "option.value", name="setting", given=repr(setting)[:40], allowed=", ".join(CHARACTERS)
        )
    return CharacterBot(seed, setting)
