"""The page of a replay, and the record of a finished game as a file."""

from __future__ import annotations

import asyncio
import json

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
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
from burgomaster.server.table_routes import link_to_picture

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
    context["embed_code"] = embed_code(request, live.name, visitor.language)
    context["picture"] = await asyncio.to_thread(link_to_picture, request, visitor, live)
    return page(request, visitor, "replay.html", **context)


def embed_code(request: Request, name: str, language: str) -> str:
    """Write what somebody puts into their own page to show a game there."""
    link = f"{str(request.base_url).rstrip('/')}/t/{name}/embed?lang={language}"
    return f'<iframe src="{link}" width="100%" height="640" loading="lazy" title="Burgomaster"></iframe>'


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
    """Send the record of a finished game."""
    if not live.match.is_open_book:
        raise Refused("record_later")
    text = json.dumps(live.match.table.record().to_json(), ensure_ascii=False, indent=1)
    name = f"{live.match.header.game}-{live.name}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)
