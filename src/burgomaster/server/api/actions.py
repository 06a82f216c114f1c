"""JSON: moves, seats, chat, and what else can be asked for at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse
from starlette.convertors import StringConvertor, register_url_convertor

from burgomaster.server.api import bodies
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, GuardedRoute, errors, limited
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.describe import describe_table
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    TableServiceDep,
    acting_seat,
    limit_spectators,
    require_host,
    require_swapper,
    viewing_seat,
)
from burgomaster.server.security import PURPOSE_OF
from burgomaster.server.table_service import SeatAction, TableService

router = APIRouter(route_class=GuardedRoute)
TABLE_CHANGE = {**CHANGE, **AT_TABLE, **errors(409)}
SeatPath = Annotated[int, Path(ge=0, lt=bodies.SEATS)]
Verb = Literal[
    "undo",
    "takeback",
    "answer",
    "pause",
    "resume",
    "passing",
    "commentary",
    "leave",
    "relieve",
    "return",
    "vacation",
    "home",
]


class SeatVerb(StringConvertor):
    """What a path may end with, so that it does not take what other paths end with."""

    regex = "|".join(get_args(Verb))


register_url_convertor("seat_verb", SeatVerb())


@dataclass(frozen=True)
class TableCall:
    """Somebody's wish at a table."""

    visitor: Visitor
    live: LiveMatch
    tables: TableService
    auth: Auth

    def acting_seat(self, wanted: int | None) -> int:
        return acting_seat(self.auth, self.visitor, self.live, wanted)

    def viewing_seat(self) -> int | None:
        return viewing_seat(self.auth, self.visitor, self.live)

    def described(self) -> dict[str, Any]:
        """Describe the table as the sender sees it."""
        return describe_table(self.live.match, self.viewing_seat())


def current_call(
    visitor: CurrentVisitor, live: CurrentMatch, tables: TableServiceDep, auth: AuthDep
) -> TableCall:
    return TableCall(visitor, live, tables, auth)


CurrentCall = Annotated[TableCall, Depends(current_call)]


@router.post("/tables/{match}/moves", responses=TABLE_CHANGE)
@limited("move")
async def move(call: CurrentCall, asked: bodies.NewMove) -> dict[str, Any]:
    """Make a move; it is stored when the answer comes."""
    seat = call.acting_seat(asked.seat)
    await call.tables.play(call.live, seat, asked.move, asked.position)
    return describe_table(call.live.match, seat)


@router.post("/tables/{match}/seats/{seat}", responses=TABLE_CHANGE)
@limited("seat")
async def sit(call: CurrentCall, seat: SeatPath, asked: bodies.NewSitter) -> JSONResponse:
    """Sit down, or let a bot sit down; the answer to a person has the key of the seat."""
    if asked.bot:
        if not call.auth.may_host(call.visitor, call.live.match):
            raise Refused("not_yours")
        await call.tables.seat_bot(call.live, seat, asked.bot)
        return JSONResponse(call.described())
    await call.tables.sit(call.live, seat, call.visitor, asked.name, asked.passing)
    shown = {**describe_table(call.live.match, seat), "key": call.auth.seat_key(call.live.match, seat)}
    answer = JSONResponse(shown)
    call.auth.remember(answer, call.visitor)
    return answer


@router.post("/tables/{match}/swap", responses=TABLE_CHANGE)
@limited("seat")
async def swap(call: CurrentCall, asked: bodies.TwoSeats) -> dict[str, Any]:
    """Let two seats of a waiting table change places: the host any, others their own and a free one."""
    require_swapper(call.auth, call.visitor, call.live, asked.seat, asked.other)
    await call.tables.swap(call.live, asked.seat, asked.other)
    return call.described()


@router.post("/tables/{match}/kick", responses=TABLE_CHANGE)
@limited("seat")
async def kick(call: CurrentCall, asked: bodies.OneSeat) -> dict[str, Any]:
    """Free a seat of a waiting table; only its host may do that."""
    require_host(call.auth, call.visitor, call.live)
    await call.tables.send_away(call.live, asked.seat)
    return call.described()


@router.post("/tables/{match}/cancel", responses=TABLE_CHANGE)
@limited("seat")
async def cancel(call: CurrentCall) -> dict[str, Any]:
    """Call a waiting table off; only its host may do that."""
    require_host(call.auth, call.visitor, call.live)
    await call.tables.cancel(call.live)
    return call.described()


@router.post("/tables/{match}/chat", responses=TABLE_CHANGE)
@limited("chat")
async def say(request: Request, call: CurrentCall, asked: bodies.ChatMessage) -> dict[str, Any]:
    """Send a chat message."""
    seat = call.viewing_seat()
    limit_spectators(request, call.live, seat)
    await call.tables.say(call.live, seat, asked.name or call.visitor.name, asked.text)
    return {"ok": True}


@router.post("/tables/{match}/rematch", status_code=201, responses=TABLE_CHANGE)
@limited("create")
async def rematch(call: CurrentCall, asked: bodies.SeatActionFields | None = None) -> dict[str, Any]:
    """Play a finished game again at a new table, with the same people, bots, seats and settings.

    Whoever of the old table asks sits down there; the first opens it, and it begins when nobody is missing.
    The deal, and with it the first player, is drawn anew. The answer is the new table, with the key of the
    seat there; the old table names it as `rematch`.
    """
    seat = call.acting_seat(asked.seat if asked else None)
    again = await call.tables.play_again(call.live, seat, call.visitor)
    is_same = again.match.seats[seat].who == call.live.match.seats[seat].who
    key = {"key": call.auth.seat_key(again.match, seat)} if is_same else {}
    return {**describe_table(again.match, seat if is_same else None), **key}


@router.post("/tables/{match}/plan", responses=TABLE_CHANGE)
@limited("move")
async def plan(call: CurrentCall, asked: bodies.NewPlan) -> dict[str, Any]:
    """Say what to do when it becomes the sender's turn: the first move that is legal then is made.

    Nobody else learns of it. The table shows the sender's own plan as `plan`.
    """
    seat = call.acting_seat(asked.seat)
    await call.tables.plan(call.live, seat, asked.moves, asked.holds)
    return describe_table(call.live.match, seat)


@router.post("/tables/{match}/standing", responses=TABLE_CHANGE)
@limited("move")
async def standing(call: CurrentCall, asked: bodies.StandingAnswers) -> dict[str, Any]:
    """Say what to answer whenever the sender is asked in secret; it is answered at once then."""
    seat = call.acting_seat(asked.seat)
    await call.tables.set_standing(call.live, seat, [(one.move, one.phase) for one in asked.answers])
    return describe_table(call.live.match, seat)


@router.post("/tables/{match}/{verb:seat_verb}", responses=TABLE_CHANGE)
@limited(lambda request: PURPOSE_OF.get(request.path_params["verb"], "move"))
async def act(call: CurrentCall, verb: Verb, asked: bodies.SeatActionFields | None = None) -> dict[str, Any]:
    """undo, takeback, answer (yes), pause, resume, passing (mode), leave, relieve, return.

    In slow games also vacation (mode: the number of days) and home.
    """
    fields = asked or bodies.SeatActionFields(seat=None, yes=False, mode="")
    seat = call.acting_seat(fields.seat)
    await call.tables.act(call.live, seat, SeatAction(verb, fields.yes, fields.mode))
    return describe_table(call.live.match, seat)
