"""Whose work the pictures of each game are."""

from __future__ import annotations

from burgomaster.core.registry import game_info, game_names, part_texts

KEY = "credits.pictures"


def game_credits(language: str) -> list[tuple[str, str]]:
    """List the title and the credits of every game whose texts have some."""
    titles = {game: game_info(game).title(language) for game in game_names()}
    return [(title, words) for game, title in titles.items() if (words := credits_of(game, language))]


def credits_of(game: str, language: str) -> str:
    """Give the credits of a game, "" where it has none."""
    try:
        return str(part_texts(game, "web").text(language, KEY))
    except KeyError:
        return ""
