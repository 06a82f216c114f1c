"""Tables of data: what the rows say is what was played, and a run that was stopped gives the same file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import burgomaster as bm
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.registry import game_info
from burgomaster.core.statistics import statistics_of
from burgomaster.lab import dataset, run
from burgomaster.lab.dataset import DatasetError, read_about, write_dataset
from burgomaster.lab.run import Player, Run, make_run
from tests.cases import never, sweep

SUITES = [suite for name in ("petersburg", "suburbia", "spyrium") for suite in all_suites(name)]


def run_of(game: str = "petersburg", players: int = 2, games: int = 60, **asked: Any) -> Run:
    return make_run(game, game_info(game).read(players, asked.pop("options", {})), games=games, **asked)


def table_of(asked: Run, folder: Path, threads: int = 1) -> Any:
    path = folder / f"{asked.game}-{asked.rows}-{'-'.join(asked.bots).replace(':', '')}.parquet"
    write_dataset(asked, path, threads)
    return pq.read_table(path)


@pytest.mark.parametrize(
    "suite",
    sweep(SUITES, never, lambda suite: suite == SUITES[0]),
    ids=lambda suite: f"{suite.game}-{suite.players}",
)
def test_points_by_source_add_up_to_the_score_in_every_variant(suite: Suite) -> None:
    options = game_info(suite.game).read(suite.players, suite.options)
    made = Player(make_run(suite.game, options, games=40, seed=3)).play_games(range(40))
    statistics = statistics_of(suite.game)
    assert statistics is not None
    assert (made.points.sum(axis=2) == made.scores).all()
    game = bm.game(suite.game, players=suite.players, **suite.options)
    assert (bm.simulate(game, games=40, seed=3).scores == made.scores).all()


@pytest.mark.slow
def test_a_row_a_game_says_what_simulate_says(tmp_path: Path) -> None:
    asked = run_of(games=60, seed=5)
    table, played = table_of(asked, tmp_path), bm.simulate(bm.game("petersburg", players=2), games=60, seed=5)
    assert table.column("seed").to_pylist() == list(range(5, 65))
    for seat in range(2):
        assert table.column(f"score_{seat}").to_pylist() == played.scores[:, seat].tolist()
    assert sum(table.column("steps").to_pylist()) == played.steps
    row = table.slice(7, 1).to_pylist()[0]
    assert json.loads(row["options"])["edition"] == "2004" and row["bots"] == "random,random"
    assert (row["winner"] is None) == (row["winners"] > 1)
    assert row["winner"] is None or row[f"rank_{row['winner']}"] == 0


@pytest.mark.slow
def test_a_row_a_decision_replays_to_its_game(tmp_path: Path) -> None:
    rows = table_of(run_of(games=3, seed=9, rows="decision"), tmp_path).to_pylist()
    for number in range(3):
        own = [row for row in rows if row["number"] == number]
        game = bm.game("petersburg", players=2)
        assert game.rules.encoding is not None
        space, table = game.rules.encoding.space(game.options), game.new(seed=9 + number)
        for ply, row in enumerate(own):
            codes = table.legal_codes()
            assert (row["ply"], row["seat"], row["round"]) == (ply, table.to_move, table.round)
            assert (row["legal"], row["score"]) == (len(codes), table.scores[row["seat"]])
            assert game.rules.write_notation(int(space.moves[row["action"]])) == row["move"]
            table.play(row["move"])
            assert row["item"] is None or row["item"] in row["move"]
        assert table.over
        for row in own:
            others = [score for seat, score in enumerate(table.scores) if seat != row["seat"]]
            assert row["final_score"] == table.scores[row["seat"]]
            assert row["margin"] == row["final_score"] - max(others)


@pytest.mark.slow
def test_bots_that_think_are_written_like_kernels(tmp_path: Path) -> None:
    """The same random-looking rows from tables as from kernels: columns, sums, replays."""
    asked = run_of("spyrium", games=2, bots=("search:1", "random"))
    table = table_of(asked, tmp_path)
    assert table.schema.names == table_of(run_of("spyrium", games=2), tmp_path).schema.names
    statistics = statistics_of("spyrium")
    assert statistics is not None
    for row in table.to_pylist():
        for seat in range(2):
            points = [row[f"points_{source}_{seat}"] for source in statistics.sources]
            assert sum(points) == row[f"score_{seat}"]
            assert set(row[f"bought_{seat}"]) <= set(statistics.items)
    decisions = table_of(run_of("spyrium", games=1, bots=("search:1", "random"), rows="decision"), tmp_path)
    again = bm.game("spyrium", players=2).new(seed=1)
    for move in decisions.column("move").to_pylist():
        again.play(move)
    assert again.over and again.scores == [table.column(f"score_{seat}")[0].as_py() for seat in range(2)]


@pytest.mark.thorough
def test_greedy_seats_win_against_random_ones(tmp_path: Path) -> None:
    table = table_of(run_of("spyrium", games=60, bots=("greedy", "random")), tmp_path)
    scores = [np.mean(table.column(f"score_{seat}").to_pylist()) for seat in range(2)]
    assert scores[0] > scores[1] + 5


@pytest.mark.slow
def test_solo_games_have_the_seat_that_plays_by_itself(tmp_path: Path) -> None:
    dale = run_of("suburbia", 1, games=5, options={"solo": "dale"})
    assert {"score_0", "score_1", "bought_1"} <= set(table_of(dale, tmp_path).schema.names)
    lone = run_of("suburbia", 1, games=5, options={"solo": "lone_architect"}, rows="decision")
    assert set(table_of(lone, tmp_path).column("margin").to_pylist()) == {None}


# Files


@pytest.mark.slow
def test_a_file_says_of_itself_what_it_is(tmp_path: Path) -> None:
    asked = run_of(games=5, seed=3, options={"edition": "2014"})
    table_of(asked, tmp_path)
    (path,) = tmp_path.glob("*.parquet")
    about = read_about(path)
    assert about is not None
    assert (about["schema"], about["rules_version"], about["encoding_version"]) == (1, 1, 1)
    assert "--option edition=2014" in about["command"] and "--seed 3" in about["command"]
    schema = pq.read_schema(path)
    assert all(schema.field(name).metadata[b"meaning"] for name in schema.names)
    assert list(tmp_path.iterdir()) == [path]  # no parts are left


def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(run.PART_GAMES, "game", 10)
    monkeypatch.setattr(dataset, "GROUP_ROWS", 25)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_and_gives_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_parts(monkeypatch)
    asked = run_of(games=74)
    whole, stopped = tmp_path / "whole.parquet", tmp_path / "stopped.parquet"
    write_dataset(asked, whole, threads=2)
    write, left = dataset._write, [3]

    def write_some(table: Any, path: Path) -> None:
        if left[0] == 0:
            path.with_suffix(".unfinished").write_bytes(b"PAR1 half")
            raise KeyboardInterrupt
        left[0] -= 1
        write(table, path)

    monkeypatch.setattr(dataset, "_write", write_some)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(asked, stopped)
    assert not stopped.exists()
    monkeypatch.setattr(dataset, "_write", write)
    told: list[int] = []
    assert write_dataset(asked, stopped, 1, told.append) == 44
    assert told[0] == 30 and sum(told) == 74
    assert stopped.read_bytes() == whole.read_bytes()
    assert pq.ParquetFile(stopped).num_row_groups == 3
    assert write_dataset(asked, stopped) == 0  # it is done


@pytest.mark.slow
def test_files_of_other_runs_are_left_alone(tmp_path: Path) -> None:
    asked, path = run_of(games=5), tmp_path / "games.parquet"
    write_dataset(asked, path)
    before = path.read_bytes()
    for other in (run_of(games=6), run_of(games=5, seed=2), run_of("spyrium", games=5)):
        with pytest.raises(DatasetError, match="belongs to another run"):
            write_dataset(other, path)
    path.rename(tmp_path / "kept.parquet")
    path.write_bytes(b"something else")
    with pytest.raises(DatasetError, match="no file that `burgomaster simulate` wrote"):
        write_dataset(asked, path)
    path.unlink()
    with pytest.raises(DatasetError, match="is a folder; name a file"):
        write_dataset(asked, tmp_path)
    folder = tmp_path / "games.parquet.parts"
    folder.mkdir()
    (folder / "run.json").write_text('{"game": "spyrium"}')
    with pytest.raises(DatasetError, match="parts of another run"):
        write_dataset(asked, path)
    assert (tmp_path / "kept.parquet").read_bytes() == before
    with pytest.raises(DatasetError, match="cannot write"):
        write_dataset(asked, tmp_path / "kept.parquet" / "x.parquet")


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with (
        dataset._own(tmp_path / "games.parquet.parts", path),
        pytest.raises(DatasetError, match="another process"),
    ):
        write_dataset(run_of(games=5), path)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for wrong in ({"games": 0}, {"games": 1.5}, {"seed": -1}, {"bots": ("random",) * 3}, {"bots": ()}):
        with pytest.raises(SetupError):
            run_of(**wrong)
    with pytest.raises(OptionError):
        run_of(rows="move")
    for threads in (0, 1.5, "2"):
        with pytest.raises(SetupError):
            write_dataset(run_of(), tmp_path / "games.parquet", threads)  # type: ignore[arg-type]
    with pytest.raises(DatasetError, match="cannot write"):
        write_dataset(run_of(), tmp_path / "no folder" / "games.parquet")
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_a_killed_process_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burgomaster", "simulate", "spyrium", "--games", "60000"]
    whole, killed = tmp_path / "whole.parquet", tmp_path / "killed.parquet"
    subprocess.run([*words, "--out", whole], check=True, capture_output=True)
    process = subprocess.Popen([*words, "--out", killed, "--threads", "1"], stdout=subprocess.DEVNULL)
    folder = tmp_path / "killed.parquet.parts"
    while process.poll() is None and len(list(folder.glob("0*.parquet"))) < 2:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not killed.exists()
    subprocess.run([*words, "--out", killed], check=True, capture_output=True)
    assert killed.read_bytes() == whole.read_bytes()
