"""Run the full collector only when idle, and keep caches within their budget.

A full run of Python's garbage collector stops every thread, with hundreds of tables for half a second, and
one over what has outlived some runs for 40 ms, to find next to nothing. So only new objects are collected as
they come, and all of them while nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

from burgomaster.core.cache import trim

YOUNG_OBJECTS, NEVER = 5_000, 1_000_000  # objects before a run over the youngest; of others there is none


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
TRIM_SECONDS = 5.0
MB = 1 << 20


async def collect_when_idle(last_change: Callable[[], float], pace: Pace = CALM) -> None:
    """Collect everything while nobody plays, for ever; `last_change` tells when something was played last."""
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
    """Keep all caches of this process together within a budget, for ever."""
    while True:
        await asyncio.sleep(TRIM_SECONDS)
        await asyncio.to_thread(trim, cache_mb * MB)  # it takes some 20 ms
