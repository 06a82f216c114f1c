"""Put all pictures of cards together into one file of symbols, all signs into another."""

from __future__ import annotations

import re
from pathlib import Path

from tools.art.petersburg.scenes import all_scenes
from tools.art.petersburg.shapes import HEIGHT, WIDTH

STATIC = Path("src/burgomaster/games/petersburg/web/static").resolve()
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
# Where a card has another shape the middle of its picture is shown
CARD = f'id="card-{{}}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice"'
ICON = 'id="{}" viewBox="0 0 24 24"'
SHEETS = {"cards": CARD, "icons": ICON}
LAST_ZEROS = re.compile(r"(\d*\.\d*?)0+(?=[^\d.])")
LAST_POINT = re.compile(r"(\d)\.(?=[^\d])")


def shorten(art: str) -> str:
    """Remove digits that say nothing."""
    return LAST_POINT.sub(r"\1", LAST_ZEROS.sub(r"\1", art))


def sprite(sheet: str) -> str:
    """Make a file of symbols from all scenes of a folder."""
    drawn = all_scenes(sheet).items()
    symbols = (
        f"<symbol {SHEETS[sheet].format(name)} {ROUND}>{shorten(art)}</symbol>\n" for name, art in drawn
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def write_sprites() -> None:
    """Draw everything anew into the static files."""
    for sheet in SHEETS:
        (STATIC / f"{sheet}.svg").write_text(sprite(sheet), encoding="utf-8")
