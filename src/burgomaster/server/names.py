"""Names and chat messages that people type, made harmless and short."""

from __future__ import annotations

from collections.abc import Sequence

NAME_LENGTH = 24
DEVICE_NAMES_LENGTH = 5 * (NAME_LENGTH + 2)  # of all people at one device


def clean_text(text: str) -> str:
    """Put a text on one line, without letters that do not print."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def clean_name(name: str) -> str:
    """Make a name harmless and short."""
    return clean_text(name)[:NAME_LENGTH].strip()


def person_names(name: str, n_people: int, guests: Sequence[str]) -> list[str]:
    """Name the people at one device: by what they typed, separated by commas, or by one name with numbers.

    Who typed nothing gets the name of a guest.
    """
    given = [clean_name(part) for part in name[:DEVICE_NAMES_LENGTH].split(",")]
    if n_people > 1 and len(given) == n_people and all(given):
        return given
    first = clean_name(name)
    if not first:
        return list(guests[:n_people])
    return [first] if n_people == 1 else [f"{first[: NAME_LENGTH - 2]} {n + 1}" for n in range(n_people)]
