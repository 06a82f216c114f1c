"""Every card or tile of a game with what it does, and links to them in lines of the log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from burgomaster.core.log import Event
from burgomaster.core.registry import game_part
from burgomaster.core.rules import Rules
from burgomaster.core.table import Table


@dataclass(frozen=True)
class Card:
    """A card, a tile or a goal, in one language."""

    id: str
    name: str
    sentences: tuple[str, ...]


Options = Mapping[str, Any] | None  # None: of every edition


def card_list(game: str, language: str, options: Options = None) -> list[Card]:
    """List all cards of a game, or those that can turn up with some options; some games have no list."""
    module = game_part(game, "web.card_list")
    return [] if module is None else list(module.cards(language, options))


# The log with links


@dataclass(frozen=True)
class Teller:
    """Who tells what to whom in which words: equal ones say the same of equal events."""

    game: str
    chosen: tuple[tuple[str, str], ...]
    language: str
    names: tuple[str, ...]
    seat: int | None  # whose eyes
    is_over: bool  # then nothing is hidden any more
    options: Mapping[str, Any] = field(compare=False)
    rules: Rules = field(compare=False)
    state: Any = field(compare=False)  # any position of such a game

    def lines_of(self, events: tuple[Event, ...]) -> list[str]:
        """What the events of one move looked like."""
        seen = [self.rules.redact_event(self.state, event, self.seat) for event in events]
        return self.rules.log_lines(self.state, seen, self.names, self.language)


def linked_log(table: Table, seat: int | None, language: str, since: int = -1) -> list[Markup]:
    """The log as a seat saw it, in which every card is a link to what it does."""
    game = table.game
    chosen = tuple((name, repr(value)) for name, value in game.options.items())
    teller = _kept(
        Teller(
            game.name,
            chosen,
            language,
            tuple(table.names),
            seat,
            table.over,
            game.options,
            game.rules,
            table.state,
        )
    )
    return [line for events in table.events_by_move(since) for line in _lines(teller, events)]


@lru_cache(maxsize=4096)
def _kept(teller: Teller) -> Teller:
    """The one that serves for all equal ones. Its position stays as it is: a later one may hide less."""
    return replace(teller, state=teller.state.copy())


@lru_cache(maxsize=65536)
def _lines(teller: Teller, events: tuple[Event, ...]) -> tuple[Markup, ...]:
    """The lines of one move; a page shows the same moves again and again."""
    lines = teller.lines_of(events)
    cards = _cards_by_name(replace(teller, names=(), seat=None, is_over=False))
    if not cards:
        return tuple(escape(line) for line in lines)
    pattern = _pattern(tuple(cards))
    return tuple(_link_line(line, teller.game, cards, pattern) for line in lines)


@lru_cache(maxsize=64)
def _cards_by_name(teller: Teller) -> dict[str, Card]:
    """The cards that a log can name; of several with one name the first."""
    found: dict[str, Card] = {}
    for card in card_list(teller.game, teller.language, teller.options):
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
