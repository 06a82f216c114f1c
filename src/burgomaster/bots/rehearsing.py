"""Let bots make a move that nobody sees, so that everything they need is compiled and loaded."""

from __future__ import annotations

from typing import Any

from burgomaster.bots.bot import bot
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import levels_of
from burgomaster.bots.reasons import explainer_of
from burgomaster.core.preparing import SEED
from burgomaster.core.registry import game_info, game_part
from burgomaster.core.table import Game, load_game, load_position

# What each bot is asked to do: every way of thinking that its levels know.
REHEARSED: dict[str, tuple[dict[str, Any], ...]] = {
    "greedy": ({},),
    "search": ({"level": 1}, {"level": 5, "simulations": 1}),
}
PLAYS_ON = 5  # the level that may play its best moves on
EXPLAINED = "search"  # the bot whose advice has reasons


def rehearse_bot(name: str, game: Game) -> None:
    """Let a bot choose a move in every way that it knows."""
    for settings in REHEARSED[name]:
        bot(name, seed=SEED, **settings).choose(game.new(seed=SEED))
    if name == EXPLAINED:
        rehearse_playing_on(game)
        rehearse_reasons(game)
        rehearse_position(game)


def rehearse_playing_on(game: Game) -> None:
    """Let a level choose without any time in a game alone against points, if it plays moves on there."""
    if levels_of(game.name)[PLAYS_ON - 1].worlds == 0:
        return
    for variant in game_info(game.name).variants:
        for players in variant.players:
            alone = load_game(game.name, players=players, **dict(variant.options))
            if alone.n_seats == 1:
                bot("search", seed=SEED, level=PLAYS_ON, seconds=0.0).choose(alone.new(seed=SEED))
                return


def rehearse_reasons(game: Game) -> None:
    """Look at a move as who explains it does, if the game has reasons: hints and analyses say why."""
    table, explainer = game.new(seed=SEED), explainer_of(game.name, game.n_seats)
    if explainer is not None:
        explainer.views(InformationSet(table), table.moves()[0].code, SEED)


def rehearse_position(game: Game) -> None:
    """Lay out what a seat knows of a position, if the game can write that: puzzles begin so."""
    if game_part(game.name, "rules.position") is not None:
        load_position(game.new(seed=SEED).position(0), seed=SEED)
