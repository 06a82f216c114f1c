"""Write the pictures: `python -m burgomaster.games.suburbia.web.art`."""

from __future__ import annotations

from pathlib import Path

from burgomaster.games.suburbia.web.art.cover import cover
from burgomaster.games.suburbia.web.art.sheet import colours, lawn, sprite

FILES = {"cover.svg": cover, "tiles.svg": sprite, "colours.css": colours, "lawn.svg": lawn}
STATIC = Path(__file__).parents[1] / "static"


def main() -> None:
    """Write every picture into the static files."""
    for name, make in FILES.items():
        (STATIC / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
