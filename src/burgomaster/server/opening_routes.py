"""How strong players begin: a page on which one walks from purchase to purchase, and the same as JSON.

Pages of finished games lead here with what a seat has bought and what is on offer.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.core.language import decimal
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import Table
from burgomaster.server.api.guarded_route import AT_TABLE, COMMON, GuardedRoute
from burgomaster.server.match import Refused
from burgomaster.server.opening_key import is_counted, key_at
from burgomaster.server.render import page
from burgomaster.server.replay_context import shown_plies, table_at
from burgomaster.server.requests import CurrentMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.study.routes import CurrentStudy, StudiesDep, read_place
from burgomaster.web.openings import MOST_BOUGHT, MOST_OFFERED, opening_page, read_items, read_openings

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["openings"], route_class=GuardedRoute, responses=COMMON)
Items = Annotated[str, Query(max_length=2000, description="ids of items, separated by commas")]
Players = Annotated[int | None, Query(ge=1, le=10)]


@pages.get("/openings/{game}")
async def openings(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """Show what strong players buy after some purchases, and what comes of it."""
    limit_rate(request, "page", visitor)
    require_openings(request, game)
    asked = request.query_params
    players, texts = small_number(asked.get("players")), (asked.get("bought", ""), asked.get("offer", ""))
    shown = await asyncio.to_thread(shown_page, game, visitor.language, players, *texts)
    return page(
        request,
        visitor,
        "openings.html",
        game=game,
        title=game_info(game).title(visitor.language),
        number=lambda value: decimal(value, visitor.language),
        **shown,
    )


@api.get("/openings/{game}", responses=AT_TABLE)
async def openings_json(
    request: Request,
    visitor: CurrentVisitor,
    game: str,
    players: Players = None,
    bought: Items = "",
    offer: Items = "",
) -> dict[str, Any]:
    """List what strong players buy after some purchases: how often they could and did, wins, mean score."""
    limit_rate(request, "page", visitor)
    require_openings(request, game)
    shown = await asyncio.to_thread(shown_page, game, visitor.language, players, bought, offer)
    kept = ("players", "games", "seats", "bought", "left_out", "offer", "provenance")
    names = ("id", "name", "chances", "bought", "wins", "score", "is_offered")
    rows = [{name: row[name] for name in names} for row in shown["rows"]]
    return {"game": game, **{name: shown[name] for name in kept}, "rows": rows}


def require_openings(request: Request, game: str) -> None:
    """Answer 404 for a game of which nothing was counted."""
    if game not in game_names() or read_openings(game) is None:
        raise HTTPException(404)
    request.app.state.preparation.require(game)


def shown_page(game: str, language: str, players: int | None, bought: str, offer: str) -> dict[str, Any]:
    """Collect what the page shows for what somebody sent."""
    items = read_items(game, bought, MOST_BOUGHT - 1)
    return opening_page(game, language, players, items, read_items(game, offer, MOST_OFFERED))


# From a position


@pages.get("/t/{match}/openings")
async def from_game(request: Request, visitor: CurrentVisitor, live: CurrentMatch) -> Response:
    """Lead from a moment of a finished game to what strong players do there."""
    limit_rate(request, "replay", visitor)
    if not live.match.is_open_book:
        raise Refused("analysis_later")
    plies = shown_plies(live.match)
    place = min(small_number(request.query_params.get("ply")) or 0, len(plies) - 1)
    table = await asyncio.to_thread(table_at, live.match, plies[place])
    return await led(table)


@pages.get("/study/{study}/openings")
async def from_study(
    request: Request, visitor: CurrentVisitor, study: CurrentStudy, studies: StudiesDep
) -> Response:
    """Lead from a place of a study to what strong players do there."""
    limit_rate(request, "replay", visitor)
    place = read_place(study, request.query_params.get("at", ""))
    return await led(await studies.table(study, place))


async def led(table: Table) -> Response:
    """Lead to the page of a position, past the opening to that of the game; 404 where nothing was counted."""
    if not is_counted(table.game):
        raise HTTPException(404)
    asked = await asyncio.to_thread(key_at, table) or {"players": str(table.game.players)}
    return RedirectResponse(f"/openings/{table.game.name}?{urlencode(asked)}", status_code=303)
