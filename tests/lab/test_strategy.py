"""What strong players do: games of a net against itself that are counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgomaster.cli.strategy import to_text
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import load_game
from burgomaster.lab import strategy
from burgomaster.lab.strategy_kernels import NOTHING, count_offers
from tests.cli.fixtures import Run

GAME = "petersburg"


@pytest.fixture(scope="module")
def both() -> strategy.Described:
    return strategy.play(load_game(GAME, players=3), 25, 7, 1)


@pytest.fixture(scope="module")
def counted(both: strategy.Described) -> dict[str, Any]:
    return both[0]


@pytest.mark.thorough
def test_what_is_counted_adds_up(counted: dict[str, Any]) -> None:
    assert (counted["players"], counted["games"]) == (3, 25)
    for who in ("winners", "others"):  # every point has a source
        assert sum(one[who] for one in counted["sources"]) == pytest.approx(counted["scores"][who], abs=0.1)
    assert sum(counted["seats"]) == pytest.approx(1.0, abs=0.001)
    assert sum(one["wins"] for one in counted["openings"]) == pytest.approx(25, abs=0.5)
    for item in counted["items"]:
        assert sum(row[1] for row in item["rounds"]) == item["copies"] >= item["buyers"] >= item["wins"]
    assert sum(item["copies"] for item in counted["items"]) > 25 * 3 * 10


@pytest.mark.thorough
def test_nets_buy_what_is_worth_it(counted: dict[str, Any]) -> None:
    """The mean over all chances is higher where most of them are taken than where few are."""
    rows = [row for item in counted["items"] for row in item["rounds"] if row[3] is not None]
    often = [row[3] for row in rows if row[1] > 0.5 * row[2]]
    seldom = [row[3] for row in rows if row[1] < 0.1 * row[2]]
    assert often and seldom and np.mean(often) > 0.0 > np.mean(seldom)


@pytest.mark.thorough
def test_threads_and_parts_change_nothing(both: strategy.Described) -> None:
    steps: list[int] = []
    assert strategy.play(load_game(GAME, players=3), 25, 7, 2, steps.append) == both
    assert steps == [20, 5]


@pytest.mark.thorough
def test_the_tree_begins_with_what_was_bought_first(both: strategy.Described) -> None:
    counted, tree = both
    beginning = tree["nodes"][0]
    assert (tree["players"], tree["games"]) == (3, 25) and beginning["id"] == ""
    assert beginning["seats"] == sum(one["buyers"] for one in counted["openings"])
    first = {one["id"]: one["buyers"] for one in counted["openings"]}
    rows = beginning["rows"]
    assert rows and all(bought == first.get(item, 0) for item, _, bought, *_ in rows)


@pytest.mark.thorough
def test_only_the_first_games_are_followed(monkeypatch: pytest.MonkeyPatch, both: strategy.Described) -> None:
    monkeypatch.setattr(strategy, "FOLLOWED", 20)
    counted, tree = strategy.play(load_game(GAME, players=3), 25, 7, 1)
    assert counted == both[0] and tree["games"] == 20


def test_what_a_purchase_is_worth_is_against_the_best_move_without_it() -> None:
    count = getattr(count_offers, "py_func", count_offers)
    counts = np.zeros((4, 3, 2))
    count(2, np.array([1.0, 4.0, NOTHING, 2.5, 4.0]), counts)
    assert counts[:, 2].tolist() == [[1.0, 0.0], [0.0, 0.0], [1.0, -1.5], [1.0, 0.0]]
    count(1, np.array([NOTHING, 5.0, NOTHING, 2.0, NOTHING]), counts)
    assert counts[:, 1].tolist() == [[1.0, 3.0], [0.0, 0.0], [1.0, -3.0], [0.0, 0.0]]
    count(0, np.array([NOTHING, 5.0, NOTHING, NOTHING, NOTHING]), counts)  # nothing to compare it with
    assert not counts[:, 0].any()


@pytest.mark.thorough
def test_the_command_writes_a_file_that_says_where_it_comes_from(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "strategy.json"
    result = run("strategy", GAME, "--games", "2", "--seed", "5", "--threads", "1", "--out", str(path))
    assert result.code == 0 and str(path) in result.out
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["provenance"]["command"] == f"burgomaster strategy {GAME} --games 2 --seed 5"
    for part in (found, found["openings"]):
        assert [table["players"] for table in part["tables"]] == [2, 3, 4]
    assert len(found["provenance"]["net"]) == 16 and found["openings"]["provenance"] == found["provenance"]
    assert path.read_text(encoding="utf-8") == to_text(found) and path.read_text().count("\n{") > 50
    nowhere = run("strategy", GAME, "--games", "2", "--out", str(tmp_path / "no" / "file.json"))
    assert nowhere.code == 1 and "no/file.json" in nowhere.err
    assert run("strategy", "chess").code == 2 or run("strategy", "chess").code == 1


def test_a_game_without_a_net_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgomaster.bots.net_file.has_net", lambda game: False)
    refused = run("strategy", GAME, "--lang", "ru")
    assert refused.code == 2 and GAME in refused.err and statistics_of(GAME) is not None
