"""The matches that are in memory, one authority each: decide, store, show, and then what follows by itself.

Everything that changes a match goes through `submit`. Entries are tried on a fork, stored, and only then
the fork takes the place of the match: nobody ever sees what is not stored. Bots think in threads.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import burgomaster as bm
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.table import Table
from burgomaster.server.journal import Entry, Header
from burgomaster.server.match import Match, Refused, replay
from burgomaster.server.settings import Settings
from burgomaster.server.store import Conflict, Store

log = logging.getLogger(__name__)

Decide = Callable[[Match, float], "Entry | Sequence[Entry]"]

MOST_LIVE = 2000
BOT_PAUSE = 0.7  # seconds between two moves of bots, so that people can follow


@dataclass
class Live:
    """A match in memory, and who watches it."""

    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    talk: int = 0  # counts chat, so that pages notice

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()


class Hub:
    """All matches of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # Finding and making

    async def find(self, match: str) -> Live | None:
        """A match by its name, read from the store if need be."""
        live = self._live.get(match)
        if live is not None:
            return live
        async with self._loading:
            if match not in self._live:
                loaded = await asyncio.to_thread(self.store.load, match)
                if loaded is None:
                    return None
                self._live[match] = Live(await asyncio.to_thread(replay, *loaded))
                self._forget_some()
        live = self._live[match]
        self._follow(live)
        return live

    async def create(self, header: Header) -> Live:
        """A new match."""
        match = await asyncio.to_thread(Match, header)
        await asyncio.to_thread(self.store.create, header, match.summary)
        self._live[header.match] = live = Live(match)
        self._forget_some()
        return live

    async def wake(self) -> None:
        """After a start: let the matches that were going on go on."""
        for match in await asyncio.to_thread(self.store.running):
            try:
                await self.find(match)
            except BurgomasterError as error:
                log.warning("match %s cannot go on: %s", match, error)

    def _forget_some(self) -> None:
        idle = [name for name, live in self._live.items() if not live.watchers and live.thinking is None]
        for name in idle[: max(0, len(self._live) - MOST_LIVE)]:
            if self._live[name].timer is None:
                del self._live[name]

    # Changing

    async def submit(self, live: Live, decide: Decide) -> None:
        """Decide on the newest position, store, and show; Refused leaves everything as it was."""
        async with live.lock:
            try:
                await self._write(live, decide)
            except Conflict:  # another process was quicker
                await self._catch_up(live)
                raise Refused("stale") from None
            await self._settle(live)
        self._follow(live)

    async def _write(self, live: Live, decide: Decide) -> None:
        decided = decide(live.match, time.time())
        entries = [decided] if isinstance(decided, Entry) else list(decided)
        after = live.match.after(entries)
        name = live.match.header.match
        await asyncio.shield(asyncio.to_thread(self.store.append, name, entries, after.status, after.summary))
        live.match = after
        live.tell()

    async def _settle(self, live: Live) -> None:
        """What follows by itself: held and automatic moves, fallen clocks."""
        while True:
            due = live.match.due(time.time())
            if due is None:
                return
            await self._write(live, lambda _match, _now, due=due: due)  # type: ignore[misc]

    async def _catch_up(self, live: Live) -> None:
        """Read what another process wrote."""
        match = live.match
        entries = await asyncio.to_thread(self.store.entries, match.header.match, match.number)
        if entries:
            live.match = match.after(entries)
        live.talk += 1
        live.tell()

    async def heard(self, match: str) -> None:
        """Another process has changed a match."""
        live = self._live.get(match)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)
            self._follow(live)

    # What happens without anybody asking

    def _follow(self, live: Live) -> None:
        """Let a bot think if it is its turn, and set the timer of the clock."""
        match = live.match
        seat = match.to_move
        if seat is not None and match.seats[seat].bot and live.thinking is None:
            live.thinking = self._spawn(self._think(live, seat))
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = match.clock.deadline() if match.to_move is not None else None
        if deadline is not None:
            wait = max(0.0, deadline - time.time()) + 0.05
            live.timer = asyncio.get_running_loop().call_later(wait, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.timer = None
        self._spawn(self._timed_out(live))

    async def _timed_out(self, live: Live) -> None:
        async with live.lock:
            try:
                await self._settle(live)
            except Conflict:
                await self._catch_up(live)
        self._follow(live)

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _think(self, live: Live, seat: int) -> None:
        """Let the bot of a seat choose, off the event loop, and play what it chose."""
        try:
            position, begun = live.match.position(seat), time.monotonic()
            notation = await self._choose(live.match.table.copy(), live.match.seats[seat].bot)
            await asyncio.sleep(max(0.0, BOT_PAUSE - (time.monotonic() - begun)))

            def decide(match: Match, now: float) -> Entry:
                if not match.seats[seat].bot:
                    raise Refused("stale")
                return match.play(seat, notation, position, now, by="bot")

            live.thinking = None
            await self.submit(live, decide)
        except Refused:
            live.thinking = None
            self._follow(live)
        finally:
            live.thinking = None if live.thinking is asyncio.current_task() else live.thinking

    async def _choose(self, table: Table, description: str) -> str:
        """The move of a bot; if it takes too long or fails, any move, so that the game goes on."""
        try:
            return await asyncio.wait_for(
                asyncio.to_thread(choose_move, table, description), self.settings.bot_seconds
            )
        except Exception:
            log.exception("the bot %s did not answer; a random move is played", description)
            return random.choice(table.moves()).notation

    async def close(self) -> None:
        """Stop all bots and timers."""
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def choose_move(table: Table, description: str) -> str:
    """What a bot plays; it is handed only what its seat may know."""
    name, colon, level = description.partition(":")
    settings = {"level": int(level)} if colon else {}
    return bm.bot(name, **settings).choose(table).notation
