"""The server's time: the wall clock's when it started, and since then what a steady clock counted.

A wall clock may be set back or forward while people play; that neither gives nor takes anybody time. Whatever
is stamped takes its moment from here, in seconds since 1970.
"""

from __future__ import annotations

import time
from collections.abc import Callable

MOST_AHEAD = 24 * 3600.0  # seconds; a store that is further ahead was written by a clock that was quite wrong


def steady_seconds() -> float:
    """Count seconds that nobody can set, with those that the machine slept where it tells them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyTime:
    """A time of day that never jumps."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = steady_seconds
    ) -> None:
        self._steady = steady
        self._begun = wall() - steady()

    def now(self) -> float:
        return self._begun + self._steady()

    def begin_at(self, moment: float) -> None:
        self._begun = moment - self._steady()

    def begin_after(self, moment: float) -> None:
        """Begin no earlier than a moment, the newest that is stored."""
        if 0.0 < moment - self.now() <= MOST_AHEAD:
            self.begin_at(moment)


TIME = SteadyTime()


def now() -> float:
    return TIME.now()
