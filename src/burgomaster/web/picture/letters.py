"""Texts in pictures: which letters the typeface has, how wide they are, and texts that fit."""

from __future__ import annotations

import unicodedata
from functools import cache
from html import escape
from pathlib import Path

from burgomaster.web.static_files import SHARED

FONT = SHARED / "fonts" / "vollkorn-semibold.ttf"
FAMILY = "Vollkorn SemiBold"
WIDTHS = Path(__file__).parent / "letter_widths.txt"  # thousandths of the size, and the letters of that width
ELLIPSIS = "…"
LEAST = 0.72  # of its size a text may be set before letters are left out


@cache
def widths() -> dict[str, float]:
    """Read how wide every letter is, of the size at which it is set."""
    found = {}
    for line in WIDTHS.read_text("utf-8").split("\n"):
        width, _, letters = line.partition("\t")
        found.update(dict.fromkeys(letters, int(width) / 1000))
    return found


def drawable(text: str) -> str:
    """Keep the letters that the typeface has; of others it may have what remains without accents."""
    known = widths()
    kept = "".join(
        part
        for letter in text
        for part in (letter if letter in known else unicodedata.normalize("NFKD", letter))
        if part in known
    )
    return " ".join(kept.split())


def width_of(text: str, size: float) -> float:
    known = widths()
    return size * sum(known.get(letter, 0.6) for letter in text)


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """Set a text smaller if it is too long, and cut it if that is not enough."""
    smaller = max(LEAST * size, min(size, size * room / max(1.0, width_of(text, size))))
    while width_of(text, smaller) > room and len(text) > 1:
        text = text.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        if text == ELLIPSIS:
            break
    return text, round(smaller, 1)


def set_text(
    text: str,
    x: float,
    y: float,
    size: float,
    room: float = 0.0,
    fill: str = "#2a2118",
    anchor: str = "start",
) -> str:
    """Write a text as a part of a picture; with `room`, so that it takes no more than that."""
    shown = drawable(text)
    if room:
        shown, size = fitted(shown, size, room)
    where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {where}>{escape(shown)}</text>"
