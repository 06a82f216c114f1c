"""What every screen of the game needs: which cards look alike, moves about no card, places of goods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from burgomaster.games.petersburg.rules.actions import Verb
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS

# Cards that agree in all of these are told apart by nobody, goods aside
LOOK = (
    "name_en",
    "deck",
    "color",
    "is_exchange",
    "cost",
    "value_when_displaced",
    "rubles",
    "points",
    "worker_symbols",
    "same_as",
    "power",
)
# Moves that are about no card
CARDLESS = (
    Verb.OBSERVE,
    Verb.PUB,
    Verb.PASS,
    Verb.GUILD,
    Verb.TRADE,
    Verb.PICKPOCKET,
    Verb.DECLINE,
    Verb.KEEP,
    Verb.USE_GOLDEN_DONKEY,
    Verb.USE_DOUBLE_TURN,
)


@cache
def look_of(card: str, with_goods: bool) -> tuple[str, ...]:
    """All that a player can see of a card, apart from its number in our table."""
    row = CARD_ROWS[CARD_OF[card]]
    return (*(row[column] for column in LOOK), row["goods"] if with_goods else "")


def merge(cards: Iterable[str], with_goods: bool) -> dict[str, int]:
    """Cards with their numbers, in order; those that look alike are counted with the first of them."""
    first: dict[tuple[str, ...], str] = {}
    return Counter(first.setdefault(look_of(card, with_goods), card) for card in cards)


def places_of(counts: Sequence[int]) -> list[int]:
    """The place of each count of one good: 1, 2, or 0 for none; two who share the first leave no second."""
    ranked = sorted({count for count in counts if count > 0}, reverse=True)
    if not ranked:
        return [0] * len(counts)
    second = ranked[1] if counts.count(ranked[0]) == 1 and len(ranked) > 1 else None
    return [1 if count == ranked[0] else 2 if count == second else 0 for count in counts]
