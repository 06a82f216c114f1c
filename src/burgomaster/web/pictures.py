"""Addresses of pictures that change with what is in them, so that a browser may keep them for ever."""

from __future__ import annotations

from pathlib import Path

from burgomaster.web.static_files import MARK, digest


def content_url(name: str, path: Path) -> str:
    """Make the address of a static file, with a hash of its content."""
    return f"/static/{MARK}{digest(path.read_bytes())}/{name}"
