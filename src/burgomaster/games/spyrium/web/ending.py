"""What decides between equal scores (rules.md 13.3): nothing, the victory is shared."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.web import TEXTS
from burgomaster.web.ending import tie_lines


def tie_reasons(seat_view: SeatView) -> list[str]:
    """Say that equal scores share a place."""
    return tie_lines(seat_view, Translator(TEXTS, seat_view.language), [])
