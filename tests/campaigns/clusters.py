"""A PostgreSQL of our own in a folder, which may be stopped and broken as one likes."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.campaigns.campaign import Setup

USER = "test"
MOST_CONNECTIONS = 100


class NoPostgres(RuntimeError):
    """PostgreSQL is not installed."""


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL that listens on a socket in its folder, and nowhere else."""

    programs: Path
    folder: Path
    can_stop = True

    @property
    def data(self) -> Path:
        """Say where it keeps its files."""
        return self.folder / "data"

    def address(self, database: str) -> str:
        """Write the address of a database, as SQLAlchemy reads it."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def make(self) -> None:
        """Make its files."""
        words = ["-D", str(self.data), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        self._run("initdb", *words)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        options += f" -c max_connections={MOST_CONNECTIONS}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-o", options, "-w", "-l", log, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is what a power cut does."""
        self._run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def execute(self, statement: str, *values: Any, database: str = "postgres") -> list[Any]:
        """Execute one statement of SQL; give its rows."""
        import psycopg

        plain = self.address(database).replace("+psycopg", "")
        with psycopg.connect(plain, autocommit=True) as connection:
            done = connection.execute(statement.encode(), values)
            return done.fetchall() if done.description else []

    def make_database(self, name: str, like: str = "template1") -> str:
        """Make an empty database, or a copy of one that nobody uses; give its address."""
        self.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.address(name)

    def drop_database(self, name: str) -> None:
        """Drop a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def drop_connections(self, database: str) -> int:
        """Cut every connection to a database; give their number."""
        asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        return len(self.execute(asked, database))

    def drop_listeners(self, database: str) -> int:
        """Cut the connections by which servers hear of each other; give their number."""
        asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND state = 'idle'"
        return len(self.execute(f"{asked} AND (query LIKE 'LISTEN%%' OR query = 'SELECT 1')", database))

    def _run(self, program: str, *words: str) -> None:
        command = as_somebody([str(self.programs / program), *words])
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)


@dataclass(frozen=True)
class GivenCluster(Cluster):
    """A PostgreSQL of somebody else: databases may be made there, but it is not ours to stop."""

    given: str = ""  # the address of one of its databases
    can_stop = False

    def address(self, database: str) -> str:
        """Write the address of a database, as SQLAlchemy reads it."""
        from sqlalchemy import make_url

        url = make_url(self.given).set(drivername="postgresql+psycopg", database=database)
        return url.render_as_string(hide_password=False)


def as_somebody(words: list[str]) -> list[str]:
    """Let a command of PostgreSQL, which refuses to be run by root, be run by its own user."""
    return ["runuser", "-u", "postgres", "--", *words] if os.geteuid() == 0 else words


def find_programs() -> Path:
    """Find the folder with the programs of PostgreSQL."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    program = found[-1] if found else shutil.which("initdb")
    if program is None:
        raise NoPostgres(
            "PostgreSQL is not installed: no initdb was found; install it, or name a PostgreSQL that runs elsewhere with --database"
        )
    return Path(program).parent


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Run a new PostgreSQL for a while."""
    folder = Path(tempfile.mkdtemp(prefix="burgomaster-pg-"))  # short: the name of a socket is limited
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    cluster = Cluster(find_programs(), folder)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        if (cluster.data / "postmaster.pid").exists():
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster_for(setup: Setup) -> Iterator[Cluster]:
    """Run a PostgreSQL for a campaign, or lend it the one that it was given."""
    lent: Cluster | None = setup.options.get("cluster")
    if lent is None and setup.database:
        lent = GivenCluster(Path(), Path(), setup.database)
    if lent is not None:
        yield lent
        return
    with running_cluster() as made:
        yield made
