"""`burgomaster explain`: why a move was good or bad, in words and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgomaster.bots.reasons import explainer_of
from tests.cli.fixtures import Run, random_record

FEW = ("--simulations", "20")
MOVE = 7  # that was a choice


@pytest.fixture
def beginning(tmp_path: Path) -> Path:
    path = tmp_path / "beginning.json"
    random_record(7, 12).save(path)
    return path


def test_a_move_is_explained_in_words_of_both_languages(run: Run, beginning: Path) -> None:
    told = run("explain", beginning, "--move", MOVE, *FEW)
    assert told.code == 0
    for words in (
        f"Move {MOVE}, round 1",
        "Played: ",
        "in points of lead",
        "Since this player’s move",
        "no proof",
    ):
        assert words in told.out, told.out
    again = run("explain", beginning, "--move", MOVE, *FEW, "--lang", "ru")
    assert (
        f"Ход {MOVE}, раунд 1" in again.out and "ожидаемый перевес" in again.out and "Played" not in again.out
    )


def test_the_parts_of_the_json_add_up_and_repeat(run: Run, beginning: Path) -> None:
    told = run("explain", beginning, "--move", MOVE, *FEW, "--json")
    assert told.out == run("explain", beginning, "--move", MOVE, *FEW, "--json").out
    found = json.loads(told.out)
    [move] = found["moves"]
    assert found["has_reasons"] and not found["over"] and move["ply"] == MOVE
    since = move["since"]
    total = sum(part["points"] for part in since["reasons"])
    assert total == pytest.approx(since["now"] - since["lead"], abs=0.02)
    assert all(part["text"] for part in since["reasons"])


def test_without_a_move_the_worst_decisions_of_each_seat_are_explained(run: Run, beginning: Path) -> None:
    moves = json.loads(run("explain", beginning, *FEW, "--json").out)["moves"]
    losses = {seat: [one["loss"] for one in moves if one["seat"] == seat] for seat in (0, 1)}
    assert all(len(own) <= 3 and own == sorted(own, reverse=True) for own in losses.values()) and moves
    own = json.loads(run("explain", beginning, "--seat", "1", *FEW, "--json").out)["moves"]
    assert own == [one for one in moves if one["seat"] == 1]


def test_wrong_numbers_and_seats_are_refused_in_one_line(run: Run, beginning: Path, tmp_path: Path) -> None:
    assert "12 moves" in run("explain", beginning, "--move", 13).err
    assert run("explain", beginning, "--move", 13).code == 2
    assert run("explain", beginning, "--move", 0).code == run("explain", beginning, "--move", "x").code == 2
    maker = json.loads(run("explain", beginning, "--move", 2, *FEW, "--json").out)["moves"][0]["seat"]
    other = run("explain", beginning, "--move", 2, "--seat", 1 - maker)
    assert other.code == 2 and f"seat {maker}" in other.err
    assert run("explain", beginning, "--seat", "Nobody").code == 2
    empty = tmp_path / "empty.json"
    random_record(7, 0).save(empty)
    nothing = run("explain", empty)
    assert nothing.code == 1 and "nothing has been played" in nothing.err
    assert run("explain", tmp_path / "none.json").code == 1


def test_a_finished_game_and_its_last_move(run: Run, record_file: Path) -> None:
    last = len(json.loads(record_file.read_text())["moves"])
    told = run("explain", record_file, "--move", last, *FEW)
    assert told.code == 0 and "the final count" in told.out


def test_a_game_without_a_net_gets_the_plain_analysis(
    run: Run, beginning: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgomaster.bots.reasons.has_net", lambda game: False)
    explainer_of.cache_clear()
    try:
        told = run("explain", beginning, "--move", MOVE, *FEW)
    finally:
        explainer_of.cache_clear()
    assert told.code == 0 and "There is no trained net" in told.out and "Since" not in told.out
