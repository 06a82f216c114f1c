"""What the log links to and the card page lists: every card with what it does."""

from __future__ import annotations

from collections.abc import Iterable

from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_ROWS
from burgomaster.games.suburbia.rules.text import goal_name, goal_sentence, tile_name, tile_sentences
from burgomaster.web.game_pages import Card, Options


def cards(language: str, options: Options) -> Iterable[Card]:
    """List the tiles and goals of Suburbia."""
    for tile, row in enumerate(ALL_ROWS):
        yield Card(row["id"], tile_name(tile, language), tuple(tile_sentences(tile, language)))
    for goal, row in enumerate(GOAL_ROWS):
        yield Card(f"goal-{row['id']}", goal_name(goal, language), (goal_sentence(goal, language),))
