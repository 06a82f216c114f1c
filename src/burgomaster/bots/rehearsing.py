"""Let bots make a move that nobody sees, so that everything they need is compiled and loaded."""

from __future__ import annotations

from typing import Any

from burgomaster.bots.bot import bot
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.reasons import explainer_of
from burgomaster.core.preparing import SEED
from burgomaster.core.registry import game_part
from burgomaster.core.table import Game, load_position

# What each bot is asked to do: every way of thinking that its levels know.
REHEARSED: dict[str, tuple[dict[str, Any], ...]] = {
    "greedy": ({},),
    "search": ({"level": 1}, {"level": 5, "simulations": 1}),
}
EXPLAINED = "search"  # the bot whose advice has reasons


def rehearse_bot(name: str, game: Game) -> None:
    """Let a bot choose a move in every way that it knows."""
    for settings in REHEARSED[name]:
        bot(name, seed=SEED, **settings).choose(game.new(seed=SEED))
    if name == EXPLAINED:
        rehearse_reasons(game)
        rehearse_position(game)


def rehearse_reasons(game: Game) -> None:
    """Look at a move as who explains it does, if the game has reasons: hints and analyses say why."""
    table, explainer = game.new(seed=SEED), explainer_of(game.name, game.n_seats)
    if explainer is not None:
        explainer.views(InformationSet(table), table.moves()[0].code, SEED)


def rehearse_position(game: Game) -> None:
    """Lay out what a seat knows of a position, if the game can write that: puzzles begin so."""
    if game_part(game.name, "rules.position") is not None:
        load_position(game.new(seed=SEED).position(0), seed=SEED)
