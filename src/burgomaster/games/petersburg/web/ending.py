"""What decides between equal scores (rules.md 10.4), in words."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.petersburg.rules.scoring import RUBLES_PER_POINT
from burgomaster.games.petersburg.web import TEXTS
from burgomaster.web.ending import tie_lines


def tie_reasons(seat_view: SeatView) -> list[str]:
    """Say how ties were decided: by money, all of it or what is left of the tens by option."""
    is_leftover = seat_view.options["tiebreak"] == "leftover_rubles"
    held = [int(seat_view.state.players[seat].rubles) for seat in range(len(seat_view.names))]
    rubles = [own % RUBLES_PER_POINT for own in held] if is_leftover else held
    key = "leftover" if is_leftover else "rubles"
    return tie_lines(seat_view, Translator(TEXTS, seat_view.language), [(key, rubles)])
