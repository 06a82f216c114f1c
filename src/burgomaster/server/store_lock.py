"""One server for one SQLite file: two would not see each other's moves.

The lock is a file beside the store that the system frees when the process ends, however it ends. (PostgreSQL
needs none: there several servers share a store.)
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from burgomaster.server.store_engine import sqlite_path
from burgomaster.server.store_upgrade import UnusableStore

try:
    import fcntl
except ImportError:  # a system without such locks: nobody is kept out there
    fcntl = None  # type: ignore[assignment]

PATIENCE = 2.0  # seconds; the server before may just be ending
LOOK_AGAIN = 0.05


class StoreLock:
    """Held as long as a server uses a store."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        path = sqlite_path(address)
        self._file = None if path is None or fcntl is None else take(path, patience)

    @contextmanager
    def freed_on_error(self) -> Iterator[None]:
        """Free the lock if what is done with it fails."""
        try:
            yield
        except BaseException:
            self.free()
            raise

    def free(self) -> None:
        """Let another server use the store."""
        if self._file is not None:
            self._file.close()
            self._file = None


def take(path: Path, patience: float) -> IO[str]:
    """Lock a store; UnusableStore, naming who has it, if another server keeps it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.with_name(f"{path.name}.lock").open("a+", encoding="utf-8")
    end = time.monotonic() + patience
    while not try_lock(file):
        if time.monotonic() >= end:
            file.seek(0)
            holder = file.read(100).strip() or "?"
            file.close()
            raise UnusableStore("taken", path=str(path), process=holder)
        time.sleep(LOOK_AGAIN)
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def try_lock(file: IO[str]) -> bool:
    """Lock a file if nobody has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
