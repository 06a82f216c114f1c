"""Things that are computed once and kept while there is room."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import islice
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
FORGOTTEN = 8  # where there is no more room, an eighth of all is forgotten


class Memo(Generic[Thing]):
    """Keep things that depend on a key alone; when there is no more room, the oldest are forgotten."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: dict[Hashable, Thing] = {}

    def __len__(self) -> int:
        return len(self._things)

    def clear(self) -> None:
        """Forget everything."""
        self._things.clear()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """Get the thing of a key, made if need be."""
        thing = self._things.get(key)
        return self.put(key, make()) if thing is None else thing

    def find(self, key: Hashable) -> Thing | None:
        """Find the thing of a key; None if there is none, or none any more."""
        return self._things.get(key)

    def put(self, key: Hashable, thing: Thing) -> Thing:
        """Keep a thing as the newest, instead of one that does not hold any more."""
        self._things.pop(key, None)
        if len(self._things) >= self._room:
            self._make_room()
        self._things[key] = thing
        return thing

    def _make_room(self) -> None:
        """Forget the oldest, many at once: the first of a dictionary are not found as quickly as others."""
        for old in list(islice(self._things, max(1, self._room // FORGOTTEN))):
            self._things.pop(old, None)
