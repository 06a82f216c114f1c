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
from burgomaster.core.statistics import Statistics, statistics_of
from burgomaster.core.table import Record, Table
from burgomaster.lab.facts import Facts, FactsError, group_of

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
        from burgomaster.lab.table_facts import read_table_facts

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
    return Facts(
        group=group_of(table.game.name, table.game.options),
        scores=np.array([table.scores]),
        ranks=np.array([ranks]),
        steps=np.array([len(table.steps)]),
        rounds=np.array([table.round]),
        points=_points(statistics, table) if statistics and _is_whole(table) else None,
        item_games=np.zeros(len(bought), np.int64),
        item_seats=np.array([seat for seat, _ in bought], np.int64),
        items=np.array([item for _, item in bought], np.int64),
    )


def _is_whole(table: Table) -> bool:
    """Tell whether a game was played from its beginning, so that all its points are in the log."""
    return "position" not in table.setup


def _points(statistics: Statistics, table: Table) -> Any:
    points = np.zeros((1, table.game.n_seats, len(statistics.sources)), np.int64)
    for earned in statistics.earned(table.events(), table.game.n_seats):
        points[0, earned.seat, statistics.sources.index(earned.source)] += earned.points
    return points
