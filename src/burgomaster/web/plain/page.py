"""A plain board: what the view says, and the legal moves as buttons."""

from __future__ import annotations

from typing import Any

from burgomaster.web.look import Look

MAIN_CSS = "plain/plain.css"


def board(look: Look) -> dict[str, Any]:
    """The context of `plain/board.html`."""
    return {
        "look": look,
        "players": [
            {"name": name, "score": score, "is_winner": seat in look.winners}
            for seat, (name, score) in enumerate(zip(look.names, look.scores, strict=True))
        ],
        "moves": [{"notation": move.notation, "text": move.text(look.language)} for move in look.moves],
    }
