"""Addresses of static files that change with their contents, so that browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from burgomaster.core.registry import game_folder, game_names

SHARED = Path(__file__).resolve().parent / "static"
DIGITS = 12


def digest(contents: bytes) -> str:
    """Make a short name for some contents."""
    return hashlib.sha256(contents).hexdigest()[:DIGITS]


def files_below(folder: Path, prefix: str) -> dict[str, Path]:
    """List the files of a folder by the names under which they are served."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {prefix + path.relative_to(folder).as_posix(): path for path in files}


@cache
def digests() -> dict[str, str]:
    """Digest every static file, by its name: `base.css`, or `<game>/board.css` for one of a game."""
    files = files_below(SHARED, "")
    for game in game_names():
        files |= files_below(game_folder(game) / "web" / "static", f"{game}/")
    return {name: digest(path.read_bytes()) for name, path in files.items()}


@cache
def static_version() -> str:
    """Digest all static files together: whatever changes, this changes."""
    return digest(repr(sorted(digests().items())).encode())


def static_url(name: str) -> str:
    """Give the address of a static file, with the digest of its contents."""
    return f"/static/{name}?v={digests()[name]}"


def is_current(name: str, version: str) -> bool:
    """Tell whether a file exists and a version that was asked for is the one of now."""
    return name in digests() and version in (digests()[name], static_version())
