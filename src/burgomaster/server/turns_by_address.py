"""Fair turns: of one address a few requests are worked on at once, and the others of it wait for them.

So a hundred pages that one address asks for at the same moment make that address wait, and nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

MOST_AT_ONCE = 4
Result = TypeVar("Result")


class Turns:
    """The requests of each address that are worked on or wait."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self.most = most
        self.places: dict[str, tuple[asyncio.Semaphore, int]] = {}  # with how many use them

    async def take(self, address: str) -> None:
        """Wait until an address may have one more."""
        places, users = self.places.get(address) or (asyncio.Semaphore(self.most), 0)
        self.places[address] = (places, users + 1)
        try:
            await places.acquire()
        except BaseException:
            self.forget(address)
            raise

    def give_back(self, address: str) -> None:
        """Let the next of an address have its turn."""
        self.places[address][0].release()
        self.forget(address)

    def forget(self, address: str) -> None:
        """Count one less; an address without requests is not remembered."""
        places, users = self.places[address]
        if users > 1:
            self.places[address] = (places, users - 1)
        else:
            del self.places[address]


class Turn:
    """The turn of one request: it lasts until the answer begins, and rests while the sender is awaited."""

    def __init__(self, turns: Turns, address: str) -> None:
        self.turns, self.address = turns, address
        self.is_held = False

    async def begin(self) -> None:
        """Wait for it."""
        await self.turns.take(self.address)
        self.is_held = True

    def end(self) -> None:
        """Give it back, if it is held."""
        if self.is_held:
            self.is_held = False
            self.turns.give_back(self.address)

    async def resting(self, awaited: Awaitable[Result]) -> Result:
        """Let others have it while something is awaited that may take long."""
        if not self.is_held:
            return await awaited
        self.end()
        found = await awaited
        await self.begin()
        return found
