"""What the log links to and the card page lists: every card with what it does."""

from __future__ import annotations

from collections.abc import Iterable

from burgomaster.games.spyrium.rules.cards import CARD_ROWS, EVENT_ROWS
from burgomaster.games.spyrium.rules.text import card_name, card_sentences, event_name, event_sentences
from burgomaster.web.game_pages import Card, Options


def cards(language: str, options: Options) -> Iterable[Card]:
    """List the cards and events of Spyrium."""
    for card, row in enumerate(CARD_ROWS):
        yield Card(row["id"], card_name(card, language), tuple(card_sentences(card, language)))
    for event, row in enumerate(EVENT_ROWS):
        yield Card(row["id"], event_name(event, language), tuple(event_sentences(event, language)))
