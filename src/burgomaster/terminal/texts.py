"""What the command line says, and in which language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burgomaster.core.language import CORE_TEXTS, DEFAULT_LANGUAGE, LANGUAGES, Catalog

FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGUAGE_OPTION = "--lang"
MAX_NAME = 24  # letters of a player's name on the screen


@dataclass(frozen=True)
class Voice:
    """The texts of a catalog in one language: `say("play.saved", path=path)`."""

    language: str
    catalog: Catalog = TEXTS

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text of a key, with the values filled in."""
        return self.catalog.text(self.language, key, **values)

    def number(self, number: float) -> str:
        """A whole number with its thousands apart."""
        return f"{number:,.0f}".replace(",", self("bench.thousands"))


def choose_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for among the arguments, else that of the environment."""
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == LANGUAGE_OPTION:
            asked = value if equals else "".join(words[place + 1 : place + 2])
            return asked if asked in LANGUAGES else guess_language(environment)
    return guess_language(environment)


def guess_language(environment: Mapping[str, str]) -> str:
    """The language of the locale, if there are texts in it."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES else DEFAULT_LANGUAGE


def one_line(text: str) -> str:
    """A text from outside, made harmless for a terminal: no control characters, no line ends."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def short_name(name: str) -> str:
    """A player's name, harmless and short."""
    name = one_line(name)
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
