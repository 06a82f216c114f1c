"""What is counted in many games: by hand, and the same from records as from tables of data."""

from __future__ import annotations

import gzip
import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_info
from burgomaster.lab.dataset import write_dataset
from burgomaster.lab.game_files import read_facts
from burgomaster.lab.run import make_run
from burgomaster.lab.totals import Facts, FactsError, Totals, bins_of, count_all, describe_numbers, rate

GROUP = ("spyrium", "standard", 2)


def facts(scores: list[list[int]], ranks: list[list[int]], bought: list[tuple[int, int, int]]) -> Facts:
    games, seats, items = (np.array(column, np.int64) for column in zip(*bought, strict=True))
    return Facts(
        GROUP, np.array(scores), np.array(ranks), np.array([10] * len(scores)), np.array([6] * len(scores)),
        None, games, seats, items,
    )  # fmt: skip


def test_wins_of_buyers_are_counted_once_a_game() -> None:
    totals = Totals(GROUP)
    totals.add(facts([[10, 5], [4, 8]], [[0, 1], [1, 0]], [(0, 0, 3), (0, 0, 3), (1, 0, 3), (1, 1, 4)]))
    totals.add(facts([[7, 7]], [[0, 0]], [(0, 1, 3)]))
    three, four = totals.items()
    assert (three.item, three.copies, three.buyers) == (3, 4 / 3, 3) and three.share == 3 / 6
    assert three.wins.share == pytest.approx((1 + 0 + 0.5) / 3) and three.score == pytest.approx(21 / 3)
    assert (four.item, four.buyers, four.wins.share) == (4, 1, 1.0)
    assert [seat.wins.share for seat in totals.seats()] == [0.5, 0.5]
    assert [seat.score for seat in totals.seats()] == [7.0, pytest.approx(20 / 3)]


def test_an_interval_holds_the_truth_in_nearly_all_cases() -> None:
    chance, held = random.Random(1), 0
    for _ in range(400):
        wins = sum(chance.random() < 0.3 for _ in range(60))
        found = rate(wins, 60)
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.98
    assert rate(0, 10).low == 0.0 and rate(10, 10).high == 1.0


def test_numbers_are_described() -> None:
    told = describe_numbers(Counter([1, 2, 3, 4, 10]))
    assert (told["mean"], told["median"], told["least"], told["most"]) == (4.0, 3, 1, 10)
    assert told["deviation"] == pytest.approx(math.sqrt(10))
    assert bins_of(Counter([-3, 0, 4]), 4) == [(-3, -1, 1), (0, 4, 2)]
    assert bins_of(Counter({7: 3}), 16) == [(7, 7, 3)]
    far = bins_of(Counter(dict.fromkeys(range(100), 100) | {900: 1, -50: 1}), 16)
    assert (far[0][0], far[-1][1]) == (-50, 900) and sum(n for _, _, n in far) == 10_002 and len(far) == 10


def played(game: str, seed: int) -> Any:
    table, chance = bm.game(game, players=2).new(seed=seed), random.Random(seed)
    while not table.over:
        table.step(chance.choice(table.legal_codes()))
    return table


def read_all(*paths: Path) -> tuple[list[Totals], list[BurgomasterError]]:
    left_out: list[BurgomasterError] = []
    return count_all(one for path in paths for one in read_facts(path, left_out.append)), left_out


@pytest.mark.slow
def test_records_and_tables_of_the_same_games_give_the_same_numbers(tmp_path: Path) -> None:
    asked = make_run("petersburg", game_info("petersburg").read(2, {}), games=4, seed=2, rows="decision")
    write_dataset(asked, tmp_path / "decisions.parquet")
    write_dataset(
        make_run("petersburg", game_info("petersburg").read(2, {}), games=4, seed=2),
        tmp_path / "games.parquet",
    )
    import pyarrow.parquet as pq

    rows = pq.read_table(tmp_path / "decisions.parquet").to_pylist()
    with gzip.open(tmp_path / "records.jsonl.gz", "wt") as file:
        for number in range(4):
            table = bm.game("petersburg", players=2).new(seed=2 + number)
            for row in rows:
                if row["number"] == number:
                    table.play(row["move"])
            file.write(json.dumps(table.record().to_json()) + "\n")
    (records,), left_out = read_all(tmp_path / "records.jsonl.gz")
    (games,), _ = read_all(tmp_path / "games.parquet")
    (decisions,), _ = read_all(tmp_path / "decisions.parquet")
    assert not left_out and records.games == games.games == decisions.games == 4
    assert records.seats() == games.seats() == decisions.seats()
    assert records.sources() == games.sources() and decisions.sources() == []
    assert records.items() == games.items() == decisions.items()
    assert records.steps == games.steps == decisions.steps and records.rounds == games.rounds
    assert sum(one.mean for one in games.sources()) == pytest.approx(describe_numbers(games.scores)["mean"])


def test_what_cannot_be_counted_is_named_and_left_out(tmp_path: Path) -> None:
    table = played("spyrium", 3)
    good = json.dumps(table.record().to_json())
    table.undo()
    unfinished = json.dumps(table.record().to_json())
    forged = json.dumps({**json.loads(good), "result": {"scores": [999, 0]}})
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([good, "", unfinished, forged, "{half", json.dumps({"format": 5})]))
    (totals,), left_out = read_all(path)
    assert totals.games == 1
    assert [error.message.key for error in left_out] == [
        "record.unfinished", "record.result", "record.not_json", "record.format",
    ]  # fmt: skip


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(FactsError, match="no table of games"):
        read_all(path)
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(FactsError, match="no table of games"):
        read_all(path)
    with pytest.raises(BurgomasterError, match="cannot read"):
        read_all(tmp_path / "missing.json")


def test_games_that_began_in_the_middle_count_but_for_their_sources(tmp_path: Path) -> None:
    table = bm.game("spyrium", players=2).new(seed=1)
    for _ in range(10):
        table.step(table.legal_codes()[0])
    table = bm.from_position(table.position())
    while not table.over:
        table.step(table.legal_codes()[-1])
    table.record().save(tmp_path / "game.json")
    (totals,), left_out = read_all(tmp_path / "game.json")
    assert not left_out and totals.games == 1 and totals.sources() == []
