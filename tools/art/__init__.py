"""The sources of the pictures: `make art` draws them again. Nothing here is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.art import petersburg, suburbia

GAMES = Path(__file__).resolve().parents[2] / "src" / "burgomaster" / "games"
FILES: dict[Path, Callable[[], str]] = {
    GAMES / game / "web" / "static" / name: draw
    for game, files in {"petersburg": petersburg.FILES, "suburbia": suburbia.FILES}.items()
    for name, draw in files.items()
}
