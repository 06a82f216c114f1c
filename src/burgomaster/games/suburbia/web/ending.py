"""What decides between equal populations (rules.md 8), in words."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.web import TEXTS
from burgomaster.web.ending import Criterion, tie_lines

TRACKS = ("reputation", "income", "money")


def tie_reasons(seat_view: SeatView) -> list[str]:
    """Say how ties were decided: by reputation, income and money; against Dale a tie is no victory (R31)."""
    say = Translator(TEXTS, seat_view.language)
    seats = range(len(seat_view.names))
    if seat_view.options.get("solo") == "dale" and seat_view.options.get("dale_win") == "strict":
        is_tied = len(set(seat_view.scores)) == 1
        return [say("tie.dale", n=seat_view.scores[0])] if is_tied else []
    criteria: list[Criterion] = [
        (track, [int(seat_view.state.players[seat][track]) for seat in seats]) for track in TRACKS
    ]
    return tie_lines(seat_view, say, criteria)
