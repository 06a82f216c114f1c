"""Threads that share the work on one array again and again, thousands of times a second.

A pool of the standard library takes as long to hand the work out and to gather it as a thousand games take to
make a step. Here the caller does the first share itself, and every other thread waits at a queue of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from weakref import finalize

Work = Callable[[int], None]
Answers = SimpleQueue[BaseException | None]
Queue = SimpleQueue[tuple[Work, Answers] | None]


class Crew:
    """Some threads, the caller's own among them; the others end with the crew."""

    def __init__(self, threads: int) -> None:
        self._queues: list[Queue] = [SimpleQueue() for _ in range(threads - 1)]
        for number, queue in enumerate(self._queues, 1):
            Thread(target=_work, args=(number, queue), daemon=True).start()
        self.close = finalize(self, _dismiss, self._queues)

    def share(self, work: Work) -> None:
        """Let every thread do the share of its number, and wait for all; raise what went wrong in one."""
        if not self.close.alive:
            raise RuntimeError("these threads were let go")
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


def _work(number: int, queue: Queue) -> None:
    """Do the shares of one thread until it is dismissed."""
    while (task := queue.get()) is not None:
        work, answers = task
        try:
            work(number)
            answers.put(None)
        except BaseException as error:  # the caller raises it
            answers.put(error)
        del task, work, answers  # a thread that waits holds nobody's arrays


def _dismiss(queues: list[Queue]) -> None:
    for queue in queues:
        queue.put(None)
