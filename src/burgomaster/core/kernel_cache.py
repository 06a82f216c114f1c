"""The disk cache of compiled kernels.

Numba's own cache looks only at the file a function is defined in; here a directory is named by a hash of all
sources and tables a kernel can depend on, so an edit of a csv or of a helper is never missed. Each part (the
rules or the bot of a game, the core, the bots) has a directory of its own. What the core and the bots compile
for a game has one for each game. So an edit of one game leaves the others'. All processes of one user share
the cache, and games of other packages have their place in it like ours.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from burgomaster.core.fixed_rules import plain_type
from burgomaster.core.kernel_library import rebuild_inner, reduce_inner

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parent.parent
OURS = PACKAGE.name
GAMES = f"{OURS}.games"  # the package of our games, and the group of entry points of all
TABLE_SUFFIXES = (".csv", ".json")
JIT_IMPORT = re.compile(rf"^from {OURS}\.core\.jit import .*\b(?:jit|inline|cold)\b", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE)
KEEP_CACHES = 4  # directories of older sources that are left for branches in use

log = logging.getLogger(__name__)
_owners: dict[Any, str] = {}  # the package of a game by the compiled type of its state


def own_state(state: Any, module: str) -> None:
    """Remember whose state a compiled type is, by a module of the game."""
    _owners[state] = game_of(module)


# What belongs together


@cache
def game_packages() -> tuple[str, ...]:
    """Name the packages of games that other distributions bring."""
    named = {entry.value for entry in entry_points(group=GAMES)}
    return tuple(sorted(name for name in named if not name.startswith(f"{GAMES}.")))


def game_of(module: str) -> str:
    """Name the package of the game that a module belongs to; nothing if it belongs to none."""
    if module.startswith(f"{GAMES}."):
        return ".".join(module.split(".")[:3])
    return next((name for name in game_packages() if f"{module}.".startswith(f"{name}.")), "")


def part_of(module: str) -> str:
    """Name the part that a module belongs to: `core`, `bots`, the rules or the bot of a game."""
    game = game_of(module)
    if game:
        folder = module.removeprefix(f"{game}.").partition(".")[0] if module != game else ""
        return f"{game}.{folder}".removeprefix(f"{OURS}.").removesuffix(".")
    return module.removeprefix(f"{OURS}.").partition(".")[0]


def signature_game(signature: Any) -> str:
    """Name the package of the game whose state a compiled call has among its arguments; nothing if none."""
    return _owner_of(getattr(signature, "args", signature))


def _owner_of(kinds: Iterable[Any]) -> str:
    """Name the game of the first type that is a state, an array of states or a tuple with one of these."""
    for kind in kinds:
        found = _owners.get(plain_type(kind)) or _owners.get(plain_type(getattr(kind, "dtype", None)))
        found = found or _owner_of(getattr(kind, "types", ()))
        if found:
            return found
    return ""


# Sources


def source_hash(part: str, game: str = "", file: str = "") -> str:
    """Hash every source and table the kernels of a part can depend on, and the compiler."""
    digest = hashlib.sha256()
    compiler = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, config.BOUNDSCHECK)
    digest.update(repr(compiler).encode())
    program = program_files(Path(file)) if file and Path(file) not in _modules().values() else []
    tops = {path: name for name, path in _tops().items()}
    for path in kernel_sources(part, game, program):
        top = next(folder for folder in tops if path.is_relative_to(folder))
        digest.update(f"{tops[top]}/{path.relative_to(top).as_posix()}".encode())
        digest.update(path.read_bytes())
    for path in program:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(part: str, game: str = "", program: Sequence[Path] = ()) -> list[Path]:
    """List the modules of a part that have kernels, all they import from packages with kernels, and the
    tables beside them.

    What the core and the bots compile for a game depends on all kernels of this game too, and a kernel of
    somebody's program on what the program imports. What no kernel imports, such as texts and pages, can be
    edited without compiling anything anew.
    """
    modules, sources = _modules(), _sources()
    found = {
        name
        for name in sources
        if (part_of(name) == part or (game and game_of(name) == game)) and JIT_IMPORT.search(sources[name])
    }
    for path in program:
        found |= _imported_by(path.read_text(encoding="utf-8")) & modules.keys()
    waiting = list(found)
    while waiting:
        module = waiting.pop()
        imported = _imported_by(sources[module], module) & modules.keys()
        waiting += imported - found
        found |= imported
    folders = {modules[name].parent for name in found}
    tables = [path for folder in folders for suffix in TABLE_SUFFIXES for path in folder.glob(f"*{suffix}")]
    return sorted([modules[name] for name in found] + tables)


def program_files(file: Path) -> list[Path]:
    """List the files of a program that has kernels of its own: it, and what it imports from beside it."""
    found = [file] if file.is_file() else []
    for path in found:
        beside = {path.parent / f"{name}.py" for name in _imported_by(path.read_text(encoding="utf-8"))}
        found += sorted(other for other in beside if other.is_file() and other not in found)
    return found


@cache
def _tops() -> dict[str, Path]:
    """Find the folders of our package and of the packages that bring games."""
    tops = {OURS: PACKAGE}
    for name in {package.partition(".")[0] for package in game_packages()}:
        spec = find_spec(name)
        for folder in (spec and spec.submodule_search_locations) or ():
            tops[name] = Path(folder)
    return tops


@cache
def _modules() -> dict[str, Path]:
    return {_module_name(path): path for folder in _tops().values() for path in folder.rglob("*.py")}


@cache
def _sources() -> dict[str, str]:
    return {name: path.read_text(encoding="utf-8") for name, path in _modules().items()}


def _imported_by(source: str, module: str = "") -> set[str]:
    """List every module that the source of a module may import; `from a import b` may mean a.b."""
    found = [(_absolute(name, module), names) for name, names in IMPORT.findall(source)]
    return {name for name, _ in found} | {
        f"{name}.{item}" for name, names in found for item in re.findall(r"\w+", names)
    }


def _absolute(name: str, module: str) -> str:
    """Complete the name of a module that is relative to the module importing it."""
    n_dots = len(name) - len(name.lstrip("."))
    if n_dots == 0 or not module:
        return name
    words = module.split(".")
    is_package = _modules()[module].name == "__init__.py"
    folder = words[: len(words) - n_dots + is_package]
    return ".".join([*folder, name[n_dots:]]).removesuffix(".")


def _module_name(path: Path) -> str:
    top, folder = next((name, top) for name, top in _tops().items() if path.is_relative_to(top))
    parts = (top, *path.relative_to(folder).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def forget_sources() -> None:
    """Read everything anew: the sources, and which packages bring games."""
    for remembered in (game_packages, _tops, _modules, _sources):
        remembered.cache_clear()


# Directories


@cache
def cache_directory(part: str, game: str = "", file: str = "") -> Path:
    """Name the directory of the compiled kernels of exactly these sources; it is made if need be."""
    name = ".".join(filter(None, (part, game.removeprefix(f"{OURS}."))))
    directory = _cache_home() / f"{name}-{source_hash(part, game, file)}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        _prune(directory, name)
    except OSError:
        directory = Path(tempfile.mkdtemp(prefix="burgomaster-"))  # read-only home: this process only
    return directory


def _cache_home() -> Path:
    chosen = os.environ.get("BURGOMASTER_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "burgomaster"


def _prune(current: Path, name: str) -> None:
    """Delete the caches of a part's sources that have not been run for longest."""
    others = [path for path in current.parent.glob(f"{name}-*") if path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other processes out of a cache directory, where there are such locks and it can be written to."""
    with ExitStack() as opened:
        with suppress(OSError, AttributeError):
            file = opened.enter_context((directory / "lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


# What numba asks


class KernelLocator:
    """Tells numba where the machine code of one kernel lies: in the directory of its part, nowhere else."""

    def __init__(self, function: Callable[..., Any], game: str) -> None:
        self._py_file = function.__code__.co_filename  # numba names it in a warning
        part = part_of(function.__module__)
        known = function.__module__ in _modules()
        self.directory = cache_directory(part, game, "" if known else self._py_file)
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


@cache
def _warn(text: str) -> None:
    log.warning("Compiled kernels cannot be stored (%s); they are compiled again at the next start.", text)


def warn_once(error: OSError) -> None:
    """Say once for each kind of trouble that kernels cannot be stored."""
    _warn(error.strerror or type(error).__name__)
