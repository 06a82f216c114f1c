"""Every card or tile of a game with what it does, and links to them in lines of the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape


@dataclass(frozen=True)
class Card:
    """A card, a tile or a goal, in one language."""

    id: str
    name: str
    sentences: tuple[str, ...]


Options = Mapping[str, Any] | None  # None: of every edition


def card_list(game: str, language: str, options: Options = None) -> list[Card]:
    """All cards of a game, or those that can turn up with some options; none for a game that has no list."""
    make = MAKERS.get(game)
    return [] if make is None else list(make(language, options))


def petersburg_cards(language: str, options: Options) -> Iterable[Card]:
    """The cards of Saint Petersburg."""
    from burgomaster.games.petersburg.cards import CARD_ROWS
    from burgomaster.games.petersburg.options import copies_in
    from burgomaster.games.petersburg.text import card_name, card_sentences

    with_goods = options is None or "market" in options["expansions"]
    for card, row in enumerate(CARD_ROWS):
        if options is None or copies_in(row, options) > 0:
            name = card_name(card, language, with_goods)
            yield Card(row["id"], name, tuple(card_sentences(card, language, with_goods)))


def suburbia_cards(language: str, options: Options) -> Iterable[Card]:
    """The tiles and goals of Suburbia."""
    from burgomaster.games.suburbia.cards import ALL_ROWS, GOAL_ROWS
    from burgomaster.games.suburbia.text import goal_name, goal_sentence, tile_name, tile_sentences

    for tile, row in enumerate(ALL_ROWS):
        yield Card(row["id"], tile_name(tile, language), tuple(tile_sentences(tile, language)))
    for goal, row in enumerate(GOAL_ROWS):
        yield Card(f"goal-{row['id']}", goal_name(goal, language), (goal_sentence(goal, language),))


def spyrium_cards(language: str, options: Options) -> Iterable[Card]:
    """The cards and events of Spyrium."""
    from burgomaster.games.spyrium.cards import CARD_ROWS, EVENT_ROWS
    from burgomaster.games.spyrium.text import card_name, card_sentences, event_name, event_sentences

    for card, row in enumerate(CARD_ROWS):
        yield Card(row["id"], card_name(card, language), tuple(card_sentences(card, language)))
    for event, row in enumerate(EVENT_ROWS):
        yield Card(row["id"], event_name(event, language), tuple(event_sentences(event, language)))


MAKERS: dict[str, Callable[[str, Options], Iterable[Card]]] = {
    "petersburg": petersburg_cards,
    "suburbia": suburbia_cards,
    "spyrium": spyrium_cards,
}


# Links


def link_cards(lines: Sequence[str], game: str, options: Mapping[str, Any], language: str) -> list[Markup]:
    """Lines of the log, in which every card is a link to what it does."""
    chosen = tuple(sorted((name, repr(value)) for name, value in options.items()))
    cards = _cards_by_name(game, language, chosen, _Given(options))
    if not cards:
        return [escape(line) for line in lines]
    pattern = _pattern(tuple(cards))
    return [_link_line(line, game, cards, pattern) for line in lines]


class _Given:
    """Options as an argument of a cached function; they are told apart by their words."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _cards_by_name(
    game: str, language: str, _chosen: tuple[tuple[str, str], ...], given: _Given
) -> dict[str, Card]:
    """The cards that a log can name; of several with one name the first."""
    found: dict[str, Card] = {}
    for card in card_list(game, language, given.options):
        found.setdefault(card.name, card)
    return found


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names, as a whole; the longest that fits."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


def _link_line(line: str, game: str, cards: Mapping[str, Card], pattern: re.Pattern[str]) -> Markup:
    """One line with its links."""
    parts = pattern.split(line)
    return Markup("").join(
        _link(game, cards[part]) if place % 2 else escape(part) for place, part in enumerate(parts)
    )


def _link(game: str, card: Card) -> Markup:
    html = '<a class="card-link" href="/cards/{}#{}" title="{}">{}</a>'
    return Markup(html).format(game, card.id, " ".join(card.sentences), card.name)
