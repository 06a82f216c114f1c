"""Caches bounded by their number of entries, and all together by a budget in bytes."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable, Hashable
from functools import wraps
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Generic, ParamSpec, TypeVar

Value = TypeVar("Value")
Result = TypeVar("Result")
P = ParamSpec("P")
SAMPLES = 6  # entries of a cache that are weighed
MOST_OBJECTS = 4000  # that are looked at in an entry
OWN_REFERENCES = 5  # two of them by the search itself
SHARED = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
_caches: weakref.WeakSet[Cache[Any]] = weakref.WeakSet()


class Cache(Generic[Value]):
    """Values that depend on a key alone, in two generations: the older one is dropped when room is needed."""

    def __init__(self, room: int) -> None:
        self._half = max(1, room // 2)
        self._young: dict[Hashable, Value] = {}
        self._old: dict[Hashable, Value] = {}
        _caches.add(self)

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def clear(self) -> None:
        self._young, self._old = {}, {}

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        value = self.find(key)
        return self.put(key, make()) if value is None else value

    def find(self, key: Hashable) -> Value | None:
        """Find the value of a key; None if there is none, or none any more."""
        value = self._young.get(key)
        if value is None:
            value = self._old.pop(key, None)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value, in place of an older one of the key."""
        if len(self._young) >= self._half:
            self.drop_old()
        self._young[key] = value
        self._old.pop(key, None)
        return value

    def drop_old(self) -> None:
        """Drop the entries that were not used since the last call, and let all others grow old."""
        self._old, self._young = self._young, {}

    def n_bytes(self) -> tuple[int, int]:
        """Estimate the memory of the entries that were used lately, and of the others, from some of them."""
        return _weigh(self._young), _weigh(self._old)


def cached(room: int) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Decorate a function of hashable arguments: its results are kept in a cache; None is not."""

    def decorate(function: Callable[P, Result]) -> Callable[P, Result]:
        results: Cache[Result] = Cache(room)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> Result:
            key = (args, *kwargs.items()) if kwargs else args
            found = results.find(key)
            return results.put(key, function(*args, **kwargs)) if found is None else found

        return call

    return decorate


def n_bytes() -> tuple[int, int]:
    """Estimate the memory of all caches: of entries that were used lately, and of the others."""
    sizes = [cache.n_bytes() for cache in list(_caches)]
    return sum(young for young, _ in sizes), sum(old for _, old in sizes)


def trim(budget: int) -> None:
    """Keep the memory of all caches within a budget in bytes, if this is called often.

    A generation ends in all of them when it has half the budget: what was not used in it is dropped.
    """
    young, old = n_bytes()
    if young > budget:
        clear_all()
    elif young > budget // 2 or young + old > budget:
        for cache in list(_caches):
            cache.drop_old()


def clear_all() -> None:
    for cache in list(_caches):
        cache.clear()


def _weigh(entries: dict[Hashable, Any]) -> int:
    """Estimate the memory of a dictionary from evenly spaced entries."""
    keys = list(entries)  # at once: other threads go on
    sample = [(key, entries.get(key)) for key in keys[:: max(1, len(keys) // SAMPLES)]]
    if not sample:
        return 0
    seen: set[int] = set()
    weighed = sum(_deep_size(item, seen) for item in sample)
    return sys.getsizeof(entries) + weighed * len(keys) // len(sample)


def _deep_size(root: object, seen: set[int]) -> int:
    """Add up an entry and what it alone refers to: objects with more references belong to others too."""
    size, waiting = 0, [root]
    for _ in range(MOST_OBJECTS):
        if not waiting:
            break
        item = waiting.pop()
        if id(item) in seen or isinstance(item, SHARED) or sys.getrefcount(item) > OWN_REFERENCES:
            continue
        seen.add(id(item))
        size += sys.getsizeof(item)
        waiting.extend(gc.get_referents(item))
    return size
