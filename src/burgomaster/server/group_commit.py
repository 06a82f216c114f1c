"""Writing to the journals of many matches with one sync of the disk.

A file of SQLite has one writer at a time, and every transaction waits for the disk. What is decided while one
is being written is therefore written together by the next one: nobody waits for more than two. PostgreSQL
does this by itself, for all its connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.store import CommitFailed, Conflict, Store, Writing

MOST_TOGETHER = 64  # matches that one transaction writes to: it must not take long
Outcome = Exception | None
Waiting = tuple[Writing, "asyncio.Future[None]"]


class GroupCommit:
    """Lets those who write at the same time share a transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._work: asyncio.Task[None] | None = None

    async def append(self, writing: Writing) -> None:
        """Write entries; Conflict, or an error of the store if they were not written, or nobody knows."""
        if not self._store.is_sqlite:
            await asyncio.to_thread(self._store.write, writing)
            return
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((writing, done))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        while self._waiting:
            some, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            try:
                outcomes = await asyncio.to_thread(write_together, self._store, [one for one, _ in some])
            except BaseException as error:  # whoever waits must not wait for ever
                report_outcomes(some, [RuntimeError(f"writing has ended: {error!r}")] * len(some))
                raise
            report_outcomes(some, outcomes)


def report_outcomes(waiting: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    for (_, done), outcome in zip(waiting, outcomes, strict=True):
        if done.done():  # whoever waited is gone
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)


def write_together(store: Store, writings: Sequence[Writing]) -> list[Outcome]:
    """Write to several matches at once; if that cannot be, each by itself: nobody suffers from another."""
    if len(writings) > 1:
        try:
            store.write(*writings)
            return [None] * len(writings)
        except CommitFailed as error:  # nobody knows what is stored: each has to look
            return [error] * len(writings)
        except (Conflict, SQLAlchemyError):  # nothing is stored
            pass
    outcomes: list[Outcome] = []
    for writing in writings:
        try:
            store.write(writing)
            outcomes.append(None)
        except Exception as error:
            outcomes.append(error)
    return outcomes
