"""Stores that a campaign may break: a file, or a database of a PostgreSQL."""

from __future__ import annotations

import resource
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.campaigns.clusters import Cluster

LITTLE = 4096  # bytes that a full disk still takes


class BreakableStore(Protocol):
    """A store, and the faults that it can have beside a killed server."""

    @property
    def address(self) -> str:
        """Write its address."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Name what can go wrong with it; each is a method that takes a server's process and some seconds."""

    def drop(self) -> None:
        """Throw it away."""


@dataclass(frozen=True)
class FileStore:
    """A file of SQLite."""

    path: Path
    faults: tuple[str, ...] = ("full_disk", "locked_file")

    @property
    def address(self) -> str:
        """Write its address."""
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
        """Let somebody else write to the file for a while."""
        with closing(sqlite3.connect(self.path, isolation_level=None, timeout=10)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    def drop(self) -> None:
        """Throw it away."""
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink()


@dataclass(frozen=True)
class DatabaseStore:
    """A database of a PostgreSQL."""

    cluster: Cluster
    name: str

    @property
    def faults(self) -> tuple[str, ...]:
        """Name what can go wrong with it."""
        dropped = ("dropped_connections", "dropped_connections")
        return (*dropped, "stopped_postgresql") if self.cluster.can_stop else dropped

    @property
    def address(self) -> str:
        """Write its address."""
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
        """Throw it away."""
        self.cluster.drop_database(self.name)
