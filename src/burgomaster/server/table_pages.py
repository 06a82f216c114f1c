"""Pages beside a table: its replay, its record as a file, and what its reader may report of a problem."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from burgomaster import __version__
from burgomaster.core.errors import PositionError
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match, Refused
from burgomaster.server.render import page
from burgomaster.server.replay_context import replay_context, require_begun
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    limit_rate,
    small_number,
    viewing_seat,
)
from burgomaster.server.table_context import device_view, frame_context
from burgomaster.server.table_routes import link_to_picture

MOST_BROWSER = 200  # letters of how a browser calls itself
router = APIRouter(include_in_schema=False)


@router.get("/t/{match}/replay")
async def replay(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep
) -> HTMLResponse:
    """Show a game move by move, as the seat saw it; when it is over, from anybody's seat."""
    limit_rate(request, "replay", visitor)
    require_begun(live.match)
    seat = replay_seat(request, visitor, live, auth)
    ply = small_number(request.query_params.get("ply"))
    skip = request.query_params.get("skip") == "1"
    chat = await asyncio.to_thread(request.app.state.match_manager.chat_of, live)
    context = await asyncio.to_thread(replay_context, live.match, seat, ply, visitor.language, skip, chat)
    if request.headers.get("hx-request"):
        return page(request, visitor, "replay_live.html", **context)
    link = f"{str(request.base_url).rstrip('/')}/t/{live.name}/embed?lang={visitor.language}"
    context["embed_code"] = (  # what somebody puts into their own page to show a game there
        f'<iframe src="{link}" width="100%" height="640" loading="lazy" title="Burgomaster"></iframe>'
    )
    context["picture"] = await asyncio.to_thread(link_to_picture, request, visitor, live)
    return page(request, visitor, "replay.html", **context)


def replay_seat(request: Request, visitor: Visitor, live: LiveMatch, auth: Auth) -> int | None:
    """Choose whose view a replay shows: one's own, or of a finished game any seat's; None: a spectator's."""
    wanted = request.query_params.get("seat")
    number = small_number(wanted)
    if live.match.is_open_book and number is not None and number < live.match.game.players:
        return number
    if len(auth.seats_of(visitor, live.match)) == 1 or wanted is not None:
        return viewing_seat(auth, visitor, live, wanted)
    return None


@router.get("/t/{match}/record.json")
async def record(live: CurrentMatch) -> Response:
    if not live.match.is_open_book:
        raise Refused("record_later")
    text = json.dumps(live.match.table.record().to_json(), ensure_ascii=False, indent=1)
    name = f"{live.match.header.game}-{live.name}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


# "Report a problem": what may be copied and sent, and nothing else


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


def problem_text(match: Match, seat: int | None, browser: str = "") -> str:
    """Write what makers need to see the same board: nothing hidden, no name, no table, no key."""
    info = match.game.rules.info
    lines = [
        f"Burgomaster {__version__}",
        f"Game: {info.name}, version {info.version}",
        f"Seen by: {'a spectator' if seat is None else f'seat {seat}'}",
        f"Status: {match.status}",
    ]
    if not match.is_waiting:  # nothing of the deal is told then
        with suppress(PositionError):  # of a game that writes none
            lines.append(f"Position: {match.table.position(seat)}")
    if browser:
        lines.append(f"Browser: {' '.join(browser.split())[:MOST_BROWSER]}")
    return "\n".join(lines) + "\n"
