"""Stores that a campaign may break: a file of SQLite, or a database of a PostgreSQL in a folder."""

from __future__ import annotations

import glob
import os
import pwd
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.campaigns.campaign import Setup

USER = "test"
MOST_CONNECTIONS = 100
LITTLE = 4096  # bytes that a full disk still takes


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
        return self.folder / "data"

    def address(self, database: str) -> str:
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def make(self) -> None:
        words = ["-D", str(self.data), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        self._run("initdb", *words)

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        options += f" -c max_connections={MOST_CONNECTIONS}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-o", options, "-w", "-l", log, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is what a power cut does."""
        self._run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def execute(self, statement: str, *values: Any, database: str = "postgres") -> list[Any]:
        import psycopg

        plain = self.address(database).replace("+psycopg", "")
        with psycopg.connect(plain, autocommit=True) as connection:
            done = connection.execute(statement.encode(), values)
            return done.fetchall() if done.description else []

    def make_database(self, name: str, like: str = "template1") -> str:
        """Make an empty database, or a copy of one that is not in use; give its address."""
        self.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.address(name)

    def drop_database(self, name: str) -> None:
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def drop_connections(self, database: str, condition: str = "true") -> int:
        """Cut the connections to a database; give their number."""
        asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND "
        return len(self.execute(asked + condition, database))

    def drop_listeners(self, database: str) -> int:
        """Cut the connections by which servers hear of each other; give their number."""
        listens = "state = 'idle' AND (query LIKE 'LISTEN%%' OR query = 'SELECT 1')"
        return self.drop_connections(database, listens)

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), *words]
        if os.geteuid() == 0:  # PostgreSQL refuses to be run by root
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)


@dataclass(frozen=True)
class GivenCluster(Cluster):
    """A PostgreSQL that runs elsewhere: databases may be made there, but it is not ours to stop."""

    given: str = ""  # the address of one of its databases
    can_stop = False

    def address(self, database: str) -> str:
        from sqlalchemy import make_url

        url = make_url(self.given).set(drivername="postgresql+psycopg", database=database)
        return url.render_as_string(hide_password=False)


def find_programs() -> Path:
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    program = found[-1] if found else shutil.which("initdb")
    if program is None:
        raise NoPostgres("PostgreSQL is not installed: install it, or name one with --database")
    return Path(program).parent


@contextmanager
def running_cluster() -> Iterator[Cluster]:
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


# Stores with faults: each fault is a method that takes a server's process and some seconds


@dataclass(frozen=True)
class FileStore:
    path: Path
    faults: tuple[str, ...] = ("full_disk", "locked_file")

    @property
    def address(self) -> str:
        return f"sqlite:///{self.path}"

    def full_disk(self, pid: int, seconds: float) -> None:
        """Let no file of a process grow for a while, as on a full disk."""
        log = self.path.with_name(f"{self.path.name}-wal")
        size = log.stat().st_size if log.exists() else 0
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + LITTLE, most))
        time.sleep(seconds)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    def locked_file(self, pid: int, seconds: float) -> None:
        """Let another process write to the file for a while."""
        with closing(sqlite3.connect(self.path, isolation_level=None, timeout=10)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    def drop(self) -> None:
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink()


@dataclass(frozen=True)
class DatabaseStore:
    cluster: Cluster
    name: str

    @property
    def faults(self) -> tuple[str, ...]:
        dropped = ("dropped_connections", "dropped_connections")
        return (*dropped, "stopped_postgresql") if self.cluster.can_stop else dropped

    @property
    def address(self) -> str:
        return self.cluster.address(self.name)

    def dropped_connections(self, pid: int, seconds: float) -> None:
        """Cut all connections, again and again for a while."""
        end = time.monotonic() + seconds
        while True:
            self.cluster.drop_connections(self.name)
            if time.monotonic() >= end:
                return
            time.sleep(seconds / 3)

    def stopped_postgresql(self, pid: int, seconds: float) -> None:
        """Stop the whole PostgreSQL as a power cut does; start it again after a while."""
        self.cluster.stop("immediate")
        time.sleep(seconds)
        self.cluster.start()

    def drop(self) -> None:
        self.cluster.drop_database(self.name)


BreakableStore = FileStore | DatabaseStore
