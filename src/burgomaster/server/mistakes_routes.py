"""Learning from mistakes: positions before the worst moves of a seat, and whether better ones are found."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from burgomaster.bots.advice import MoveEvaluation, evaluate_move
from burgomaster.bots.explanations import Explanation
from burgomaster.core.language import decimal
from burgomaster.core.seat_view import SeatView
from burgomaster.server.advice import SIMULATIONS, AdviceService
from burgomaster.server.advice_routes import AdviceDep
from burgomaster.server.analysis_context import SIGNS, SLIPS, move_line, reasons_context
from burgomaster.server.auth import Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match
from burgomaster.server.render import FORM_FIELD, answer_in_place, board_html, page
from burgomaster.server.replay_context import table_at
from burgomaster.server.requests import CurrentMatch, CurrentVisitor, form_fields, limit_rate, small_number
from burgomaster.server.table_context import frame_context

MOST_SLIPS = 10  # of one game: the worst
FOUND = ("best", "good")  # grades of a move that is good enough
router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Slip:
    """A move that gave something away, among those of a seat."""

    seat: int
    number: int  # from 0
    total: int
    evaluation: MoveEvaluation
    explained: Explanation  # the same move with reasons


def mistakes_context(
    match: Match, slip: Slip, tried: MoveEvaluation | None, is_shown: bool, language: str
) -> dict[str, Any]:
    one = slip.evaluation
    url = f"/t/{match.header.match}/mistakes"
    asked = f"seat={slip.seat}&n={slip.number}"
    table = table_at(match, one.ply - 1, language)
    view = SeatView.of(table, slip.seat, language, move_url=f"{url}/try?{asked}", is_reader=False)
    shown = None
    if tried is not None:
        is_played = tried.played.move.code == one.played.move.code
        shown = {
            "text": tried.played.move.board_text(language),
            "grade": tried.grade,
            "lost": decimal(tried.loss, language),
            "is_found": tried.grade in FOUND and not is_played,
            "is_played": is_played,
        }
    return {
        "match": match,
        "slip": slip,
        "url": url,
        "asked": asked,
        "names": match.names_in(language),
        "signs": SIGNS,
        "move": move_line(one, language),
        "tried": shown,
        "is_shown": is_shown,
        **reasons_context(match.header.game, slip.explained, language),
        "board": board_html(view, FORM_FIELD),
    }


async def slip_of(request: Request, live: LiveMatch, visitor: Visitor, advice: AdviceService) -> Slip | None:
    """Find the mistake that a request is about, None while the game is not analysed or has none."""
    analysis = await advice.recall(live.match, visitor.owner)
    if not analysis.is_done:
        return None
    seat = small_number(request.query_params.get("seat"))
    if seat is None:
        seat = next(iter(request.app.state.auth.seats_of(visitor, live.match)), 0)
    slips = [one for one in analysis.found if one.seat == seat and one.grade in SLIPS]
    worst = sorted(slips, key=lambda one: -one.loss)[:MOST_SLIPS]
    found = sorted(worst, key=lambda one: one.ply)  # in the order in which they were made
    number = min(small_number(request.query_params.get("n")) or 0, len(found) - 1)
    if not found:
        return None
    return Slip(seat, number, len(found), found[number], analysis.explained[found[number].ply - 1])


@router.get("/t/{match}/mistakes")
async def mistakes(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, advice: AdviceDep
) -> Response:
    """Ask for something better than one of the moves that gave most away."""
    limit_rate(request, "replay", visitor)
    slip = await slip_of(request, live, visitor, advice)
    if slip is None:  # the analysis says how far it is, or that there is nothing to learn from
        return RedirectResponse(f"/t/{live.name}/analysis", status_code=303)
    is_shown = request.query_params.get("show") == "1"
    return await shown(request, visitor, live, slip, None, is_shown)


@router.post("/t/{match}/mistakes/try")
async def try_better(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("hint")],
    live: CurrentMatch,
    advice: AdviceDep,
) -> Response:
    """Grade a move that somebody tries instead of the one that was played."""
    slip = await slip_of(request, live, visitor, advice)
    if slip is None:
        raise HTTPException(404)
    table = await asyncio.to_thread(table_at, live.match, slip.evaluation.ply - 1)
    code = table.read_move(fields.get("move", ""))
    work = partial(evaluate_move, table, code, SIMULATIONS, 0)  # as the analysis does
    tried = await advice.think(table.game.name, visitor.owner, work)
    return await shown(request, visitor, live, slip, tried, is_shown=False)


async def shown(
    request: Request,
    visitor: Visitor,
    live: LiveMatch,
    slip: Slip,
    tried: MoveEvaluation | None,
    is_shown: bool,
) -> Response:
    context: dict[str, Any] = await asyncio.to_thread(
        mistakes_context, live.match, slip, tried, is_shown, visitor.language
    )
    is_part = bool(request.headers.get("hx-request"))
    template = "mistakes_live.html" if is_part else "mistakes.html"
    answer = page(request, visitor, template, **frame_context(live.match, visitor.language), **context)
    return answer_in_place(answer, "#mistake") if is_part else answer
