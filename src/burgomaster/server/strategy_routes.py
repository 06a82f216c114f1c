"""What strong players do, as a page for every game where that was counted."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse

from burgomaster.core.language import decimal, signed
from burgomaster.core.registry import game_info, game_names
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, small_number
from burgomaster.web.game_pages import pages_of
from burgomaster.web.strategy import ORDERS, VIEWS, strategy_page

router = APIRouter(include_in_schema=False)


@router.get("/strategy/{game}")
async def strategy(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """Show what a trained net does when it plays against itself: what it buys, when, and what comes of it."""
    if game not in game_names() or "strategy" not in pages_of(game):
        raise HTTPException(404)
    request.app.state.preparation.require(game)
    asked = request.query_params
    players, words = small_number(asked.get("players")), (asked.get("by", ""), asked.get("view", ""))
    known = [word if word in (*ORDERS, *VIEWS) else "" for word in words]
    shown = await asyncio.to_thread(shown_strategy, game, visitor.language, players, *known)
    return page(
        request,
        visitor,
        "strategy.html",
        game=game,
        title=game_info(game).title(visitor.language),
        number=lambda value: decimal(value, visitor.language),
        signed=lambda value: signed(value, visitor.language),
        **shown,
    )


@lru_cache(maxsize=64)
def shown_strategy(game: str, language: str, players: int | None, by: str, view: str) -> dict[str, Any]:
    """Collect what the page shows, once for everybody."""
    found = strategy_page(game, language, players, by, view)
    assert found is not None
    return found
