"""Memory is searched while nobody plays."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest

from burgomaster.server import memory


class Ring:
    """Something that only a search finds out to be dead."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"LOOK_SECONDS": 0.01, "QUIET_SECONDS": 0.1, "SOONEST": 0.05}.items():
        monkeypatch.setattr(memory, name, seconds)


def old_ring() -> weakref.ref[Ring]:
    """A dead ring that is too old for the searches of the new."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


@pytest.mark.usefixtures("hurried")
def test_everything_is_searched_when_it_has_become_quiet() -> None:
    async def play_and_rest() -> None:
        played = time.monotonic()
        searching = asyncio.create_task(memory.search_when_quiet(lambda: played))
        await asyncio.sleep(0.02)
        dead = old_ring()
        for _ in range(10):
            played = time.monotonic()
            await asyncio.sleep(0.02)
        assert dead() is not None  # nobody waited for a search while there was play
        while dead() is not None:
            await asyncio.sleep(0.02)
        searching.cancel()
        await asyncio.gather(searching, return_exceptions=True)

    usual = gc.get_threshold()
    asyncio.run(asyncio.wait_for(play_and_rest(), 20))
    assert gc.get_threshold() == usual
