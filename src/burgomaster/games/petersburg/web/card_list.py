"""What the log links to and the card page lists: every card with what it does."""

from __future__ import annotations

from collections.abc import Iterable

from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.games.petersburg.rules.text import card_name, card_sentences
from burgomaster.web.game_pages import Card, Options


def cards(language: str, options: Options) -> Iterable[Card]:
    """List the cards of Saint Petersburg."""
    with_goods = options is None or "market" in options["expansions"]
    for card, row in enumerate(CARD_ROWS):
        if options is None or copies_in(row, options) > 0:
            name = card_name(card, language, with_goods)
            yield Card(row["id"], name, tuple(card_sentences(card, language, with_goods)))
