"""A match in memory, with those who watch it."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from burgomaster.server.match import Match
from burgomaster.server.shares import NOBODY_IN_PARTICULAR, Owner


@dataclass
class LiveMatch:
    """A match in memory, with those who watch it."""

    match: Match
    leads: bool = True  # whether this process lets its bots think
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    chat: Sequence[Mapping[str, Any]] | None = None  # None: to be read from the store
    chat_version: int = 0  # counts the messages that this process knows of
    bot_task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    visited: float = -math.inf  # when somebody looked the last time, by time.monotonic()
    people: int = 0  # of those who watch: they sit here, or opened the table
    people_seen: float = -math.inf  # when one of them was here the last time

    @property
    def name(self) -> str:
        """Name the match, as paths and the store do."""
        return self.match.header.match

    @property
    def is_idle(self) -> bool:
        """Tell whether the match may be dropped from memory: nobody watches it and nothing is being done."""
        return not self.watchers and self.bot_task is None and not self.lock.locked()

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
        return self.people > 0 or time.monotonic() - self.people_seen < seconds

    def bots_owner(self, seconds: float) -> Owner | None:
        """Name whom the bots of the table think for; None if nobody would notice.

        A person who plays is waited for, wherever they are. A game that was lost on time goes on to its end,
        together with all others that everybody has left.
        """
        header, seats = self.match.header, self.match.seats
        if self.is_attended(seconds) or any(seat.is_human for seat in seats):
            return Owner(header.origin or header.host, header.host)
        return NOBODY_IN_PARTICULAR if any(seat.timed_out for seat in seats) else None

    def notify(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()

    def forget_chat(self) -> None:
        """Let the chat be read again: there is a new message."""
        self.chat_version += 1
        self.chat = None

    def cancel_timer(self) -> None:
        """Stop waiting for what would be due later."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None

    @contextmanager
    def watched(self, is_holder: bool = False) -> Iterator[asyncio.Event]:
        """Let somebody watch for a while; the event is set whenever there is something new."""
        changed = asyncio.Event()
        self.watchers.add(changed)
        self.people += is_holder
        try:
            yield changed
        finally:
            self.watchers.remove(changed)
            self.people -= is_holder
            self.visit(is_holder)
