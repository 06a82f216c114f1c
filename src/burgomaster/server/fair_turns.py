"""Turns at the processors: a few pieces of work at once, and everybody gets their share of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from burgomaster.server.fair_shares import Owner, Shares


@dataclass(eq=False)
class Waiter:
    """Somebody who waits for their turn."""

    owner: Owner
    turn: asyncio.Event = field(default_factory=asyncio.Event)


class FairTurns:
    """Lets so many work at once; a newcomer waits for one end, however many others wait of one owner."""

    def __init__(self, n_at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._n_at_once, self._clock = n_at_once, clock
        self._shares = Shares()
        self._waiting: list[Waiter] = []  # in the order in which they came
        self._n_running = 0

    @property
    def n_waiting(self) -> int:
        """Count those who wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a turn, and have it as long as the context is open."""
        waiter = Waiter(owner)
        self._waiting.append(waiter)
        self._shares.join(owner)
        self._call_next()
        await self._wait(waiter)
        begun = self._clock()
        try:
            yield
        finally:
            self._end(waiter, self._clock() - begun)

    async def _wait(self, waiter: Waiter) -> None:
        """Wait to be called; who gives up waiting leaves no gap."""
        try:
            await waiter.turn.wait()
        except asyncio.CancelledError:
            if waiter.turn.is_set():
                self._end(waiter, 0.0)
            else:
                self._waiting.remove(waiter)
                self._shares.leave(waiter.owner)
            raise

    def _call_next(self) -> None:
        """Call those whose turn it is."""
        while self._waiting and self._n_running < self._n_at_once:
            waiter = self._shares.first(self._waiting, lambda one: one.owner)
            self._waiting.remove(waiter)
            self._shares.begin(waiter.owner)
            self._n_running += 1
            waiter.turn.set()

    def _end(self, waiter: Waiter, cost: float) -> None:
        """Let the next one work."""
        self._n_running -= 1
        self._shares.end(waiter.owner, cost)
        self._call_next()
