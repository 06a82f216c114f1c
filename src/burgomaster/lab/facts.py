"""Games that were played, as arrays that can be counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_info, game_names

Group = tuple[str, str, int]  # game, variant, players


@dataclass(frozen=True)
class Facts:
    """Some games of one kind: arrays by game and by seat."""

    group: Group
    scores: Any  # a row a game, a column a seat; also of seats that play by themselves
    ranks: Any
    steps: Any
    rounds: Any
    points: Any = None  # by game, seat and source; None where nobody noted it
    # what was bought: the game, the seat and the item of each
    item_games: Any = field(default_factory=lambda: np.zeros(0, np.int64))
    item_seats: Any = field(default_factory=lambda: np.zeros(0, np.int64))
    items: Any = field(default_factory=lambda: np.zeros(0, np.int64))


class FactsError(BurgomasterError):
    """A file that holds no games."""


def group_of(game: str, options: Mapping[str, Any]) -> Group:
    """Name the kind of a game: games are counted together if it is the same."""
    if game not in game_names():
        raise FactsError("dataset.game", given=game, known=", ".join(game_names()))
    return game, game_info(game).variant_name(options), int(options["players"])
