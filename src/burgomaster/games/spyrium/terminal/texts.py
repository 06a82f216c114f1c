"""What the screen says: its own texts, below them those of the terminal and of the game."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.language import Catalog
from burgomaster.games.spyrium.rules.options import TEXTS as GAME_TEXTS
from burgomaster.terminal.texts import FOLDER as TERMINAL_FOLDER

TEXTS = Catalog(Path(__file__).parent, Catalog(TERMINAL_FOLDER, GAME_TEXTS))
