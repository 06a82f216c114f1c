"""What a game brings for the web besides its tables: pages, numbers, cards, credits. All are optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from burgomaster.core.registry import game_folder, game_info, game_names, game_part, part_texts

Facts = Mapping[str, Any]
Options = Mapping[str, Any] | None  # of a list of cards; None: of every edition

CREDITS = "credits.pictures"
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


@cache
def facts_of(game: str) -> Facts:
    """Collect the numbers of a game by name; some are tables. A game without `web.facts` has none."""
    module = game_part(game, "web.facts")
    found: Facts = {} if module is None else module.facts()
    return found


def game_credits(language: str) -> list[tuple[str, str]]:
    """List the title and the credits of every game whose texts have some."""
    titles = {game: game_info(game).title(language) for game in game_names()}
    return [(title, words) for game, title in titles.items() if (words := credits_of(game, language))]


def credits_of(game: str, language: str) -> str:
    """Give the credits of a game, "" where it has none."""
    try:
        return str(part_texts(game, "web").text(language, CREDITS))
    except KeyError:
        return ""


@dataclass(frozen=True)
class Card:
    """A card, a tile or a goal, in one language."""

    id: str
    name: str
    sentences: tuple[str, ...]


def card_list(game: str, language: str, options: Options = None) -> list[Card]:
    """List all cards of a game, or those that can turn up with some options; some games have no list."""
    module = game_part(game, "web.card_list")
    return [] if module is None else list(module.cards(language, options))
