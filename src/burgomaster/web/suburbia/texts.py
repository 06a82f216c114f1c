"""What the page says, with the words of the game below its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from burgomaster.core.language import Catalog
from burgomaster.games.suburbia.options import TEXTS as GAME_TEXTS

TEXTS = Catalog(Path(__file__).parent, GAME_TEXTS)


@dataclass(frozen=True)
class Say:
    """The texts in one language: `say("board.market")`."""

    language: str

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text of a key, with the values filled in."""
        return _text(self.language, key, tuple(values.items()))

    def count(self, word: str, number: int) -> str:
        """A counted word: "3 tiles"."""
        return TEXTS.plural(self.language, word, number)


@lru_cache(maxsize=8192)
def _text(language: str, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """A text; a page says the same few hundred of them again and again."""
    return TEXTS.text(language, key, **dict(values))
