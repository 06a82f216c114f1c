"""Opening a store for a server: one server for one SQLite file, and a time not before what is stored.

Two servers on one file would not see each other's moves. The lock is a file beside the store that the system
frees when the process ends, however it ends. (PostgreSQL needs none: there several servers share a store.)
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.steady_time import TIME, SteadyTime
from burgomaster.server.store import Store
from burgomaster.server.store_engine import UnusableStore, sqlite_path
from burgomaster.server.troubles import brief

try:
    import fcntl
except ImportError:  # a system without such locks: nobody is kept out there
    fcntl = None  # type: ignore[assignment]

PATIENCE = 2.0  # seconds; the server before may just be ending
LOOK_AGAIN = 0.05


class OpenedStore:
    """A store, and the lock that keeps other servers away; UnusableStore says why it cannot be opened."""

    def __init__(self, address: str, has_deadline: bool = True) -> None:
        try:
            self._lock = StoreLock(address)
            try:
                self.store = Store(address, has_deadline)
            except BaseException:
                self._lock.free()
                raise
        except (SQLAlchemyError, OSError) as error:
            raise UnusableStore("away", why=brief(error)) from error

    def close(self) -> None:
        self.store.close()
        self._lock.free()


def set_time(store: Store, steady: SteadyTime = TIME) -> None:
    """Let a server's time begin: by the clock of a shared database, and not before what is stored."""
    shared = store.clock()
    if shared is not None:
        steady.begin_at(shared)
    steady.begin_after(store.newest())


class StoreLock:
    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        path = sqlite_path(address)
        self._file = None if path is None or fcntl is None else take(path, patience)

    def free(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def take(path: Path, patience: float) -> IO[str]:
    """Lock a store; UnusableStore, naming who has it, if another server keeps it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.with_name(f"{path.name}.lock").open("a+", encoding="utf-8")
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() >= end:
                file.seek(0)
                holder = file.read(100).strip() or "?"
                file.close()
                raise UnusableStore("taken", path=str(path), process=holder) from None
            time.sleep(LOOK_AGAIN)
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file
