"""What strong players do: a page for every game where that was counted, and its openings as JSON.

On the page one walks from purchase to purchase. Finished games and studies lead there with what a seat has
bought and what is on offer.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.core.language import decimal, signed
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import Table
from burgomaster.server.api.guarded_route import AT_TABLE, COMMON, GuardedRoute
from burgomaster.server.match import Refused
from burgomaster.server.opening_key import is_counted, key_at
from burgomaster.server.render import page
from burgomaster.server.replay_context import shown_plies, table_at
from burgomaster.server.requests import CurrentMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.study.routes import CurrentStudy, StudiesDep, read_place
from burgomaster.web.strategy import (
    MOST_BOUGHT,
    MOST_OFFERED,
    ORDERS,
    VIEWS,
    opening_page,
    read_items,
    read_openings,
    read_strategy,
    strategy_page,
)

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["openings"], route_class=GuardedRoute, responses=COMMON)
Items = Annotated[str, Query(max_length=2000, description="ids of items, separated by commas")]
Players = Annotated[int | None, Query(ge=1, le=10)]


@pages.get("/strategy/{game}")
async def strategy(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """Show what a trained net does when it plays against itself: what it buys, when, and what comes of it."""
    limit_rate(request, "page", visitor)
    require(request, game, game in game_names() and read_strategy(game) is not None)
    asked = request.query_params
    players, words = small_number(asked.get("players")), (asked.get("by", ""), asked.get("view", ""))
    known = [word if word in (*ORDERS, *VIEWS) else "" for word in words]
    shown = await asyncio.to_thread(shown_strategy, game, visitor.language, players, *known)
    texts = asked.get("bought", ""), asked.get("offer", "")
    return page(
        request,
        visitor,
        "strategy.html",
        game=game,
        title=game_info(game).title(visitor.language),
        number=lambda value: decimal(value, visitor.language),
        signed=lambda value: signed(value, visitor.language),
        walk=await asyncio.to_thread(shown_openings, game, visitor.language, shown["players"], *texts),
        **shown,
    )


def require(request: Request, game: str, is_there: bool) -> None:
    if not is_there:
        raise HTTPException(404)
    request.app.state.preparation.require(game)


@lru_cache(maxsize=64)
def shown_strategy(game: str, language: str, players: int | None, by: str, view: str) -> dict[str, Any]:
    found = strategy_page(game, language, players, by, view)
    assert found is not None
    return found


@pages.get("/openings/{game}")
async def openings(request: Request, visitor: CurrentVisitor, game: str) -> Response:
    """Lead to the section of the page that was a page of its own."""
    limit_rate(request, "page", visitor)
    require(request, game, game in game_names() and read_openings(game) is not None)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/strategy/{game}{query}#openings", status_code=301)


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
    require(request, game, game in game_names() and read_openings(game) is not None)
    shown = await asyncio.to_thread(shown_openings, game, visitor.language, players, bought, offer)
    assert shown is not None
    kept = ("players", "games", "seats", "bought", "left_out", "offer", "provenance")
    names = ("id", "name", "chances", "bought", "wins", "score", "is_offered")
    rows = [{name: row[name] for name in names} for row in shown["rows"]]
    return {"game": game, **{name: shown[name] for name in kept}, "rows": rows}


def shown_openings(
    game: str, language: str, players: int | None, bought: str, offer: str
) -> dict[str, Any] | None:
    """Collect what is shown after the purchases that a reader sent; None where no openings were counted."""
    if read_openings(game) is None:
        return None
    items = read_items(game, bought, MOST_BOUGHT - 1)
    return opening_page(game, language, players, items, read_items(game, offer, MOST_OFFERED))


@pages.get("/t/{match}/openings")
async def from_game(request: Request, visitor: CurrentVisitor, live: CurrentMatch) -> Response:
    limit_rate(request, "replay", visitor)
    if not live.match.is_open_book:
        raise Refused("analysis_later")
    plies = shown_plies(live.match)
    place = min(small_number(request.query_params.get("ply")) or 0, len(plies) - 1)
    table = await asyncio.to_thread(table_at, live.match, plies[place])
    return await lead_from(table)


@pages.get("/study/{study}/openings")
async def from_study(
    request: Request, visitor: CurrentVisitor, study: CurrentStudy, studies: StudiesDep
) -> Response:
    limit_rate(request, "replay", visitor)
    place = read_place(study, request.query_params.get("at", ""))
    return await lead_from(await studies.table(study, place))


async def lead_from(table: Table) -> Response:
    """Lead to the openings at a position, or past them to their beginning; 404 where none were counted."""
    if not is_counted(table.game):
        raise HTTPException(404)
    asked = await asyncio.to_thread(key_at, table) or {"players": str(table.game.players)}
    return RedirectResponse(f"/strategy/{table.game.name}?{urlencode(asked)}#openings", status_code=303)
