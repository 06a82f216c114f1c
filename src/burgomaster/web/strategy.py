"""What strong players do in a game, as `burgomaster strategy` counted it: the file `web/strategy.json`."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.registry import game_folder


def strategy_path(game: str) -> Path:
    """Name the file of what was counted for a game."""
    return game_folder(game) / "web" / "strategy.json"
