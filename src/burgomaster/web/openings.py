"""How strong players begin a game, as `burgomaster openings` counted it: the file `web/openings.json`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_folder


def openings_path(game: str) -> Path:
    """Name the file of what was counted for a game."""
    return game_folder(game) / "web" / "openings.json"


@cache
def read_openings(game: str) -> dict[str, Any] | None:
    """Read what was counted; None if nobody did."""
    path = openings_path(game)
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
