"""Pictures drawn for requests, one after another, and kept by what they show.

Requests for a picture that is being drawn wait for the same one. When too many different ones are waited
for, the next are refused, so that a flood costs one processor's spare time and nothing else.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from burgomaster.server.match import Refused
from burgomaster.server.png import draw_apart
from burgomaster.server.troubles import TROUBLES

MOST_WAITING = 12  # different pictures that are drawn or waited for
MOST_KEPT = 100  # pictures, of 100 to 250 KB


class Painter:
    """Draws pictures, and keeps them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="paint")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Task[bytes]] = {}
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
        return await asyncio.shield(self._drawing[key])  # a lost connection does not end it for the others

    async def _draw(self, key: Hashable, compose: Callable[[], str]) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            drawn = await loop.run_in_executor(self._thread, lambda: draw_apart(compose()))
        except (OSError, subprocess.SubprocessError) as error:
            TROUBLES.report("pictures cannot be drawn", error)
            raise Refused("no_picture") from error
        finally:
            del self._drawing[key]
        self.n_drawn += 1
        self._kept[key] = drawn
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn

    def close(self) -> None:
        """Draw nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
