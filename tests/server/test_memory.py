"""The full collector runs while nobody plays; large blocks go back to the system."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
import weakref

import pytest

from burgomaster.server import memory


class Ring:
    """Something that only the collector finds out to be dead."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"CHECK_SECONDS": 0.01, "IDLE_SECONDS": 0.1, "SOONEST": 0.05}.items():
        monkeypatch.setattr(memory, name, seconds)


def old_ring() -> weakref.ref[Ring]:
    """A dead ring that is too old for the runs over young objects."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


@pytest.mark.usefixtures("hurried")
def test_everything_is_collected_when_nobody_plays_any_more() -> None:
    async def play_and_rest() -> None:
        played = time.monotonic()
        collecting = asyncio.create_task(memory.collect_when_idle(lambda: played))
        await asyncio.sleep(0.02)
        dead = old_ring()
        for _ in range(10):
            played = time.monotonic()
            await asyncio.sleep(0.02)
        assert dead() is not None  # nobody waited for the collector while there was play
        while dead() is not None:
            await asyncio.sleep(0.02)
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)

    usual = gc.get_threshold()
    asyncio.run(asyncio.wait_for(play_and_rest(), 20))
    assert gc.get_threshold() == usual


FREEING = """
import numpy as np
from burgomaster.server.memory import return_large_blocks

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 // 2**20

np.ones(22 * 2**17)  # the first one that is freed makes glibc keep the next ones
return_large_blocks()
before, kept = resident(), []
for _ in range(6):
    blocks = [np.ones(22 * 2**17)]
    kept.append(np.ones(1000))  # something small behind each block keeps the heap from shrinking
    blocks.append(np.ones(22 * 2**17))
del blocks
print(resident() - before)
"""


def test_freed_blocks_go_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", FREEING], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 2  # megabytes; without the setting more than 15 are left
