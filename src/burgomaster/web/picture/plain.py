"""The picture of a game that brings none: who plays, the scores, and the position in sentences."""

from __future__ import annotations

from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.web.picture.parts import Board, Side
from burgomaster.web.plain.facts import NOTHING, FactWriter
from burgomaster.web.plain.page import TEXTS, sentences_of, status_text

MOST_FACTS = 10


def board_picture(seat_view: SeatView) -> Board:
    """Describe a position of any game by what its view says of everybody."""
    turn = seat_view.view.get("to_move")
    sides = tuple(
        Side(seat, name, seat_view.scores[seat], seat == turn, seat in seat_view.winners)
        for seat, name in enumerate(seat_view.names)
    )
    return Board((), sides, facts=tuple(lines_of(seat_view)[:MOST_FACTS]), is_beside=True)


def lines_of(seat_view: SeatView) -> list[str]:
    """Write a position in short lines: the game's own sentences, or what its view holds."""
    say = Translator(TEXTS, seat_view.language)
    said = sentences_of(seat_view)
    writer = FactWriter(seat_view, game_info(seat_view.game).texts, say)
    facts = [f"{fact.label}: {fact.text}" for fact in writer.facts() if fact.text and fact.text != NOTHING]
    return [status_text(seat_view, say), *(said or facts)]
