"""Threads that share the work on one array again and again, thousands of times a second.

A pool of the standard library takes as long to hand the work out and to gather it as a thousand games take to
make a step. Here the caller does the first share itself, and every other thread waits at a queue of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from weakref import finalize

log = logging.getLogger(__name__)

Work = Callable[[int], object]  # whatever it returns nobody asks for
Answers = SimpleQueue[BaseException | None]
Queue = SimpleQueue[tuple[Work, Answers | None] | None]


class Crew:
    """Some threads, the caller's own among them; the others end with the crew."""

    def __init__(self, threads: int) -> None:
        self._queues: list[Queue] = [SimpleQueue() for _ in range(threads - 1)]
        for number, queue in enumerate(self._queues, 1):
            Thread(target=_work, args=(number, queue), daemon=True).start()
        self.close = finalize(self, _dismiss, self._queues)

    def call(self, number: int, work: Work) -> None:
        """Let a thread other than the caller's do something, whenever it comes to it."""
        self._check()
        self._queues[number - 1].put((work, None))

    def share(self, work: Work) -> None:
        """Let every thread do the share of its number, and wait for all; raise what went wrong in one."""
        self._check()
        answers: Answers = SimpleQueue()  # a new one: after an interrupt old answers may still come
        for queue in self._queues:
            queue.put((work, answers))
        try:
            work(0)
        finally:
            wrong = [answers.get() for _ in self._queues]
        for error in wrong:
            if error is not None:
                raise error

    def _check(self) -> None:
        if not self.close.alive:
            raise RuntimeError("these threads were let go")


def _work(number: int, queue: Queue) -> None:
    """Do the shares of one thread until it is dismissed."""
    while (task := queue.get()) is not None:
        work, answers = task
        error: BaseException | None = None
        try:
            work(number)
        except BaseException as raised:  # the caller who waits for an answer raises it
            error = raised
        if answers is not None:
            answers.put(error)
        elif error is not None:
            log.error("a thread has failed", exc_info=error)
        del task, work, answers, error  # a thread that waits holds nobody's arrays


def _dismiss(queues: list[Queue]) -> None:
    for queue in queues:
        queue.put(None)
