"""Put all pictures of cards together into one file of symbols."""

from __future__ import annotations

import re
from pathlib import Path

from burgomaster.games.petersburg.web.art.scenes import all_scenes
from burgomaster.games.petersburg.web.art.shapes import HEIGHT, WIDTH

SPRITE = Path(__file__).resolve().parents[1] / "static" / "cards.svg"
LAST_ZEROS = re.compile(r"(\d*\.\d*?)0+(?=[^\d.])")
LAST_POINT = re.compile(r"(\d)\.(?=[^\d])")


def shorten(art: str) -> str:
    """Remove digits that say nothing."""
    return LAST_POINT.sub(r"\1", LAST_ZEROS.sub(r"\1", art))


def symbol(name: str, art: str) -> str:
    """Make the symbol of a card; where its place has another shape the middle is shown."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice"'
    return f'<symbol id="card-{name}" {box}>{shorten(art)}</symbol>\n'


def sprite() -> str:
    """Make the file of all pictures."""
    drawn = "".join(symbol(name, art) for name, art in all_scenes().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}</svg>\n'
