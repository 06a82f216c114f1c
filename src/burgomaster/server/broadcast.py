"""Notifications between server processes that share a PostgreSQL, by its own LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy import make_url

from burgomaster.server.news import CHANNEL

CONNECT_SECONDS = 10
SILENCE_SECONDS = 30.0  # after which a silent connection is tried: it may be dead


async def listen(
    address: str,
    on_notification: Callable[[str], Awaitable[None]],
    on_connect: Callable[[], Awaitable[None]],
) -> None:
    """Hand on every notification until the connection is lost, or anything else goes wrong: begin again then.

    `on_connect` is called when listening has begun: what happened before has to be read from the store.
    """
    url = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    connecting = psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
    async with await connecting as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await on_connect()
        while True:
            async for notice in connection.notifies(timeout=SILENCE_SECONDS):
                await on_notification(notice.payload)
            await asyncio.wait_for(connection.execute("SELECT 1"), CONNECT_SECONDS)
