"""The caretaker: closes waiting tables whose people have left, and deletes old studies of guests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.seats import expire
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.steady_time import now
from burgomaster.server.study.store import drop_guest_studies

log = logging.getLogger(__name__)

ROUND_SECONDS = 60.0
ROUNDS_OF_STUDIES = 60  # between two looks for old studies
DAY = 24 * 3600


class Caretaker:
    """Looks after the waiting tables of a store, together with those of other processes."""

    def __init__(self, matches: MatchManager) -> None:
        self._matches = matches
        self._n_rounds = 0

    async def look_after(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.make_round()
            except Exception:
                log.exception("the waiting tables could not be looked after")

    async def make_round(self) -> None:
        """Note who is there, and close what is left; after a start people get the time to come back."""
        store = self._matches.store
        held = [live.name for live in self._matches.live.waiting() if live.is_held(ROUND_SECONDS)]
        await asyncio.to_thread(store.mark_seen, held, now())
        self._n_rounds += 1
        if self._n_rounds % ROUNDS_OF_STUDIES == 1:
            before = now() - DAY * self._matches.settings.study_days
            await asyncio.to_thread(drop_guest_studies, store.engine, before)
        if self._n_rounds > 1:
            for name in await asyncio.to_thread(self._left):
                await self._close(name)

    def _left(self) -> list[str]:
        """List the tables whose people have been gone for too long."""
        moment, settings = now(), self._matches.settings
        quick = moment - 60 * settings.open_minutes
        any_table = moment - DAY * settings.waiting_days
        rows = self._matches.store.waiting_unseen(max(quick, any_table))
        return [
            str(row["match"])
            for row in rows
            if max(row["seen"], row["changed"]) < (quick if is_quick(row) else any_table)
        ]

    async def _close(self, name: str) -> None:
        """Close a table; what cannot be read any more stays as it is."""
        try:
            live = await self._matches.find(name, is_visit=False)
            if live is not None:
                await self._matches.submit(live, expire)
        except Exception as error:
            log.warning("the waiting table %s cannot be closed: %s", name, error)


def is_quick(row: Mapping[str, Any]) -> bool:
    """Tell whether a table stands in the lobby for people who want to play now."""
    return bool(row["is_open"]) and not is_slow(row["clock"])
