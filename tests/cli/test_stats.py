"""`burgomaster simulate` and `burgomaster stats`, as people and programs call them; the page on data."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from burgomaster.core.statistics import statistics_of
from tests.cli.fixtures import Run, random_record

pytestmark = pytest.mark.slow  # a kernel of their own is compiled for them
PAGE = Path(__file__).parents[2] / "docs" / "data.md"


@pytest.fixture
def data(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "games.parquet"
    assert run("simulate", "petersburg", "--games", "40", "--out", path, "--threads", "1").code == 0
    return path


def test_simulate_says_what_it_wrote_and_writes_decisions(run: Run, data: Path, tmp_path: Path) -> None:
    again = run("simulate", "petersburg", "--games", "40", "--out", data, "--lang", "ru")
    assert again.code == 0 and "уже были записаны" in again.out
    words = ["simulate", "petersburg", "--rows", "decision", "--games", "2", "--json", "--out"]
    told = json.loads(run(*words, tmp_path / "d.parquet").out)
    assert told["games"] == told["games_played_now"] == 2 and told["rows"] > 100


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["--games", "41"], 1, "belongs to another run"),
        (["--games", "0"], 2, "from 1"),
        (["--bots", "clever"], 2, "clever"),
        (["--bots", "random,random,random", "--players", "2"], 2, "3 bots were named for 2 seats"),
        (["--edition", "1812"], 2, "1812"),
        (["--rows", "move"], 2, "move"),
    ],
)
def test_what_simulate_cannot_do_is_said(
    run: Run, data: Path, words: list[str], code: int, said: str
) -> None:
    before = data.read_bytes()
    refused = run("simulate", "petersburg", "--out", data, *words)
    assert (refused.code, said in refused.err) == (code, True)
    assert data.read_bytes() == before


def test_without_pyarrow_the_extra_is_named(
    run: Run, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    for module in ("burgomaster.cli.simulation", "burgomaster.lab.game_files"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: None if name == "pyarrow" else find(name))
    for words in (["simulate", "petersburg", "--out", tmp_path / "x.parquet"], ["stats", data]):
        refused = run(*words)
        assert refused.code in (1, 2) and "burgomaster[lab]" in refused.err


def test_stats_are_tables_for_people_in_both_languages_and_for_programs(run: Run, data: Path) -> None:
    english, russian = run("stats", data).out, run("stats", data, "--lang", "ru").out
    assert "Saint Petersburg, 2004, 2 players: 40 games" in english and "Where points come from" in english
    assert "Откуда очки" in russian and "Чиновники" in russian and "█" in english
    (told,) = json.loads(run("stats", data, "--json", "--top", "5").out)
    assert told["games"] == 40 and len(told["items"]) == 5 and len(told["seats"]) == 2
    assert sum(row["share"] for row in told["scores"]) == pytest.approx(1.0, abs=1e-4)
    known = statistics_of("petersburg")
    assert known is not None and {row["id"] for row in told["items"]} <= set(known.items)
    rows = list(csv.DictReader(io.StringIO(run("stats", data, "--csv", "--table", "seats").out)))
    assert [row["id"] for row in rows] == ["0", "1"]
    assert sum(float(row["wins"]) for row in rows) == pytest.approx(1.0, abs=1e-4)
    assert run("stats", data, "--csv", "--json").code == 2


def test_the_chart_is_a_picture(run: Run, data: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert run("stats", data, "--svg", chart, "--table", "seats", "--top", "3").code == 0
    picture = ElementTree.parse(chart).getroot()
    texts = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert "Saint Petersburg, 2004, 2 players: 40 games" in texts
    assert run("stats", data, "--svg", tmp_path / "no" / "chart.svg").code == 1


def test_records_and_folders_are_counted_and_others_left_out(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for seed in range(3):
        random_record(seed).save(folder / f"{seed}.json")
    random_record(4, 10).save(folder / "unfinished.json")
    (folder / "of_others.parquet").write_bytes(b"PAR1 but not ours")
    (folder / "of_spark.parquet").mkdir()
    found = run("stats", folder, "--json")
    assert found.code == 0 and json.loads(found.out)[0]["games"] == 3
    assert "unfinished.json" in found.err and "not over" in found.err and "of_others.parquet" in found.err
    named = run("stats", folder, folder / "of_others.parquet")
    assert named.code == 1 and "is no table of games" in named.err
    nothing = run("stats", folder / "unfinished.json", "--lang", "ru")
    assert nothing.code == 1 and "нет ни одной законченной" in nothing.err
