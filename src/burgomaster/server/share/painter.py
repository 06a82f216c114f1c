"""Pictures drawn by a process of their own, one after another, and kept by what they show.

The process is started with the first picture and ends when nobody has asked for a while. Whoever asks for a
picture that is just being drawn waits for the same one; when too many different ones are waited for, the next
are refused, so that a flood costs one processor's spare time and nothing else.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from burgomaster.server.drawing_words import hear, say
from burgomaster.server.match import Refused
from burgomaster.server.troubles import TROUBLES

WORKER = "burgomaster.server.share.painting_process"
MOST_SECONDS = 60.0  # for one picture; a process that takes longer is ended
IDLE_SECONDS = 300.0  # after which the process ends
MOST_WAITING = 12  # different pictures that are drawn or waited for
MOST_KEPT = 24_000_000  # bytes
TROUBLE = "pictures cannot be drawn"


class Brush:
    """The process that draws; used by one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def draw(self, svg: str) -> bytes:
        """Have a picture drawn; b"" if that cannot be done. A process that has died is started again once."""
        for _ in range(2):
            if self._is_closed:
                break
            process = self._started()
            watch = threading.Timer(MOST_SECONDS, process.kill)
            watch.start()
            try:
                assert process.stdin is not None and process.stdout is not None
                say(process.stdin, svg.encode())
                return hear(process.stdout)
            except (OSError, EOFError, ValueError):
                self.stop()
            finally:
                watch.cancel()
        return b""

    def _started(self) -> subprocess.Popen[bytes]:
        """Find the process, started if need be; what a terminal tells the server does not concern it."""
        if self._process is None or self._process.poll() is not None:
            self.stop()
            pipe, words = subprocess.PIPE, [sys.executable, "-m", WORKER]
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, start_new_session=True)
        return self._process

    def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        self.stop()

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):
                pipe.close()


class Painter:
    """Draws pictures for requests, and keeps them."""

    def __init__(self) -> None:
        self._brush = Brush()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="paint")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Task[bytes]] = {}
        self._idle: asyncio.TimerHandle | None = None
        self.n_drawn = 0

    async def picture(self, key: Hashable, compose: Callable[[], str]) -> bytes:
        """Find a picture by what it shows, or have it composed and drawn; Refused if that cannot be done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            if len(self._drawing) >= MOST_WAITING:
                raise Refused("pictures_busy")
            task = self._drawing[key] = asyncio.create_task(self._draw(key, compose))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # all may have gone
        # whoever goes away does not end it for the others
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: Hashable, compose: Callable[[], str]) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            drawn = await loop.run_in_executor(self._thread, lambda: self._brush.draw(compose()))
        finally:
            del self._drawing[key]
            self._rest_later(loop)
        if not drawn:
            TROUBLES.report(TROUBLE, key)
            raise Refused("no_picture")
        self.n_drawn += 1
        self._keep(key, drawn)
        return drawn

    def _keep(self, key: Hashable, drawn: bytes) -> None:
        """Keep a picture; the ones that nobody has asked for the longest make room."""
        self._kept[key] = drawn
        size = sum(map(len, self._kept.values()))
        while size > MOST_KEPT and len(self._kept) > 1:
            size -= len(self._kept.popitem(last=False)[1])

    def _rest_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """End the process when nobody asks for a while."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = loop.call_later(IDLE_SECONDS, lambda: self._thread.submit(self._brush.stop))

    def close(self) -> None:
        """Draw nothing any more."""
        if self._idle is not None:
            self._idle.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._brush.close()
