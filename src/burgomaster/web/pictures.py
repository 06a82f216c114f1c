"""Addresses of pictures that change with what is in them, so that a browser may keep them for ever."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

HASH_KEY = "h"  # the parameter that carries the hash: see server/middleware.py
HASH_LETTERS = 10


def content_url(name: str, path: Path) -> str:
    """Make the address of a static file, with a hash of its content."""
    digest = sha256(path.read_bytes()).hexdigest()[:HASH_LETTERS]
    return f"/static/{name}?{HASH_KEY}={digest}"
