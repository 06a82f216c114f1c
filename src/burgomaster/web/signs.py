"""Signs that stand on every board, as functions: macros would take twice the time."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from markupsafe import Markup

from burgomaster.web.hyphenation import SOFT_HYPHEN, breaks_of

MOST_NAMES = 4096
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


def soften(name: str, long_word: int = LONG_WORD) -> str:
    """Put soft hyphens into the long words of a name, where a syllable ends."""
    return "".join(soft_word(word, long_word) for word in re.split("([ -])", name))


def soft_word(word: str, long_word: int) -> str:
    """Put soft hyphens into a long word, nearest to its middle first."""
    places = breaks_of(word.lower())
    if len(word) < long_word or not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return soft_word(word[:middle], long_word) + SOFT_HYPHEN + soft_word(word[middle:], long_word)
