"""Texts in several languages: one toml file for each beside the code that speaks, templates by key.

    [log]
    buy = "{player} buys {card} for {price:ruble}"

    [plural]
    ruble = ["{n} ruble", "{n} rubles"]

A format spec names a plural: `{price:ruble}` becomes "1 ruble" or "5 rubles" by the rules of the language.

A text that names a player has two forms, one about them and one to them: `{player} [buys|buy] {card}` is
"Ann buys the Judge" to everybody else and "You buy the Judge" to Ann. Who reads is told by the name itself:
`mark_reader(names, seat)`. A text without such a pair of forms names everybody as they are called.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ru")
DEFAULT_LANGUAGE = "en"


def plural_form(language: str, n: int) -> int:
    """Find which of the plural forms of a language a number takes."""
    number = abs(n)
    if language == "ru":
        if number % 10 == 1 and number % 100 != 11:
            return 0
        return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
    return 0 if number == 1 else 1


def number_text(value: object) -> str:
    """Write a value inside a text; a number below zero has a minus sign, not a hyphen."""
    said = str(value)
    return said.replace("-", MINUS, 1) if isinstance(value, int | float) else said


SENTENCE_END = re.compile(r"(^|[.!?] )$")  # behind this a sentence begins
FORMS = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")  # [about a player|to the player who reads]
N_FORMS = {"en": 2, "ru": 3}
MINUS = "\N{MINUS SIGN}"
DECIMAL_MARK = {"en": ".", "ru": ","}
PERCENT = {"en": "{n}%", "ru": "{n}\N{NO-BREAK SPACE}%"}
THOUSANDS = {"en": ",", "ru": " "}  # between the thousands of a large number


def decimal(number: float, language: str, places: int = 1) -> str:
    """Write a number with some decimals as a language does."""
    text = f"{round(number, places) + 0.0:.{places}f}".replace("-", MINUS)
    return text.replace(".", DECIMAL_MARK[language])


def signed(number: float, language: str, places: int = 1) -> str:
    """Write a number in the same way, and always with its sign unless it is nothing."""
    text = decimal(number, language, places)
    return f"+{text}" if round(number, places) > 0 else text


class Catalog:
    """The texts of one folder, `text_en.toml` and `text_ru.toml`, with those of `parent` below them."""

    def __init__(self, folder: Path, parent: Catalog | None = None) -> None:
        self.folder = folder
        self.parent = parent
        self._entries: dict[str, Mapping[str, Any]] = {}

    def text(self, language: str, key: str, /, **values: Any) -> str:
        return self.fill(language, self.template(language, key), **values)

    def board_text(self, language: str, key: str, /, **values: Any) -> str:
        """Return the text of a key for whoever sees the board: `on_board.<key>`, where there is one."""
        own = f"on_board.{key}"
        return self.text(language, key if self._find(language, own) is None else own, **values)

    def fill(self, language: str, template: str, /, **values: Any) -> str:
        """Return a text that stands elsewhere, with the values and the plurals of this catalog filled in."""
        check_language(language)
        to_reader = has_forms(template) and any(_is_reader(value) for value in values.values())
        said = ""
        for literal, name, plural in _parse(template, to_reader):
            said += literal
            if name is not None:
                value = _value(name, values)
                is_you = to_reader and _is_reader(value)
                said += _address(value, language, said) if is_you else self._say(language, value, plural)
        return said

    def _say(self, language: str, value: Any, plural: str) -> str:
        if plural:
            return self.plural(language, plural, int(value))
        return value.text(language) if isinstance(value, Message) else number_text(value)

    def template(self, language: str, key: str) -> str:
        """Return the unfilled text of a key; KeyError if there is none."""
        found = self._find(language, key)
        if not isinstance(found, str):
            raise KeyError(f"{self.folder.name}: no text {key!r} in {language!r}")
        return found

    def plural(self, language: str, key: str, n: int) -> str:
        """Return a counted word: the form of the language for this number, with the number in it."""
        forms = self._find(language, f"plural.{key}")
        if not isinstance(forms, Sequence) or isinstance(forms, str):
            raise KeyError(f"{self.folder.name}: no plural {key!r} in {language!r}")
        return str(forms[plural_form(language, n)]).format(n=number_text(n))

    def entries(self, language: str) -> Mapping[str, Any]:
        if language not in self._entries:
            self._entries[language] = _load(self.folder / f"text_{language}.toml")
        return self._entries[language]

    def _find(self, language: str, key: str) -> Any:
        found = self.entries(language).get(key)
        if found is None and self.parent is not None:
            return self.parent._find(language, key)
        return found


@cache
def _parse(template: str, to_reader: bool) -> tuple[tuple[str, str | None, str], ...]:
    """List a template as literal texts, each with the name of the value behind it and its plural."""
    form = FORMS.sub(r"\2" if to_reader else r"\1", template)
    return tuple((literal, name, spec or "") for literal, name, spec, _ in string.Formatter().parse(form))


@cache
def has_forms(template: str) -> bool:
    """Tell whether a text can speak to the player it names."""
    return FORMS.search(template) is not None


def _value(name: str, values: Mapping[str, Any]) -> Any:
    """Return the value that a template names, as `points` or `points[5]`."""
    return values[name] if name in values else string.Formatter().get_field(name, (), values)[0]


class Message:
    """A text that is not yet in any language: a key of a catalog and its values."""

    def __init__(self, catalog: Catalog, key: str, /, **values: Any) -> None:
        self.catalog = catalog
        self.key = key
        self.values = values

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        return self.catalog.text(language, self.key, **self.values)


class Word(Message):
    """A name as a value inside another text: said in that text's language."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self.say = say

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        return self.say(language)


class Number(Message):
    """A number as a value inside another text, found out only if that text says it."""

    def __init__(self, find: Callable[[], int]) -> None:
        self.find = find

    def __int__(self) -> int:
        return int(self.find())

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        return str(int(self))


class ReaderName(str):
    """The name of the player who reads: a text with two forms says "you" instead of it.

    It equals no other string, so that nothing kept for one reader is ever shown to another.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReaderName) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return ~str.__hash__(self)  # another one than that of the same name of somebody else

    def __str__(self) -> str:
        return str.__str__(self)  # an ordinary text


class Names(Message):
    """Several players as one value inside a text; the reader, if among them, comes first."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        return ", ".join(map(str, self.names))

    def address(self, language: str) -> str:
        """Return the names with "you" among them."""
        others = [name for name in self.names if not isinstance(name, ReaderName)]
        you = CORE_TEXTS.text(language, "reader.you")
        if not others:
            return you
        return CORE_TEXTS.text(language, "reader.and", first=", ".join([you, *others[:-1]]), last=others[-1])


def mark_reader(names: Sequence[str], seat: int | None) -> list[str]:
    """Give the names of a table as one seat reads them; None is a spectator, to whom all are others."""
    return [ReaderName(name) if number == seat else name for number, name in enumerate(names)]


def _is_reader(value: Any) -> bool:
    """Tell whether a value names the player who reads, alone or among others."""
    if isinstance(value, Names):
        return any(isinstance(name, ReaderName) for name in value.names)
    return isinstance(value, ReaderName)


def _address(value: Any, language: str, before: str) -> str:
    """Say "you", with a capital where a sentence begins."""
    said = value.address(language) if isinstance(value, Names) else CORE_TEXTS.text(language, "reader.you")
    return said[0].upper() + said[1:] if SENTENCE_END.search(before) else said


class Plain(Message):
    """A message that is the same in every language: an id, a name, a list of words."""

    def __init__(self, words: str) -> None:
        self.words = words

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        return self.words


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    return language


def _load(path: Path) -> Mapping[str, Any]:
    with path.open("rb") as file:
        return dict(_flatten(tomllib.load(file), ""))


def _flatten(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


CORE_TEXTS = Catalog(Path(__file__).parent)
