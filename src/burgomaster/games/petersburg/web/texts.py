"""The texts of the page, with the words of the game below its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from burgomaster.core.language import Catalog
from burgomaster.games.petersburg.rules.options import TEXTS as GAME_TEXTS
from burgomaster.web.say import Translator

TEXTS = Catalog(Path(__file__).parent, GAME_TEXTS)


@dataclass(frozen=True)
class PageTranslator(Translator):
    """The texts in one language; knows whether goods count in this game."""

    with_goods: bool = False
