"""How strong the bots are: from the table that a game ships, made by `bench/bot_ratings.py` in the arena.

Their numbers are fixed. So those of people mean the same everywhere and do not drift, however few there are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from burgomaster.core.registry import game_folder, game_names

FILE = "ratings.toml"


class BotRating(NamedTuple):
    """How strong a bot is, how well that is known, and from how many games."""

    mu: float
    sigma: float
    games: int


@cache
def bot_ratings(game: str) -> Mapping[str, BotRating]:
    """Read the ratings of a game's bots by their descriptions; none where nobody has measured them."""
    if game not in game_names() or not (path := game_folder(game) / "bot" / FILE).is_file():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))["bots"]
    return {name: BotRating(row["mu"], row["sigma"], row["games"]) for name, row in found.items()}
