"""JSON: opening tables, and reading them."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse

from burgomaster.server.api.bodies import NewTable
from burgomaster.server.api.guarded_route import (
    AT_TABLE,
    CHANGE,
    RECORD_BODY,
    STREAM,
    GuardedRoute,
    errors,
    limited,
)
from burgomaster.server.describe import brief, describe_state, describe_table
from burgomaster.server.match import Refused
from burgomaster.server.replay_context import require_begun, shown_plies, table_at
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    TableServiceDep,
    limit_rate,
    viewing_seat,
)
from burgomaster.server.streams import stream as stream_of
from burgomaster.server.table_service import TableRequest

router = APIRouter(route_class=GuardedRoute)
Language = Annotated[Literal["en", "ru"], Query()]
Ply = Annotated[int, Query(ge=0, le=10**9)]
Page = Annotated[int, Query(ge=1, le=1000, description="of the open tables, 50 each")]
OPEN_ROWS = 50
Since = Annotated[int, Query(ge=0, le=10**9, description="lines that the sender has")]
WantedSeat = Annotated[
    str | None, Query(max_length=9, description="one of the sender's seats; `none`: a spectator")
]


# Opening


@router.get("/tables")
async def tables(request: Request, visitor: CurrentVisitor, page: Page = 1) -> dict[str, Any]:
    """List open tables, and those of the sender.

    Everybody's newest table comes first, then everybody's second; `page` leads to the others.
    """
    store = request.app.state.store
    open_ones = await asyncio.to_thread(store.open_matches, OPEN_ROWS, (page - 1) * OPEN_ROWS)
    mine = await asyncio.to_thread(store.matches_of, visitor.whos)
    return {"open": [brief(row) for row in open_ones], "mine": [brief(row) for row in mine]}


@router.post("/tables", status_code=201, responses={**CHANGE, **errors(409)})
@limited("create")
async def open_table(
    visitor: CurrentVisitor, tables: TableServiceDep, auth: AuthDep, asked: NewTable
) -> JSONResponse:
    """Open a table; the answer has the key of the host's seat."""
    humans = 1 if asked.sit else 0
    wanted = TableRequest(
        asked.game,
        asked.options,
        asked.name,
        asked.clock.model_dump(),
        asked.bots,
        humans,
        is_open=asked.open,
        passing=asked.passing,
        seat=asked.seat,
        rated=asked.rated,
    )
    live = await tables.open_table(visitor, wanted)
    seat = next((seat for seat, held in enumerate(live.match.seats) if held.who), None)
    key = {} if seat is None else {"key": auth.seat_key(live.match, seat)}
    answer = JSONResponse({**describe_table(live.match, seat), **key}, status_code=201)
    auth.remember(answer, visitor)
    return answer


@router.post("/records", status_code=201, responses=CHANGE, openapi_extra=RECORD_BODY)
@limited("upload")
async def upload(request: Request, visitor: CurrentVisitor, tables: TableServiceDep) -> dict[str, Any]:
    """Upload a record to replay it; the body is the document."""
    with request.app.state.uploads.reading(request):
        live = await tables.upload(visitor, await request.body())
    return {"table": live.name}


# Reading


@router.get("/tables/{match}", responses=AT_TABLE)
async def table(
    visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep, seat: WantedSeat = None
) -> dict[str, Any]:
    """Describe a table as the sender's seat sees it."""
    return describe_table(live.match, viewing_seat(auth, visitor, live, seat))


@router.get("/tables/{match}/state", responses=AT_TABLE)
async def state(
    visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep, seat: WantedSeat = None
) -> dict[str, Any]:
    """Do the same with the position as bytes (base64), for clients that have the rules themselves."""
    number, match = viewing_seat(auth, visitor, live, seat), live.match
    return {**describe_table(match, number), "state": describe_state(match, number)}


@router.get("/tables/{match}/log", responses=AT_TABLE)
async def log(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    auth: AuthDep,
    since: Since = 0,
    language: Language = "en",
    seat: WantedSeat = None,
    you: bool = False,
) -> list[str]:
    """Tell what happened, in words, as the sender's seat saw it; with `you`, in words spoken to it."""
    if live.match.is_waiting:  # what was dealt is not told before the game begins
        return []
    table, number = live.match.table_in(language), viewing_seat(auth, visitor, live, seat)
    return table.log(number, language, is_reader=you)[since:]


@router.get("/tables/{match}/replay", responses=AT_TABLE)
async def replay(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    auth: AuthDep,
    ply: Ply = 0,
    seat: WantedSeat = None,
) -> dict[str, Any]:
    """Show the table at an earlier moment: as the seat saw it then, or open when the game is over."""
    limit_rate(request, "page", visitor)
    require_begun(live.match)
    number, moments = viewing_seat(auth, visitor, live, seat), shown_plies(live.match)
    place = min(ply, len(moments) - 1)
    view = table_at(live.match, moments[place]).view(number)
    return {"table": live.name, "ply": place, "last": len(moments) - 1, "view": view}


@router.get("/tables/{match}/record", responses=AT_TABLE)
async def record(live: CurrentMatch) -> dict[str, Any]:
    """Send the record of a finished game; before that it would tell what is hidden."""
    if not live.match.is_open_book:
        raise Refused("record_later")
    return live.match.table.record().to_json()


@router.get("/tables/{match}/stream", response_class=StreamingResponse, responses={**STREAM, **AT_TABLE})
async def stream(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep, seat: WantedSeat = None
) -> StreamingResponse:
    """Send the table again and again, whenever it changes (server-sent events).

    The event `ended` says that the sender is logged out by now, and is the last one.
    """

    def show() -> str:
        number = viewing_seat(auth, visitor, live, seat)
        shown = json.dumps(describe_table(live.match, number), ensure_ascii=False)
        return f"event: table\ndata: {shown}\n\n"

    return stream_of(request, visitor, live, show)


@router.get("/tables/{match}/chat", responses=AT_TABLE)
async def chat(request: Request, live: CurrentMatch) -> list[dict[str, Any]]:
    """List the chat messages of a table."""
    messages = await asyncio.to_thread(request.app.state.store.chat_of, live.name)
    return [{name: row[name] for name in ("name", "seat", "ply", "text", "at")} for row in messages]
