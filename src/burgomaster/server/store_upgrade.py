"""Bringing the tables of a store to the form that this server writes: all of it, or nothing.

Whoever is killed in the middle leaves the store as it was. Servers before version 0.4 could leave an SQLite
file with some of the first tables and no version; nothing was ever kept in such a file, and it is made anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, inspect, select, text

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.models import metadata
from burgomaster.server.store_engine import make_engine
from burgomaster.server.texts import TEXTS

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 1703  # any number, the same for all processes


class UnusableStore(BurgomasterError):
    """A store that this server cannot use; nothing in it was touched."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"unusable.{key}", TEXTS, **values)


def upgrade(address: str) -> None:
    """Bring the tables of a store to the newest version; UnusableStore if they are newer than that."""
    engine = make_engine(address)
    try:
        if not is_current(engine):
            _upgrade(engine)
    finally:
        engine.dispose()


def is_current(engine: Engine) -> bool:
    """Tell whether nothing has to be done; UnusableStore for the store of a newer version."""
    found = version_of(engine)
    if found is not None and found not in known_versions():
        raise UnusableStore("newer", found=found, known=newest_version())
    return found == newest_version()


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
    """Read it through a connection."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def known_versions() -> list[str]:
    """List the versions of the tables that this server knows, the oldest first."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))


def newest_version() -> str:
    """Find the version of the tables that this server writes: the number of the last migration."""
    return known_versions()[-1]
