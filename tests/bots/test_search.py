"""The search bot: it plays legal moves, is repeatable, and cannot tell what is hidden from it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots import search_bot
from burgomaster.bots.bot import Budget
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import levels_of
from burgomaster.bots.search_bot import TreeReader
from burgomaster.bots.tree import THING_BIT, Tree
from burgomaster.compiler.struct import dtype_of
from burgomaster.core import python_api
from burgomaster.core.kernels import evaluate
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table
from burgomaster.games.suburbia.rules.actions import Verb, value_of, verb_of
from tests.cases import every, first_quick

GAMES = {
    "petersburg": {"players": 3},
    "suburbia": {"players": 2},
    "spyrium": {"players": 2},
}
SIMULATIONS = 60


def make_game(name: str) -> Game:
    return bm.game(name, **GAMES[name])


def played(game: Game, moves: int, seed: int = 5) -> Table:
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
    return bm.bot("search", seed=seed, simulations=SIMULATIONS, seconds=600.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_of_legal_moves(name: str) -> None:
    table = make_game(name).new(seed=2)
    bots = [search(seat) if seat == 0 else bm.bot("random", seed=seat) for seat in range(table.game.players)]
    while table.to_move is not None:
        table.play(bots[table.to_move].choose(table))
    assert table.over and len(table.scores) == table.game.n_seats


@every("name", GAMES)
@every("bot", ["greedy", "search"])
def test_what_is_hidden_does_not_change_the_choice(name: str, bot: str) -> None:
    for moves in (4, 17, 30):
        table = played(make_game(name), moves)
        make = search if bot == "search" else lambda: bm.bot("greedy", seed=1)
        choices = {make().choose(hidden_otherwise(table, seed)).notation for seed in range(4)}
        assert choices == {make().choose(table).notation}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_estimates(name: str) -> None:
    table = played(make_game(name), 12)
    first, second = (search(7).think(InformationSet(table)) for _ in range(2))
    assert first == second
    assert sum(estimate.visits for estimate in first.estimates) == first.simulations <= SIMULATIONS


def test_estimates_are_legal_moves_with_results_between_0_and_1_and_chances_are_shared() -> None:
    table = played(make_game("petersburg"), 20)
    choice = search().think(InformationSet(table))
    assert {estimate.move for estimate in choice.estimates} == set(table.moves())
    assert all(0.0 <= estimate.result <= 1.0 for estimate in choice.estimates)
    visits = [estimate.visits for estimate in choice.estimates]
    assert visits == sorted(visits, reverse=True)
    assert sum(choice.chances) == pytest.approx(1.0) and len(choice.scores) == 3


def wins_against_random(**settings: Any) -> int:
    """Count the wins of a search in four games."""
    game, wins = bm.game("petersburg", players=2), 0
    for seed in range(4):
        table = game.new(seed=seed)
        bots = [bm.bot("search", seed=seed, **settings), bm.bot("random", seed=seed)]
        while table.to_move is not None:
            table.play(bots[(table.to_move + seed) % 2].choose(table))
        wins += seed % 2 in table.winners
    return wins


def test_search_beats_random_play() -> None:
    assert wins_against_random(simulations=SIMULATIONS, seconds=600.0) == 4


@every("wrong", [0, 70, "3", True])
@every(("setting", "allowed"), [("level", "1-6"), ("threads", "1-64")])
def test_levels_and_threads_that_are_none_are_refused(setting: str, allowed: str, wrong: Any) -> None:
    with pytest.raises(bm.OptionError, match=allowed):
        bm.bot("search", **{setting: wrong})


def test_a_line_goes_on_from_its_move() -> None:
    table = played(make_game("spyrium"), 12)
    best = search().think(InformationSet(table), Budget(simulations=400)).estimates[0]
    assert len(best.line) >= 2
    table.play(best.move)
    assert best.line[0] in {move.notation for move in table.moves()}


def test_threads_add_their_visits_and_repeat_themselves() -> None:
    table = played(make_game("petersburg"), 20)
    first, second = (
        bm.bot("search", seed=3, simulations=200, seconds=600.0, threads=2).think(InformationSet(table))
        for _ in range(2)
    )
    assert first == second
    assert sum(estimate.visits for estimate in first.estimates) == first.simulations


def test_a_search_ends_with_its_time_or_when_its_choice_cannot_change() -> None:
    table = bm.game("petersburg", players=2).new(seed=3)
    choice = search().think(InformationSet(table), Budget(simulations=20_000, seconds=600.0))
    assert choice.simulations < 20_000
    most, second = (estimate.visits for estimate in choice.estimates[:2])
    assert most - second > 20_000 - choice.simulations
    table = bm.game("suburbia", players=2).new(seed=3)
    choice = search().think(InformationSet(table), Budget(simulations=10**9, seconds=0.0))
    assert 0 < choice.simulations <= 128


def test_the_tree_is_kept_while_nothing_is_turned_up() -> None:
    table = bm.game("spyrium", players=2).new(seed=3)
    for _ in range(4):
        table.play(bm.bot("greedy", seed=1).choose(table))
    bot, seat = search(), table.to_move
    before = InformationSet(table)
    first = bot.think(before, Budget(simulations=2000, seconds=600.0))
    table.play(first.move)
    for notation in first.estimates[0].line:
        if table.to_move == seat:
            break
        table.play(notation)
    after = InformationSet(table)
    assert table.to_move == seat and after.moves_since(before.key()) is not None
    again = bot.think(after, Budget(simulations=2000, seconds=600.0))
    assert sum(estimate.visits for estimate in again.estimates) > again.simulations


def test_nothing_is_kept_behind_a_card_that_is_turned_up_or_a_hidden_choice() -> None:
    table = bm.game("suburbia", players=2).new(seed=3)
    bot = bm.bot("greedy", seed=1)
    while table.phase != "main":
        table.play(bot.choose(table))
    before, seat = InformationSet(table), table.to_move
    while table.to_move == seat or table.phase != "main":
        table.play(bot.choose(table))
    assert InformationSet(table, seat).moves_since(before.key()) is None
    table = bm.game("suburbia", players=2).new(seed=3)
    first = table.to_move
    assert first is not None and table.moves()[0].notation.startswith("keep")
    other = 1 - first
    before = InformationSet(table, other)
    table.play(table.moves()[0])
    assert InformationSet(table, other).moves_since(before.key()) is None


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
    levels = levels_of(name)
    assert [level.simulations for level in levels] == sorted(level.simulations for level in levels)
    for error in ("noise", "overlooks"):
        assert [getattr(level, error) for level in levels] == sorted(
            (getattr(level, error) for level in levels), reverse=True
        )
    assert all(level.blunder_rate == 0.0 for level in levels)  # weak, but never random
    assert all(level.seconds <= 0.3 for level in levels[:3])
    assert levels[4].seconds <= 1.0 and levels[5].seconds <= 5.0


def test_a_beginner_errs_and_the_strongest_does_not() -> None:
    table = played(make_game("spyrium"), 20)
    beginner, strongest = (
        {
            bm.bot("search", level=level, simulations=60, seconds=600.0, seed=seed).choose(table)
            for seed in range(12)
        }
        for level in (1, 5)
    )
    assert len(beginner) > len(strongest)


def test_two_threads_may_ask_one_bot() -> None:
    table, bot = played(make_game("spyrium"), 12), search()
    with ThreadPoolExecutor(4) as pool:
        choices = list(pool.map(lambda _: bot.think(InformationSet(table)), range(8)))
    for choice in choices:
        assert choice.move in table.moves() and choice.simulations <= SIMULATIONS


def test_a_kept_bot_starts_anew_when_its_move_was_taken_back() -> None:
    table, bot = played(make_game("spyrium"), 12), search()
    table.play(bot.choose(table))
    before = table.copy()
    while table.to_move is not None and len(table.steps) < len(before.steps) + 3:
        table.play(bot.choose(table))
    choice = bot.think(InformationSet(before))
    assert sum(estimate.visits for estimate in choice.estimates) == choice.simulations
    assert choice.move in before.moves()


@pytest.mark.parametrize("name", first_quick(GAMES))
def test_a_seed_repeats_the_game_of_a_kept_bot(name: str) -> None:
    games = []
    for _ in range(2):
        table = make_game(name).new(seed=6)
        bots = [search(seat) for seat in range(table.game.players)]
        while table.to_move is not None and len(table.steps) < 24:
            table.play(bots[table.to_move].choose(table))
        games.append(table.history)
    assert games[0] == games[1]


@pytest.mark.slow
def test_a_kept_bot_takes_memory_by_the_size_of_its_tree_and_gives_it_back() -> None:
    table, bot = bm.game("suburbia", players=2).new(seed=3), search()
    assert bot.memory_bytes == 0
    while table.phase != "main":
        table.play(table.moves()[0])
    bot.think(InformationSet(table), Budget(simulations=20))
    small = bot.memory_bytes
    bot.think(InformationSet(table), Budget(simulations=2000, seconds=600.0))
    large = bot.memory_bytes
    table.play(table.moves()[0])
    table.play(table.moves()[0])
    bot.think(InformationSet(table), Budget(simulations=20))
    assert 0 < small < large / 3 and bot.memory_bytes < large / 3
    assert large < dtype_of(Tree).itemsize


def test_a_search_that_is_given_nothing_tries_once_and_is_no_glance() -> None:
    information = InformationSet(bm.game("spyrium", players=2).new(seed=3))
    assert bm.bot("search:5", seed=1, simulations=0).think(information).simulations == 1
    assert bm.bot("search:1", seed=1).think(information).estimates  # a level that looks once does without


def test_a_place_of_the_market_has_an_edge_for_every_tile_that_may_come_to_lie_there() -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=4)
    helper = bm.bot("greedy", seed=1)
    while table.round < 4 or table.phase != "main":
        table.play(helper.choose(table))
    bot = search()
    bot.think(InformationSet(table), Budget(simulations=2000, seconds=600.0))
    tree = bot._trees[0]
    n_edges, reader = int(tree.n_edges), TreeReader(tree)
    keys, codes = tree.key[:n_edges], tree.move[:n_edges]
    assert np.array_equal(keys & (1 << THING_BIT) - 1, codes)
    tiles: dict[tuple[int, int], set[int]] = {}
    for node in range(int(tree.n_nodes)):
        for edge in reader.edges(node):
            tiles.setdefault((node, int(codes[edge])), set()).add(int(keys[edge] >> THING_BIT))
    root = {code: found for (node, code), found in tiles.items() if node == reader.root}
    market = table.state.market
    for code, found in root.items():
        assert found == {int(market[value_of(code)]) + 1 if verb_of(code) == Verb.PLACE else 0}
    assert any(len(found) > 1 for found in tiles.values())


@pytest.fixture
def no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "has_net", lambda game: False)


@pytest.mark.usefixtures("no_net")
def test_a_game_without_a_net_is_searched_by_what_its_rules_expect() -> None:
    assert wins_against_random(level=3) == 4


@pytest.mark.usefixtures("no_net")
@every("name", GAMES)
def test_a_search_without_a_net_tells_chances_and_points(name: str) -> None:
    table = played(make_game(name), 12)
    choice = search().think(InformationSet(table))
    assert sum(choice.chances) == pytest.approx(1.0)
    assert sum(estimate.visits for estimate in choice.estimates) == choice.simulations > 0
    now = [float(evaluate(table.state, seat)) for seat in range(table.game.n_seats)]
    assert choice.scores == pytest.approx(now, abs=30.0)


@pytest.mark.usefixtures("no_net")
def test_a_search_without_a_net_counts_a_finished_game() -> None:
    """Its last move decides: the result of the search is that of the game."""
    table, helper = bm.game("spyrium", players=2).new(seed=5), bm.bot("greedy", seed=1)
    before = table.copy()
    while not table.over:
        before = table.copy() if len(table.moves()) > 1 else before
        table.play(helper.choose(table))
    choice = search().think(InformationSet(before), Budget(simulations=60, seconds=600.0))
    after = before.copy()
    after.play(choice.move)
    while not after.over:
        assert len(after.moves()) == 1
        after.play(after.moves()[0])
    assert choice.scores == pytest.approx([float(score) for score in after.scores], abs=5.0)
