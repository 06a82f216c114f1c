"""Every card of Saint Petersburg, by pile and kind, with the sets it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from burgomaster.games.petersburg.rules.options import DECKS
from burgomaster.games.petersburg.web import TEXTS
from burgomaster.games.petersburg.web.cards import GROUPS, ICONS, Face, face_of

SETS = ("2004", "banquet", "new_society", "2014", "market")


@dataclass(frozen=True)
class Exhibit:
    """A card with where it belongs."""

    face: Face
    sets: Sequence[tuple[str, int]]  # and how many copies there


@dataclass(frozen=True)
class Shelf:
    """The cards of one pile and kind."""

    deck: str
    group: str
    exhibits: Sequence[Exhibit]


def shelves_of(language: str) -> list[Shelf]:
    """List all cards, pile by pile; goods are drawn on those that have some."""
    plain, with_goods = CardTranslator(TEXTS, language), CardTranslator(TEXTS, language, True)
    shelves = []
    for deck in DECKS:
        for color, group in GROUPS.items():
            rows = [row for row in CARD_ROWS if row["deck"] == deck and row["color"] == color]
            says = [with_goods if row["goods"] else plain for row in rows]
            faces = [face_of(row["id"], say) for row, say in zip(rows, says, strict=True)]
            exhibits = [Exhibit(face, sets_of(row)) for face, row in zip(faces, rows, strict=True)]
            if exhibits:
                shelves.append(Shelf(deck, group, exhibits))
    return shelves


def sets_of(row: Mapping[str, str]) -> list[tuple[str, int]]:
    """List the editions and expansions that have a card."""
    return [(name, int(row[f"copies_{name}"])) for name in SETS if int(row[f"copies_{name}"])]


def gallery(language: str) -> dict[str, Any]:
    """Make the context of `petersburg/gallery.html`."""
    return {
        "say": CardTranslator(TEXTS, language),
        "icons": ICONS,
        "sets": SETS,
        "shelves": shelves_of(language),
    }
