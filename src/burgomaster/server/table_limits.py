"""How many tables one person, and everybody at one address, may have: going on, waiting, shown in the lobby.

Only what costs others something is counted: a game without a move for a day waits at nobody's expense.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from burgomaster.server.fair_turns import Owner
from burgomaster.server.match import Refused
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store

COUNTED_SECONDS = 24 * 3600.0  # since the last move of a game that counts as going on


class TableCounts(NamedTuple):
    """How many tables somebody has opened."""

    running: int = 0
    waiting: int = 0
    open: int = 0  # of those that wait, in the lobby


class TableLimits:
    """Keeps everybody from opening more tables than they can play at."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._opening = asyncio.Lock()  # who opens many at once is counted one after another

    @asynccontextmanager
    async def room_for(self, owner: Owner, wanted: TableCounts) -> AsyncIterator[None]:
        """Let somebody open a table while the context is open; Refused if they have too many."""
        async with self._opening:
            if self._settings.rate_limits:
                await asyncio.to_thread(self._require_room, owner, wanted)
            yield

    def _require_room(self, owner: Owner, wanted: TableCounts) -> None:
        """Count what a person has, and then what everybody has at their address."""
        since = now() - COUNTED_SECONDS
        most = self._most()
        require_fewer(
            TableCounts(**self._store.count_tables("host", owner.person, since)), wanted, most, "person"
        )
        if owner.origin:
            crowd = TableCounts(*(self._settings.crowd * number for number in most))
            found = TableCounts(**self._store.count_tables("origin", owner.origin, since))
            require_fewer(found, wanted, crowd, "address")

    def _most(self) -> TableCounts:
        chosen = self._settings
        return TableCounts(chosen.most_running, chosen.most_waiting, chosen.most_open)

    async def require_seat(self, person: str) -> None:
        """Raise Refused if somebody sits at as many waiting tables of others as they may."""
        if not self._settings.rate_limits:
            return
        joined = await asyncio.to_thread(self._store.count_joined, person)
        if joined >= self._settings.most_waiting:
            raise Refused("too_many_seats", most=self._settings.most_waiting)


def require_fewer(found: TableCounts, wanted: TableCounts, most: TableCounts, whose: str) -> None:
    """Raise Refused if there are as many tables of a wanted kind as there may be."""
    for kind, has, wants, limit in zip(TableCounts._fields, found, wanted, most, strict=True):
        if wants and has + wants > limit:
            raise Refused(f"too_many_{kind}" + ("" if whose == "person" else "_here"), most=limit)


def counts_of(is_waiting: bool, is_open: bool) -> TableCounts:
    return TableCounts(not is_waiting, is_waiting, is_waiting and is_open)
