"""The page "Report a problem" of a table: what its reader may copy and send, and nothing else: the version,
and the position as far as they know it.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from burgomaster import __version__
from burgomaster.core.errors import PositionError
from burgomaster.server.match import Match
from burgomaster.server.render import page
from burgomaster.server.requests import AuthDep, CurrentMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.table_context import device_view, frame_context

MOST_BROWSER = 200  # letters of how a browser calls itself
router = APIRouter(include_in_schema=False)


def problem_text(match: Match, seat: int | None, browser: str = "") -> str:
    """Write what makers need to see the same board: nothing hidden, no name, no table, no key."""
    info = match.game.rules.info
    lines = [
        f"Burgomaster {__version__}",
        f"Game: {info.name}, version {info.version}",
        f"Seen by: {'a spectator' if seat is None else f'seat {seat}'}",
        f"Status: {match.status}",
    ]
    if position := known_position(match, seat):
        lines.append(f"Position: {position}")
    if browser:
        lines.append(f"Browser: {' '.join(browser.split())[:MOST_BROWSER]}")
    return "\n".join(lines) + "\n"


def known_position(match: Match, seat: int | None) -> str:
    """Write the position as a seat knows it; "" before the game begins, and for a game that writes none."""
    if match.is_waiting:  # nothing of the deal is told then
        return ""
    try:
        return match.table.position(seat)
    except PositionError:
        return ""


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
