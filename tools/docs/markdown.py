"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; bars and line ends inside a cell are kept from breaking it."""
    lines = [_line(heads), "|" + "---|" * len(heads), *map(_line, rows)]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(str(cell).split()).replace("|", "\\|") for cell in cells) + " |"


def code(text: str) -> str:
    """Write something as code, nothing as nothing."""
    return f"`{text}`" if text else ""


def block(language: str, text: str) -> str:
    """Write a block of code."""
    return f"````{language}\n{text.rstrip()}\n````\n"
