"""The full collector runs while nobody plays, and games that are over leave the background."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest

from burgomaster.core.registry import game_names
from burgomaster.server import background, live_match
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.new_match import make_header
from burgomaster.server.store import Store
from tests.server.fixtures import settings_for


class Ring:
    def __init__(self) -> None:
        self.me = self


HURRIED = background.Pace(check=0.01, idle=0.1, soonest=0.05)


def old_ring() -> weakref.ref[Ring]:
    """A dead ring that is too old for the runs over young objects."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


async def test_everything_is_collected_when_nobody_plays_any_more() -> None:
    usual = gc.get_threshold()
    rested = 0.0  # somebody plays all the time until this is set
    async with asyncio.timeout(20):
        collecting = asyncio.create_task(
            background.collect_when_idle(lambda: rested or time.monotonic(), HURRIED)
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
    assert gc.get_threshold() == usual


async def test_games_that_are_over_are_dropped_when_nobody_looks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_match, "ENDED_CHECK_SECONDS", 0.01)
    matches = MatchManager(store, settings_for("sqlite://"))

    async def new_match(has_ended: bool) -> LiveMatch:
        header = make_header(game_names()[0], {"players": 2}, "visitor:a", {"kind": "none"}, False)
        live = await matches.create(header)
        live.match.cancelled = has_ended
        return live

    async with asyncio.timeout(20):
        running, watched, visited, left = [await new_match(ended) for ended in (False, True, True, True)]
        for live in (running, watched, left):
            live.visited -= 1000
        with watched.watched():
            dropping = asyncio.create_task(matches.live.drop_ended())
            while len(matches.live) > 3:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            names = {live.name for live in (running, watched, visited)}
            assert set(matches.live) == names  # all but the one that everybody has left
            dropping.cancel()
        again = await matches.find(left.name)
        assert again is not None and again is not left
        await matches.close()
