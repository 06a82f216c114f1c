"""The JSON interface: everything a page can do, for bots and other clients.

A seat's key, from its link or from the answer to sitting down, is the bearer token of that seat.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from burgomaster.bots import bot_names
from burgomaster.core.record import MAX_BYTES
from burgomaster.core.registry import describe_games
from burgomaster.server.hub import Live
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.match import describe_seat
from burgomaster.server.requests import (
    CurrentLive,
    CurrentVisitor,
    TheDesk,
    TheDoorman,
    limit,
    own_seat,
    seen_seat,
)

router = APIRouter(prefix="/api", tags=["tables"])


class NewTable(BaseModel):
    """A table to open."""

    game: str
    options: dict[str, Any] = Field(default_factory=dict, description="with `players`; see /api/games")
    name: str = "host"
    clock: dict[str, Any] = Field(default_factory=dict, description='{"kind": "move", "seconds": 60}')
    bots: list[str] = Field(default_factory=list, description="bots for the seats behind the host")
    sit: bool = Field(True, description="whether the host takes seat 0")
    open: bool = Field(False, description="whether the lobby shows it")


class NewMove(BaseModel):
    """A move."""

    move: str = Field(max_length=200)
    position: str | None = Field(None, max_length=40, description="the table's position that the sender saw")
    seat: int | None = None


class Words(BaseModel):
    """Something said."""

    text: str = Field(max_length=2000)
    name: str = Field("", max_length=80)


class Sitting(BaseModel):
    """Somebody who sits down."""

    name: str = Field("", max_length=80)
    bot: str = Field("", max_length=40)


class Answer(BaseModel):
    """Yes or no."""

    yes: bool


class PassingMode(BaseModel):
    """When to pass by oneself."""

    mode: str = Field(max_length=20)


@router.get("/games")
def games() -> list[dict[str, Any]]:
    """What there is, with options and player counts."""
    return describe_games()


@router.get("/bots")
def bots() -> list[str]:
    """The bots that can take a seat."""
    return bot_names()


@router.get("/tables")
async def tables(request: Request, visitor: CurrentVisitor) -> dict[str, Any]:
    """Open tables, and those of the sender."""
    store = request.app.state.store
    open_ones = await asyncio.to_thread(store.open_matches)
    mine = await asyncio.to_thread(store.matches_of, visitor.whos)
    return {"open": [brief(row) for row in open_ones], "mine": [brief(row) for row in mine]}


@router.post("/tables", status_code=201)
async def open_table(
    request: Request, visitor: CurrentVisitor, desk: TheDesk, doorman: TheDoorman, asked: NewTable
) -> JSONResponse:
    """Open a table; the answer has the key of every seat that is not a bot's."""
    limit(request, "create", visitor)
    live = await desk.open_table(
        visitor,
        asked.game,
        asked.options,
        asked.name[:24] or "host",
        asked.clock,
        asked.bots,
        humans=1 if asked.sit else 0,
        is_open=asked.open,
    )
    name = live.match.header.match
    keys = {seat: doorman.seat_key(name, seat) for seat, held in enumerate(live.match.seats) if not held.bot}
    answer = JSONResponse({"table": name, "keys": keys, **describe_table(live, None)}, status_code=201)
    doorman.remember(answer, visitor)
    return answer


@router.get("/tables/{match}")
async def table(
    visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman, seat: str | None = None
) -> dict[str, Any]:
    """A table as the sender's seat sees it."""
    return describe_table(live, seen_seat(doorman, visitor, live, seat))


@router.get("/tables/{match}/log")
async def log(
    visitor: CurrentVisitor,
    live: CurrentLive,
    doorman: TheDoorman,
    since: Annotated[int, Query(ge=0, description="lines that the sender has")] = 0,
    language: Annotated[str, Query(pattern="^(en|ru)$")] = "en",
) -> list[str]:
    """What happened, in words, as the sender's seat saw it."""
    return live.match.table.log(seen_seat(doorman, visitor, live), language)[since:]


@router.get("/tables/{match}/record")
async def record(live: CurrentLive) -> dict[str, Any]:
    """The record of a finished game; before that it would tell what is hidden."""
    if not (live.match.is_over or live.match.header.imported):
        raise HTTPException(403, "the record is open when the game is over")
    return live.match.table.record().to_json()


@router.get("/tables/{match}/stream")
async def stream(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> StreamingResponse:
    """The table again and again, whenever it changes (server-sent events)."""
    limit(request, "stream", visitor)

    def show(live: Live) -> str:
        shown = json.dumps(describe_table(live, seen_seat(doorman, visitor, live)), ensure_ascii=False)
        return f"event: table\ndata: {shown}\n\n"

    seconds = request.app.state.settings.keep_alive_seconds
    return StreamingResponse(watch(live, show, seconds), media_type="text/event-stream")


@router.post("/tables/{match}/moves")
async def move(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    desk: TheDesk,
    doorman: TheDoorman,
    asked: NewMove,
) -> dict[str, Any]:
    """Make a move; it is stored when the answer comes."""
    demand_own(request, visitor, doorman)
    limit(request, "move", visitor)
    seat = own_seat(doorman, visitor, live, asked.seat)
    await desk.play(live, seat, asked.move, asked.position)
    return describe_table(live, seat)


@router.post("/tables/{match}/seats/{seat}")
async def sit(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    desk: TheDesk,
    doorman: TheDoorman,
    seat: int,
    asked: Sitting,
) -> JSONResponse:
    """Sit down, or let a bot sit down; the answer to a person has the key of the seat."""
    limit(request, "create", visitor)
    if asked.bot:
        await desk.seat_bot(live, seat, asked.bot)
        await desk.begin_if_full(live)
        return JSONResponse(describe_table(live, None))
    await desk.sit(live, seat, visitor, asked.name)
    key = doorman.seat_key(live.match.header.match, seat)
    answer = JSONResponse({"seat": seat, "key": key, **describe_table(live, seat)})
    doorman.remember(answer, visitor)
    return answer


@router.post("/tables/{match}/chat")
async def say(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    desk: TheDesk,
    doorman: TheDoorman,
    asked: Words,
) -> dict[str, Any]:
    """Say something."""
    demand_own(request, visitor, doorman)
    limit(request, "chat", visitor)
    seat = seen_seat(doorman, visitor, live)
    await desk.say(live, seat, asked.name or visitor.name, asked.text)
    return {"ok": True}


@router.get("/tables/{match}/chat")
async def chat(request: Request, live: CurrentLive) -> list[dict[str, Any]]:
    """What was said."""
    said = await asyncio.to_thread(request.app.state.store.chat_of, live.match.header.match)
    return [{name: row[name] for name in ("name", "seat", "ply", "text", "at")} for row in said]


@router.post("/tables/{match}/{verb}")
async def act(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    desk: TheDesk,
    doorman: TheDoorman,
    verb: str,
    asked: Annotated[dict[str, Any] | None, Body()] = None,
) -> dict[str, Any]:
    """undo, takeback, answer (yes), pause, resume, passing (mode), leave."""
    demand_own(request, visitor, doorman)
    limit(request, "move", visitor)
    given = asked or {}
    seat = own_seat(doorman, visitor, live, given.get("seat"))
    match verb:
        case "undo":
            await desk.undo(live, seat)
        case "takeback":
            await desk.ask_takeback(live, seat)
        case "answer":
            await desk.answer_takeback(live, seat, given.get("yes") is True)
        case "pause":
            await desk.pause(live, seat)
        case "resume":
            await desk.resume(live, seat)
        case "passing":
            await desk.set_passing(live, seat, str(given.get("mode", "")))
        case "leave":
            await desk.leave(live, seat)
        case _:
            raise HTTPException(404)
    return describe_table(live, seat)


@router.post("/records", status_code=201)
async def upload(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> dict[str, Any]:
    """Upload a record to replay it; the body is the document."""
    limit(request, "upload", visitor)
    data = await request.body()
    live = await desk.upload(visitor, data[: MAX_BYTES + 1])
    return {"table": live.match.header.match}


# What they share


def demand_own(request: Request, visitor: Visitor, doorman: Doorman) -> None:
    """A browser's cookies are enough only together with the token of our own pages."""
    if not doorman.is_own_form(visitor, request.headers.get("x-form-token")):
        raise HTTPException(403)


def brief(row: Mapping[str, Any]) -> dict[str, Any]:
    """A table in a list."""
    summary = {key: value for key, value in row["summary"].items() if key != "who"}
    shown = {key: row[key] for key in ("match", "game", "options", "status", "created", "changed")}
    return {**shown, **summary}


def describe_table(live: Live, seat: int | None) -> dict[str, Any]:
    """A table as a seat sees it."""
    match = live.match
    takeback = match.takeback and {"seat": match.takeback["seat"]}
    return {
        "table": match.header.match,
        "game": match.header.game,
        "options": match.header.options,
        "status": match.status,
        "position": match.position(seat),
        "ply": match.public_ply,
        "paused": match.paused,
        "seats": [describe_seat(held) for held in match.seats],
        "seat": seat,
        "clock": {"kind": match.clock.kind, "left": list(match.clock.left), "running": match.clock.running},
        "takeback": takeback,
        "can_act": seat is not None and match.sees_turn(seat),
        "can_undo": seat is not None and match.can_undo(seat),
        "winners": match.table.winners,
        "view": match.table.view(seat),
    }


async def watch(live: Live, show: Any, keep_alive: float) -> AsyncIterator[str]:
    """Show a table now, and whenever what is shown changes; a sign of life in between."""
    changed = asyncio.Event()
    live.watchers.add(changed)
    try:
        last = await asyncio.to_thread(show, live)
        yield last
        while True:
            try:
                await asyncio.wait_for(changed.wait(), keep_alive)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            changed.clear()
            shown = await asyncio.to_thread(show, live)
            if shown != last:  # that something happened which a seat may not know must not show either
                yield shown
            last = shown
    finally:
        live.watchers.discard(changed)
