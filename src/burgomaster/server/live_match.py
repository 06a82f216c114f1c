"""The matches that are in memory, and who watches them; what nobody needs is dropped: the store has it."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from burgomaster.server.fair_turns import NOBODY_IN_PARTICULAR, Owner
from burgomaster.server.match import Entry, Match
from burgomaster.server.steady_time import now

MOST_RECENT = 6  # entries
CLOCK_TOLERANCE = 2.0  # seconds by which news of another process may seem early or late
MOST_LIVE = 2000
ENDED_SECONDS, ENDED_CHECK_SECONDS = 60.0, 10.0  # a game that is over stays in memory so long after a visit


@dataclass
class LiveMatch:
    match: Match
    leads: bool = True  # whether this process lets its bots think
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: dict[asyncio.Event, Callable[[], Collection[int]]] = field(default_factory=dict)
    # what wakes each of them, and which seats are theirs
    listeners: dict[asyncio.Event, str] = field(default_factory=dict)  # who each of them is
    chat: Sequence[Mapping[str, Any]] | None = None  # None: to be read from the store
    chat_version: int = 0  # counts the messages that this process knows of
    bot_task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    offset: float = 0.0  # seconds by which the time of the match is ahead of the time of this process
    is_behind: bool = False  # whether the store may know more, because it was not read
    unread: tuple[int, float] = (-1, 0.0)  # the last entry that was told of and not read; when, by our time
    retry_at: float | None = None  # when to try again what could not be done, by time.monotonic()
    awaited: tuple[int, float] = (-1, 0.0)  # the entry after which another process is waited for; until when
    rewritten: int = 0  # how often the names in its journal have changed
    visited: float = -math.inf  # when somebody looked the last time, by time.monotonic()
    people_seen: float = -math.inf  # when somebody was here who sits here or opened the table
    recent: Sequence[Entry] = ()  # the newest ones of its journal, for processes that draw it

    @property
    def name(self) -> str:
        return self.match.header.match

    @property
    def is_idle(self) -> bool:
        """Tell whether the match may be dropped from memory: nobody watches it and nothing is being done."""
        return not self.watchers and self.bot_task is None and not self.lock.locked()

    @property
    def now(self) -> float:
        """Tell what time it is at this match: never before the newest moment in its journal."""
        return max(now() + self.offset, self.match.latest)

    def replace(self, match: Match, entries: Sequence[Entry]) -> None:
        """Let the match take the place of the one before, from which it came by these entries."""
        self.recent = (*self.recent, *entries)[-MOST_RECENT:]  # before it: who reads both finds enough
        self.match = match

    def settle_time(self, is_news: bool) -> None:
        """Let time go on from the newest moment in the journal.

        Another process, or this machine before its clock was set, may have had another time. What is news
        has happened just now, or when it was heard of; otherwise only that the clock of the writer was ahead
        can be known.
        """
        number, moment = self.unread
        was_heard = not is_news and number == self.match.number
        ahead = self.match.latest - (moment if was_heard else now())
        is_other_time = (is_news or was_heard) and abs(ahead) > CLOCK_TOLERANCE
        self.offset = ahead if is_other_time else max(self.offset, ahead)

    def visit(self, is_holder: bool = False) -> None:
        """Remember that somebody is here; perhaps somebody who sits here or opened the table."""
        self.visited = time.monotonic()
        if is_holder:
            self.people_seen = self.visited

    def is_attended(self, seconds: float) -> bool:
        """Tell whether anybody watches, or has looked within so many seconds."""
        return bool(self.watchers) or time.monotonic() - self.visited < seconds

    def is_held(self, seconds: float) -> bool:
        """Tell the same of the people who sit here or opened the table."""
        is_watched = any(seats_of() for seats_of in self.watchers.values())
        return is_watched or time.monotonic() - self.people_seen < seconds

    def bots_owner(self, seconds: float) -> Owner | None:
        """Name whom the bots of the table think for; None if nobody would notice.

        A person who plays is waited for, wherever they are. A game that was lost on time goes on to its end,
        together with all others that everybody has left; a rated one too, so that leaving it counts, and one
        of a tournament, where others wait for its end.
        """
        header, seats = self.match.header, self.match.seats
        if self.is_attended(seconds) or any(seat.is_human for seat in seats):
            return Owner(header.origin or header.host, header.host)
        goes_on = header.is_serious or any(seat.timed_out for seat in seats)
        return NOBODY_IN_PARTICULAR if goes_on else None

    def notify(self, seats: Collection[int] | None = None) -> None:
        """Wake everybody who watches, or those with one of some seats: nobody else may notice anything."""
        for watcher, seats_of in self.watchers.items():
            if seats is None or not set(seats).isdisjoint(seats_of()):
                watcher.set()

    @property
    def n_spectators(self) -> int:
        """Count the people who watch and do not sit here; several windows of one are one."""
        return len({self.listeners[event] for event, seats_of in self.watchers.items() if not seats_of()})

    def forget_chat(self) -> None:
        self.chat_version += 1
        self.chat = None

    def cancel_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None

    @contextmanager
    def watched(
        self, seats_of: Callable[[], Collection[int]] = tuple, listener: str = ""
    ) -> Iterator[asyncio.Event]:
        """Let somebody watch for a while; the event is set whenever their seats have something new."""
        changed = asyncio.Event()
        self.watchers[changed], self.listeners[changed] = seats_of, listener
        try:
            yield changed
        finally:
            del self.watchers[changed], self.listeners[changed]
            self.visit(is_holder=bool(seats_of()))


class LiveMatches(dict[str, LiveMatch]):
    """Matches by name, the least recently used first."""

    def __init__(self, on_drop: Callable[[str], None]) -> None:
        super().__init__()
        self._on_drop = on_drop  # told the name of a match that is dropped

    def add(self, live: LiveMatch) -> None:
        """Keep a match, and drop idle ones if there are too many."""
        self[live.name] = live
        for name in list(self)[: max(0, len(self) - MOST_LIVE)]:
            if self[name].is_idle:
                self.drop(name)

    def use(self, name: str) -> LiveMatch:
        self[name] = live = self.pop(name)
        return live

    def drop(self, name: str) -> None:
        self.pop(name).cancel_timer()
        self._on_drop(name)

    async def drop_ended(self) -> None:
        """Drop games that are over and that nobody looks at any more, for ever."""
        while True:
            await asyncio.sleep(ENDED_CHECK_SECONDS)
            for name, live in list(self.items()):
                has_ended = live.match.is_over or live.match.cancelled
                if has_ended and live.is_idle and not live.is_attended(ENDED_SECONDS):
                    self.drop(name)

    def waiting(self) -> list[LiveMatch]:
        return [live for live in self.values() if live.match.is_waiting and not live.match.cancelled]

    def watched_seats(self, name: str) -> set[int]:
        """List the seats of a table whose people look at it, as far as this process knows."""
        live = self.get(name)
        return set() if live is None else {seat for seats_of in live.watchers.values() for seat in seats_of()}

    def n_spectators(self, name: str) -> int:
        """Count who watches a table without sitting there, as far as this process knows."""
        live = self.get(name)
        return 0 if live is None else live.n_spectators

    def all_spectators(self) -> dict[str, int]:
        found = {name: live.n_spectators for name, live in self.items() if live.watchers}
        return {name: people for name, people in found.items() if people}
