"""Processes that draw for this one: who is asked for which table, and what happens when one of them dies.

Whatever goes wrong with them, a page is drawn here instead. So are tables before their game, lessons, and
games that are analysed: they have few updates, and show what only this process knows.
"""

from __future__ import annotations

import asyncio
import math
import pickle
import subprocess
import sys
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.core.cache import Cache
from burgomaster.server.auth import Visitor
from burgomaster.server.drawing_process import MOST_FOLLOWED, READY, UNKNOWN, Greeting, Task, hear, say
from burgomaster.server.lessons import lesson_of
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Entry, Header, Match
from burgomaster.server.preparing import Preparation
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.streams import Elsewhere

WORKER = "burgomaster.server.drawing_process"
LOOK_SECONDS = 1.0  # between two looks at the processes
BUSY_SHARE, BUSY_LOOKS = 0.2, 10  # of a core, for so many looks: drawing is worth a process of its own
MEMORY, LEAST_FREE = Path("/proc/meminfo"), 2 * 2**30  # bytes that must be free to begin with that
MOST_SECONDS = 20.0  # for one page; a process that takes longer is ended
SCOPE = ("type", "method", "scheme", "server", "path", "root_path", "app_root_path", "query_string")
Journal = tuple[Header | None, Sequence[Entry]]  # without a header, its end
HOST = b"host"  # the only header that pages depend on: they name the address of their table


class Drawer:
    """One process, asked by one thread at a time."""

    def __init__(self, greeting: Greeting) -> None:
        self._greeting = greeting
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = threading.Lock()
        self._known: Cache[int] = Cache(MOST_FOLLOWED)  # the last entry of each match that it was told of
        self._asked: float | None = None  # since when it draws something, by time.monotonic()
        self.n_waiting = 0  # pages that it is to draw, with the one that it draws now
        self.is_ready = False
        # speaks with the process and waits for it: what others are asked for waits elsewhere
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="ask-drawer")

    def start(self) -> None:
        """Start the process, and wait until it has loaded all games."""
        self.stop()
        with self._asking:
            pipe = subprocess.PIPE
            words = [sys.executable, "-m", WORKER]  # what a terminal tells the server does not concern it
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, start_new_session=True)
            self._known.clear()
            self.is_ready = self._ask(pickle.dumps(self._greeting)) == READY

    def draw(self, live: LiveMatch, task: Task, store: Store) -> bytes | None:
        """Have something drawn; None if that is not possible now."""
        if not self.is_ready:  # nobody waits for one that starts
            return None
        with self._asking:
            try:
                return self._draw(live, task, store)
            except SQLAlchemyError:  # a journal cannot be read now; here it is known
                return None
            except (OSError, EOFError, ValueError):  # it has died, or been ended
                self.is_ready = False
                return None

    def knows(self, live: LiveMatch) -> bool:
        """Tell whether it follows a table."""
        return self._known.find(known_as(live)) is not None

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a page while it is waited for."""
        self.n_waiting += 1
        try:
            yield
        finally:
            self.n_waiting -= 1

    def _draw(self, live: LiveMatch, task: Task, store: Store) -> bytes | None:
        """Tell what is new, or everything, until it knows enough."""
        for header, entries in self._journals(live, task, store):
            drawn = self._ask(pickle.dumps(replace(task, header=header, entries=entries)))
            if drawn != UNKNOWN:
                key = known_as(live)
                self._known.put(key, max(task.number, self._known.find(key) or 0))
                return drawn
        return None

    def _journals(self, live: LiveMatch, task: Task, store: Store) -> Iterator[Journal]:
        """Offer what it has not heard of a match, and then all there is."""
        known = self._known.find(known_as(live))
        if known is not None:
            new = [entry for entry in live.recent if known < entry.number <= task.number]
            if known + len(new) >= task.number:
                yield None, new
        yield whole_journal(store, task)

    def _ask(self, words: bytes) -> bytes:
        """Ask for something, and listen."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise EOFError
        self._asked = time.monotonic()
        try:
            say(process.stdin, words)
            return hear(process.stdout)
        finally:
            self._asked = None

    @property
    def is_stuck(self) -> bool:
        """Tell whether it has been drawing for far too long."""
        asked = self._asked
        return self.is_ready and asked is not None and time.monotonic() - asked > MOST_SECONDS

    @property
    def is_alive(self) -> bool:
        """Tell whether the process is there and of use."""
        return self._process is not None and self._process.poll() is None and not self.is_stuck

    def stop(self) -> None:
        """End the process."""
        process, self._process, self.is_ready = self._process, None, False
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):
                pipe.close()


def known_as(live: LiveMatch) -> str:
    """Name a match for which names of its journal have changed so many times: before that it is another."""
    return f"{live.name} {live.rewritten}"


def whole_journal(store: Store, task: Task) -> Journal:
    """Read a match from the store, as far as everybody has been shown."""
    loaded = store.load(task.match)
    if loaded is None:
        raise EOFError
    return loaded[0], loaded[1][: task.number]


class Drawers:
    """All processes that draw for this one."""

    def __init__(self, settings: Settings, store: Store, games: Sequence[str]) -> None:
        greeting = Greeting(settings.secret, settings.https_only, now(), games, settings.cache_mb)
        self._drawers = [Drawer(greeting) for _ in range(settings.drawers)]
        self._store, self._wait = store, settings.drawers_wait
        self._here: Cache[bool] = Cache(MOST_FOLLOWED)  # tables that were drawn by this process

    @property
    def n_ready(self) -> int:
        """Count those that can be asked."""
        return sum(drawer.is_ready for drawer in self._drawers)

    def find(
        self, request: Request, visitor: Visitor, live: LiveMatch, in_parts: bool = False
    ) -> Elsewhere | None:
        """Find who draws an update of a page; None if it is to be drawn here."""
        if not self._drawers or not is_plain(request, live.match):
            return None
        seats = request.app.state.auth.seats_of(visitor, live.match) if len(self._drawers) > 1 else ()
        drawer = self._drawers[place_of(live.name, seats, len(self._drawers))]
        if not self._is_for(drawer, live):
            self._here.put(known_as(live), True)
            return None
        draw = partial(self._draw, drawer, request, visitor, live, in_parts)
        return Elsewhere(drawer.thread, draw, drawer.counted)

    def _is_for(self, drawer: Drawer, live: LiveMatch) -> bool:
        """Tell whether a process is to draw a table.

        One that it does not know has to be played to it from the beginning, and all of it is drawn anew.
        Where the table was drawn here before, that is expensive, and can wait until nobody waits for the
        process.
        """
        if not drawer.is_ready:
            return False
        is_at_hand = drawer.knows(live) or self._here.find(known_as(live)) is None
        return is_at_hand or drawer.n_waiting == 0

    def _draw(
        self,
        drawer: Drawer,
        request: Request,
        visitor: Visitor,
        live: LiveMatch,
        in_parts: bool,
    ) -> bytes | None:
        """Have an update of a page drawn; None if that is not possible after all."""
        state, match = request.app.state, live.match
        if not is_plain(request, match):
            return None
        chat, faces = state.match_manager.chat_of(live), state.avatars.of(held.who for held in match.seats)
        ratings = state.people.after_game(live.name) if match.is_over else {}
        scope = scope_of(request)
        told = visitor, scope, chat, faces, ratings, in_parts
        task = Task(live.name, match.number, None, (), *told)
        return drawer.draw(live, task, self._store)

    async def look_after(self, preparation: Preparation, drawn_seconds: Callable[[], float]) -> None:
        """Start the processes as soon as all games are compiled, and again whenever one has died.

        Where nobody has asked for them they are started when drawing keeps a good part of a core busy.
        """
        await preparation.wait_for_all()
        if self._wait:
            await until_busy(drawn_seconds)
        while True:
            for drawer in self._drawers:
                if not drawer.is_alive:
                    await asyncio.to_thread(drawer.start)
            await asyncio.sleep(LOOK_SECONDS)

    def close(self) -> None:
        """End all."""
        for drawer in self._drawers:
            drawer.thread.shutdown(wait=False, cancel_futures=True)
            drawer.stop()


async def until_busy(drawn_seconds: Callable[[], float]) -> None:
    """Wait until drawing has kept a good part of a core busy for a while, and there is memory for more."""
    before = deque([drawn_seconds()], maxlen=BUSY_LOOKS)
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        drawn = drawn_seconds()
        is_busy = drawn - before[0] > BUSY_SHARE * BUSY_LOOKS * LOOK_SECONDS
        if is_busy and free_memory() > LEAST_FREE:
            return
        before.append(drawn)


def free_memory() -> float:
    """Tell how many bytes of memory are free; without end where nobody knows."""
    try:
        text = MEMORY.read_text(encoding="ascii")
        return 1024.0 * int(text.partition("MemAvailable:")[2].split()[0])
    except (OSError, IndexError, ValueError):
        return math.inf


def place_of(match: str, seats: Sequence[int], n_drawers: int) -> int:
    """Choose who draws a page: always the same one, which remembers what it showed; one for each seat.

    All pages of a table are to be drawn at the same moment, and a move is done when everybody has seen it.
    """
    return (zlib.crc32(match.encode()) + (seats[0] + 1 if seats else 0)) % n_drawers


def is_plain(request: Request, match: Match) -> bool:
    """Tell whether a match has begun, is no lesson, and is not analysed."""
    if match.is_waiting or lesson_of(match) is not None:
        return False
    return not match.is_over or request.app.state.advice.known(match) is None


def scope_of(request: Request) -> dict[str, Any]:
    """Collect what pages depend on of the request of a stream."""
    headers = [(name, value) for name, value in request.scope["headers"] if name == HOST]
    return {**{key: request.scope[key] for key in SCOPE if key in request.scope}, "headers": headers}
