"""A plain board: what the view says, and the legal moves as buttons."""

from __future__ import annotations

from typing import Any

from burgomaster.core.seat_view import SeatView

MAIN_CSS = "plain/plain.css"


def board(seat_view: SeatView) -> dict[str, Any]:
    """The context of `plain/board.html`."""
    return {
        "seat_view": seat_view,
        "lines": seat_view.description(seat_view.language),
        "players": [
            {"name": name, "score": score, "is_winner": seat in seat_view.winners}
            for seat, (name, score) in enumerate(zip(seat_view.names, seat_view.scores, strict=True))
        ],
        "moves": [
            {"notation": move.notation, "text": move.text(seat_view.language)} for move in seat_view.moves
        ],
    }
