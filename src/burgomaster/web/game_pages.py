"""Which pages a game brings besides its tables: every part of its `web` folder is optional."""

from __future__ import annotations

from functools import cache

from burgomaster.core.registry import game_folder

# A page, and the files of which one is enough to have it
PARTS = {
    "rules": ("rules_page.py",),
    "cards": ("gallery.py", "card_list.py"),
    "learn": ("lesson.toml",),
    "strategy": ("strategy.json",),
}


@cache
def draws_board(game: str) -> bool:
    """Tell whether a game draws its board itself; all others get the plain one."""
    return (game_folder(game) / "web" / "page.py").is_file()


@cache
def pages_of(game: str) -> tuple[str, ...]:
    """List the pages of a game, those of `PARTS`. Looks at files only, so no rules are loaded."""
    folder = game_folder(game) / "web"
    return tuple(page for page, files in PARTS.items() if any((folder / file).is_file() for file in files))


@cache
def own_sheets(game: str, name: str) -> tuple[str, ...]:
    """Find a stylesheet in the static folder of a game; () where it has none of this name."""
    return (f"{game}/{name}",) if (game_folder(game) / "web" / "static" / name).is_file() else ()
