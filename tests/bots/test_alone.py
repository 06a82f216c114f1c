"""Another net for whoever plays alone: every player by a net takes the one that is for its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots import net_file, reasons
from burgomaster.bots.bot import Budget
from burgomaster.bots.explanations import explainer_for
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import Weights
from burgomaster.bots.net_bot import NetBot
from burgomaster.bots.net_file import change_for_one, net_of, split_tail, write_net
from burgomaster.bots.search_bot import SearchBot
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Table
from burgomaster.lab.strategy import empty, net_games
from tests.cases import every
from tests.learning.nets import any_alone, any_net, layout, write_both

FACTS = {"game": "suburbia", "inputs": str(layout("suburbia").version)}
LONE: dict[str, Any] = {"players": 1, "solo": "lone_architect"}
PLAYED: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "alone": LONE,
    "three": {"players": 3},
    "the automaton": {"players": 1, "solo": "dale"},
}
FEW = Budget(40, 600.0)


def first_table(played: str) -> Table:
    return bm.game("suburbia", **PLAYED[played]).new(seed=3)


@pytest.fixture
def paths(tmp_path: Path) -> dict[str, Path]:
    """Three files: the shared net, the net for one as a whole one, and both in one file."""
    found = {name: tmp_path / f"{name}.safetensors" for name in ("shared", "changed", "both")}
    write_net(found["shared"], any_net("suburbia"), FACTS)
    write_both(found["both"], any_net("suburbia"), FACTS, any_alone("suburbia", n_inputs=800))
    return found


def same(found: Weights, other: Weights) -> bool:
    return all(np.array_equal(one, another) for one, another in zip(found, other, strict=True))


def right_net(path: Path, played: str) -> Weights:
    """The net that is for a game, put together here from what the file says."""
    shared = net_file.read_net(path, layout("suburbia"))[0]
    alone = net_file.read_alone(path)
    assert alone is not None
    return change_for_one(shared, alone) if played == "alone" else shared


def outcome(table: Table, bot: Any) -> list[tuple[int, float, float]]:
    choice = bot.think(InformationSet(table), FEW)
    return [(one.move.code, one.result, one.lead) for one in choice.estimates]


def net_bot_with(weights: Weights, seed: int) -> NetBot:
    """A player by a net that is given to it, whatever the game."""
    bot: Any = NetBot(seed)
    bot._weights = lambda game: weights
    return bot  # type: ignore[no-any-return]


@every("played", PLAYED)
def test_a_net_evaluates_the_game_that_it_is_for(played: str, paths: dict[str, Path]) -> None:
    table, right = first_table(played), right_net(paths["both"], played)
    found = outcome(table, bm.bot(f"net:{paths['both']}", seed=5))
    assert found == outcome(table, net_bot_with(right, 5))
    is_shared = found == outcome(table, bm.bot(f"net:{paths['shared']}", seed=5))
    assert is_shared == (played != "alone")


@every("played", PLAYED)
def test_a_search_evaluates_by_the_net_for_its_game_also_a_single_move(
    played: str, paths: dict[str, Path]
) -> None:
    table, right = first_table(played), right_net(paths["both"], played)
    bot = SearchBot(5, 5, Budget(), path=str(paths["both"]))
    found = outcome(table, bot)
    assert bot._judge is not None and same(bot._judge.weights, right)
    is_shared = found == outcome(table, SearchBot(5, 5, Budget(), path=str(paths["shared"])))
    assert is_shared == (played != "alone")
    bot = SearchBot(5, 5, Budget(), path=str(paths["both"]))
    bot.estimate_move(InformationSet(table), table.moves()[0], FEW)
    assert bot._judge is not None and same(bot._judge.weights, right)


@every("kind", ["net", "search"])
def test_one_bot_plays_by_the_right_net_after_another_game(kind: str, paths: dict[str, Path]) -> None:
    """What it thought of the game before is not in what it thinks of the next one."""

    def make() -> Any:
        return bm.bot(f"{kind}:{paths['both']}", seed=5)

    order = ["two", "alone", "alone", "two", "the automaton", "alone"]
    kept = make()
    for played in order:
        kept.choose(first_table(played))
        judge = getattr(kept, "_judge", None)
        if judge is not None:
            assert same(judge.weights, right_net(paths["both"], played)), played
        else:
            found = kept._weights(first_table(played).game)
            assert same(found, right_net(paths["both"], played)), played


def test_a_bot_that_was_kept_evaluates_a_game_alone_as_a_new_one_does(paths: dict[str, Path]) -> None:
    kept, table = bm.bot(f"search:{paths['both']}", seed=5), first_table("alone")
    outcome(first_table("two"), kept)
    new = SearchBot(5, 5, Budget(), path=str(paths["both"]))
    new._random.setstate(kept._random.getstate())  # type: ignore[attr-defined]
    assert outcome(table, kept) == outcome(table, new)


@pytest.fixture
def own_net(paths: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the file with both nets be the one that comes with the game."""
    monkeypatch.setattr(net_file, "net_path", lambda game: paths["both"])
    reasons.explainer_of.cache_clear()
    yield paths["both"]
    reasons.explainer_of.cache_clear()


@every("played", PLAYED)
def test_moves_are_explained_by_the_net_that_evaluates_them(played: str, own_net: Path) -> None:
    explainer, right = explainer_for(first_table(played).game), right_net(own_net, played)
    assert explainer is not None
    np.testing.assert_array_equal(explainer._lines.ravel(), right.lines)
    for name, table in split_tail(right.tail).items():
        np.testing.assert_array_equal(explainer._tail[name], table)


@every("played", PLAYED)
def test_strategies_are_counted_by_the_net_that_plays_them(played: str, own_net: Path) -> None:
    game, statistics = first_table(played).game, statistics_of("suburbia")
    assert statistics is not None
    found = net_games(game, statistics, empty(2, game.n_seats, statistics))
    assert same(found.players.weights, right_net(own_net, played))


def test_a_game_alone_has_a_net_of_its_own(own_net: Path) -> None:
    assert net_of("suburbia") is not net_of("suburbia", n_seats=1)
