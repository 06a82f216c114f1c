"""Computer players: fair, repeatable, and better than chance where they claim to be."""

from __future__ import annotations

from itertools import product

import pytest

import burgomaster as bm
from burgomaster.bots import Bot, bot_names
from burgomaster.bots.registry import our_bots
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game
from tests.cases import sweep

BOTS = sweep(bot_names(), lambda name: name in our_bots())
QUICK = {
    "search": {"simulations": 24, "seconds": 600.0},  # no clock: load changes nothing
    "openspiel": {"simulations": 8},
}


def make(name: str, seed: int) -> Bot:
    return bm.bot(name, seed=seed, **QUICK.get(name, {}))


def play(game: Game, names: list[str], seed: int) -> bm.Table:
    table = game.new(seed=seed)
    bots = [make(name, seed + seat) for seat, name in enumerate(names)]
    while table.to_move is not None:
        table.play(bots[table.to_move].choose(table))
    return table


@pytest.mark.parametrize("name", BOTS)
def test_a_seed_repeats_a_bots_game(game: Game, name: str) -> None:
    assert play(game, [name, name], 4).history == play(game, [name, name], 4).history


def test_greedy_beats_random(game: Game) -> None:
    wins = 0
    for seed in range(20):
        names = ["greedy", "random"] if seed % 2 == 0 else ["random", "greedy"]
        wins += play(game, names, seed).winners == [names.index("greedy")]
    assert wins >= 18


@pytest.mark.parametrize(
    ("game", "name"),
    sweep(
        product(("petersburg", "spyrium"), bot_names()),
        lambda game, name: name == "search" or (game == "petersburg" and name in our_bots()),
        lambda game, name: name in our_bots(),
    ),
)
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(game: str, name: str) -> None:
    table = bm.game(game, players=3).new(seed=8)
    rng = new_rng()
    seed_rng(rng, 1, 0)
    players = [bm.bot("greedy", seed=seat) for seat in range(3)]
    while table.to_move is not None:
        other = table.copy()
        other._states = table.determinized(table.to_move, rng)
        choices = {make(name, 5).choose(position).notation for position in (table, other)}
        assert len(choices) == 1
        table.play(players[table.to_move].choose(table))


@pytest.mark.slow
def test_greedy_beats_random_at_spyrium() -> None:
    game, wins = bm.game("spyrium", players=2), 0
    for seed in range(10):
        names = ["greedy", "random"] if seed % 2 == 0 else ["random", "greedy"]
        wins += play(game, names, seed).winners == [names.index("greedy")]
    assert wins == 10


@pytest.mark.slow
def test_three_greedy_bots_reach_fifty_points_at_spyrium() -> None:
    """What bots that look one move ahead should reach (spyrium/rules.md 19)."""
    game = bm.game("spyrium", players=3)
    scores = [score for seed in range(10) for score in play(game, ["greedy"] * 3, seed).scores]
    assert sum(scores) / len(scores) > 50
