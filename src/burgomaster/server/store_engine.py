"""Connections to a store: how durable they are, and how long they wait for one that does not answer.

Its tables are brought to the form that this server writes, all of them or none: whoever is killed in the
middle leaves the store as it was. Servers before version 0.4 could leave an SQLite file with some of the
first tables and no version; nothing was ever kept in such a file, and it is made anew.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import InvalidRequestError

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.models import metadata
from burgomaster.server.texts import TEXTS

if TYPE_CHECKING:
    from burgomaster.server.store_deadline import Deadline

BUSY_MILLISECONDS = 5_000  # SQLite waits so long for another writer
CHECKPOINT_MILLISECONDS = 100  # a checkpoint waits so long for readers: writers wait for it
OWNER_ONLY = 0o600  # the mode of a file of SQLite and of its log
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 1703  # any number, the same for all processes
POOL_SECONDS = 10.0  # a request waits so long for a connection that is free
POSTGRES_PATIENCE = {"connect_timeout": "5", "tcp_user_timeout": "10000"}  # seconds; milliseconds


def is_sqlite(address: str) -> bool:
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
        pool = {"pool_pre_ping": True, "pool_timeout": POOL_SECONDS}
        engine = create_engine(address, connect_args=patience, hide_parameters=True, **pool)
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

    def close_late(_connection: Any, record: Any) -> None:
        record.close()

    def refuse(*_how: Any) -> None:
        raise InvalidRequestError("the store is closed")

    event.listen(engine, "checkin", close_late)
    event.listen(engine, "do_connect", refuse)
    engine.dispose()


@lru_cache(maxsize=64)
def reader_of(engine: Engine) -> Engine:
    """Make a door to the same connections for single questions: without the two ways of a transaction."""
    is_file = engine.dialect.name == "sqlite"
    return engine if is_file else engine.execution_options(isolation_level="AUTOCOMMIT")


# The form of the tables


class UnusableStore(BurgomasterError):
    """A store that this server cannot use; nothing in it was touched."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"unusable.{key}", TEXTS, **values)


def upgrade(address: str) -> None:
    """Bring the tables of a store to the newest version; UnusableStore if they are newer than that."""
    engine = make_engine(address)
    try:
        found = version_of(engine)
        if found is not None and found not in known_versions():
            raise UnusableStore("newer", found=found, known=newest_version())
        if found != newest_version():
            _upgrade(engine)
    finally:
        engine.dispose()


def _upgrade(engine: Engine) -> None:
    """Do what is missing in one transaction."""
    from alembic import command  # late: takes half a second, and is needed after an update only
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    if engine.dialect.name == "sqlite":
        begin_at_once(engine)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # one of several processes that start together does it
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        else:
            drop_half_made(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def begin_at_once(engine: Engine) -> None:
    """Let transactions of SQLite begin when they begin.

    Its driver would begin one with the first row that is written, so that a table was made for good before.
    """

    def leave_to_us(connection: Any, _record: Any) -> None:
        connection.isolation_level = None

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    engine.dispose()
    event.listen(engine, "connect", leave_to_us)
    event.listen(engine, "begin", begin)


def drop_half_made(connection: Connection) -> None:
    """Drop the tables of a start that was killed; UnusableStore if something is kept in them."""
    found = set(inspect(connection).get_table_names())
    ours = [table for table in reversed(metadata.sorted_tables) if table.name in found]
    if not ours or read_version(connection) is not None:
        return
    if any(connection.execute(select(table).limit(1)).first() is not None for table in ours):
        raise UnusableStore("foreign")
    for table in ours:
        table.drop(connection)


def version_of(engine: Engine) -> str | None:
    """Read the version of a store's tables, None if it has none yet."""
    with engine.connect() as connection:
        return read_version(connection)


def read_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def known_versions() -> list[str]:
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))


def newest_version() -> str:
    """Find the version of the tables that this server writes: the number of the last migration."""
    return known_versions()[-1]
