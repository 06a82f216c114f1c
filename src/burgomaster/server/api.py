"""The JSON interface: everything a page can do, for bots and other clients.

A seat's key, from its link or from the answer to sitting down, is the bearer token of that seat. A browser's
cookies count only together with the token of our own forms, in the header X-Form-Token.
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from burgomaster.core.record_file import MAX_BYTES
from burgomaster.core.registry import describe_games
from burgomaster.server import accounts
from burgomaster.server.choosing import offered_bots
from burgomaster.server.describe import brief, describe_state, describe_table
from burgomaster.server.match import Refused
from burgomaster.server.requests import (
    CurrentLive,
    CurrentVisitor,
    TheDesk,
    TheDoorman,
    demand_own_header,
    limit,
    own_seat,
    seen_seat,
)
from burgomaster.server.streams import stream as stream_of
from burgomaster.server.table_page import shown_plies, table_at

router = APIRouter(prefix="/api", tags=["tables"])
Language = Annotated[Literal["en", "ru"], Query()]
Wanted = Annotated[
    str | None, Query(max_length=9, description="one of the sender's seats; `none`: a spectator")
]


class AccountWords(BaseModel):
    """What an account needs to be told, by the verb."""

    name: str = Field("", max_length=200, description="To register or log in.")
    password: str = Field("", max_length=400, description="The present one; for everything but logging out.")
    new: str = Field("", max_length=400, description="The new password.")


class NewTable(BaseModel):
    """A table to open."""

    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, description="with `players`; see /api/games")
    name: str = Field("host", max_length=200)
    clock: dict[str, Any] = Field(default_factory=dict, description='{"kind": "move", "seconds": 60}')
    bots: list[str] = Field(
        default_factory=list, max_length=10, description="bots for the seats behind the host"
    )
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
    bot: str = Field("", max_length=40, description="a bot that shall sit there instead")


class Wish(BaseModel):
    """What a seat asks for."""

    seat: int | None = None
    yes: bool = Field(False, description="for `answer`")
    mode: str = Field("", max_length=20, description="for `passing`: off, forced, change, phase")


Verb = Literal["undo", "takeback", "answer", "pause", "resume", "passing", "leave", "return"]


@router.get("/games")
def games() -> list[dict[str, Any]]:
    """What there is, with options and player counts."""
    return describe_games()


@router.get("/bots")
def bots() -> list[str]:
    """The bots that can take a seat."""
    return list(offered_bots())


@router.get("/me")
async def me(visitor: CurrentVisitor, doorman: TheDoorman) -> JSONResponse:
    """Who the sender is, and the token that must come along with his cookies."""
    shown = {"account": visitor.name or None, "language": visitor.language}
    answer = JSONResponse({**shown, "form_token": doorman.form_token(visitor)})
    doorman.remember(answer, visitor)
    return answer


@router.post("/account/{verb}")
async def account(
    request: Request, visitor: CurrentVisitor, verb: accounts.Verb, asked: AccountWords
) -> JSONResponse:
    """Register, log in, log out; another password; delete the account. The session is a cookie."""
    demand_own_header(request, visitor)
    answer = JSONResponse({"done": verb})
    await accounts.do(request, visitor, verb, asked.model_dump(), answer)
    return answer


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
    """Open a table; the answer has the key of the host's seat."""
    demand_own_header(request, visitor)
    limit(request, "create", visitor)
    live = await desk.open_table(
        visitor,
        asked.game,
        asked.options,
        asked.name,
        asked.clock,
        asked.bots,
        humans=1 if asked.sit else 0,
        is_open=asked.open,
    )
    seat = 0 if asked.sit else None
    key = {"key": doorman.seat_key(live.match, 0)} if asked.sit else {}
    answer = JSONResponse({**describe_table(live.match, seat), **key}, status_code=201)
    doorman.remember(answer, visitor)
    return answer


@router.get("/tables/{match}")
async def table(
    visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman, seat: Wanted = None
) -> dict[str, Any]:
    """A table as the sender's seat sees it."""
    return describe_table(live.match, seen_seat(doorman, visitor, live, seat))


@router.get("/tables/{match}/state")
async def state(
    visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman, seat: Wanted = None
) -> dict[str, Any]:
    """The same with the position as bytes (base64), for clients that have the rules themselves."""
    seen, match = seen_seat(doorman, visitor, live, seat), live.match
    return {**describe_table(match, seen), "state": describe_state(match, seen)}


@router.get("/tables/{match}/log")
async def log(
    visitor: CurrentVisitor,
    live: CurrentLive,
    doorman: TheDoorman,
    since: Annotated[int, Query(ge=0, le=10**9, description="lines that the sender has")] = 0,
    language: Language = "en",
    seat: Wanted = None,
) -> list[str]:
    """What happened, in words, as the sender's seat saw it."""
    return live.match.table.log(seen_seat(doorman, visitor, live, seat), language)[since:]


@router.get("/tables/{match}/replay")
async def replay(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    doorman: TheDoorman,
    ply: Annotated[int, Query(ge=0, le=10**9)] = 0,
    seat: Wanted = None,
) -> dict[str, Any]:
    """The table at an earlier moment: as the seat saw it then, or open when the game is over."""
    limit(request, "page", visitor)
    seen, moments = seen_seat(doorman, visitor, live, seat), shown_plies(live.match)
    place = min(ply, len(moments) - 1)
    view = table_at(live.match, moments[place]).view(seen)
    return {"table": live.match.header.match, "ply": place, "last": len(moments) - 1, "view": view}


@router.get("/tables/{match}/record")
async def record(live: CurrentLive) -> dict[str, Any]:
    """The record of a finished game; before that it would tell what is hidden."""
    if not live.match.is_open_book:
        raise Refused("record_later")
    return live.match.table.record().to_json()


@router.get("/tables/{match}/stream")
async def stream(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman, seat: Wanted = None
) -> StreamingResponse:
    """The table again and again, whenever it changes (server-sent events)."""

    def show() -> str:
        seen = seen_seat(doorman, visitor, live, seat)
        shown = json.dumps(describe_table(live.match, seen), ensure_ascii=False)
        return f"event: table\ndata: {shown}\n\n"

    return stream_of(request, visitor, live, show)


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
    demand_own_header(request, visitor)
    limit(request, "move", visitor)
    seat = own_seat(doorman, visitor, live, asked.seat)
    await desk.play(live, seat, asked.move, asked.position)
    return describe_table(live.match, seat)


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
    demand_own_header(request, visitor)
    limit(request, "move", visitor)
    if asked.bot:
        if not doorman.may_host(visitor, live.match):
            raise Refused("not_yours")
        await desk.seat_bot(live, seat, asked.bot)
        await desk.begin_if_full(live)
        return JSONResponse(describe_table(live.match, seen_seat(doorman, visitor, live)))
    await desk.sit(live, seat, visitor, asked.name)
    key = doorman.seat_key(live.match, seat)
    answer = JSONResponse({**describe_table(live.match, seat), "key": key})
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
    demand_own_header(request, visitor)
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
    verb: Verb,
    asked: Wish | None = None,
) -> dict[str, Any]:
    """undo, takeback, answer (yes), pause, resume, passing (mode), leave, return."""
    demand_own_header(request, visitor)
    limit(request, "move", visitor)
    wish = asked or Wish(seat=None, yes=False, mode="")
    seat = own_seat(doorman, visitor, live, wish.seat)
    match verb:
        case "undo":
            await desk.undo(live, seat)
        case "takeback":
            await desk.ask_takeback(live, seat)
        case "answer":
            await desk.answer_takeback(live, seat, wish.yes)
        case "pause":
            await desk.pause(live, seat)
        case "resume":
            await desk.resume(live, seat)
        case "passing":
            await desk.set_passing(live, seat, wish.mode)
        case "leave":
            await desk.leave(live, seat)
        case "return":
            await desk.come_back(live, seat)
    return describe_table(live.match, seat)


@router.post("/records", status_code=201)
async def upload(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> dict[str, Any]:
    """Upload a record to replay it; the body is the document."""
    demand_own_header(request, visitor)
    limit(request, "upload", visitor)
    live = await desk.upload(visitor, (await request.body())[: MAX_BYTES + 1])
    return {"table": live.match.header.match}
