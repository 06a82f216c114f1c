"""What the terminal says, and in which language."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from burgomaster.core.language import CORE_TEXTS, DEFAULT_LANGUAGE, LANGUAGES, Catalog
from burgomaster.core.registry import part_texts
from burgomaster.core.translator import Translator

FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGUAGE_OPTION = "--lang"
PROGRAM = "burgomaster"
Thing = TypeVar("Thing", bound=Hashable)
MAX_NAME = 24  # letters of a player's name on the screen


def game_translator(game: str, language: str) -> Translator:
    """Make the translator of a game's screen: its own texts, those of the terminal, those of its rules."""
    return Translator(part_texts(game, "terminal", FOLDER), language)


def choose_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Find the language asked for among the arguments, else that of the environment."""
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == LANGUAGE_OPTION:
            asked = value if equals else "".join(words[place + 1 : place + 2])
            return asked if asked in LANGUAGES else guess_language(environment)
    return guess_language(environment)


def guess_language(environment: Mapping[str, str]) -> str:
    """Find the language of the locale, if there are texts in it."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES else DEFAULT_LANGUAGE


def program_words() -> str:
    """Say how this program is called here: by its name, or by its path where a shell would not find it."""
    called = Path(sys.argv[0])
    is_elsewhere = called.name == PROGRAM and shutil.which(PROGRAM) is None
    return shlex.quote(str(called)) if is_elsewhere else PROGRAM


def one_line(text: str) -> str:
    """Make a text from outside harmless for a terminal: no control characters, no line ends."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def short_name(name: str) -> str:
    """Make a player's name harmless and short."""
    name = one_line(name)
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def search_form(words: str) -> str:
    """Write words without case, underscores and the two dots of ё, so that they can be looked up."""
    return " ".join(words.lower().replace("_", " ").replace("ё", "е").split())


def find_named(words: str, things: Mapping[Thing, Sequence[str]]) -> list[Thing]:
    """Find the things of which a name has these words in it; a whole name wins."""
    wanted = search_form(words)
    forms = {thing: [search_form(name) for name in names] for thing, names in things.items()}
    whole = [thing for thing, names in forms.items() if wanted in names]
    return whole or [thing for thing, names in forms.items() if any(wanted in name for name in names)]
