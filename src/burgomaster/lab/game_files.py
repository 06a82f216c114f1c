"""Reading games from files: records, many of them in a file, and tables of data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import numpy as np

from burgomaster.core import python_api
from burgomaster.core.errors import BurgomasterError, RecordError
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import Statistics, statistics_of
from burgomaster.core.table import Record, Table
from burgomaster.lab.run import SCHEMA
from burgomaster.lab.totals import Facts, FactsError, Group, group_of

PARQUET = b"PAR1"  # how such files begin
PACKED = b"\x1f\x8b"  # how compressed files begin
MAX_LINE = 8_000_000  # bytes of a record


def read_facts(path: Path, skipped: Callable[[BurgomasterError], None]) -> Iterator[Facts]:
    """Read the games of a file; those that cannot be counted are told to `skipped`."""
    try:
        with path.open("rb") as file:
            begin = file.read(len(PARQUET))
    except OSError as error:
        raise RecordError("record.cannot_read", path=path, why=error.strerror) from None
    if begin == PARQUET:
        if find_spec("pyarrow") is None:
            raise FactsError("dataset.missing", path=path, package="pyarrow")

        yield from read_table_facts(path)
        return
    try:
        for document in documents_of(path, skipped):
            try:
                yield facts_of(Record.from_json(document).check())
            except BurgomasterError as error:
                skipped(error)
    except (EOFError, OSError) as error:  # a compressed file that was cut off
        raise RecordError("record.cannot_read", path=path, why=str(error)[:80]) from None


# Records


def documents_of(path: Path, skipped: Callable[[BurgomasterError], None]) -> Iterator[Any]:
    """Read the document of a record, a list of them, or one a line; also compressed."""
    with _opened(path) as file:
        first = file.readline(MAX_LINE)
        is_lines = _parsed(first) is not None
        if not is_lines:
            whole = _parsed(first + file.read(MAX_LINE))
            if whole is None:
                skipped(RecordError("record.not_json", line=1, column=1))
            else:
                yield from whole if isinstance(whole, list) else [whole]
            return
        yield _parsed(first)
        for number, line in enumerate(file, 2):
            document = _parsed(line) if line.strip() else ...
            if document is None:
                skipped(RecordError("record.not_json", line=number, column=1))
            elif document is not ...:
                yield document


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, through its compression if it has one."""
    with path.open("rb") as file:
        is_packed = file.read(len(PACKED)) == PACKED
        file.seek(0)
        if not is_packed:
            yield file
            return
        with gzip.open(file, "rb") as unpacked:
            yield unpacked  # type: ignore[misc]


def _parsed(text: bytes) -> Any:
    """Parse JSON; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def facts_of(table: Table) -> Facts:
    """Count one game that is over; RecordError if it is not."""
    if not table.over:
        raise RecordError("record.unfinished", moves=len(table.steps))
    n_seats = table.game.n_seats
    statistics = statistics_of(table.game.name)
    ranks = [int(python_api.rank(table._states, 0, seat)) for seat in range(n_seats)]
    bought = list(statistics.items_of(table.events())) if statistics else []
    is_whole = "position" not in table.setup  # so that all points are in the log
    return Facts(
        group=group_of(table.game.name, table.game.options),
        scores=np.array([table.scores]),
        ranks=np.array([ranks]),
        steps=np.array([len(table.steps)]),
        rounds=np.array([table.round]),
        points=_points(statistics, table) if statistics and is_whole else None,
        item_games=np.zeros(len(bought), np.int64),
        item_seats=np.array([seat for seat, _ in bought], np.int64),
        items=np.array([item for _, item in bought], np.int64),
    )


def _points(statistics: Statistics, table: Table) -> Any:
    points = np.zeros((1, table.game.n_seats, len(statistics.sources)), np.int64)
    for earned in statistics.earned(table.events(), table.game.n_seats):
        points[0, earned.seat, statistics.sources.index(earned.source)] += earned.points
    return points


# Tables of data (lab/dataset.py), a row group at a time


def read_table_facts(path: Path) -> Iterator[Facts]:
    """Read the games of a file that `burgomaster simulate` wrote; FactsError for any other."""
    import pyarrow.parquet as pq

    from burgomaster.lab.dataset import read_about  # needs pyarrow

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
            import pyarrow as pa

            lists = table.column(f"bought_{seat}").combine_chunks()
            lists = lists.chunk(0) if isinstance(lists, pa.ChunkedArray) else lists
            rows = np.repeat(np.arange(len(lists)), np.diff(lists.offsets.to_numpy()))
            owners, bought = rows, item_numbers(lists.flatten(), statistics.items)
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


def item_numbers(words: Any, known: Any) -> Any:
    """Turn the ids of items into their numbers, -1 for none and for unknown ones."""
    import pyarrow as pa

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
    return table.column(name).to_numpy().astype(np.int64)


def joined(arrays: list[Any]) -> Any:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)


READERS = {"game": read_game_rows, "decision": read_decision_rows}
