"""Backups: a whole store as lines of JSON, taken from a running one, restored into any empty one.

The first line says what it is, then comes a line for every row, and the last one counts them: a file that was
cut off is noticed. The form knows nothing of SQLite or PostgreSQL, so a backup also moves a store from one to
the other. It holds everything, also what is hidden from players: only its owner may read the file.
"""

from __future__ import annotations

import gzip
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, MetaData, create_engine, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from burgomaster import __version__
from burgomaster.core.errors import BurgomasterError
from burgomaster.server import models
from burgomaster.server.rating.rating import END_OLD_HOLDINGS
from burgomaster.server.store_engine import newest_version, version_of
from burgomaster.server.store_opening import OpenedStore
from burgomaster.server.texts import TEXTS

FORMAT = 1
BATCH = 500  # rows that are written together
LONGEST_LINE = 16 << 20  # bytes of a row; an uploaded record is the longest
TABLES = [table.name for table in models.metadata.sorted_tables]  # what others refer to comes first
# tables that number their rows themselves
SERIALS = (models.chat, models.accounts, models.call_ways, models.outbox, models.reports)

Announce = Callable[[int], None]  # is told how many rows are done


class AdminError(BurgomasterError):
    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"admin.{key}", TEXTS, **values)


def open_engine(address: str) -> Engine:
    """Open a store that exists, without bringing it up to date."""
    path = address.removeprefix("sqlite:///")
    if address.startswith("sqlite") and not Path(path).is_file():
        raise AdminError("no_store", path=path)
    engine = create_engine(address, hide_parameters=True)
    try:
        is_empty = version_of(engine) is None
    except SQLAlchemyError as error:
        engine.dispose()
        raise AdminError("no_answer", why=why_of(error)) from None
    if is_empty:
        engine.dispose()
        raise AdminError("no_store", path=engine.url.render_as_string(hide_password=True))
    return engine


@contextmanager
def opened_engine(address: str) -> Iterator[Engine]:
    engine = open_engine(address)
    try:
        yield engine
    finally:
        engine.dispose()


def why_of(error: SQLAlchemyError) -> str:
    return str(getattr(error, "orig", error)).strip()[:300]


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Read a store as it was at one moment, whatever is written meanwhile."""
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**level) as connection:
        if engine.dialect.name == "sqlite":  # Python's driver would begin no transaction for reading
            connection.exec_driver_sql("BEGIN")
        yield connection


def back_up(address: str, path: Path, announce: Announce) -> Counter[str]:
    counts: Counter[str] = Counter()
    with opened_engine(address) as engine, new_private_file(path) as file:
        with snapshot(engine) as connection:
            version = connection.scalar(text("SELECT version_num FROM alembic_version"))
            about = {"burgomaster": "backup", "format": FORMAT, "store": version}
            write_line(file, {**about, "release": __version__, "made": time.time()})
            tables = MetaData()  # as they are, whatever version of the program made them
            tables.reflect(connection, only=[name for name in TABLES if inspect(connection).has_table(name)])
            for table in tables.sorted_tables:
                for row in connection.execution_options(yield_per=BATCH).execute(select(table)).mappings():
                    write_line(file, {"table": table.name, "row": dict(row)})
                    counts[table.name] += 1
                    announce(counts.total())
        write_line(file, {"end": True, "counts": counts})
    return counts


@contextmanager
def new_private_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that only its owner can read; compressed if its name says so, there once it is whole."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            if path.name.endswith(".gz"):
                with gzip.GzipFile("", "wb", 6, file) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise AdminError("no_file", path=str(path), why=error.strerror or str(error)) from None
    finally:
        beside.unlink(missing_ok=True)


def write_line(file: IO[bytes], line: Mapping[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def restore(path: Path, address: str, announce: Announce) -> Counter[str]:
    """Bring a backup into an empty store, all of it or nothing."""
    opened = OpenedStore(address, has_deadline=False)  # no server may begin meanwhile
    try:
        with opened.store.engine.begin() as connection, open_backup(path) as lines:
            for table in models.metadata.sorted_tables:
                if connection.execute(select(table).limit(1)).first() is not None:
                    raise AdminError("not_empty", table=table.name)
            counts = insert_rows(connection, path, lines, announce)
            if connection.dialect.name == "postgresql":  # it goes on numbering after the rows that are there
                for table in SERIALS:
                    highest = connection.scalar(select(func.max(table.c.id)))
                    if highest is not None:
                        sequence = func.pg_get_serial_sequence(table.name, "id")
                        connection.execute(select(func.setval(sequence, highest)))
            connection.execute(END_OLD_HOLDINGS)
        return counts
    except SQLAlchemyError as error:
        raise AdminError("not_restored", path=str(path), why=why_of(error)) from None
    finally:
        opened.close()


@contextmanager
def open_backup(path: Path) -> Iterator[Iterator[Any]]:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            yield read_lines(path, gzip.GzipFile(fileobj=file) if packed else file)
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise AdminError("no_file", path=str(path), why=why) from None


def read_lines(path: Path, file: Any) -> Iterator[Any]:
    """Read line by line; AdminError where one is no JSON, or longer than any row can be."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise AdminError("bad_line", path=str(path), line=number) from None
        if not isinstance(found, dict):
            raise AdminError("bad_line", path=str(path), line=number)
        yield found


def insert_rows(connection: Connection, path: Path, lines: Iterator[Any], announce: Announce) -> Counter[str]:
    """Write the rows of a backup into a store, and see whether they are all there."""
    head: Mapping[str, Any] = next(lines, {})
    if head.get("burgomaster") != "backup":
        raise AdminError("no_backup", path=str(path))
    if head.get("format") != FORMAT or str(head.get("store")) > newest_version():
        raise AdminError("newer_backup", path=str(path), release=str(head.get("release"))[:40])
    counts: Counter[str] = Counter()
    for name, rows in batches(path, lines, counts):
        connection.execute(insert(models.metadata.tables[name]), rows)
        announce(counts.total())
    return counts


def batches(
    path: Path, lines: Iterable[Any], counts: Counter[str]
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Collect the rows of a backup by table, some at a time; AdminError if they are not all there."""
    name = ""
    rows: list[dict[str, Any]] = []
    for line in lines:
        if line.get("end"):
            if rows:
                yield name, rows
            if line.get("counts") != counts:
                break
            return
        if line.get("table") not in TABLES or not isinstance(line.get("row"), dict):
            raise AdminError("bad_line", path=str(path), line=counts.total() + 2)
        if rows and (line["table"] != name or len(rows) >= BATCH):
            yield name, rows
            rows = []
        name = line["table"]
        rows.append(line["row"])
        counts[name] += 1
    raise AdminError("cut_off", path=str(path))
