"""Speaking one language: the texts of a catalog, each worked out once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from burgomaster.core.language import THOUSANDS, Catalog


@dataclass(frozen=True)
class Translator:
    """Says the texts of a catalog in one language: `say("play.saved", path=path)`."""

    catalog: Catalog
    language: str

    def __call__(self, key: str, /, **values: Any) -> str:
        """Give the text of a key, with the values filled in."""
        if all(isinstance(value, Hashable) for value in values.values()):
            return _text(self.catalog, self.language, key, tuple(values.items()))
        return self.catalog.text(self.language, key, **values)

    def count(self, word: str, number: int) -> str:
        """Count a word: "3 points"."""
        return _plural(self.catalog, self.language, word, number)

    def number(self, number: float) -> str:
        """Write a whole number with its thousands apart."""
        return f"{number:,.0f}".replace(",", THOUSANDS[self.language])


@lru_cache(maxsize=16384)
def _text(catalog: Catalog, language: str, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Work a text out; a screen says the same few hundred of them again and again."""
    return catalog.text(language, key, **dict(values))


@lru_cache(maxsize=4096)
def _plural(catalog: Catalog, language: str, word: str, number: int) -> str:
    """Work a counted word out."""
    return catalog.plural(language, word, number)
