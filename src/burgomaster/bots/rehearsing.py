"""Let bots make a move that nobody sees, so that everything they need is compiled and loaded."""

from __future__ import annotations

from typing import Any

from burgomaster.bots.bot import bot
from burgomaster.core.preparing import SEED
from burgomaster.core.table import Game

# What each bot is asked to do: every way of thinking that its levels know.
REHEARSED: dict[str, tuple[dict[str, Any], ...]] = {
    "greedy": ({},),
    "search": ({"level": 1}, {"level": 5, "simulations": 1}),
}


def rehearse_bot(name: str, game: Game) -> None:
    """Let a bot choose a move in every way that it knows."""
    for settings in REHEARSED[name]:
        bot(name, seed=SEED, **settings).choose(game.new(seed=SEED))
