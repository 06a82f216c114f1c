"""Threads that are called again and again, thousands of times a second, to work beside the caller.

A pool of the standard library takes as long to hand work out as a thousand games take to make a step. Here
every thread waits at a queue of its own, and nobody waits for it: what was done stands on a board
(`core/sharing.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from weakref import finalize

log = logging.getLogger(__name__)

Work = Callable[[int], object]  # whatever it returns nobody asks for
Queue = SimpleQueue[Work | None]


class Crew:
    """Some threads, the caller's own among them; the others end with the crew."""

    def __init__(self, threads: int) -> None:
        self._queues: list[Queue] = [SimpleQueue() for _ in range(threads - 1)]
        for number, queue in enumerate(self._queues, 1):
            Thread(target=_work, args=(number, queue), daemon=True).start()
        self.close = finalize(self, _dismiss, self._queues)

    def call(self, number: int, work: Work) -> None:
        """Let a thread other than the caller's do something, whenever it comes to it."""
        if self.is_closed:
            raise RuntimeError("these threads were let go")
        self._queues[number - 1].put(work)

    @property
    def is_closed(self) -> bool:
        return not self.close.alive


def _work(number: int, queue: Queue) -> None:
    """Do what one thread is called for until it is dismissed."""
    while (work := queue.get()) is not None:
        try:
            work(number)
        except BaseException:
            log.exception("a thread has failed")
        del work  # a thread that waits holds nobody's arrays


def _dismiss(queues: list[Queue]) -> None:
    for queue in queues:
        queue.put(None)
