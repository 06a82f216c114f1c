"""The addresses of pictures, those of former versions among them."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgomaster.core.language import DEFAULT_LANGUAGE, LANGUAGES
from burgomaster.core.registry import game_names
from burgomaster.server.daily import deals
from burgomaster.server.daily.routes import read_day
from burgomaster.server.match import Refused
from burgomaster.server.png import can_draw
from burgomaster.server.requests import AnyMatch, CurrentVisitor, limit_rate
from burgomaster.server.share.pictures import (
    Picture,
    daily_picture,
    is_deal_of_today,
    study_picture,
    table_picture,
)
from burgomaster.server.study.routes import AnyStudy, StudiesDep, name_seats, read_place

router = APIRouter(include_in_schema=False)
DAY, MOMENT = 24 * 3600, 20  # seconds that others may keep a picture


@router.get("/t/{match}/picture.png")
async def table(request: Request, visitor: CurrentVisitor, live: AnyMatch) -> Response:
    """Draw a table as a spectator sees it now."""
    limit_rate(request, "picture", visitor)

    def choose() -> Picture:
        chosen = request.app.state.avatars.of(held.who for held in live.match.seats)
        return table_picture(live.match, language_of(request), chosen)

    return await answer(request, await asyncio.to_thread(choose))


@router.get("/t/{match}/result.png")
@router.get("/t/{match}/course.svg")
async def former(request: Request, live: AnyMatch) -> Response:
    """Lead links to result cards and animations, which there are no more, to the picture of the table."""
    return RedirectResponse(f"/t/{live.name}/picture.png?lang={language_of(request)}", status_code=301)


@router.get("/daily/picture.png")
async def daily(request: Request, visitor: CurrentVisitor) -> Response:
    """Draw the card of a day; nothing of its cards is in it."""
    limit_rate(request, "picture", visitor)
    day = read_day(request.query_params.get("day", ""))
    games = tuple(filter(deals.is_dealt, game_names()))
    return await answer(request, daily_picture(day, games, language_of(request)))


@router.get("/study/{study}/picture.png")
async def study(request: Request, visitor: CurrentVisitor, study: AnyStudy, studies: StudiesDep) -> Response:
    limit_rate(request, "picture", visitor)
    language = language_of(request)
    played = await request.app.state.match_manager.find(study.match, is_visit=False)
    if played is not None and is_deal_of_today(played.match):
        return await answer(request, table_picture(played.match, language, {}))
    place = read_place(study, request.query_params.get("at", ""))
    table = name_seats(await studies.table(study, place), language)
    return await answer(request, study_picture(study, table, str(place), language))


async def answer(request: Request, found: Picture) -> Response:
    """Send a picture; nothing but its name to a client that has it already."""
    if not can_draw():
        raise Refused("no_picture")
    is_current = found.is_final or request.query_params.get("v") == found.version
    headers = {
        "Cache-Control": f"public, max-age={DAY if is_current else MOMENT}",
        "ETag": f'"{found.version}"',
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    drawn = await request.app.state.painter.picture(found.key, found.compose)
    return Response(drawn, media_type="image/png", headers=headers)


def language_of(request: Request) -> str:
    """Read the language that an address asks for: pictures are kept for everybody, so nothing else counts."""
    wanted = request.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else DEFAULT_LANGUAGE
