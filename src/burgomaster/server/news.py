"""What server processes that share a PostgreSQL tell each other, by its own LISTEN and NOTIFY: news of a
match, or who is logged out.

It is told by the transaction that writes the news down, as soon as that is committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, make_url, text

CHANNEL = "burgomaster"
# The news of a match: how far its journal goes now, or one of these
CHAT_NEWS = "said"  # there is a chat message
VISIT_NEWS = "visited"  # somebody looks at a table whose bots another process plays
RELOAD_NEWS = "renamed"  # the names of its journal have changed
SESSION_NEWS = "@sessions"  # stands in the place of a match when somebody is logged out
NOTIFY = text("SELECT pg_notify(:channel, :payload)")
CONNECT_SECONDS = 10
SILENCE_SECONDS = 30.0  # after which a silent connection is tried: it may be dead


def notify(connection: Connection, match: str, news: str) -> None:
    """Notify all processes, as soon as this is committed; with SQLite there are no others."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"channel": CHANNEL, "payload": f"{match} {news}"})


async def listen(
    address: str,
    on_notification: Callable[[str], Awaitable[None]],
    on_connect: Callable[[], Awaitable[None]],
) -> None:
    """Hand on every notification until the connection is lost, or anything else goes wrong: begin again then.

    `on_connect` is called when listening has begun: what happened before has to be read from the store.
    """
    import psycopg  # late: only PostgreSQL needs its driver

    url = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    connecting = psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
    async with await connecting as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await on_connect()
        while True:
            async for notice in connection.notifies(timeout=SILENCE_SECONDS):
                await on_notification(notice.payload)
            await asyncio.wait_for(connection.execute("SELECT 1"), CONNECT_SECONDS)
