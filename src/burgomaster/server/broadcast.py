"""Notifications between server processes that share a PostgreSQL, by its own LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy import make_url

from burgomaster.server.store import CHANNEL

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0


async def listen(
    address: str,
    on_notification: Callable[[str], Awaitable[None]],
    on_connect: Callable[[], Awaitable[None]],
) -> None:
    """Hand on every notification, for ever; a lost connection is made again.

    `on_connect` is called whenever listening begins: what happened before has to be read from the store.
    """
    url = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await on_connect()
                async for notice in connection.notifies():
                    await on_notification(notice.payload)
        except psycopg.Error as error:
            log.warning("the database does not answer: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
