"""Learning from mistakes: positions before the worst moves of a seat, and whether better ones are found."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from burgomaster.bots.advice import MoveEvaluation, evaluate_move
from burgomaster.core.table import Table
from burgomaster.server.advice import SIMULATIONS, AdviceService
from burgomaster.server.advice_routes import AdviceDep
from burgomaster.server.auth import Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.mistakes_context import Slip, mistakes_context, slips_of
from burgomaster.server.render import answer_in_place, page
from burgomaster.server.replay_context import table_at
from burgomaster.server.requests import (
    CurrentMatch,
    CurrentVisitor,
    form_fields,
    limit_rate,
    small_number,
)
from burgomaster.server.table_context import frame_context

router = APIRouter(include_in_schema=False)


async def slip_of(request: Request, live: LiveMatch, visitor: Visitor, advice: AdviceService) -> Slip | None:
    """Find the mistake that a request is about, None while the game is not analysed or has none."""
    analysis = await advice.recall(live.match, visitor.owner)
    if not analysis.is_done:
        return None
    seat = small_number(request.query_params.get("seat"))
    if seat is None:
        seat = next(iter(request.app.state.auth.seats_of(visitor, live.match)), 0)
    found = slips_of(analysis.found, seat)
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
    tried = await grade(advice, table, code, visitor)
    return await shown(request, visitor, live, slip, tried, is_shown=False)


async def grade(advice: AdviceService, table: Table, code: int, visitor: Visitor) -> MoveEvaluation:
    """Grade a move as the analysis would have done."""
    return await advice.think(
        table.game.name, visitor.owner, lambda: evaluate_move(table, code, SIMULATIONS, 0)
    )


async def shown(
    request: Request,
    visitor: Visitor,
    live: LiveMatch,
    slip: Slip,
    tried: MoveEvaluation | None,
    is_shown: bool,
) -> Response:
    """Show the position, what was tried, and the answer if that is asked for."""
    context: dict[str, Any] = await asyncio.to_thread(
        mistakes_context, live.match, slip, tried, is_shown, visitor.language
    )
    is_part = bool(request.headers.get("hx-request"))
    template = "mistakes_live.html" if is_part else "mistakes.html"
    answer = page(request, visitor, template, **frame_context(live.match, visitor.language), **context)
    return answer_in_place(answer, "#mistake") if is_part else answer
