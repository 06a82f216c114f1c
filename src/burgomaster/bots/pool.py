"""Keep bots between their moves, so that a search goes on with its tree, in bounded memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from burgomaster.bots.bot import Bot

MAX_BYTES = 256 << 20


class BotPool:
    """Bots by key, such as match and seat; the ones not used for longest are dropped when memory is short.

    A bot is taken out of the pool while it thinks, so no two threads ever share one.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_bots: int = 1024) -> None:
        self.max_bytes = max_bytes
        self.max_bots = max_bots
        self._bots: OrderedDict[Hashable, Bot] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._bots)

    @property
    def memory_bytes(self) -> int:
        """Estimate the memory of all bots in the pool."""
        with self._lock:
            return self._count_bytes()

    @contextmanager
    def lend(self, key: Hashable, make: Callable[[], Bot]) -> Iterator[Bot]:
        """Lend the bot of a key for one move; a new one if none is there or it is lent already."""
        with self._lock:
            kept = self._bots.pop(key, None)
        bot = make() if kept is None else kept
        yield bot
        with self._lock:  # a bot that failed does not come here: it is dropped
            self._bots[key] = bot
            self._drop_oldest()

    def drop(self, is_done: Callable[[Hashable], bool]) -> None:
        """Drop the bots whose keys are done with, such as those of a finished match."""
        with self._lock:
            for key in [key for key in self._bots if is_done(key)]:
                del self._bots[key]

    def _drop_oldest(self) -> None:
        while self._bots and (len(self._bots) > self.max_bots or self._count_bytes() > self.max_bytes):
            self._bots.popitem(last=False)

    def _count_bytes(self) -> int:
        return sum(bot.memory_bytes for bot in self._bots.values())
