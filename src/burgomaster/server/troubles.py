"""Troubles that come again and again, such as a store that does not answer, logged once.

A trouble is known by its kind. The first time it is logged in full; after that it is only counted, until it
has not come for a while, which is logged too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)
STORE = "the store does not answer"  # the kind of everything that goes wrong there
CALM_SECONDS = 60.0  # without it, a trouble is over
CHECK_SECONDS = 5.0
MOST_LETTERS = 500  # of what is told about one


@dataclass
class Trouble:
    begun: float
    last: float
    times: int = 1


class Troubles:
    """The troubles that there are now. Any thread may report one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self.current: dict[str, Trouble] = {}

    def report(self, kind: str, why: object, with_traceback: bool = False) -> None:
        """Log a trouble, unless it is known."""
        now = self._clock()
        with self._lock:
            known = self.current.get(kind)
            if known is not None:
                known.last, known.times = now, known.times + 1
                return
            self.current[kind] = Trouble(now, now)
        error = why if with_traceback and isinstance(why, BaseException) else None
        log.error("%s: %s", kind, brief(why), exc_info=error)

    def drop_past(self) -> None:
        """Log which troubles are over."""
        now = self._clock()
        with self._lock:
            past = {kind: one for kind, one in self.current.items() if now - one.last >= CALM_SECONDS}
            for kind in past:
                del self.current[kind]
        for kind, one in past.items():
            log.warning("%s: over; %d times in %.0f seconds", kind, one.times, one.last - one.begun)

    async def watch(self) -> None:
        """Log the end of troubles, for ever."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.drop_past()


def brief(why: object) -> str:
    """Say in one line what is wrong; of an error of the store, what its driver says."""
    why = getattr(why, "orig", None) or why
    name = f"{type(why).__name__}: " if isinstance(why, BaseException) else ""
    return (name + " ".join(str(why).split()))[:MOST_LETTERS]


TROUBLES = Troubles()
