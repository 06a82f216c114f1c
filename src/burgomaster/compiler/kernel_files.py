"""Compiled kernels as files in the directories of compiler/kernel_cache.py.

Private: how numba takes a compiled function apart and puts it together (`_reduce`, `_rebuild`), and what it
asks of a dispatcher's `_cache`. It saves compiling at every start, minutes of processor time. The plain build
does without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from burgomaster.compiler.kernel_cache import (
    cache_directory,
    game_of,
    is_known,
    load_kernel,
    part_of,
    store_kernel,
)
from burgomaster.compiler.kernel_library import rebuild_inner, reduce_inner
from burgomaster.compiler.kernel_types import signature_game


class KernelCache:
    """All that the disk keeps of one face of a kernel: a file for each signature and kind of processor."""

    def __init__(self, function: Callable[..., Any], is_inner: bool) -> None:
        self._module, self._is_inner = function.__module__, is_inner
        name = function.__qualname__.replace("<locals>.", "")
        self._name = f"{'inner' if is_inner else 'entry'}-{self._module}-{name}"
        self._file = function.__code__.co_filename
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        self._code = (function.__code__.co_firstlineno, function.__code__.co_code, cells and dumps(cells))

    @property
    def cache_path(self) -> str:
        """Name the directory of what belongs to no other game."""
        return str(self._directory(""))

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Load a compiled version; None if there is none that can be read."""

        def rebuild(stored: Any) -> Any:
            stored_signature, parts = stored
            if stored_signature != signature:
                return None
            return rebuild_inner(target, parts) if self._is_inner else CompileResult._rebuild(target, *parts)

        target.refresh()
        return load_kernel(self._path(signature, target), rebuild)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store a compiled version, unless it has addresses of this process in it."""
        if not compiled.library.has_dynamic_globals:
            parts = reduce_inner(compiled) if self._is_inner else compiled._reduce()
            store_kernel(self._path(signature, compiled.target_context), dumps((signature, parts)))

    def flush(self) -> None:
        """Forget nothing: files belong to their sources."""

    def _directory(self, game: str) -> Path:
        other = "" if game == game_of(self._module) else game
        return cache_directory(part_of(self._module), other, "" if is_known(self._module) else self._file)

    def _path(self, signature: Any, target: Any) -> Path:
        made_of = (str(signature), target.codegen().magic_tuple(), self._code)
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]
        return self._directory(signature_game(signature)) / f"{self._name}-{key}.nbc"
