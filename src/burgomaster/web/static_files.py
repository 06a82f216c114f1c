"""What the static files contain, as short hashes: addresses with them may be kept for ever.

A hash stands in the path, `/static/~<hash>/base.css`, where every proxy sees it; what a stylesheet names
beside itself is then found under the same hash.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from burgomaster.core.registry import game_folder, game_names

SHARED = Path(__file__).resolve().parent / "static"
STATIC = "/static/"
HASH_LETTERS = 10
MARK = "~"  # before a hash in a path; no file begins so


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LETTERS]


def content_url(name: str, path: Path) -> str:
    return f"{STATIC}{MARK}{digest(path.read_bytes())}/{name}"


def files_below(folder: Path, prefix: str) -> dict[str, Path]:
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


def is_static_file(name: str) -> bool:
    return name in digests()


def is_current(name: str, found: str) -> bool:
    """Tell whether a file exists and a hash in its address is that of its content, or of all files, now."""
    return is_static_file(name) and found in (digests()[name], static_version())


def split_hash(name: str) -> tuple[str, str]:
    """Take the hash out of a path below /static; "" if there is none."""
    first, _, rest = name.partition("/")
    return (rest, first.removeprefix(MARK)) if first.startswith(MARK) else (name, "")
