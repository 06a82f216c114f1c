"""Write the pictures: `python -m burgomaster.games.suburbia.web.art`."""

from __future__ import annotations

from pathlib import Path

from burgomaster.games.suburbia.web.art.cover import cover

STATIC = Path(__file__).parents[1] / "static"


def main() -> None:
    """Write every picture into the static files."""
    (STATIC / "cover.svg").write_text(cover(), encoding="utf-8")


if __name__ == "__main__":
    main()
