"""Texts in several languages: one toml file for each beside the code that speaks, templates by key.

    [log]
    buy = "{player} buys {card} for {price:ruble}"

    [plural]
    ruble = ["{n} ruble", "{n} rubles"]

A format spec names a plural: `{price:ruble}` becomes "1 ruble" or "5 rubles" by the rules of the language.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ru")
DEFAULT_LANGUAGE = "en"


def plural_form(language: str, n: int) -> int:
    """Which of the plural forms of a language a number takes."""
    number = abs(n)
    if language == "ru":
        if number % 10 == 1 and number % 100 != 11:
            return 0
        return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
    return 0 if number == 1 else 1


N_FORMS = {"en": 2, "ru": 3}
THOUSANDS = {"en": ",", "ru": " "}  # between the thousands of a large number


class Catalog:
    """The texts of one folder, `text_en.toml` and `text_ru.toml`, with those of `parent` below them."""

    def __init__(self, folder: Path, parent: Catalog | None = None) -> None:
        self.folder = folder
        self.parent = parent
        self._entries: dict[str, Mapping[str, Any]] = {}

    def text(self, language: str, key: str, /, **values: Any) -> str:
        """The text of a key, with the values filled in."""
        return self.fill(language, self.template(language, key), **values)

    def fill(self, language: str, template: str, /, **values: Any) -> str:
        """A text that stands elsewhere, with the values and the plurals of this catalog filled in."""
        check_language(language)
        return "".join(
            literal if name is None else literal + self._say(language, _value(name, values), plural)
            for literal, name, plural in _parse(template)
        )

    def _say(self, language: str, value: Any, plural: str) -> str:
        """A value inside a text."""
        if plural:
            return self.plural(language, plural, int(value))
        return value.text(language) if isinstance(value, Message) else str(value)

    def template(self, language: str, key: str) -> str:
        """The unfilled text of a key; KeyError if there is none."""
        found = self._find(language, key)
        if not isinstance(found, str):
            raise KeyError(f"{self.folder.name}: no text {key!r} in {language!r}")
        return found

    def plural(self, language: str, key: str, n: int) -> str:
        """A counted word: the form of the language for this number, with the number in it."""
        forms = self._find(language, f"plural.{key}")
        if not isinstance(forms, Sequence) or isinstance(forms, str):
            raise KeyError(f"{self.folder.name}: no plural {key!r} in {language!r}")
        return str(forms[plural_form(language, n)]).format(n=n)

    def entries(self, language: str) -> Mapping[str, Any]:
        """All keys of this folder with their texts, plurals as lists."""
        if language not in self._entries:
            self._entries[language] = _load(self.folder / f"text_{language}.toml")
        return self._entries[language]

    def _find(self, language: str, key: str) -> Any:
        found = self.entries(language).get(key)
        if found is None and self.parent is not None:
            return self.parent._find(language, key)
        return found


@cache
def _parse(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as literal texts, each with the name of the value behind it and its plural."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in string.Formatter().parse(template))


def _value(name: str, values: Mapping[str, Any]) -> Any:
    """The value that a template names, as `points` or `points[5]`."""
    return values[name] if name in values else string.Formatter().get_field(name, (), values)[0]


class Message:
    """A text that is not yet in any language: a key of a catalog and its values."""

    def __init__(self, catalog: Catalog, key: str, /, **values: Any) -> None:
        self.catalog = catalog
        self.key = key
        self.values = values

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The message in one language."""
        return self.catalog.text(language, self.key, **self.values)


class Word(Message):
    """A name as a value inside another text: said in that text's language."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self.say = say

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The name in a language."""
        return self.say(language)


class Number(Message):
    """A number as a value inside another text, found out only if that text says it."""

    def __init__(self, find: Callable[[], int]) -> None:
        self.find = find

    def __int__(self) -> int:
        return int(self.find())

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The number."""
        return str(int(self))


class Plain(Message):
    """A message that is the same in every language: an id, a name, a list of words."""

    def __init__(self, words: str) -> None:
        self.words = words

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The words."""
        return self.words


def check_language(language: str) -> str:
    """The language, if there are texts in it."""
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
