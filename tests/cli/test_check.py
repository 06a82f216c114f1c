"""`burgomaster check`: records that hold, records that do not, and the conformance suite."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import burgomaster as bm
import burgomaster.core.check
from burgomaster.core.table import Record
from tests.cli.fixtures import Run, random_record


def test_a_good_record_is_praised_in_one_line_and_for_programs(
    run: Run, record_file: Path, finished: Record
) -> None:
    result = run("check", record_file)
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\n") == 1
    assert f"{len(finished.moves)} moves" in result.out
    result = run("check", record_file, "--json")
    found = json.loads(result.out)
    assert result.code == 0
    assert found["ok"] is True
    assert {"scores": found["scores"], "winners": found["winners"]} == finished.result


def test_an_unfinished_record_is_good_so_far(run: Run, tmp_path: Path) -> None:
    random_record(3, n_moves=21).save(tmp_path / "part.json")
    result = run("check", tmp_path / "part.json", "--lang", "ru")
    assert result.code == 0
    assert "21 ход," in result.out
    assert "не окончена" in result.out


def test_a_false_result_is_found_and_an_illegal_move_named_with_its_number(
    run: Run, tmp_path: Path, finished: Record
) -> None:
    assert finished.result is not None
    scores = [score + 1 for score in finished.result["scores"]]
    replace(finished, result={"scores": scores}).save(tmp_path / "boast.json")
    result = run("check", tmp_path / "boast.json")
    assert (result.code, result.out) == (1, "")
    assert str(scores) in result.err
    moves = list(finished.moves)
    moves[40] = "buy observatory_2014"
    replace(finished, moves=moves).save(tmp_path / "cheat.json")
    result = run("check", tmp_path / "cheat.json")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert 'move 41, "buy observatory_2014"' in result.err
    found = json.loads(run("check", tmp_path / "cheat.json", "--json").out)
    assert (found["ok"], found["move"]) == (False, 41)


def stub_suite(monkeypatch: pytest.MonkeyPatch, passed: bool) -> list[dict[str, Any]]:
    """Replace the conformance suite, which takes long; what it was asked for."""
    asked = []

    def check_game(game: Any, games: int, seed: int, progress: Any) -> Any:
        asked.append({"players": game.players, "games": games, "seed": seed})
        progress("cards_conserved")
        check = SimpleNamespace(name="cards_conserved", passed=passed, detail="7 games")
        return SimpleNamespace(ok=passed, checks=[check])

    monkeypatch.setattr(burgomaster.core.check, "check_game", check_game)
    return asked


def test_the_suite_runs_for_every_number_of_players_of_a_variant(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = stub_suite(monkeypatch, passed=True)
    result = run("check", "--game", "petersburg", "--games", "7", "--seed", "3")
    assert result.code == 0
    assert asked == [{"players": n, "games": 7, "seed": 3} for n in (2, 3, 4)]
    assert result.out.count("passed: cards_conserved (7 games)") == 3
    asked = stub_suite(monkeypatch, passed=True)
    words = ("check", "--game", "petersburg", "--edition", "2014", "--expansions", "market", "--games", "2")
    result = run(*words)
    assert result.code == 0
    assert [suite["players"] for suite in asked] == [2, 3, 4, 5]
    assert "petersburg 2014 + Market, 5 players" in result.out


def test_a_failed_check_of_the_suite_exits_with_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stub_suite(monkeypatch, passed=False)
    result = run("check", "--game", "petersburg", "--players", "2", "--json")
    found = json.loads(result.out)
    assert (result.code, found["ok"], len(found["suites"])) == (1, False, 1)
    assert run("check", "--game", "petersburg", "--players", "2").out.count("FAILED") == 1


@pytest.mark.parametrize("passed", [True, False])
def test_all_variants_are_checked_and_told_in_a_table(
    run: Run, monkeypatch: pytest.MonkeyPatch, passed: bool
) -> None:
    asked = stub_suite(monkeypatch, passed=passed)
    variants = bm.games()[0]["variants"]
    n_suites = sum(len(variant["players"]) for variant in variants)
    result = run("check", "--game", "petersburg", "--all", "--games", "3", "--lang", "ru")
    assert result.code == int(not passed)
    assert (len(asked), {suite["games"] for suite in asked}) == (n_suites, {3})
    assert result.out.count(f"{int(passed)} из 1") == n_suites
    assert len(re.findall(r"^ 2004 \+ Ассамблея \+ Новая Россия +5 ", result.out, re.M)) == 1
    assert result.out.count("cards_conserved: 7 games") == (0 if passed else n_suites)
    found = json.loads(run("check", "--game", "petersburg", "--all", "--json").out)
    assert (found["ok"], len(found["suites"])) == (passed, n_suites)
    assert found["suites"][-1]["options"] == variants[-1]["options"]


def test_a_terminal_sees_how_far_the_checks_are(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def check_game(game: Any, games: int, seed: int, progress: Any) -> Any:
        for name in burgomaster.core.check.CHECKS:
            progress(name)
        return SimpleNamespace(ok=True, checks=[])

    monkeypatch.setattr(burgomaster.core.check, "check_game", check_game)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "160")
    result = run("check", "--game", "petersburg", "--all")
    assert result.code == 0
    n_suites = sum(len(variant["players"]) for variant in bm.games()[0]["variants"])
    n_checks = n_suites * len(burgomaster.core.check.CHECKS)
    assert f"{n_checks - 1}/{n_checks}" in result.err
    assert "petersburg 2014 + Market, 5 players: interpreted_is_compiled" in result.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--game petersburg --all --players 2", "--all runs every variant: it goes with no --players"),
        ("--game petersburg --all --edition 2014 --expansions market", "no --edition, --expansions"),
        ("game.json --all", "--all belongs to --game"),
        ("game.json --cards x.json", "--cards belongs to --game"),
    ],
)
def test_what_all_does_not_go_with(run: Run, words: str, said: str) -> None:
    result = run("check", *words.split())
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert said in result.err
