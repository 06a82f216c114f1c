"""Write the pictures: `python -m tools.art.suburbia`."""

from __future__ import annotations

from pathlib import Path

from tools.art.suburbia.cover import cover
from tools.art.suburbia.sheet import colours, lawn, sprite

FILES = {"cover.svg": cover, "tiles.svg": sprite, "colours.css": colours, "lawn.svg": lawn}
STATIC = Path("src/burgomaster/games/suburbia/web/static").resolve()


def main() -> None:
    """Write every picture into the static files."""
    for name, make in FILES.items():
        (STATIC / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
