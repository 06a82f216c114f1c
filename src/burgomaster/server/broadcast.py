"""How several server processes on one PostgreSQL learn of each other's moves: its own LISTEN and NOTIFY."""

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
    address: str, heard: Callable[[str], Awaitable[None]], begun: Callable[[], Awaitable[None]]
) -> None:
    """Hand on all that processes tell each other, for ever; a lost connection is made again.

    `begun` is called whenever listening begins: what was said before has to be read from the store.
    """
    url = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await begun()
                async for notice in connection.notifies():
                    await heard(notice.payload)
        except psycopg.Error as error:
            log.warning("the database does not answer: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
