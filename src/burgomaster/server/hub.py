"""The matches that are in memory, one authority each: decide, store, show, and then what follows by itself.

Everything that changes a match goes through `submit`. Entries are tried on a fork, stored, and only then
the fork takes the place of the match: nobody ever sees what is not stored. Bots think in threads.

Where several processes share a PostgreSQL, the one that wrote last lets the bots of a match think; another
one takes over if nothing happens for longer than a bot may think.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.core.table import Table
from burgomaster.server.choosing import choose_move
from burgomaster.server.journal import Entry, Header
from burgomaster.server.match import Match, Refused, replay
from burgomaster.server.settings import Settings
from burgomaster.server.store import SAID, Conflict, Store

log = logging.getLogger(__name__)

Decide = Callable[[Match, float], "Entry | Sequence[Entry]"]

MOST_LIVE = 2000
ATTEMPTS = 4  # how often somebody may be overtaken by other processes before he is told
FALLBACK_BOT = "greedy"  # decides for a bot that takes too long
TAKE_OVER_SECONDS = 2.0  # patience with another process beyond what a bot may think
RETRY_SECONDS = 1.0
WAKE_SECONDS = 14 * 24 * 3600  # running matches that changed since then go on after a start


@dataclass
class Live:
    """A match in memory, and who watches it."""

    match: Match
    leads: bool = True  # whether this process lets its bots think
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    chat: Sequence[Mapping[str, Any]] | None = None  # None: to be read from the store
    n_said: int = 0  # how often something was said that this process knows of
    thinking: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()

    def said(self) -> None:
        """Something was said: it is read again."""
        self.n_said += 1
        self.chat = None

    @contextmanager
    def watched(self) -> Iterator[asyncio.Event]:
        """Let somebody watch for a while; the event is set whenever there is something new."""
        changed = asyncio.Event()
        self.watchers.add(changed)
        try:
            yield changed
        finally:
            self.watchers.remove(changed)


class Hub:
    """All matches of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        n_cores = os.cpu_count() or 1
        self._brains = ThreadPoolExecutor(4 * n_cores, thread_name_prefix="bot")
        self._turns = asyncio.Semaphore(max(1, n_cores))  # so many bots think at a time
        self._closed = False
        self.changed = 0.0  # when some match was changed last, by time.monotonic()

    # Finding and making

    async def find(self, match: str) -> Live | None:
        """A match by its name, read from the store if need be."""
        if match not in self._live:
            async with self._loading:
                if match not in self._live and not await self._load(match):
                    return None
        live = self._live.pop(match)
        self._live[match] = live  # the last used is the last to be forgotten
        self._follow(live)
        return live

    async def _load(self, match: str) -> bool:
        loaded = await asyncio.to_thread(self.store.load, match)
        if loaded is None:
            return False
        self._live[match] = Live(await asyncio.to_thread(replay, *loaded), leads=self.store.is_sqlite)
        self._forget_some()
        return True

    async def create(self, header: Header) -> Live:
        """A new match."""
        match = await asyncio.to_thread(Match, header)
        await asyncio.to_thread(self.store.create, header, match.summary)
        self._live[header.match] = live = Live(match)
        self._forget_some()
        return live

    async def wake(self) -> None:
        """After a start: let the matches that were going on go on."""
        for match in await asyncio.to_thread(self.store.running, time.time() - WAKE_SECONDS):
            try:
                await self.find(match)
            except Exception as error:
                log.warning("match %s cannot go on: %s", match, error)

    def _forget_some(self) -> None:
        """Drop matches that nobody watches, those that were not used for longest first."""
        for name in list(self._live)[: max(0, len(self._live) - MOST_LIVE)]:
            live = self._live[name]
            if not live.watchers and live.thinking is None and not live.lock.locked():
                self._set_timer(live, None)
                del self._live[name]

    def chat_of(self, live: Live) -> Sequence[Mapping[str, Any]]:
        """What was said at a table; kept in memory unless somebody speaks while it is read."""
        chat, n_said = live.chat, live.n_said
        if chat is None:
            chat = self.store.chat_of(live.match.header.match)
            if n_said == live.n_said:
                live.chat = chat
        return chat

    # Changing

    async def submit(self, live: Live, decide: Decide) -> None:
        """Decide on the newest position, store, and show; Refused leaves everything as it was.

        It is done to its end even if nobody waits for the answer any more.
        """
        await asyncio.shield(self._spawn(self._submit(live, decide), self._writing))

    async def _submit(self, live: Live, decide: Decide) -> None:
        async with live.lock:
            await self._write_safely(live, decide)
            await self._settle(live)
        self._follow(live)

    async def _write_safely(self, live: Live, decide: Decide) -> None:
        """Write, after having read what other processes wrote in the meantime."""
        for _ in range(ATTEMPTS):
            try:
                return await self._write(live, decide)
            except Conflict:
                await self._catch_up(live)
            except SQLAlchemyError as error:
                log.error("the store refused a write: %s", error)
                await self._catch_up(live)  # who knows how far it came
                raise Refused("store") from None
        raise Refused("stale")

    async def _write(self, live: Live, decide: Decide) -> None:
        decided = decide(live.match, time.time())
        entries = [decided] if isinstance(decided, Entry) else list(decided)
        if not entries:
            return
        after = live.match.after(entries)
        name = live.match.header.match
        await asyncio.to_thread(self.store.append, name, entries, after.status, after.changed, after.summary)
        live.match, live.leads = after, True
        self.changed = time.monotonic()
        live.tell()

    async def _settle(self, live: Live) -> None:
        """What follows by itself: held and automatic moves, fallen clocks."""
        try:
            while (due := live.match.due(time.time())) is not None:
                await self._write(live, lambda _match, _now, due=due: due)  # type: ignore[misc]
        except Conflict:  # another process has seen it too
            await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        """Read what another process wrote."""
        match = live.match
        entries = await asyncio.to_thread(self.store.entries, match.header.match, match.number)
        if entries:
            live.match, live.leads = match.after(entries), self.store.is_sqlite
            live.tell()

    async def heard(self, told: str) -> None:
        """Some process, perhaps this one, has changed a match, or somebody spoke there."""
        name, _, news = told.partition(" ")
        live = self._live.get(name)
        if live is None:
            return
        if news == SAID:
            live.said()
            live.tell()
            return
        async with live.lock:
            if not news.isdecimal() or live.match.number < int(news):
                await self._catch_up(live)
        self._follow(live)

    async def heard_all(self) -> None:
        """Anything may have changed."""
        for live in list(self._live.values()):
            live.said()
            async with live.lock:
                await self._catch_up(live)
            live.tell()
            self._follow(live)

    # What happens without anybody asking

    def _follow(self, live: Live) -> None:
        """Let a bot think if it is its turn, and set the timer for what is due later."""
        match, seat = live.match, live.match.to_move
        is_bots = seat is not None and bool(match.seats[seat].bot)
        if is_bots and live.leads and live.thinking is None and not self._closed:
            assert seat is not None
            live.thinking = self._spawn(self._think(live, seat), self._thinking)
        deadline = match.clock.deadline() if seat is not None else None
        wait = None if deadline is None else max(0.0, deadline - time.time()) + 0.05
        if is_bots and not live.leads:
            patience = self.settings.bot_seconds + TAKE_OVER_SECONDS * (1 + random.random())
            wait = patience if wait is None else min(wait, patience)
        self._set_timer(live, wait)

    def _set_timer(self, live: Live, seconds: float | None) -> None:
        if live.timer is not None:
            live.timer.cancel()
        live.timer = None
        if seconds is not None and not self._closed:
            live.timer = asyncio.get_running_loop().call_later(seconds, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.timer = None
        self._spawn(self._rung(live), self._writing)

    async def _rung(self, live: Live) -> None:
        """A clock has fallen, or another process has left its bots alone."""
        async with live.lock:
            await self._catch_up(live)
            live.leads = True
            await self._settle(live)
        self._follow(live)

    def _spawn(self, work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def _think(self, live: Live, seat: int) -> None:
        """Let the bot of a seat choose, and play what it chose; the match goes on whatever happens."""
        try:
            await self._play_bot(live, seat)
        except Refused as error:
            if error.key == "store":
                await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("a bot could not move")
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            live.thinking = None
        self._follow(live)

    async def _play_bot(self, live: Live, seat: int) -> None:
        """One move of a bot, off the event loop."""
        position, begun = live.match.position(seat), time.monotonic()
        notation = await self._choose(live.match.table.copy(), live.match.seats[seat].bot)
        await asyncio.sleep(max(0.0, self.settings.bot_pause - (time.monotonic() - begun)))

        def decide(match: Match, now: float) -> Sequence[Entry]:
            if not match.seats[seat].bot:
                raise Refused("stale")
            return match.play(seat, notation, position, now, by="bot")

        await self.submit(live, decide)

    async def _choose(self, table: Table, description: str) -> str:
        """The move of a bot; if it takes too long or fails, that of a quick one, so that the game goes on."""
        for bot in (description, FALLBACK_BOT):
            try:
                async with self._turns:
                    return await self._ask(table, bot)
            except Exception:
                log.exception("the bot %s did not answer", bot)
        return random.choice(table.moves()).notation

    async def _ask(self, table: Table, bot: str) -> str:
        """What a bot chooses within its time; IllegalMove if that is no legal move."""
        work = asyncio.get_running_loop().run_in_executor(self._brains, choose_move, table.copy(), bot)
        notation = await asyncio.wait_for(work, self.settings.bot_seconds)
        table.read_move(notation)
        return notation

    async def close(self) -> None:
        """Finish what is being written; stop all bots and timers."""
        self._closed = True
        for live in self._live.values():
            self._set_timer(live, None)
        for task in list(self._thinking):
            task.cancel()
        await asyncio.gather(*self._writing, *self._thinking, return_exceptions=True)
        self._brains.shutdown(wait=False, cancel_futures=True)
