"""The context of the page that asks for something better than a move that was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.bots.advice import MoveEvaluation
from burgomaster.bots.explanations import Explanation
from burgomaster.core.language import decimal
from burgomaster.core.seat_view import SeatView
from burgomaster.server.analysis_context import SIGNS, SLIPS, move_line, reasons_context
from burgomaster.server.match import Match
from burgomaster.server.render import FORM_FIELD, board_html
from burgomaster.server.replay_context import table_at

MOST_SLIPS = 10  # of one game: the worst
FOUND = ("best", "good")  # grades of a move that is good enough


@dataclass(frozen=True)
class Slip:
    """A move that gave something away, among those of a seat."""

    seat: int
    number: int  # from 0
    total: int
    evaluation: MoveEvaluation
    explained: Explanation  # the same move with reasons


def slips_of(found: Sequence[MoveEvaluation], seat: int) -> list[MoveEvaluation]:
    """List the moves of a seat that gave most away, in the order in which they were made."""
    slips = [one for one in found if one.seat == seat and one.grade in SLIPS]
    worst = sorted(slips, key=lambda one: -one.loss)[:MOST_SLIPS]
    return sorted(worst, key=lambda one: one.ply)


def mistakes_context(
    match: Match, slip: Slip, tried: MoveEvaluation | None, is_shown: bool, language: str
) -> dict[str, Any]:
    """Collect everything on the page: the board before the move, and what is known of what was tried."""
    one = slip.evaluation
    url = f"/t/{match.header.match}/mistakes"
    asked = f"seat={slip.seat}&n={slip.number}"
    table = table_at(match, one.ply - 1, language)
    view = SeatView.of(table, slip.seat, language, move_url=f"{url}/try?{asked}", is_reader=False)
    return {
        "match": match,
        "slip": slip,
        "url": url,
        "asked": asked,
        "names": match.names_in(language),
        "signs": SIGNS,
        "move": move_line(one, language),
        "tried": None if tried is None else tried_context(tried, one, language),
        "is_shown": is_shown,
        **reasons_context(match.header.game, slip.explained, language),
        "board": board_html(view, FORM_FIELD),
    }


def tried_context(tried: MoveEvaluation, slip: MoveEvaluation, language: str) -> dict[str, Any]:
    """Describe a move that was tried: its grade, what it gives away, and whether it is found."""
    is_played = tried.played.move.code == slip.played.move.code
    return {
        "text": tried.played.move.board_text(language),
        "grade": tried.grade,
        "lost": decimal(tried.loss, language),
        "is_found": tried.grade in FOUND and not is_played,
        "is_played": is_played,
    }
