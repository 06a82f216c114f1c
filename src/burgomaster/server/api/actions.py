"""JSON: moves, seats, chat, and what else can be asked for at a table."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from burgomaster.server.api.bodies import (
    ChatMessage,
    NewMove,
    NewSitter,
    OneSeat,
    SeatActionFields,
    TwoSeats,
)
from burgomaster.server.describe import describe_table
from burgomaster.server.match import Refused
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    TableServiceDep,
    acting_seat,
    limit_rate,
    limit_spectators,
    limit_verb,
    require_host,
    require_swapper,
    require_token_header,
    viewing_seat,
)
from burgomaster.server.table_service import SeatAction

router = APIRouter()
Verb = Literal["undo", "takeback", "answer", "pause", "resume", "passing", "leave", "relieve", "return"]


@router.post("/tables/{match}/moves")
async def move(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: NewMove,
) -> dict[str, Any]:
    """Make a move; it is stored when the answer comes."""
    require_token_header(request, visitor)
    limit_rate(request, "move", visitor)
    seat = acting_seat(auth, visitor, live, asked.seat)
    await tables.play(live, seat, asked.move, asked.position)
    return describe_table(live.match, seat)


@router.post("/tables/{match}/seats/{seat}")
async def sit(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    seat: int,
    asked: NewSitter,
) -> JSONResponse:
    """Sit down, or let a bot sit down; the answer to a person has the key of the seat."""
    require_token_header(request, visitor)
    limit_verb(request, "sit", visitor)
    if asked.bot:
        if not auth.may_host(visitor, live.match):
            raise Refused("not_yours")
        await tables.seat_bot(live, seat, asked.bot)
        await tables.begin_if_full(live)
        return JSONResponse(describe_table(live.match, viewing_seat(auth, visitor, live)))
    await tables.sit(live, seat, visitor, asked.name, asked.passing)
    shown = {**describe_table(live.match, seat), "key": auth.seat_key(live.match, seat)}
    answer = JSONResponse(shown)
    auth.remember(answer, visitor)
    return answer


@router.post("/tables/{match}/swap")
async def swap(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: TwoSeats,
) -> dict[str, Any]:
    """Let two seats of a waiting table change places: the host any, others their own and a free one."""
    require_token_header(request, visitor)
    limit_verb(request, "swap", visitor)
    require_swapper(auth, visitor, live, asked.seat, asked.other)
    await tables.swap(live, asked.seat, asked.other)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/kick")
async def kick(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: OneSeat,
) -> dict[str, Any]:
    """Free a seat of a waiting table; only its host may do that."""
    require_token_header(request, visitor)
    limit_verb(request, "kick", visitor)
    require_host(auth, visitor, live)
    await tables.send_away(live, asked.seat)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/cancel")
async def cancel(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, tables: TableServiceDep, auth: AuthDep
) -> dict[str, Any]:
    """Call a waiting table off; only its host may do that."""
    require_token_header(request, visitor)
    limit_verb(request, "cancel", visitor)
    require_host(auth, visitor, live)
    await tables.cancel(live)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/chat")
async def say(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: ChatMessage,
) -> dict[str, Any]:
    """Send a chat message."""
    require_token_header(request, visitor)
    limit_rate(request, "chat", visitor)
    seat = viewing_seat(auth, visitor, live)
    limit_spectators(request, live, seat)
    await tables.say(live, seat, asked.name or visitor.name, asked.text)
    return {"ok": True}


@router.post("/tables/{match}/rematch", status_code=201)
async def rematch(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: SeatActionFields | None = None,
) -> dict[str, Any]:
    """Play a finished game again at a new table, with the same people, bots, seats and settings.

    Whoever of the old table asks sits down there; the first opens it, and it begins when nobody is missing.
    The deal, and with it the first player, is drawn anew. The answer is the new table, with the key of the
    seat there; the old table names it as `rematch`.
    """
    require_token_header(request, visitor)
    limit_rate(request, "create", visitor)
    seat = acting_seat(auth, visitor, live, asked.seat if asked else None)
    again = await tables.play_again(live, seat, visitor)
    is_same = again.match.seats[seat].who == live.match.seats[seat].who
    key = {"key": auth.seat_key(again.match, seat)} if is_same else {}
    return {**describe_table(again.match, seat if is_same else None), **key}


@router.post("/tables/{match}/{verb}")
async def act(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    verb: Verb,
    asked: SeatActionFields | None = None,
) -> dict[str, Any]:
    """undo, takeback, answer (yes), pause, resume, passing (mode), leave, relieve, return."""
    require_token_header(request, visitor)
    limit_verb(request, verb, visitor)
    fields = asked or SeatActionFields(seat=None, yes=False, mode="")
    seat = acting_seat(auth, visitor, live, fields.seat)
    await tables.act(live, seat, SeatAction(verb, fields.yes, fields.mode))
    return describe_table(live.match, seat)
