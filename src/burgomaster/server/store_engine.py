"""Connections to a store: how durable they are, and how long they wait for one that does not answer."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import InvalidRequestError

if TYPE_CHECKING:
    from burgomaster.server.store_deadline import Deadline

BUSY_MILLISECONDS = 5_000  # SQLite waits so long for another writer
CHECKPOINT_MILLISECONDS = 100  # a checkpoint waits so long for readers: writers wait for it
OWNER_ONLY = 0o600  # the mode of a file of SQLite and of its log
POOL_SECONDS = 10.0  # a request waits so long for a connection that is free
POSTGRES_PATIENCE = {"connect_timeout": "5", "tcp_user_timeout": "10000"}  # seconds; milliseconds


def is_sqlite(address: str) -> bool:
    """Tell whether a store is a file of SQLite."""
    return address.startswith("sqlite")


def sqlite_path(address: str) -> Path | None:
    """Find the file of a store, None if it has none."""
    name = make_url(address).database if is_sqlite(address) else None
    return Path(name) if name and name != ":memory:" else None


def make_engine(address: str, deadline: Deadline | None = None) -> Engine:
    """Make the connections of a store, which are opened when they are used; those of PostgreSQL time out."""
    if not is_sqlite(address):
        given = make_url(address).query
        patience = {name: value for name, value in POSTGRES_PATIENCE.items() if name not in given}
        engine = create_engine(
            address,
            pool_pre_ping=True,
            pool_timeout=POOL_SECONDS,
            connect_args=patience,
            hide_parameters=True,
        )
        if deadline is not None:
            event.listen(engine, "do_connect", deadline.connect)
        return engine
    path = sqlite_path(address)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=OWNER_ONLY)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):  # hidden hands are in them
            with suppress(OSError):  # not there, or the file of another user
                path.with_name(name).chmod(OWNER_ONLY)
    # what is stored must not stand in the log, in the text of an error
    engine = create_engine(address, hide_parameters=True)
    event.listen(engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _record: Any) -> None:
    """Let SQLite survive a power cut, with a write-ahead log that is synced; overwrite what is deleted."""
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.close()
    except Exception:  # such as a file that is no database
        connection.close()  # nobody else would: it is not one of the pool's yet
        raise


def empty_log(engine: Engine) -> bool:
    """Empty the write-ahead log of SQLite, which keeps deleted bytes; False while a reader prevents that."""
    if engine.dialect.name != "sqlite":
        return True
    with engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={CHECKPOINT_MILLISECONDS}")
        try:
            is_busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar_one()
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        return not is_busy


def close_engine(engine: Engine) -> None:
    """Close every connection for good, one that a thread still uses when it is done; make no other."""
    event.listen(engine, "checkin", _close_late)
    event.listen(engine, "do_connect", _refuse)
    engine.dispose()


def _close_late(_connection: Any, record: Any) -> None:
    """Close a connection that comes back after the others were closed."""
    record.close()


def _refuse(*_how: Any) -> None:
    raise InvalidRequestError("the store is closed")


@lru_cache(maxsize=64)
def reader_of(engine: Engine) -> Engine:
    """Make a door to the same connections for single questions: without the two ways of a transaction."""
    return (
        engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="AUTOCOMMIT")
    )
