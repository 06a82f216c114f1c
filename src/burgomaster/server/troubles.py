"""Troubles that come again and again, such as a store that does not answer, logged once; and work that begins
again whatever goes wrong.

A trouble is known by its kind. The first time it is logged in full; after that it is only counted, until it
has not come for a while, which is logged too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)
STORE = "the store does not answer"  # the kind of everything that goes wrong there
CALM_SECONDS = (
    60.0  # without it, a trouble is over; after so much work, the pause before the next beginning is short
)
CHECK_SECONDS = 5.0
MOST_LETTERS = 500  # of what is told about one
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds before work begins again; the pause doubles
Work = Callable[[], Awaitable[None]]


@dataclass
class Trouble:
    """One kind of trouble, as long as it lasts."""

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


# Work that a server does beside answering requests


async def supervise(name: str, work: Work, troubles: Troubles = TROUBLES) -> None:
    """Do some work to its end; begin it again, after a growing pause, when anything goes wrong.

    Whoever begins again has to read from the store what was missed.
    """
    pause = FIRST_PAUSE
    while True:
        begun = time.monotonic()
        try:
            return await work()
        except Exception as error:
            troubles.report(f"{name} broke off and begins again", error, with_traceback=True)
        if time.monotonic() - begun > CALM_SECONDS:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
