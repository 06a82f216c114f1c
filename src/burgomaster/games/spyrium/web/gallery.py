"""Every card and event of Spyrium, in groups."""

from __future__ import annotations

from typing import Any

from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import periods_of
from burgomaster.games.spyrium.rules.cards import CARD_ROWS, EVENT_ROWS
from burgomaster.games.spyrium.web import TEXTS
from burgomaster.games.spyrium.web.cards import ICONS, Face, copies_of, event_face, face_of

KINDS = ("building", "character", "technology")


def gallery(language: str) -> dict[str, Any]:
    """Make the context of `spyrium/gallery.html`: every card and event, in groups."""
    say = Translator(TEXTS, language)
    groups: list[tuple[str, list[tuple[Face, str, int]]]] = []
    for kind in KINDS:
        cards = [row["id"] for row in CARD_ROWS if row["kind"] == kind]
        groups.append((kind, [(face_of(card, say), periods_of(card), copies_of(card)) for card in cards]))
    groups.append(("event", [(event_face(row["id"], say), "", 1) for row in EVENT_ROWS]))
    return {"say": say, "icons": ICONS, "language": language, "groups": groups}
