"""The full collector runs while nobody plays."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

from burgomaster.server import memory
from tests import coroutines


class Ring:
    """Something that only the collector finds out to be dead."""

    def __init__(self) -> None:
        self.me = self


HURRIED = memory.Pace(check=0.01, idle=0.1, soonest=0.05)


def old_ring() -> weakref.ref[Ring]:
    """A dead ring that is too old for the runs over young objects."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


def test_everything_is_collected_when_nobody_plays_any_more() -> None:
    async def play_and_rest() -> None:
        rested = 0.0  # somebody plays all the time until this is set
        collecting = asyncio.create_task(
            memory.collect_when_idle(lambda: rested or time.monotonic(), HURRIED)
        )
        await asyncio.sleep(0.02)
        dead = old_ring()
        await asyncio.sleep(0.2)
        assert dead() is not None  # nobody waited for the collector while there was play
        rested = time.monotonic()
        while dead() is not None:
            await asyncio.sleep(0.02)
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)

    usual = gc.get_threshold()
    coroutines.run(asyncio.wait_for(play_and_rest(), 20))
    assert gc.get_threshold() == usual
