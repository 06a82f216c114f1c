"""Every card or tile of a game with what it does, and links to them in lines of the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from burgomaster.core.table import Table


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


# The log with links


@dataclass(frozen=True)
class Telling:
    """Who tells what in which words: equal ones give equal lines for equal events."""

    game: str
    chosen: tuple[tuple[str, str], ...]
    language: str
    names: tuple[str, ...]
    options: Mapping[str, Any] = field(compare=False)
    state: Any = field(compare=False)  # any position of such a game
    log_lines: Callable[..., list[str]] = field(compare=False)


def linked_log(table: Table, seat: int | None, language: str, since: int = -1) -> list[Markup]:
    """The log as a seat saw it, in which every card is a link to what it does."""
    options = table.game.options
    telling = Telling(
        game=table.game.name,
        chosen=tuple(sorted((name, repr(value)) for name, value in options.items())),
        language=language,
        names=tuple(table.names),
        options=options,
        state=table.state,
        log_lines=table.game.rules.log_lines,
    )
    moves = table.seen_events(seat, since)
    return [line for events in moves for line in _lines(telling, tuple(map(tuple, events)))]


@lru_cache(maxsize=32768)
def _lines(telling: Telling, events: tuple[tuple[int, ...], ...]) -> tuple[Markup, ...]:
    """The lines of one move; a page shows the same moves again and again."""
    lines = telling.log_lines(telling.state, events, telling.names, telling.language)
    cards = _cards_by_name(replace(telling, names=()))
    if not cards:
        return tuple(escape(line) for line in lines)
    pattern = _pattern(tuple(cards))
    return tuple(_link_line(line, telling.game, cards, pattern) for line in lines)


@lru_cache(maxsize=64)
def _cards_by_name(telling: Telling) -> dict[str, Card]:
    """The cards that a log can name; of several with one name the first."""
    found: dict[str, Card] = {}
    for card in card_list(telling.game, telling.language, telling.options):
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
