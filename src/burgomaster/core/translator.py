"""Speaking one language: the texts of a catalog, each worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, Self

from burgomaster.core.cache import cached
from burgomaster.core.language import PERCENT, THOUSANDS, Catalog, decimal, signed

NO_BREAK = "\N{NO-BREAK SPACE}"


class Texts(dict[str, str]):
    """The texts of a catalog that are the same whenever they are said, each looked up once."""

    def __init__(self, catalog: Catalog, language: str) -> None:
        super().__init__()
        self._catalog, self._language = catalog, language

    def __missing__(self, key: str) -> str:
        text = self[key] = self._catalog.text(self._language, key)
        return text


class Translator:
    """Says the texts of a catalog in one language: `say("play.saved", path=path)`.

    There is one for each catalog and language, so that what is kept by it is found quickly.
    """

    _made: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __new__(cls, *given: Any) -> Self:
        """Find the translator that was made of the same things, made if need be."""
        key = (cls, *given)
        if key not in cls._made:
            cls._made[key] = super().__new__(cls)
        found: Self = cls._made[key]
        return found

    def __init__(self, catalog: Catalog, language: str) -> None:
        if hasattr(self, "texts"):
            return
        self.catalog = catalog
        self.language = language
        self.texts = Texts(catalog, language)  # those without values, by key

    def __call__(self, key: str, /, **values: Any) -> str:
        if values:
            try:
                return _text(self, key, tuple(values.items()))
            except TypeError:  # a value that cannot be kept
                return self.catalog.text(self.language, key, **values)
        return self.texts[key]

    def count(self, word: str, number: int) -> str:
        """Count a word: "3 points"."""
        return _plural(self.catalog, self.language, word, number)

    def number(self, number: float) -> str:
        """Write a whole number with its thousands apart, and no line that breaks between them."""
        return f"{number:,.0f}".replace(",", THOUSANDS[self.language]).replace(" ", NO_BREAK)

    def decimal(self, number: float, places: int = 1) -> str:
        """Write a number with some decimals: 1.5 in English."""
        return decimal(number, self.language, places)

    def signed(self, number: float, places: int = 1) -> str:
        """Write a number with some decimals and its sign: +1.5 in English."""
        return signed(number, self.language, places)

    def percent(self, number: float, places: int = 0) -> str:
        """Write percents as the language does: 52% in English."""
        return PERCENT[self.language].format(n=self.decimal(number, places))


def remembered(text: Callable[..., str], most: int = 16384) -> Callable[..., str]:
    """Say what a function of a catalog says, each text with its values worked out once.

    For texts whose values are words and numbers. One that is worked out later must not be kept.
    """

    @lru_cache(maxsize=most)
    def kept(language: str, key: str, values: tuple[tuple[str, Any], ...]) -> str:
        return text(language, key, **dict(values))

    def say(language: str, key: str, /, **values: Any) -> str:
        return kept(language, key, tuple(values.items()))

    return say


@cached(16384)
def _text(say: Translator, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Work a text out; a screen says the same few hundred of them again and again."""
    return say.catalog.text(say.language, key, **dict(values))


@cached(4096)
def _plural(catalog: Catalog, language: str, word: str, number: int) -> str:
    return catalog.plural(language, word, number)
