"""Names and chat messages that people type, made harmless and short."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

NAME_LENGTH = 24
DEVICE_NAMES_LENGTH = 5 * (NAME_LENGTH + 2)  # of all people at one device
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"  # letters that look like nothing
ACCENTS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
PILE = re.compile(f"({ACCENTS}{{2}}){ACCENTS}+")  # more than a letter of any language carries
LOOKALIKES = str.maketrans(
    "авекмнорстухіѕјһԁԛԝαβεηικμνορτυχ01i|",
    "abekmhopctyxlsjhdqwabehlkmvoptyxolll",
)


def clean_text(text: str) -> str:
    """Put a text on one line, without letters that do not print and accents piled up over other lines."""
    shown = "".join(letter if letter.isprintable() and letter not in BLANKS else " " for letter in text)
    return " ".join(PILE.sub(r"\1", shown).split())


def clean_name(name: str) -> str:
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


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Name what a name looks like: equal for names that a reader takes for each other."""
    shown = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(letter for letter in shown if unicodedata.category(letter) not in ("Cf", "Mn", "Me"))
    return " ".join(letters.translate(LOOKALIKES).split())


def unique_name(name: str, taken: Iterable[str]) -> str:
    """Keep a name that nobody else has; add the first number that makes it so to any other."""
    keys, found, number = {name_key(other) for other in taken}, name, 1
    while name_key(found) in keys:
        number += 1
        ending = f" {number}"
        found = name[: NAME_LENGTH - len(ending)].rstrip() + ending
    return found
