"""The usual write: one move of a game that goes on, whose people are called by nobody. PostgreSQL only.

It is one statement, which PostgreSQL commits by itself, as safely as a transaction: one way to the database
and back instead of six. And it is sent by the loop itself: threads that wait for an answer have to take the
interpreter away from the one that draws, at every step. Whatever else is to be written goes the long way.
"""

from __future__ import annotations

import asyncio
import select
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from burgomaster.server.match import Kind
from burgomaster.server.store_engine import POSTGRES_PATIENCE
from burgomaster.server.writing import CommitFailed, Conflict, Writing

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from burgomaster.server.store_deadline import Deadline

    Connection = AsyncConnection[tuple[Any, ...]]

IDLE = 0  # TransactionStatus.IDLE of the driver, which is loaded only where it is needed
MOST_CONNECTIONS = 4  # that write at the same time; whoever comes then waits for one of them
# Both parts ask by themselves whether anybody is to be called: in one statement they see the same
NOBODY_IS_CALLED = "NOT EXISTS (SELECT FROM call_ways WHERE who = ANY(%(whos)s::varchar[]))"
WRITE_MOVE = f"""
WITH written AS (
    INSERT INTO journal (match, number, kind, seat, at, data)
    SELECT %(match)s::varchar, %(number)s::int, %(kind)s::varchar, %(seat)s::int,
        %(at)s::float8, %(data)s::json
    WHERE {NOBODY_IS_CALLED}
    RETURNING number
), listed AS (
    UPDATE matches SET status = %(status)s, changed = %(changed)s, summary = %(summary)s::json
    WHERE match = %(match)s AND {NOBODY_IS_CALLED}
)
SELECT pg_notify(%(channel)s, %(payload)s) FROM written
"""


def is_usual(writing: Writing) -> bool:
    """Tell whether a writing is one move of a game that goes on."""
    is_move = len(writing.entries) == 1 and writing.entries[0].kind == Kind.MOVE
    return is_move and writing.status == "running" and not writing.results


def values_of(writing: Writing, channel: str) -> dict[str, Any]:
    """Lay a move out for the statement."""
    from psycopg.types.json import Json  # late: only PostgreSQL needs its driver

    (entry,) = writing.entries
    return {
        "match": writing.match,
        "number": entry.number,
        "kind": str(entry.kind),
        "seat": entry.seat,
        "at": entry.at,
        "data": Json(dict(entry.data)),
        "status": writing.status,
        "changed": writing.changed,
        "summary": Json(dict(writing.summary)),
        "whos": sorted({notice.who for notice in writing.notices}),
        "channel": channel,
        "payload": f"{writing.match} {entry.number}",
    }


class MoveWriter:
    """Writes usual moves by connections of its own, which are opened when they are used."""

    def __init__(self, url: URL, channel: str, deadline: Deadline | None = None) -> None:
        self._url, self._channel = url.set(drivername="postgresql"), channel
        self._deadline = deadline
        self._idle: list[Connection] = []
        self._places = asyncio.Semaphore(MOST_CONNECTIONS)
        self.on_written: Callable[[float], None] = lambda _seconds: None  # told how long it took

    async def write(self, writing: Writing) -> bool:
        """Write a move and tell of it; False if somebody is to be called, so that nothing was written.

        Conflict if its number is taken; CommitFailed if nobody knows whether it is stored.
        """
        import psycopg

        begun = time.perf_counter()
        try:
            async with self._places:
                return await self._write(values_of(writing, self._channel))
        except psycopg.IntegrityError as error:
            raise Conflict(writing.match) from error
        except (psycopg.Error, OSError) as error:
            raise CommitFailed(type(error).__name__) from error
        finally:
            self.on_written(time.perf_counter() - begun)

    async def _write(self, values: dict[str, Any]) -> bool:
        connection = await self._take()
        try:
            done = await connection.execute(WRITE_MOVE, values)
            return bool(await done.fetchall())
        finally:  # one that broke, or whose user was cancelled in the middle, is not used again
            if connection.info.transaction_status == IDLE:
                self._idle.append(connection)
            else:
                await connection.close()

    async def _take(self) -> Connection:
        """Take a connection that nobody uses, or open one."""
        import psycopg

        while self._idle:
            connection = self._idle.pop()
            if not has_news(connection):
                return connection
            await connection.close()
        given = self._url.query
        patience: dict[str, Any] = {
            name: value for name, value in POSTGRES_PATIENCE.items() if name not in given
        }
        url = self._url.render_as_string(hide_password=False)
        connect = psycopg.AsyncConnection.connect if self._deadline is None else self._deadline.connect_async
        return await connect(url, autocommit=True, **patience)

    async def close(self) -> None:
        """Close the connections that nobody uses."""
        while self._idle:
            await self._idle.pop().close()


def has_news(connection: Connection) -> bool:
    """Tell whether something came by a connection that nobody uses: that it has ended, nothing else can."""
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
    return bool(looking.poll(0))
