"""Forgetting who had an account: what is theirs alone at once, their name at tables one table after another.

Somebody may have sat at thousands of tables. Each is changed by a transaction of its own, so that nobody who
plays has to wait, and a server that is killed meanwhile goes on with the rest when it starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from sqlalchemy import select, update

from burgomaster.server import models
from burgomaster.server.news import RELOAD_NEWS, notify
from burgomaster.server.people.own_data import forget_at_table
from burgomaster.server.rating.rating import GONE
from burgomaster.server.rating.results import ACCOUNT
from burgomaster.server.store import Store
from burgomaster.server.store_engine import empty_log

BATCH = 50
EMPTY_AGAIN_SECONDS = 5.0  # until the log of SQLite is tried again, which a reader kept from being emptied
Reload = Callable[[str], Coroutine[Any, Any, None]]


class Forgetter:
    """Puts neutral names in the place of those who have gone."""

    def __init__(self, store: Store, reload: Reload) -> None:
        self._store, self._reload = store, reload
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Begin: somebody has just gone."""
        self._woken.set()

    async def work(self) -> None:
        """Do what is left of earlier times, then wait for whoever goes next, for ever."""
        while True:
            self._woken.clear()
            for account in await asyncio.to_thread(gone_accounts, self._store):
                await self.forget(account)
            is_empty = await asyncio.to_thread(empty_log, self._store.engine)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), None if is_empty else EMPTY_AGAIN_SECONDS)

    async def forget(self, account: int) -> None:
        """Forget one account at all its tables."""
        who = f"{ACCOUNT}{account}"
        while names := await asyncio.to_thread(tables_left, self._store, who):
            for name in names:
                await asyncio.to_thread(forget_once, self._store, name, who)
                await self._reload(name)
                # what was written between the two had the old name in lists
                await asyncio.to_thread(forget_once, self._store, name, who)


def gone_accounts(store: Store) -> list[int]:
    """List the accounts that were deleted and whose name may still stand somewhere."""
    accounts, holders = models.accounts, models.holders
    with store.engine.connect() as connection:
        gone = list(connection.scalars(select(accounts.c.id).where(accounts.c.name == "")))
        left = []
        for number in gone:
            query = select(holders.c.match).where(holders.c.who == f"{ACCOUNT}{number}", holders.c.ended >= 0)
            if connection.execute(query.limit(1)).first() is not None:
                left.append(number)
    return left


def tables_left(store: Store, who: str) -> list[str]:
    """List some tables at which somebody is not forgotten yet."""
    holders = models.holders
    query = select(holders.c.match).where(holders.c.who == who, holders.c.ended >= 0).limit(BATCH)
    with store.engine.connect() as connection:
        return list(connection.scalars(query))


def forget_once(store: Store, match: str, who: str) -> None:
    """Put the neutral name at one table, and let all processes read it again."""
    holders = models.holders
    with store.engine.begin() as connection:
        own = (holders.c.match == match, holders.c.who == who)
        connection.execute(update(holders).where(*own).values(ended=GONE))
        forget_at_table(connection, match, who)
        notify(connection, match, RELOAD_NEWS)
