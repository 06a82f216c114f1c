"""`burgomaster analyse` on a recorded game: table, JSON and chart."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from burgomaster.cli.main import main
from tests.cli.fixtures import random_record

MOVES = 16


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    replace(random_record(5, MOVES), seats=[{"name": "Anna <&>"}, {"name": "Boris"}]).save(path)
    return path


def test_every_move_has_chances_alternatives_and_a_grade(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(record), "--simulations", "30", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [move["ply"] for move in told["moves"]] == list(range(1, MOVES + 1))
    for move in told["moves"]:
        assert move["grade"] in ("best", "good", "inaccuracy", "mistake", "blunder", "forced")
        if move["grade"] != "forced":
            assert sum(move["chances"]) == pytest.approx(1.0, abs=0.01) and len(move["scores"]) == 2
            assert move["best"][0]["visits"] > 0
    assert sum(sum(seat["grades"].values()) for seat in told["seats"]) == MOVES


def test_the_table_is_for_people_in_both_languages(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--simulations", "10"]) == 0
    assert "points given away" in capsys.readouterr().out
    assert main(["analyse", str(record), "--simulations", "10", "--lang", "ru"]) == 0
    assert "потеряно очков" in capsys.readouterr().out


def test_the_chart_is_a_picture_with_a_line_for_each_seat(record: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert main(["analyse", str(record), "--simulations", "10", "--chart", str(chart)]) == 0
    picture = ElementTree.parse(chart).getroot()
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 4
    assert "Anna <&>" in {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}


def test_a_chart_that_cannot_be_written_and_a_file_that_is_no_record_are_named(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "no" / "chart.svg"
    assert main(["analyse", str(record), "--simulations", "5", "--chart", str(chart)]) == 1
    assert "cannot be written" in capsys.readouterr().err
    path = tmp_path / "nothing.json"
    path.write_text("{}")
    assert main(["analyse", str(path)]) == 1
    assert str(path) in capsys.readouterr().err
