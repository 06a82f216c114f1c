"""What diagrams of the rules share."""

from __future__ import annotations

MOST_LINES = 3


def wrapped_name(words: str, letters: int) -> list[str]:
    """Wrap a name into lines of so many letters; a longer word is cut."""
    lines: list[str] = []
    for word in words.split():
        short = word if len(word) <= letters else word[: letters - 1] + "."
        if lines and len(lines[-1]) + 1 + len(short) <= letters:
            lines[-1] += " " + short
        else:
            lines.append(short)
    return lines[:MOST_LINES]
