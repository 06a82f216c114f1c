"""The texts of the page, with the words of the game below its own."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.language import Catalog
from burgomaster.games.suburbia.rules.options import TEXTS as GAME_TEXTS

TEXTS = Catalog(Path(__file__).parent, GAME_TEXTS)
