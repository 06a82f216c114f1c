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
import pickle
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import config

PACKAGE = Path(__file__).resolve().parent.parent
OURS = PACKAGE.name
GAMES = f"{OURS}.games"  # the package of our games, and the group of entry points of all
TABLE_SUFFIXES = (".csv", ".json")
JIT_IMPORT = re.compile(rf"^from {OURS}\.compiler\.jit import .*\b(?:jit|inline|cold)\b", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE)
KEEP_CACHES = 4  # directories of older sources that are left for branches in use

log = logging.getLogger(__name__)


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


def is_known(module: str) -> bool:
    """Tell whether a module belongs to our package or to one that brings a game."""
    return module in _modules()


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


# Files


def load_kernel(path: Path, rebuild: Callable[[Any], Any]) -> Any:
    """Load a compiled version; None if there is none that can be read: then it is compiled again."""
    try:
        return rebuild(pickle.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except Exception:  # whatever a damaged file leads to
        log.info("a stored kernel cannot be read: %s", path.name, exc_info=True)
        return None


def store_kernel(path: Path, content: bytes) -> None:
    """Store a compiled version: under another name first, so that no process reads a half of it."""
    half = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        _warn(error.strerror or type(error).__name__)


@cache
def _warn(text: str) -> None:
    """Say once for each kind of trouble that kernels cannot be stored."""
    log.warning("Compiled kernels cannot be stored (%s); they are compiled again at the next start.", text)
