"""The games of a table of data (lab/dataset.py), a row group at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import statistics_of
from burgomaster.lab.dataset import read_about
from burgomaster.lab.facts import Facts, FactsError, Group, group_of
from burgomaster.lab.run import SCHEMA


def read_table_facts(path: Path) -> Iterator[Facts]:
    """Read the games of a file that `burgomaster simulate` wrote; FactsError for any other."""
    about = read_about(path)
    if about is None or about.get("rows") not in READERS:
        raise FactsError("dataset.not_ours", path=path)
    if about.get("schema") != SCHEMA:
        raise FactsError("dataset.schema", path=path, found=about.get("schema"), wanted=SCHEMA)
    if about["game"] not in game_names():
        raise FactsError("dataset.game", given=repr(about["game"])[:40], known=", ".join(game_names()))
    group = group_of(about["game"], about["options"])
    n_seats = group[2] + len(game_info(about["game"]).automatic_seats(about["options"]))
    file = pq.ParquetFile(path)
    for number in range(file.num_row_groups):
        yield READERS[about["rows"]](group, n_seats, file.read_row_group(number))


def read_game_rows(group: Group, n_seats: int, table: Any) -> Facts:
    """Read rows of games."""
    statistics = statistics_of(group[0])
    games, seats, items = [], [], []
    points = None
    if statistics is not None:
        names = statistics.sources
        points = np.stack(
            [
                np.stack([numbers(table, f"points_{name}_{seat}") for name in names], axis=1)
                for seat in range(n_seats)
            ],
            axis=1,
        )
        for seat in range(n_seats):
            owners, bought = bought_of(table.column(f"bought_{seat}"), statistics.items)
            games.append(owners)
            seats.append(np.full(len(owners), seat))
            items.append(bought)
    return Facts(
        group,
        scores=np.stack([numbers(table, f"score_{seat}") for seat in range(n_seats)], axis=1),
        ranks=np.stack([numbers(table, f"rank_{seat}") for seat in range(n_seats)], axis=1),
        steps=numbers(table, "steps"),
        rounds=numbers(table, "rounds"),
        points=points,
        item_games=joined(games),
        item_seats=joined(seats),
        items=joined(items),
    )


def bought_of(column: Any, known: Any) -> tuple[Any, Any]:
    """Read a column of lists of items: the row and the number of each item."""
    lists = column.combine_chunks()
    lists = lists.chunk(0) if isinstance(lists, pa.ChunkedArray) else lists
    rows = np.repeat(np.arange(len(lists)), np.diff(lists.offsets.to_numpy()))
    return rows, item_numbers(lists.flatten(), known)


def item_numbers(words: Any, known: Any) -> Any:
    """Turn the ids of items into their numbers, -1 for none and for unknown ones."""
    coded = words.combine_chunks() if isinstance(words, pa.ChunkedArray) else words
    coded = coded.chunk(0) if isinstance(coded, pa.ChunkedArray) else coded
    if not isinstance(coded, pa.DictionaryArray):
        coded = coded.dictionary_encode()
    place = {id: number for number, id in enumerate(known)}
    table = np.array([*(place.get(word, -1) for word in coded.dictionary.to_pylist()), -1], np.int64)
    return table[coded.indices.fill_null(len(table) - 1).to_numpy(zero_copy_only=False)]


def read_decision_rows(group: Group, n_seats: int, table: Any) -> Facts:
    """Read rows of decisions; a game never lies in two row groups."""
    statistics = statistics_of(group[0])
    found, game = np.unique(numbers(table, "number"), return_inverse=True)
    seat = numbers(table, "seat")
    scores, ranks = np.zeros((len(found), n_seats), np.int64), np.full((len(found), n_seats), n_seats)
    scores[game, seat], ranks[game, seat] = numbers(table, "final_score"), numbers(table, "final_rank")
    rounds = np.zeros(len(found), np.int64)
    np.maximum.at(rounds, game, numbers(table, "round"))
    items = item_numbers(table.column("item"), statistics.items if statistics else ())
    is_item = items >= 0
    return Facts(
        group,
        scores=scores[:, : group[2]],
        ranks=ranks[:, : group[2]],
        steps=np.bincount(game, minlength=len(found)),
        rounds=rounds,
        item_games=game[is_item],
        item_seats=seat[is_item],
        items=items[is_item],
    )


def numbers(table: Any, name: str) -> Any:
    """Return a column of numbers."""
    return table.column(name).to_numpy().astype(np.int64)


def joined(arrays: list[Any]) -> Any:
    """Put arrays behind each other."""
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)


READERS = {"game": read_game_rows, "decision": read_decision_rows}
