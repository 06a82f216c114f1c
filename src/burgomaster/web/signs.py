"""Signs that stand on every board, as functions: macros would take twice the time."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from markupsafe import Markup

MOST_NAMES = 4096
SOFT_HYPHEN = "\u00ad"
VOWELS = frozenset("aeiouyаеёиоуыэюя")
NO_START = frozenset("ьъй")
LONG_WORD = 10  # letters from which a word may be broken
WORD_ENDS = re.compile("[-\u00ad]")  # a word may be broken at a hyphen, also at one that is not shown


@cache
def icon(sheet: str, name: str, css: str = "icon") -> Markup:
    """Draw a sign of a game's sheet of icons."""
    html = '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return Markup(html).format(css, sheet, name)


@cache
def seat_mark(sheet: str, seat: int) -> Markup:
    """Draw the shape of a seat in its colour."""
    return icon(sheet, f"seat-{seat}", f"seat seat-{seat}")


@lru_cache(maxsize=MOST_NAMES)
def name_class(name: str, limits: tuple[int, int, int]) -> str:
    """Choose the class that sets a name smaller, so that its longest word need not be broken.

    The limits are the letters up to which a word is of the usual size, longish and long.
    """
    longish, long, longest = limits
    letters = max(map(len, WORD_ENDS.sub(" ", name).split()), default=0)
    if letters > longest:
        return " longest"
    return " long" if letters > long else " longish" if letters > longish else ""


def soften(name: str) -> str:
    """Put soft hyphens into the long words of a name, where a syllable ends."""
    return " ".join(soft_word(word) for word in name.split(" "))


def begins_syllable(word: str, place: int) -> bool:
    """Tell whether a syllable begins there: a consonant between vowels, in Russian also the second of two."""
    before, start, after = (word[place + step] in VOWELS for step in (-1, 0, 1))
    is_second = word[place] >= "а" and word[place] not in NO_START and word[place - 2] in VOWELS
    return not start and after and (before or is_second)


def soft_word(word: str) -> str:
    """Put soft hyphens into a long word, nearest to its middle first."""
    places = [place for place in range(3, len(word) - 2) if begins_syllable(word.lower(), place)]
    if len(word) < LONG_WORD or not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return soft_word(word[:middle]) + SOFT_HYPHEN + soft_word(word[middle:])
