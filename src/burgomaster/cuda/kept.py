"""Keeps what is compiled for a graphics card on disk, beside what is compiled for the processor.

The compiler's own cache looks only at the file of a kernel; here a file belongs to the sources of the rules
and of this package (core/kernel_cache.py), to the kind of card and to the compiler.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numba.cuda.api import get_current_device
from numba.cuda.dispatcher import _Kernel

from burgomaster.core.kernel_cache import cache_directory, game_of, locked, warn_once
from burgomaster.cuda.driver import cuda

log = logging.getLogger(__name__)


def kept_kernel(
    function: Callable[..., None], state: type, max_registers: int | None = None, rules: bytes = b""
) -> Any:
    """Make a kernel for the card that is compiled once for all processes of a user.

    rules: those that it has as constants.
    """
    made = cuda.jit(max_registers=max_registers)(function)
    made._cache = CardCache(function.__qualname__, game_of(state.__module__), rules)
    return made


class CardCache:
    """What the disk keeps of one kernel; the compiler asks for it. A damaged file is compiled anew."""

    def __init__(self, name: str, game: str, rules: bytes) -> None:
        self._name, self._game, self._rules = name.replace("<locals>.", ""), game, rules

    @property
    def cache_path(self) -> str:
        """Name the directory."""
        return str(cache_directory("core", self._game))

    def load_overload(self, signature: Any, _target: Any) -> Any:
        """Load a compiled version; None if there is none that can be read."""
        path = self._path(signature)
        try:
            return _Kernel._rebuild(**pickle.loads(path.read_bytes()))
        except FileNotFoundError:
            return None
        except Exception:  # whatever a damaged file leads to
            log.info("a stored kernel cannot be read: %s", path.name, exc_info=True)
            return None

    def save_overload(self, signature: Any, kernel: Any) -> None:
        """Store a compiled version: under another name first, so that nobody reads a half of it."""
        path = self._path(signature)
        try:
            with locked(path.parent):
                half = path.with_suffix(".half")
                half.write_bytes(pickle.dumps(kernel._reduce_states()))
                half.replace(path)
        except OSError as error:
            warn_once(error)

    def flush(self) -> None:
        """Forget nothing: files belong to their sources."""

    def _path(self, signature: Any) -> Path:
        made_of = (
            version("numba-cuda"),
            get_current_device().compute_capability,
            _own_sources(),
            str(signature),
            self._rules,
        )
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]
        return Path(self.cache_path) / f"card-{self._name}-{key}.pickle"


@cache
def _own_sources() -> str:
    """Hash the sources of this package."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
