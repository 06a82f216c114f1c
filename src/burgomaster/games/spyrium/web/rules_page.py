"""Spyrium: the market with its gaps as a diagram, and examples for its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.table import Table
from burgomaster.games.spyrium.rules.cards import BOARD, CARD_OF, CARD_ROWS, EVENT_OF, EVENT_ROWS
from burgomaster.games.spyrium.rules.options import TEXTS
from burgomaster.games.spyrium.rules.prices import price_of_move
from burgomaster.games.spyrium.rules.text import (
    card_name,
    card_sentences,
    event_name,
    event_sentences,
    price_text,
)
from burgomaster.games.spyrium.web import TEXTS as PAGE_TEXTS
from burgomaster.web.rules_examples import FIGURES, Example, lesson_table, make_example, wrapped_name

COLUMNS = int(BOARD["market"]["columns"])
WIDE, HIGH, GAP = 96, 58, 30  # of a card and of the space between two
LETTERS = 14  # of a line on a card


@dataclass(frozen=True)
class Spot:
    """A card, or a gap with its workers, in the diagram."""

    x: float
    y: float
    label: str
    kind: str = ""
    lines: Sequence[str] = ()
    price: int | None = None
    workers: Sequence[int] = ()


def context(language: str) -> dict[str, Any]:
    """Make the context of the template of the rules."""
    return {
        "name": lambda card: card_name(CARD_OF[card], language),
        "event": lambda event: event_name(EVENT_OF[event], language),
        "price": lambda card: int(CARD_ROWS[CARD_OF[card]]["price"]),
        "pound": lambda n: TEXTS.plural(language, "pound", n),
        "point": lambda n: TEXTS.plural(language, "point", n),
        "crystal": lambda n: TEXTS.plural(language, "crystal", n),
        "worker": lambda n: TEXTS.plural(language, "worker", n),
        "technologies": described("technology", language),
        "characters": described("character", language),
        "events": [
            (event_name(EVENT_OF[row["id"]], language), event_sentences(EVENT_OF[row["id"]], language))
            for row in EVENT_ROWS
        ],
        "figures": {name: PAGE_TEXTS.text(language, f"figure.{name}") for name in FIGURES},
        "examples": examples(language),
        "market": lambda key: diagram(TABLES[key](), language),
        "size": (COLUMNS * (WIDE + GAP) - GAP, COLUMNS * (HIGH + GAP) - GAP),
        "card_size": (WIDE, HIGH),
    }


def described(kind: str, language: str) -> list[tuple[str, list[str]]]:
    """List the cards of a kind with what they do."""
    cards = [CARD_OF[row["id"]] for row in CARD_ROWS if row["kind"] == kind]
    return [(card_name(card, language), card_sentences(card, language)) for card in cards]


TABLES = {
    "crowd": lambda: lesson_table("spyrium", "earn 1 at 1"),
    "building": lambda: lesson_table("spyrium", "activate 0 at 0", 1),
    "use": lambda: lesson_table("spyrium", "use 0 alt 1"),
}
TRIED = {
    "crowd": ["earn 1 at 1", "earn 1 at 2", "activate 1 at 1", "activate 1 at 2", "activate 0 at 0"],
    "building": ["activate 0 at 0", "activate 0 at 0 over 0", "activate 1 at 2", "activate 0 at 1"],
    "use": ["use 0 alt 0", "use 0 alt 1", "pass"],
}


def arithmetic(state: Any, move: int, language: str) -> str:
    """Write the sum behind an activation."""
    price = price_of_move(state, move)
    return "" if price is None else price_text(price, language)


def examples(language: str) -> dict[str, Example]:
    """Make the examples by name."""
    return {
        key: make_example(key, TABLES[key](), moves, language, arithmetic) for key, moves in TRIED.items()
    }


# The diagram


def diagram(table: Table, language: str) -> dict[str, Any]:
    """Draw the cards of the market and the gaps between them."""
    view = table.view(None)
    cards = [card_spot(place, entry, language) for place, entry in enumerate(view["market"])]
    gaps = [gap_spot(number, gap) for number, gap in enumerate(view["gaps"])]
    return {
        "cards": cards,
        "gaps": gaps,
        "label": PAGE_TEXTS.text(language, "diagram.market"),
        "workers": [PAGE_TEXTS.text(language, f"diagram.{name}") for name in ("anna", "boris")],
    }


def corner(place: int) -> tuple[int, int]:
    """Find the upper left corner of a card."""
    return place % COLUMNS * (WIDE + GAP), place // COLUMNS * (HIGH + GAP)


def card_spot(place: int, entry: Mapping[str, Any] | None, language: str) -> Spot:
    """Draw a card, or an empty place."""
    x, y = corner(place)
    if entry is None or entry.get("card") is None:
        return Spot(x, y, "", "empty")
    row = CARD_ROWS[CARD_OF[entry["card"]]]
    name = card_name(CARD_OF[entry["card"]], language)
    return Spot(x, y, name, row["kind"], wrapped_name(name, LETTERS), entry["price"])


def gap_spot(number: int, gap: Mapping[str, Any]) -> Spot:
    """Draw a gap half-way between its two cards."""
    (ax, ay), (bx, by) = (corner(place) for place in gap["beside"])
    return Spot((ax + bx + WIDE) / 2, (ay + by + HIGH) / 2, str(number), workers=gap["workers"])
