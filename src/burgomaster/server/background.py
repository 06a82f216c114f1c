"""What a server does beside answering requests; such work begins again whatever goes wrong.

Python's garbage is collected and caches are kept within their budget; the caretaker closes waiting tables
whose people have left, and deletes old studies of guests.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from burgomaster.core.cache import trim
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.seats import expire
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.steady_time import now
from burgomaster.server.study.store import drop_guest_studies
from burgomaster.server.troubles import CALM_SECONDS, TROUBLES, Troubles

log = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds before work begins again; the pause doubles
YOUNG_OBJECTS, NEVER = 5_000, 1_000_000  # objects before a run over the youngest; of others there is none
TRIM_SECONDS = 5.0
MB = 1 << 20
ROUND_SECONDS = 60.0
ROUNDS_OF_STUDIES = 60  # between two looks for old studies
DAY = 24 * 3600
Work = Callable[[], Awaitable[None]]


async def supervise(name: str, work: Work, troubles: Troubles = TROUBLES) -> None:
    """Do some work to its end; begin it again, after a growing pause, when anything goes wrong.

    Whoever begins again has to read from the store what was missed.
    """
    pause = FIRST_PAUSE
    while True:
        begun = time.monotonic()
        try:
            return await work()
        except Exception as error:
            troubles.report(f"{name} broke off and begins again", error, with_traceback=True)
        if time.monotonic() - begun > CALM_SECONDS:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


@dataclass(frozen=True)
class Pace:
    """Seconds between two looks, without any move before it is idle, and between two full runs."""

    check: float = 1.0
    idle: float = 3.0
    soonest: float = 60.0
    latest: float = 3600.0

    def is_due(self, now: float, changed: float, collected: float) -> bool:
        """Tell whether a full run is due: soon if something was played since, and nobody plays now."""
        is_idle = now - changed > self.idle and changed > collected
        return now - collected > (self.soonest if is_idle else self.latest)


CALM = Pace()


async def collect_when_idle(last_change: Callable[[], float], pace: Pace = CALM) -> None:
    """Collect only new objects as they come, and everything while nobody plays; for ever.

    A full run of Python's garbage collector stops every thread, with hundreds of tables for half a second,
    and one over what has outlived some runs for 40 ms, to find next to nothing. `last_change` tells when
    something was played last.
    """
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    collected = time.monotonic()
    try:
        while True:
            await asyncio.sleep(pace.check)
            if pace.is_due(time.monotonic(), last_change(), collected):
                gc.collect()
                collected = time.monotonic()
    finally:
        gc.set_threshold(*usual)


async def trim_caches(cache_mb: int) -> None:
    while True:
        await asyncio.sleep(TRIM_SECONDS)
        await asyncio.to_thread(trim, cache_mb * MB)  # it takes some 20 ms


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
