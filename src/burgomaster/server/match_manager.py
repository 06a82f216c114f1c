"""What happens to the matches that are in memory: decide, store, show, and then apply what is due.

Everything that changes a match goes through `submit`. Entries are tried on a fork, stored, and only then
the fork takes the place of the match: nobody ever sees what is not stored. Bots think in threads.

Where several processes share a PostgreSQL, the one that wrote last lets the bots of a match think; another
one takes over if nothing happens for longer than a bot may think. What others write to a game at which nobody
looks here is read when somebody does, or a while later.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.bot_runner import BotRunner, BotSeat
from burgomaster.server.fair_turns import Owner
from burgomaster.server.group_commit import GroupCommit
from burgomaster.server.live_match import LiveMatch, LiveMatches
from burgomaster.server.match import (
    Entry,
    Header,
    Kind,
    Match,
    Refused,
    after,
    due_at,
    moves,
    next_due,
    replay,
)
from burgomaster.server.match.apply import Decide, as_entries, open_match
from burgomaster.server.match.secret_questions import audience_of
from burgomaster.server.news import CHAT_NEWS, RELOAD_NEWS, SESSION_NEWS, VISIT_NEWS
from burgomaster.server.outbox import Notice
from burgomaster.server.people.own_data import relist
from burgomaster.server.preparing import READY, Preparation
from burgomaster.server.rating.results import results_of
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Conflict, Store, Writing
from burgomaster.server.troubles import STORE, TROUBLES

log = logging.getLogger(__name__)

ATTEMPTS = 4  # how often a request may be overtaken by other processes before it is refused
TAKE_OVER_SECONDS = 2.0  # patience with another process beyond what a bot may think
RETRY_SECONDS = 1.0
WAKE_SECONDS = 90 * 24 * 3600  # running matches that changed since then go on after a start
UNREAD_SECONDS = 30.0  # in which a process that nobody asks about a game does not read how it goes on
TIMER_SLACK = 0.05  # seconds behind a deadline, so that it has passed for certain


class MatchManager:
    def __init__(self, store: Store, settings: Settings, preparation: Preparation = READY) -> None:
        self.store, self.journals = store, GroupCommit(store)
        self.preparation = preparation
        self.settings = settings
        self.bots = BotRunner(settings.bot_seconds, preparation)
        self.live = LiveMatches(self.bots.pool.forget)
        # who counts: told of what was written to a match, and how long a bot took
        self.on_written: Callable[[Match, Sequence[Entry]], None] = lambda _match, _entries: None
        self.on_bot: Callable[[float], None] = lambda _seconds: None
        # who is called because of what is written; stored together with it
        self.notices_of: Callable[[Match, Match, Sequence[Entry]], Sequence[Notice]] = lambda *_: ()
        self.last_change = 0.0  # when some match was changed, by time.monotonic()
        self.on_logout: Callable[[str], None] = lambda _name: None  # told who is logged out elsewhere
        self._loading = asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def n_thinking(self) -> int:
        return len(self._thinking)

    # Finding and making

    async def find(self, name: str, is_visit: bool = True) -> LiveMatch | None:
        """Find a match by its name, in memory or in the store; its bots think for those who visit it."""
        if name not in self.live:
            async with self._loading:
                if name not in self.live and not await self._load(name):
                    return None
        live = self.live.use(name)
        if live.is_behind:
            async with live.lock:
                await self._catch_up(live)
        if is_visit:
            self._visit(live)
        self._schedule(live)
        return live

    async def refresh(self, live: LiveMatch) -> None:
        """Read what other processes have written, also what this one has not heard of: it must hold now."""
        if not self.store.is_sqlite:
            async with live.lock:
                await self._catch_up(live)

    def _visit(self, live: LiveMatch) -> None:
        """Remember that somebody is here; the process whose bots play here may not know it yet."""
        was_attended = live.is_attended(self.settings.attended_seconds / 2)
        live.visit()
        if not was_attended and not live.leads and bot_to_move(live.match) is not None:
            self._spawn(asyncio.to_thread(self.store.notify_visit, live.name), self._writing)

    async def _load(self, name: str) -> bool:
        loaded = await asyncio.to_thread(self.store.load, name)
        if loaded is None:
            return False
        self.preparation.require(loaded[0].game)
        match = await asyncio.to_thread(replay, *loaded)
        # what is due may be due since before the server was stopped: it is looked for at once
        live = LiveMatch(match, leads=self.store.is_sqlite, retry_at=time.monotonic())
        live.settle_time(is_news=False)
        self.live.add(live)
        return True

    async def create(
        self, header: Header, *steps: Decide, calls: Callable[[Match], Sequence[Notice]] = lambda _match: ()
    ) -> LiveMatch:
        """Make a new match with what happens at once; all of it is stored, or nothing.

        `calls` lists who is called to it: they did not open it themselves.
        """
        match, entries = await asyncio.to_thread(open_match, header, steps)
        listed = (match.summary, entries, match.status, calls(match))
        await asyncio.to_thread(self.store.create, header, *listed)
        live = LiveMatch(match)
        live.visit(is_holder=True)
        self.live.add(live)
        self.last_change = time.monotonic()
        async with live.lock:
            await self._apply_due_safely(live)
        self._schedule(live)
        return live

    async def wake(self) -> None:
        """Let the matches go on that were running before the server started."""
        await self.preparation.wait_for_all()
        for name in await asyncio.to_thread(self.store.running, now() - WAKE_SECONDS):
            try:
                await self.find(name, is_visit=False)
            except SQLAlchemyError:
                raise  # to be begun again
            except Exception as error:
                log.warning("match %s cannot go on: %s", name, error)

    def chat_of(self, live: LiveMatch) -> Sequence[Mapping[str, Any]]:
        """Read the chat of a table; it is kept unless a message comes while it is read."""
        chat, version = live.chat, live.chat_version
        if chat is None:
            chat = self.store.chat_of(live.name)
            if version == live.chat_version:
                live.chat = chat
        return chat

    # Changing

    async def submit(self, live: LiveMatch, decide: Decide) -> None:
        """Decide on the newest position, store, and show; Refused leaves everything as it was.

        It is done to its end even if nobody waits for the answer any more.
        """
        await asyncio.shield(self._spawn(self._submit(live, decide), self._writing))

    async def _submit(self, live: LiveMatch, decide: Decide) -> None:
        async with live.lock:
            for _ in range(ATTEMPTS):
                try:
                    await self._write(live, decide)
                    break
                except Conflict:  # another process has written in the meantime
                    await self._catch_up(live, is_news=True)
            else:
                raise Refused("stale")
            await self._apply_due_safely(live)
        self._schedule(live)

    async def _write(self, live: LiveMatch, decide: Decide) -> None:
        """Decide once, store what was decided and show it."""
        entries = as_entries(decide(live.match, live.now))
        if not entries:
            return
        changed = after(live.match, entries)
        listed = (changed.status, changed.changed, changed.summary)
        notices = self.notices_of(live.match, changed, entries)
        results = results_of(changed) if changed.is_over and not live.match.is_over else []
        try:
            await self.journals.append(Writing(live.name, entries, *listed, notices, results))
        except SQLAlchemyError as error:
            TROUBLES.report(STORE, error)
            self.store.has_failed = True  # which the store does not see of the short way of a move
            return await self._require_stored(live, entries)
        self.last_change = time.monotonic()
        self._replace(live, changed, entries, leads=True)
        self.on_written(changed, entries)

    async def _require_stored(self, live: LiveMatch, entries: Sequence[Entry]) -> None:
        """See whether entries were stored although the store failed; Refused if not, or if nobody knows."""
        live.is_behind = True
        try:
            found = await self._catch_up(live)
        except SQLAlchemyError as error:
            TROUBLES.report(STORE, error)
            raise Refused("store") from None
        if found[: len(entries)] != list(entries):
            raise Refused("store")

    async def _apply_due_safely(self, live: LiveMatch) -> None:
        """Write what is due; what cannot be written now is tried again: nobody waits for it."""
        try:
            await self.apply_due_entries(live)
            live.retry_at = None
        except Exception as error:
            if not isinstance(error, Refused):  # that the store refuses is reported already
                TROUBLES.report("what is due at a table cannot be done", error, with_traceback=True)
            live.retry_at = time.monotonic() + RETRY_SECONDS

    async def apply_due_entries(self, live: LiveMatch) -> None:
        """Write what nobody has to ask for: held and automatic moves, clocks that ran out."""
        try:
            while (due := next_due(live.match, live.now)) is not None:
                await self._write(live, lambda _match, _now, due=due: due)  # type: ignore[misc]
        except Conflict:  # another process has seen it too
            await self._catch_up(live, is_news=True)

    async def _catch_up(self, live: LiveMatch, is_news: bool = False) -> list[Entry]:
        """Read what another process wrote; `is_news` if it has done so just now."""
        entries = await asyncio.to_thread(self.store.entries, live.name, live.match.number)
        if entries:
            self._replace(live, after(live.match, entries), entries, leads=self.store.is_sqlite)
            live.settle_time(is_news)
        live.is_behind = False
        return entries

    def _replace(self, live: LiveMatch, match: Match, entries: Sequence[Entry], leads: bool) -> None:
        """Let a changed match take the place of the one before, and show it."""
        audience = audience_of(live.match, match, entries)
        live.replace(match, entries)
        live.leads = leads
        if match.is_over or any(entry.kind == Kind.UNDO for entry in entries):
            self.bots.pool.forget(live.name)
        live.notify(audience)

    # Notifications of other processes

    async def on_notification(self, payload: str) -> None:
        """Hear what some process, perhaps this one, tells: who has logged out, or news of a match.

        That is a chat message, other names in the journal, a visit elsewhere, or new entries.
        """
        name, _, news = payload.partition(" ")
        if name == SESSION_NEWS:
            self.on_logout(news)
            return
        live = self.live.get(name)
        if live is None:
            return
        if news == CHAT_NEWS:
            live.forget_chat()
            live.notify()
        elif news == RELOAD_NEWS:
            await self.reload(live.name)
        elif news == VISIT_NEWS:
            if live.is_behind:  # its bots think about what they have read
                await self.find(live.name, is_visit=False)
            live.visit()
            self._schedule(live)
        elif not is_known(live.match, news):  # a known one is mostly what this process wrote itself
            await self._on_entries(live, news)

    async def _on_entries(self, live: LiveMatch, news: str) -> None:
        """Read the entries that another process wrote; later, if nobody here looks at the game."""
        if live.is_idle and not live.is_attended(UNREAD_SECONDS) and live.match.status == "running":
            self._read_later(live, int(news) if news.isdecimal() else -1)
            return
        async with live.lock:
            if not is_known(live.match, news):
                await self._catch_up_safely(live, is_news=True)
        self._schedule(live)

    def _read_later(self, live: LiveMatch, number: int) -> None:
        """Let a game that nobody asks about be read when somebody does, or when its timer ends."""
        live.unread = (number, now())
        if not live.is_behind:
            live.is_behind = True
            live.cancel_timer()
            wait = self._wait_seconds(live, is_bots=False)
            soon = UNREAD_SECONDS if wait is None else min(wait, UNREAD_SECONDS)
            live.timer = asyncio.get_running_loop().call_later(soon, self._start_timer_task, live)

    async def reload(self, name: str) -> None:
        """Read a match anew if it is in memory: the names of its journal have changed."""
        live = self.live.get(name)
        if live is None:
            return
        async with live.lock:
            loaded = await asyncio.to_thread(self.store.load, name)
            if loaded is not None:
                live.match = await asyncio.to_thread(replay, *loaded)
                live.rewritten += 1
        live.forget_chat()
        live.notify()

    async def on_reconnect(self) -> None:
        """Read everything again: notifications may have been missed."""
        for live in list(self.live.values()):
            live.forget_chat()
            async with live.lock:
                await self._catch_up_safely(live)
            live.notify()
            self._schedule(live)
        seated = await asyncio.to_thread(self.store.seated, list(self.live))
        for name, people in seated.items():
            found = self.live.get(name)
            if found is None or found.is_behind:  # one that could not be read just now is left as it is
                continue
            before = found.match.seats
            if any((seat.who, seat.name) not in people for seat in before if seat.who):  # it was rewritten
                await self.reload(name)
                await asyncio.to_thread(relist, self.store, name, before)

    async def _catch_up_safely(self, live: LiveMatch, is_news: bool = False) -> None:
        """Catch up; a journal that cannot be read, of a newer server say, holds up no other match."""
        live.is_behind = True
        try:
            await self._catch_up(live, is_news)
        except SQLAlchemyError:
            raise  # whoever listens begins again, and reads everything
        except Exception as error:
            TROUBLES.report(f"match {live.name} cannot be read", error, with_traceback=True)

    # Bots and timers

    def _schedule(self, live: LiveMatch) -> None:
        """Let a bot think if it is its turn, and set the timer for what is due later."""
        seat = bot_to_move(live.match)
        owner = None if seat is None else live.bots_owner(self.settings.attended_seconds)
        if owner is not None and live.leads and live.bot_task is None and not self._closed:
            assert seat is not None
            live.bot_task = self._spawn(self._run_bot(live, seat, owner), self._thinking)
        live.cancel_timer()
        wait = self._wait_seconds(live, owner is not None)
        if wait is not None and not self._closed:
            live.timer = asyncio.get_running_loop().call_later(wait, self._start_timer_task, live)

    def _wait_seconds(self, live: LiveMatch, is_bots: bool) -> float | None:
        """Count the seconds until something is due, or another process has had its time for a bot."""
        if live.retry_at is not None:
            return max(0.0, live.retry_at - time.monotonic())
        deadline = due_at(live.match) if live.match.to_move is not None else None
        waits = [] if deadline is None else [max(0.0, deadline - live.now) + TIMER_SLACK]
        if is_bots and not live.leads:
            waits.append(max(0.0, self._take_over_at(live) - time.monotonic()))
        return min(waits, default=None)

    def _take_over_at(self, live: LiveMatch) -> float:
        """Tell when another process has had its time for a bot; that does not change while somebody looks."""
        number, until = live.awaited
        if number != live.match.number:
            longest = self.settings.bot_seconds
            silent = min(max(0.0, live.now - live.match.latest), longest)
            until = time.monotonic() + longest - silent + TAKE_OVER_SECONDS * (1 + random.random())
            live.awaited = (live.match.number, until)
        return until

    def _start_timer_task(self, live: LiveMatch) -> None:
        live.timer = None
        self._spawn(self._on_timer(live), self._writing)

    async def _on_timer(self, live: LiveMatch) -> None:
        """Go on: a clock ran out, or another process has left its bots alone."""
        try:
            async with live.lock:
                await self._catch_up(live)
                live.leads |= time.monotonic() >= self._take_over_at(live)
                await self._apply_due_safely(live)
        except Exception as error:
            kind = STORE if isinstance(error, SQLAlchemyError) else "a clock cannot be looked at"
            TROUBLES.report(kind, error)
            live.retry_at = time.monotonic() + RETRY_SECONDS
        self._schedule(live)

    async def _run_bot(self, live: LiveMatch, seat: int, owner: Owner) -> None:
        """Let the bot of a seat move; the match goes on whatever happens."""
        try:
            await self._play_bot(live, seat, owner)
        except Refused as error:
            if error.key == "store":
                await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("a bot could not move")
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            live.bot_task = None
        self._schedule(live)

    async def _play_bot(self, live: LiveMatch, seat: int, owner: Owner) -> None:
        """Make one move of a bot, after a pause in which people can follow."""
        position, begun = live.match.position(seat), time.monotonic()
        bot_seat = BotSeat(live.name, seat, live.match.seats[seat].bot)
        notation = await self.bots.choose(live.match.table.copy(), bot_seat, owner)
        self.on_bot(time.monotonic() - begun)
        await asyncio.sleep(max(0.0, self.settings.bot_pause - (time.monotonic() - begun)))

        def decide(match: Match, now: float) -> Sequence[Entry]:
            if not match.seats[seat].bot:
                raise Refused("stale")
            return moves.play(match, seat, notation, position, now, by="bot")

        await self.submit(live, decide)

    def _spawn(self, work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
        """Start a task and hold on to it until it is done."""
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def close(self) -> None:
        """Finish what is being written; stop all bots and timers."""
        self._closed = True
        for live in self.live.values():
            live.cancel_timer()
        for task in list(self._thinking):
            task.cancel()
        await asyncio.gather(*self._writing, *self._thinking, return_exceptions=True)
        self.bots.close()


def is_known(match: Match, news: str) -> bool:
    """Tell whether a match has the entry that a notification tells of."""
    return news.isdecimal() and match.number >= int(news)


def bot_to_move(match: Match) -> int | None:
    seat = match.to_move
    return seat if seat is not None and match.seats[seat].bot else None
