"""The page of the deal of the day, and the same as JSON."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from sqlalchemy.exc import IntegrityError

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, COMMON, GuardedRoute, errors, limited
from burgomaster.server.auth import Visitor
from burgomaster.server.daily import deals
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match.apply import begin_if_full
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.png import can_draw
from burgomaster.server.render import page
from burgomaster.server.requests import AuthDep, CurrentVisitor, limit_rate, trusted_fields
from burgomaster.server.steady_time import now
from burgomaster.server.table_service import TableService, bot_decision, counts_of, sit_decision

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["daily"], route_class=GuardedRoute, responses=COMMON)
Day = Annotated[str, Query(max_length=10, description="as in 2026-11-16; today if there is none")]


# Showing


@pages.get("/daily")
async def daily(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    day = read_day(request.query_params.get("day", ""))
    context = await asyncio.to_thread(daily_context, request, visitor, day)
    if can_draw():
        context["picture"] = f"/daily/picture.png?day={day.isoformat()}&lang={visitor.language}"
    return page(request, visitor, "daily.html", **context)


@api.get("/daily", responses=errors(404))
async def daily_json(request: Request, visitor: CurrentVisitor, day: Day = "") -> dict[str, Any]:
    """Describe the deals of a day: opponent, everybody's results, and the sender's table."""
    limit_rate(request, "page", visitor)
    shown = await asyncio.to_thread(daily_context, request, visitor, read_day(day))
    games = [
        {
            "game": one["game"],
            "results": [
                {"name": row.name, "guest": row.is_guest}
                | {"place": row.place + 1, "score": row.score, "margin": row.margin}
                for row in one["endings"]
            ],
            "own": None if one["own"] is None else {"score": one["own"].score, "margin": one["own"].margin},
            "table": one["table"] if one["own"] is not None else None,
        }
        for one in shown["games"]
    ]
    return {"day": shown["day"], "opponent": shown["opponent"], "streak": shown["streak"], "games": games}


def read_day(text: str) -> date:
    """Read the day that somebody asks for; 404 if there is none, or its cards are not dealt yet."""
    found = deals.read_day(text, now())
    if found is None:
        raise HTTPException(404)
    return found


def daily_context(request: Request, visitor: Visitor, day: date) -> dict[str, Any]:
    engine, last = request.app.state.store.engine, deals.today(now())
    played, tables = deals.days_played(engine, visitor.whos), deals.own_tables(engine, day, visitor.whos)
    games: list[dict[str, Any]] = []
    for game in filter(deals.is_dealt, game_names()):
        found = deals.endings(engine, day, game)
        table = tables.get(game)
        own = next((one for one in found if one.match == table), None)
        title = game_info(game).title(visitor.language)
        games.append(
            {"game": game, "title": title, "endings": found[: deals.MOST_ROWS], "own": own, "table": table}
        )
    return {
        "day": day.isoformat(),
        "is_today": day == last,
        "opponent": deals.opponent_of(day),
        "games": games,
        "streak": deals.streak(played, last),
        "days": [(last - timedelta(days=back)).isoformat() for back in range(deals.PAST_DAYS + 1)],
    }


# Playing


@pages.post("/daily/{game}")
async def play(request: Request, visitor: CurrentVisitor, auth: AuthDep, game: str) -> Response:
    """Lead to somebody's table of today; it is opened when they come for the first time."""
    await trusted_fields(request, visitor, "create")
    live = await own_table(request, visitor, game)
    # a game that a guest began elsewhere, and that their account was promised, goes on here by its link
    asked = "" if auth.seats_of(visitor, live.match) else f"?key={auth.seat_key(live.match, 0)}"
    answer = RedirectResponse(f"/t/{live.name}{asked}", status_code=303)
    auth.remember(answer, visitor)
    return answer


@api.post("/daily/{game}", status_code=201, responses={**CHANGE, **AT_TABLE})
@limited("create")
async def play_json(request: Request, visitor: CurrentVisitor, auth: AuthDep, game: str) -> JSONResponse:
    """Open the sender's table of today, or find it; the answer has the key of their seat."""
    live = await own_table(request, visitor, game)
    shown = {"table": live.name, "key": auth.seat_key(live.match, 0)}
    answer = JSONResponse(shown, status_code=201)
    auth.remember(answer, visitor)
    return answer


async def own_table(request: Request, visitor: Visitor, game: str) -> LiveMatch:
    """Find somebody's table of today, opened if need be; 404 for a game that is not dealt."""
    if game not in game_names() or not deals.is_dealt(game):
        raise HTTPException(404)
    matches: MatchManager = request.app.state.match_manager
    matches.preparation.require(game)
    day, signer = deals.today(now()), request.app.state.signer
    if (found := await begun_table(matches, day, game, visitor)) is not None:
        return found
    header = await asyncio.to_thread(deals.header_on, signer, day, game, visitor.who, visitor.origin)
    steps = (
        sit_decision(0, visitor, visitor.called, visitor.passing),
        bot_decision(1, deals.opponent_of(day)),
    )
    tables: TableService = request.app.state.table_service
    try:
        async with tables.limits.room_for(visitor.owner, counts_of(is_waiting=False, is_open=False)):
            # one table at a time is opened: the same person may just have opened it under another name
            opened = await begun_table(matches, day, game, visitor)
            return opened or await matches.create(header, *steps, begin_if_full)
    except IntegrityError:  # the same person was faster, at another process
        opened = await matches.find(header.match)
        assert opened is not None
        return opened


async def begun_table(matches: MatchManager, day: date, game: str, visitor: Visitor) -> LiveMatch | None:
    """Find the table at which a visitor has begun the deal of a day, under any of their names."""
    begun = await asyncio.to_thread(deals.own_tables, matches.store.engine, day, visitor.whos)
    return await matches.find(begun[game]) if game in begun else None
