"""The search bot: it plays legal moves, is repeatable, and cannot tell what is hidden from it."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.bot import Budget
from burgomaster.bots.levels import LEVELS
from burgomaster.bots.sight import Sight
from burgomaster.core import python_api
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table

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
    python_api.determinize(twin._states, 0, twin.to_move, rng)
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
    first, second = (search(7).think(Sight(table)) for _ in range(2))
    assert first == second
    assert sum(thought.visits for thought in first.thoughts) == first.descents <= DESCENTS


def test_thoughts_are_legal_moves_with_results_between_0_and_1() -> None:
    table = played(make_game("petersburg"), 20)
    thoughts = search().think(Sight(table)).thoughts
    assert {thought.move for thought in thoughts} == set(table.moves())
    assert all(0.0 <= thought.result <= 1.0 for thought in thoughts)
    visits = [thought.visits for thought in thoughts]
    assert visits == sorted(visits, reverse=True)


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


def test_chances_are_shared_among_the_seats() -> None:
    answer = search().think(Sight(played(make_game("petersburg"), 20)))
    assert sum(answer.chances) == pytest.approx(1.0) and len(answer.scores) == 3


def test_a_line_goes_on_from_its_move() -> None:
    table = played(make_game("spyrium"), 12)
    best = search().think(Sight(table), Budget(descents=400)).thoughts[0]
    assert len(best.line) >= 2
    table.play(best.move)
    assert best.line[0] in {move.notation for move in table.moves()}


def test_threads_add_their_visits_and_repeat_themselves() -> None:
    table = played(make_game("petersburg"), 20)
    first, second = (
        bm.bot("search", seed=3, descents=200, seconds=600.0, threads=2).think(Sight(table)) for _ in range(2)
    )
    assert first == second
    assert sum(thought.visits for thought in first.thoughts) == first.descents


def test_a_search_stops_when_its_choice_cannot_change() -> None:
    table = bm.game("petersburg", players=2).new(seed=3)
    answer = search().think(Sight(table), Budget(descents=20_000, seconds=600.0))
    assert answer.descents < 20_000
    most, second = (thought.visits for thought in answer.thoughts[:2])
    assert most - second > 20_000 - answer.descents


def test_time_ends_a_search() -> None:
    table = bm.game("suburbia", players=2).new(seed=3)
    answer = search().think(Sight(table), Budget(descents=10**9, seconds=0.0))
    assert 0 < answer.descents <= 128


def test_the_tree_is_kept_while_nothing_is_turned_up() -> None:
    table = bm.game("spyrium", players=2).new(seed=3)
    for _ in range(4):
        table.play(bm.bot("greedy", seed=1).choose(table))
    bot, seat = search(), table.to_move
    before = Sight(table)
    first = bot.think(before, Budget(descents=2000, seconds=600.0))
    table.play(first.move)
    table.play(first.thoughts[0].line[0])
    after = Sight(table)
    assert table.to_move == seat and after.way_from(before.key()) is not None
    again = bot.think(after, Budget(descents=2000, seconds=600.0))
    assert sum(thought.visits for thought in again.thoughts) > again.descents


def test_nothing_is_kept_when_a_card_is_turned_up() -> None:
    table = bm.game("suburbia", players=2).new(seed=3)
    bot = bm.bot("greedy", seed=1)
    while table.phase != "main":
        table.play(bot.choose(table))
    before, seat = Sight(table), table.to_move
    while table.to_move == seat or table.phase != "main":
        table.play(bot.choose(table))
    assert Sight(table, seat).way_from(before.key()) is None


def test_a_hidden_choice_of_another_seat_leads_nowhere() -> None:
    table = bm.game("suburbia", players=2).new(seed=3)
    first = table.to_move
    assert first is not None and table.moves()[0].notation.startswith("keep")
    other = 1 - first
    before = Sight(table, other)
    table.play(table.moves()[0])
    assert Sight(table, other).way_from(before.key()) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_tree_knows_nothing_hidden(name: str) -> None:
    table = make_game(name).new(seed=6)
    knowing, blind, others = search(5), search(5), bm.bot("greedy", seed=6)
    for move in range(24):
        if table.to_move == 0:
            choice = knowing.choose(table)
            assert blind.choose(hidden_otherwise(table, move)) == choice
        else:
            choice = others.choose(table)
        table.play(choice)


@pytest.mark.parametrize("name", GAMES)
def test_levels_think_more_and_err_less(name: str) -> None:
    levels = LEVELS[name]
    assert [level.descents for level in levels] == sorted(level.descents for level in levels)
    assert [level.slips for level in levels] == sorted((level.slips for level in levels), reverse=True)
    assert all(level.seconds <= 0.3 for level in levels[:3]) and levels[4].seconds <= 3.0


def test_a_beginner_errs_and_the_strongest_does_not() -> None:
    table = played(make_game("spyrium"), 20)
    beginner, strongest = (
        {
            bm.bot("search", level=level, descents=60, seconds=600.0, seed=seed).choose(table)
            for seed in range(12)
        }
        for level in (1, 5)
    )
    assert len(beginner) > len(strongest)


@pytest.mark.parametrize("threads", [0, 65, "2", True])
def test_threads_that_are_none_are_refused(threads: Any) -> None:
    with pytest.raises(bm.OptionError, match="1-64"):
        bm.bot("search", threads=threads)
