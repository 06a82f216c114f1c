"""Fair turns at the processors: a few pieces of work run at once, and all owners get equal shares of time.

Time is counted by address, and within an address by person: the owner with the least time goes first, however
much the others have asked for. A returning owner starts level with the others, without credit or debt.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

Waiting = TypeVar("Waiting")
Key = tuple[str, ...]  # (address,) or (address, person)
MOST_REMEMBERED = 10_000  # addresses and persons without work


class Owner(NamedTuple):
    """The person that work is done for."""

    origin: str  # the mark of an address, see `auth.origin_of`
    person: str  # a visitor or an account

    @property
    def keys(self) -> tuple[Key, Key]:
        return (self.origin,), tuple(self)


NOBODY_IN_PARTICULAR = Owner("", "")  # all abandoned tables share one turn


class Shares:
    """The time that each owner has had. The caller sees to it that one thread at a time uses it."""

    def __init__(self) -> None:
        self._spent: dict[Key, float] = {}
        self._wanting: Counter[Key] = Counter()  # pieces of work that wait or run
        self._running: Counter[Key] = Counter()

    def join(self, owner: Owner) -> None:
        """Add a piece of work; an owner without other work starts level with the least served one."""
        for key in owner.keys:
            if not self._wanting[key]:
                # addresses are compared with addresses, persons with those of the same address
                others = [self._spent[other] for other in self._wanting if other[:-1] == key[:-1]]
                self._spent[key] = max(self._spent.get(key, 0.0), min(others, default=0.0))
            self._wanting[key] += 1

    def begin(self, owner: Owner) -> None:
        self._running.update(owner.keys)

    def end(self, owner: Owner, cost: float) -> None:
        self._running.subtract(owner.keys)
        self.charge(owner, cost)
        self.leave(owner)

    def charge(self, owner: Owner, cost: float) -> None:
        for key in owner.keys:
            self._spent[key] = self._spent.get(key, 0.0) + cost

    def leave(self, owner: Owner) -> None:
        self._wanting.subtract(owner.keys)
        self._wanting, self._running = +self._wanting, +self._running
        if not self._wanting:
            self._spent.clear()
        elif len(self._spent) > MOST_REMEMBERED:
            self._spent = {key: spent for key, spent in self._spent.items() if self._wanting[key]}

    def first(self, waiting: Iterable[Waiting], owner_of: Callable[[Waiting], Owner]) -> Waiting:
        """Choose the next piece of work: by address, then by person, then by the time that it has waited."""
        return min(
            waiting,
            key=lambda one: [(self._running[key], self._spent[key]) for key in owner_of(one).keys],
        )


@dataclass(eq=False)
class Waiter:
    owner: Owner
    turn: asyncio.Event = field(default_factory=asyncio.Event)


class FairTurns:
    """A queue that lets so many pieces of work run at once, in the order of their owners' shares."""

    def __init__(self, n_at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._n_at_once, self._clock = n_at_once, clock
        self._shares = Shares()
        self._waiting: list[Waiter] = []  # in the order in which they came
        self._n_running = 0

    @property
    def n_waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a turn, and have it as long as the context is open."""
        waiter = Waiter(owner)
        self._waiting.append(waiter)
        self._shares.join(owner)
        self._call_next()
        try:
            await waiter.turn.wait()
        except asyncio.CancelledError:
            if waiter.turn.is_set():
                self._end(waiter, 0.0)
            else:
                self._waiting.remove(waiter)
                self._shares.leave(waiter.owner)
            raise
        begun = self._clock()
        try:
            yield
        finally:
            self._end(waiter, self._clock() - begun)

    def _call_next(self) -> None:
        while self._waiting and self._n_running < self._n_at_once:
            waiter = self._shares.first(self._waiting, lambda one: one.owner)
            self._waiting.remove(waiter)
            self._shares.begin(waiter.owner)
            self._n_running += 1
            waiter.turn.set()

    def _end(self, waiter: Waiter, cost: float) -> None:
        self._n_running -= 1
        self._shares.end(waiter.owner, cost)
        self._call_next()
