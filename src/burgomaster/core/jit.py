"""The project's one way to compile a kernel, and the disk cache that goes with it.

`jit` compiles a function with numba and keeps the machine code on disk. Numba's own cache looks
only at the file a function is defined in; here the cache directory is named by a hash of all
sources and tables a kernel can depend on, so an edit of a csv or of a helper is never missed.
Each part (a game, the core, the bots) has a directory of its own: an edit of one game leaves the others'.
All processes of one user share the cache.

Set `BURGOMASTER_CACHE` to keep it elsewhere, `NUMBA_DISABLE_JIT=1` to run the same source
interpreted.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import config, event
from numba.core import types as numba_types
from numba.core.caching import CompileResultCacheImpl, FunctionCache

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
TABLE_SUFFIXES = (".csv", ".json")
JIT_IMPORT = re.compile(r"^from burgomaster\.core\.jit import", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import) (burgomaster[\w.]*)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE)
KEEP_CACHES = 4  # directories of older sources that are left for branches in use
types: Any = numba_types  # typed in some releases only
NARROW = (types.int8, types.uint8, types.int16, types.uint16, types.int32, types.uint32)

_dispatchers: list[Any] = []


def jit(function: Function) -> Function:
    """Compile `function` on first use, without the interpreter lock, cached for all processes."""
    return _compile(function, forceinline=False)


def inline(function: Function) -> Function:
    """Like `jit`, for the few kernels hot enough that the call itself costs: copied into every caller."""
    return _compile(function, forceinline=True)


def _compile(function: Function, forceinline: bool) -> Function:
    if config.DISABLE_JIT:
        return function
    kernel = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    kernel._cache = KernelCache(function)
    _dispatchers.append(kernel)
    _widen_arguments(kernel)
    return kernel  # type: ignore[no-any-return]  # numba is untyped


def _widen_arguments(kernel: Any) -> None:
    """Let kernels that call this one hand it all numbers as 64-bit ints.

    Numba would otherwise compile it anew for every constant, enum and width of int that it is called with.
    """
    choose = kernel.get_call_template

    def choose_widened(args: Any, kws: Any) -> Any:
        return choose(tuple(map(_widened, args)), {name: _widened(value) for name, value in kws.items()})

    kernel.get_call_template = choose_widened


class KernelLocator:
    """Tells numba where the machine code of one kernel lies: in the directory of its part, nowhere else."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.directory = cache_directory(part_of(function.__module__))
        self._py_file = function.__code__.co_filename  # numba names it in a warning
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"

    def ensure_cache_path(self) -> None:
        """Do nothing: `cache_directory` has made the directory and tried it."""

    def get_cache_path(self) -> str:
        """Name the directory."""
        return str(self.directory)

    def get_source_stamp(self) -> str:
        """Leave freshness to the directory, which is named by a hash of all sources."""
        return self.directory.name

    def get_disambiguator(self) -> str:
        """Tell functions of the same name apart."""
        return self._place


class KernelCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba is untyped
    """Numba's way to store a kernel, at our place."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelLocator(function)
        self._filename_base = self.get_filename_base(function.__qualname__, sys.abiflags)


class KernelCache(FunctionCache):  # type: ignore[misc]  # numba is untyped
    """Numba's cache of one kernel; one process at a time writes to it.

    The versions of a kernel for several games share an index file, which numba reads, extends and writes
    back: two processes that did this at once would lose one, or give it the machine code of the other.
    """

    _impl_class = KernelCacheImpl

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store a compiled version while no other process does."""
        with locked(Path(self.cache_path)):
            super().save_overload(signature, compiled)


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other processes out of a cache directory, where there are such locks and it can be written to."""
    with ExitStack() as opened:
        with suppress(OSError, AttributeError):
            file = opened.enter_context((directory / "lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _widened(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.IntEnumMember) or kind in NARROW else kind


def count_kernels() -> int:
    """How many kernels the modules imported so far have."""
    return len(_dispatchers)


def count_compilations() -> int:
    """How many kernels this process had to compile because the cache did not have them."""
    return sum(sum(kernel.stats.cache_misses.values()) for kernel in _dispatchers)


@contextmanager
def on_compile(callback: Callable[[str], None]) -> Iterator[None]:
    """Call `callback` with the name of each kernel that is compiled inside the block."""

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            callback(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


def part_of(module: str) -> str:
    """Name the part that a module belongs to: `core`, `bots`, the rules or the bot of a game."""
    words = module.removeprefix(f"{PACKAGE.name}.").split(".")
    return ".".join(words[:3]) if words[0] == "games" else words[0]


@cache
def cache_directory(part: str) -> Path:
    """The directory of the compiled kernels of a part of exactly these sources, made if need be."""
    directory = _cache_home() / f"{part}-{source_hash(part)}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        _prune(directory, part)
    except OSError:
        directory = Path(tempfile.mkdtemp(prefix="burgomaster-"))  # read-only home: this process only
    return directory


def source_hash(part: str) -> str:
    """A hash of every source and table the kernels of a part can depend on, and of the compiler."""
    digest = hashlib.sha256()
    compiler = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, config.BOUNDSCHECK)
    digest.update(repr(compiler).encode())
    for path in kernel_sources(part):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(part: str) -> list[Path]:
    """The modules of a part that have kernels, all they import from this package, and the tables beside them.

    What is not part of a game is compiled for every game, so it depends on all of them. What no kernel
    imports, such as texts and pages, can be edited without compiling anything anew.
    """
    modules, sources = _modules(), _sources()
    serves_all = not part.startswith("games.")
    found = {
        name
        for name in sources
        if (part_of(name) == part or (serves_all and part_of(name).startswith("games.")))
        and JIT_IMPORT.search(sources[name])
    }
    waiting = list(found)
    while waiting:
        imported = _imported(sources[waiting.pop()]) & modules.keys()
        waiting += imported - found
        found |= imported
    folders = {modules[name].parent for name in found}
    tables = [path for folder in folders for suffix in TABLE_SUFFIXES for path in folder.glob(f"*{suffix}")]
    return sorted([modules[name] for name in found] + tables)


@cache
def _modules() -> dict[str, Path]:
    return {_module_name(path): path for path in PACKAGE.rglob("*.py")}


@cache
def _sources() -> dict[str, str]:
    return {name: path.read_text(encoding="utf-8") for name, path in _modules().items()}


def _imported(source: str) -> set[str]:
    """Every module that a source may import from this package; `from a import b` may mean a.b."""
    found = IMPORT.findall(source)
    return {module for module, _ in found} | {
        f"{module}.{name}" for module, names in found for name in re.findall(r"\w+", names)
    }


def _module_name(path: Path) -> str:
    parts = (PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _cache_home() -> Path:
    chosen = os.environ.get("BURGOMASTER_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "burgomaster"


def _prune(current: Path, part: str) -> None:
    """Delete the caches of a part's sources that have not been run for longest."""
    others = [path for path in current.parent.glob(f"{part}-*") if path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)
