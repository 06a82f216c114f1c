"""Where pictures are found."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

from burgomaster.core.language import DEFAULT_LANGUAGE, LANGUAGES
from burgomaster.core.registry import game_names
from burgomaster.server.daily import deals
from burgomaster.server.daily.routes import read_day
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.png import can_draw
from burgomaster.server.requests import AnyMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.share.pictures import (
    Picture,
    daily_picture,
    is_deal_of_today,
    result_picture,
    study_picture,
    table_picture,
    version_of,
)
from burgomaster.server.study.context import name_seats
from burgomaster.server.study.routes import AnyStudy, StudiesDep, read_place

router = APIRouter(include_in_schema=False)
DAY, MOMENT = 24 * 3600, 20  # seconds that others may keep a picture


@router.get("/t/{match}/picture.png")
async def table(request: Request, visitor: CurrentVisitor, live: AnyMatch) -> Response:
    """Draw a table as a spectator sees it now, or at a moment of its replay."""
    limit_rate(request, "picture", visitor)
    place = small_number(request.query_params.get("ply"))
    found = await asyncio.to_thread(choose_table, request, live, place)
    return await answer(request, found)


def choose_table(request: Request, live: LiveMatch, place: int | None) -> Picture:
    """Choose the picture of a table."""
    chosen = request.app.state.avatars.of(held.who for held in live.match.seats)
    return table_picture(live.match, place, language_of(request), chosen)


@router.get("/t/{match}/result.png")
async def result(request: Request, visitor: CurrentVisitor, live: AnyMatch) -> Response:
    """Draw the card of a finished game."""
    limit_rate(request, "picture", visitor)
    if not live.match.is_over:
        raise Refused("record_later")
    chosen = await asyncio.to_thread(request.app.state.avatars.of, [seat.who for seat in live.match.seats])
    found = result_picture(live.match, language_of(request), chosen)
    name = f"{live.match.header.game}-{live.name}.png" if "save" in request.query_params else ""
    return await answer(request, found, name)


@router.get("/daily/picture.png")
async def daily(request: Request, visitor: CurrentVisitor) -> Response:
    """Draw the card of a day; nothing of its cards is in it."""
    limit_rate(request, "picture", visitor)
    day = read_day(request.query_params.get("day", ""))
    games = tuple(filter(deals.is_dealt, game_names()))
    return await answer(request, daily_picture(day, games, language_of(request)))


@router.get("/study/{study}/picture.png")
async def study(request: Request, visitor: CurrentVisitor, study: AnyStudy, studies: StudiesDep) -> Response:
    """Draw a place in a study."""
    limit_rate(request, "picture", visitor)
    played = await request.app.state.match_manager.find(study.match, is_visit=False)
    if played is not None and is_deal_of_today(played.match):
        return await answer(request, table_picture(played.match, None, language_of(request), {}))
    place = read_place(study, request.query_params.get("at", ""))
    language = language_of(request)
    table = name_seats(await studies.table(study, place), language)
    return await answer(request, study_picture(study, table, str(place), language))


async def answer(request: Request, found: Picture, name: str = "") -> Response:
    """Send a picture; nothing but its name to whoever has it already."""
    if not can_draw():
        raise Refused("no_picture")
    is_current = found.is_final or request.query_params.get("v") == version_of(found)
    headers = {
        "Cache-Control": f"public, max-age={DAY if is_current else MOMENT}",
        "ETag": f'"{version_of(found)}"',
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    drawn = await request.app.state.painter.picture(found.key, found.compose)
    if name:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(drawn, media_type="image/png", headers=headers)


def language_of(request: Request) -> str:
    """Read the language that an address asks for: pictures are kept for everybody, so nothing else counts."""
    wanted = request.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else DEFAULT_LANGUAGE
