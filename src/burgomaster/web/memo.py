"""Things that are computed once and kept while there is room."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Memo(Generic[Thing]):
    """Keep things that depend on a key alone; when there is no more room, all are forgotten."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: dict[Hashable, Thing] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._things.clear()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """Get the thing of a key, made if need be."""
        thing = self._things.get(key)
        return self.put(key, make()) if thing is None else thing

    def put(self, key: Hashable, thing: Thing) -> Thing:
        """Keep a thing, instead of one that does not hold any more."""
        if len(self._things) >= self._room:
            self._things.clear()
        self._things[key] = thing
        return thing
