"""The page "Report a problem" of a table: what its reader may copy and send, and nothing else."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from burgomaster.server.problem import problem_text
from burgomaster.server.render import page
from burgomaster.server.requests import AuthDep, CurrentMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.table_context import device_view, frame_context

router = APIRouter(include_in_schema=False)


@router.get("/t/{match}/problem")
async def problem(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep
) -> HTMLResponse:
    """Show what can be sent; at a device of several people, as the one who holds it sees the table."""
    limit_rate(request, "page", visitor)
    match, wanted = live.match, small_number(request.query_params.get("seat"))
    keep = "keep" in request.query_params
    seat = device_view(match, auth.seats_of(visitor, match), wanted, keep, visitor.together).seat
    browser = request.headers.get("user-agent", "")
    text = await asyncio.to_thread(problem_text, match, seat, browser)
    context = {**frame_context(match, visitor.language), "match": match, "seat": seat, "problem": text}
    return page(request, visitor, "problem.html", **context)
