"""The page of running games, and the same as JSON."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.api.guarded_route import COMMON, GuardedRoute
from burgomaster.server.describe import brief
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, limit_rate
from burgomaster.server.watch.lists import most_interesting, reasons_of, watch_rows

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["watching"], route_class=GuardedRoute, responses=COMMON)
Game = Annotated[str, Query(max_length=40, description="only tables of this game")]


@pages.get("/watch")
async def watch(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    chosen = request.query_params.get("game", "")
    game = chosen if chosen in game_names() else ""
    state = request.app.state
    rows = await asyncio.to_thread(watch_rows, state.store, visitor, state.spectators.numbers(), game)
    games = [(name, game_info(name).title(visitor.language)) for name in game_names()]
    template = "watch_live.html" if request.headers.get("hx-request") else "watch.html"
    return page(request, visitor, template, rows=rows, games=games, game=game)


@api.get("/watch")
async def watch_json(request: Request, visitor: CurrentVisitor, game: Game = "") -> dict[str, Any]:
    """List the games that go on, the most interesting first.

    `interest` orders the list: people who play each other, how strong they are, how close the points are that
    everybody sees, how far the game is, who watches already, and whether something has happened just now.
    """
    limit_rate(request, "page", visitor)
    state = request.app.state
    found = await asyncio.to_thread(most_interesting, state.store, state.spectators.numbers(), game)
    return {
        "tables": [
            {
                **brief(row),
                "spectators": facts.spectators,
                "interest": worth,
                "reasons": dict(reasons_of(facts)),
            }
            for row, facts, worth in found
        ]
    }
