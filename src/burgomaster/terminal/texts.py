"""What the terminal says, in which language, and how it says that something cannot be done."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import CORE_TEXTS, DEFAULT_LANGUAGE, LANGUAGES, Catalog, Message, Plain
from burgomaster.core.registry import part_texts
from burgomaster.core.translator import Translator

FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGUAGE_OPTION = "--lang"
PROGRAM = "burgomaster"
Thing = TypeVar("Thing", bound=Hashable)
DONE = 0  # exit codes
FAILED = 1  # the thing asked for failed
WRONG_USE = 2
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


# How something says that it cannot do what was asked


class Failure(Exception):
    """A command that cannot go on: one line for the person, one number for the shell."""

    def __init__(self, code: int, message: Message) -> None:
        self.code = code
        self.message = message
        super().__init__(message.text())

    def text(self, language: str) -> str:
        return self.message.text(language)


def wrong_use(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that was called in a way that makes no sense."""
    return Failure(WRONG_USE, Message(TEXTS, key, **values))


def failed(key: str, /, catalog: Catalog = TEXTS, **values: Any) -> Failure:
    """Make the failure of something that makes sense but cannot be done."""
    return Failure(FAILED, Message(catalog, key, **values))


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Blame the file for whatever goes wrong inside this block, and say its name."""
    try:
        yield
    except BurgomasterError as error:
        raise in_file(path, error.message) from None
    except RecursionError as error:
        raise in_file(path, Message(TEXTS, "file.internal", kind=type(error).__name__)) from None


def in_file(path: str | Path, why: Message) -> Failure:
    """Make a failure that a file is to blame for; the reason may name the file itself already."""
    if "path" in getattr(why, "values", {}):
        return Failure(FAILED, why)
    return Failure(FAILED, Message(TEXTS, "file.in_file", path=Plain(str(path)), why=why))
