"""When memory is searched for what nobody refers to any more.

Python looks through all its objects now and then, and nobody is served meanwhile: with hundreds of tables for
half a second. So only what is new is searched as it comes, and everything while nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

NEW_OBJECTS, ROUNDS, NEVER = 5_000, 10, 1_000_000  # a search of the new, of the rather new, of everything
LOOK_SECONDS = 1.0
QUIET_SECONDS = 3.0  # without any move
SOONEST, LATEST = 60.0, 3600.0  # seconds between two searches of everything


async def search_when_quiet(last_change: Callable[[], float]) -> None:
    """Search everything while it is quiet, for ever; `last_change` tells when something was played last."""
    usual = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, ROUNDS, NEVER)
    searched = time.monotonic()
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = time.monotonic()
            is_quiet = now - last_change() > QUIET_SECONDS
            if now - searched > (SOONEST if is_quiet and last_change() > searched else LATEST):
                gc.collect()
                searched = time.monotonic()
    finally:
        gc.set_threshold(*usual)
