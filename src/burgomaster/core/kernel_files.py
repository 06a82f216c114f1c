"""Compiled kernels as files in the directories of core/kernel_cache.py, by way of numba's own cache classes.

Private: `numba.core.caching`. It saves compiling at every start. The plain build does without it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from burgomaster.core.kernel_cache import (
    cache_directory,
    game_of,
    is_known,
    locked,
    part_of,
    warn_once,
)
from burgomaster.core.kernel_library import rebuild_inner, reduce_inner
from burgomaster.core.kernel_types import signature_game

log = logging.getLogger(__name__)


class KernelLocator:
    """Tells numba where the machine code of one kernel lies: in the directory of its part, nowhere else."""

    def __init__(self, function: Callable[..., Any], game: str) -> None:
        self._py_file = function.__code__.co_filename  # numba names it in a warning
        part = part_of(function.__module__)
        self.directory = cache_directory(part, game, "" if is_known(function.__module__) else self._py_file)
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"

    def ensure_cache_path(self) -> None:
        """Make the directory again if somebody has deleted it."""
        self.directory.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Name the directory."""
        return str(self.directory)

    def get_source_stamp(self) -> str:
        """Leave freshness to the directory, which is named by a hash of all sources."""
        return self.directory.name

    def get_disambiguator(self) -> str:
        """Tell functions of the same name apart."""
        return self._place


class EntryCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba is untyped
    """Numba's way to store a kernel, at our place."""

    prefix = ""
    game = ""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelLocator(function, self.game)
        self._filename_base = self.get_filename_base(f"{self.prefix}{function.__qualname__}", sys.abiflags)


class InnerCacheImpl(EntryCacheImpl):
    """The same for a kernel that only kernels call, which has no machine code."""

    prefix = "inner-"

    def reduce(self, compiled: Any) -> Any:
        """Give what is kept."""
        return reduce_inner(compiled)

    def rebuild(self, target: Any, stored: Any) -> Any:
        """Make a kernel of what was kept."""
        return rebuild_inner(target, stored)


class DirectoryCache(FunctionCache):  # type: ignore[misc]  # numba is untyped
    """Numba's cache of one kernel in one directory."""

    def __init__(self, function: Callable[..., Any], kind: type[EntryCacheImpl], game: str) -> None:
        self._impl_class = type(kind.__name__, (kind,), {"game": game})
        super().__init__(function)


class KernelCache:
    """All that the disk keeps of one kernel; one process at a time writes to a directory.

    The versions of a kernel share an index file, which numba reads, extends and writes back: two processes
    that did this at once would lose one, or give it the machine code of the other. What goes wrong on the
    disk never stops a game: the kernel is compiled again the next time.
    """

    def __init__(self, function: Callable[..., Any], is_inner: bool) -> None:
        self._function = function
        self._kind = InnerCacheImpl if is_inner else EntryCacheImpl
        self._own_game = game_of(function.__module__)
        self._caches: dict[str, DirectoryCache] = {}

    @property
    def cache_path(self) -> str:
        """Name the directory of what belongs to no game in particular."""
        return str(self._cache("").cache_path)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Load a compiled version; None if there is none that can be read."""
        found = self._cache_for(signature)
        try:
            return found.load_overload(signature, target)
        except Exception:  # whatever a damaged file leads to
            log.info("a stored kernel cannot be read: %s", self._function.__qualname__, exc_info=True)
            with suppress(OSError):
                found.flush()
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store a compiled version while no other process does."""
        found = self._cache_for(signature)
        try:
            found._impl.locator.ensure_cache_path()
            with locked(Path(found.cache_path)):
                found.save_overload(signature, compiled)
        except OSError as error:
            warn_once(error)

    def flush(self) -> None:
        """Forget what is stored: numba asks for it when it compiles everything anew."""
        for found in self._caches.values():
            found.flush()

    def _cache_for(self, signature: Any) -> DirectoryCache:
        game = signature_game(signature)
        return self._cache("" if game == self._own_game else game)

    def _cache(self, game: str) -> DirectoryCache:
        if game not in self._caches:
            self._caches[game] = DirectoryCache(self._function, self._kind, game)
        return self._caches[game]
