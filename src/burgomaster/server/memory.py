"""Run the full collector only when idle.

A full run of Python's garbage collector stops every thread, with hundreds of tables for half a second. So
only new objects are collected as they come, and all of them while nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

# objects before a run over the youngest, runs before one over the middle, and before one over all: never
YOUNG_OBJECTS, YOUNG_RUNS, NEVER = 5_000, 10, 1_000_000
CHECK_SECONDS = 1.0
IDLE_SECONDS = 3.0  # without any move
SOONEST, LATEST = 60.0, 3600.0  # seconds between two full runs


async def collect_when_idle(last_change: Callable[[], float]) -> None:
    """Collect everything while nobody plays, for ever; `last_change` tells when something was played last."""
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_RUNS, NEVER)
    collected = time.monotonic()
    try:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if is_due(time.monotonic(), last_change(), collected):
                gc.collect()
                collected = time.monotonic()
    finally:
        gc.set_threshold(*usual)


def is_due(now: float, changed: float, collected: float) -> bool:
    """Tell whether a full run is due: soon if something was played since the last and now nobody plays."""
    is_idle = now - changed > IDLE_SECONDS and changed > collected
    return now - collected > (SOONEST if is_idle else LATEST)
