"""The texts of a catalog in one language, each composed once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from burgomaster.core.language import Catalog


@dataclass(frozen=True)
class Translator:
    """The texts of a catalog in one language: `say("board.label")`."""

    catalog: Catalog
    language: str

    def __call__(self, key: str, /, **values: Any) -> str:
        """Give the text of a key, with the values filled in."""
        return _text(self.catalog, self.language, key, tuple(values.items()))

    def count(self, word: str, number: int) -> str:
        """Give a counted word: "3 points"."""
        return _plural(self.catalog, self.language, word, number)


@lru_cache(maxsize=16384)
def _text(catalog: Catalog, language: str, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Compose a text; kept, because pages repeat the same few hundred texts."""
    return catalog.text(language, key, **dict(values))


@lru_cache(maxsize=4096)
def _plural(catalog: Catalog, language: str, word: str, number: int) -> str:
    """Compose a counted word; kept like the texts."""
    return catalog.plural(language, word, number)
