"""Opening a store for a server: nobody else may use its file, and its time is never before what it keeps."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.steady_time import TIME, SteadyTime
from burgomaster.server.store import Store
from burgomaster.server.store_lock import StoreLock
from burgomaster.server.store_upgrade import UnusableStore
from burgomaster.server.troubles import brief


class OpenedStore:
    """A store, and the lock that keeps other servers away; UnusableStore says why it cannot be opened."""

    def __init__(self, address: str, has_deadline: bool = True) -> None:
        try:
            self._lock = StoreLock(address)
            with self._lock.freed_on_error():
                self.store = Store(address, has_deadline)
        except (SQLAlchemyError, OSError) as error:
            raise UnusableStore("away", why=brief(error)) from error

    def close(self) -> None:
        """Let another server use it."""
        self.store.close()
        self._lock.free()


def set_time(store: Store, time: SteadyTime = TIME) -> None:
    """Let a server's time begin: by the clock of a shared database, and not before what is stored."""
    shared = store.clock()
    if shared is not None:
        time.begin_at(shared)
    time.begin_after(store.newest())
