"""The search bot: it plays legal moves, is repeatable, and cannot tell what is hidden from it."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core import entry
from burgomaster.core.game import Game
from burgomaster.core.rng import seed_rng
from burgomaster.core.table import Table, new_rng

GAMES = {
    "petersburg": {"players": 3},
    "suburbia": {"players": 2},
    "spyrium": {"players": 2},
}
DESCENTS = 60


def make_game(name: str) -> Game:
    return bm.game(name, **GAMES[name])


def played(game: Game, moves: int, seed: int = 5) -> Table:
    """A table after some random moves."""
    table, bot = game.new(seed=seed), bm.bot("random", seed=seed)
    for _ in range(moves):
        table.play(bot.choose(table))
    return table


def hidden_otherwise(table: Table, seed: int) -> Table:
    """The same table with everything drawn anew that the seat to move does not know."""
    twin: Any = table.copy()
    rng = new_rng()
    seed_rng(rng, seed, 3)
    assert twin.to_move is not None
    entry.determinize(twin._states, 0, twin.to_move, rng)
    return twin


def search(seed: int = 1) -> Any:
    return bm.bot("search", seed=seed, descents=DESCENTS, seconds=600.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_of_legal_moves(name: str) -> None:
    table = make_game(name).new(seed=2)
    bots = [search(seat) if seat == 0 else bm.bot("random", seed=seat) for seat in range(table.game.players)]
    while table.to_move is not None:
        table.play(bots[table.to_move].choose(table))
    assert table.over and len(table.scores) == table.game.n_seats


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_what_is_hidden_does_not_change_the_answer(name: str, bot: str) -> None:
    for moves in (4, 17, 30):
        table = played(make_game(name), moves)
        make = search if bot == "search" else lambda: bm.bot("greedy", seed=1)
        answers = {make().choose(hidden_otherwise(table, seed)).notation for seed in range(4)}
        assert answers == {make().choose(table).notation}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_thoughts(name: str) -> None:
    table = played(make_game(name), 12)
    first, second = search(7), search(7)
    first.think(table)
    second.think(table)
    assert first.thoughts == second.thoughts
    assert sum(thought.visits for thought in first.thoughts) >= DESCENTS - 1


def test_thoughts_are_legal_moves_with_results_between_0_and_1() -> None:
    table = played(make_game("petersburg"), 20)
    bot = search()
    bot.think(table)
    assert {thought.move for thought in bot.thoughts} == set(table.moves())
    assert all(0.0 <= thought.result <= 1.0 for thought in bot.thoughts)
    assert [thought.visits for thought in bot.thoughts] == sorted(
        (thought.visits for thought in bot.thoughts), reverse=True
    )


def test_search_beats_random_play() -> None:
    game, wins = bm.game("petersburg", players=2), 0
    for seed in range(4):
        table = game.new(seed=seed)
        bots = [search(seed), bm.bot("random", seed=seed)]
        while table.to_move is not None:
            table.play(bots[(table.to_move + seed) % 2].choose(table))
        wins += seed % 2 in table.winners
    assert wins == 4


@pytest.mark.parametrize("level", [0, 6, "3"])
def test_a_level_that_is_none_is_refused(level: Any) -> None:
    with pytest.raises(bm.OptionError, match="1-5"):
        bm.bot("search", level=level)
