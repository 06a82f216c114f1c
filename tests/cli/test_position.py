"""`burgomaster position`, and what `play` and `analyse` do with a position's text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import burgomaster as bm
from tests.cli.fixtures import Run, random_record

MOVES = 24


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    random_record(5, MOVES, players=3).save(path)
    return path


def test_a_record_gives_the_text_of_each_of_its_positions(run: Run, record: Path) -> None:
    table = bm.Record.load(record).replay()
    assert run("position", record).out.strip() == table.position()
    assert run("position", record, "--seat", "1", "--counted").out.strip() == table.position(1, counted=True)
    table.undo()
    watched = run("position", record, "--seat", "watch", "--move", MOVES - 1)
    assert watched.out.strip() == table.position(None)
    assert run("position", record, "--move", "99").code == 2
    assert run("position", record, "--seat", "3").code == 2


def test_a_text_is_explained_as_far_as_it_tells(run: Run, record: Path) -> None:
    table = bm.Record.load(record).replay()
    assert table.to_move is not None
    other = (table.to_move + 1) % 3
    assert table.moves()[0].notation in run("position", table.position()).out
    assert table.moves()[0].notation in run("position", table.position(table.to_move)).out
    told = json.loads(run("position", table.position(other), "--json").out)
    assert told["moves"] == [] and told["view"] == table.view(other) and told["knowledge"] == other
    assert "знает место 1" in run("position", table.position(1), "--lang", "ru").out


def test_a_wrong_text_is_refused_in_words(run: Run, record: Path) -> None:
    text = bm.Record.load(record).replay().position(0)
    for command in (
        ["position", text[:-3]],
        ["analyse", "--position", text[:-3]],
        ["play", "--position", text[:-3]],
    ):
        refused = run(*command)
        assert refused.code == 1 and "3 characters are missing" in refused.err
        assert "не хватает символов: 3" in run(*command, "--lang", "ru").err


def test_play_goes_on_from_a_text_with_the_person_in_its_seat(run: Run, record: Path, tmp_path: Path) -> None:
    table = bm.Record.load(record).replay()
    kept = tmp_path / "kept.json"
    text = table.position(1)
    begun = run("play", "--position", text, "--bots", "random", "--seed", "4", "--file", kept)
    assert begun.code == 0
    loaded = bm.Record.load(kept)
    assert loaded.setup == {"position": text} and "bot" not in loaded.seats[1]
    assert [seat.get("bot") for seat in loaded.seats] == ["random", None, "random"]
    assert loaded.replay().view(1)["players"][1]["hand"] == table.view(1)["players"][1]["hand"]
    assert run("play", "--resume", kept).code == 0
    assert run("check", kept).code == 0
    refused = run("play", "petersburg", "--players", "2", "--position", text)
    assert refused.code == 2 and "game, players" in refused.err


def test_analyse_says_what_each_move_of_a_position_is_worth(run: Run, record: Path) -> None:
    table = bm.Record.load(record).replay()
    text = table.position(table.to_move)
    told = json.loads(run("analyse", "--position", text, "--simulations", "20", "--json").out)
    assert {move["move"] for move in told["moves"]} == {move.notation for move in table.moves()}
    assert told["to_move"] == table.to_move and told["best"] in {move["move"] for move in told["moves"]}
    assert "Expected scores" in run("analyse", "--position", text, "--simulations", "20").out
    for wrong in ([], [record, "--position", text], ["--position", text, "--chart", "x.svg"]):
        assert run("analyse", *wrong).code == 2
