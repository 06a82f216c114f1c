"""JSON: moves, seats, chat, and what else can be asked for at a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from starlette.convertors import StringConvertor, register_url_convertor

from burgomaster.server.api.bodies import (
    SEATS,
    ChatMessage,
    NewMove,
    NewPlan,
    NewSitter,
    OneSeat,
    SeatActionFields,
    StandingAnswers,
    TwoSeats,
)
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, GuardedRoute, errors, limited
from burgomaster.server.describe import describe_table
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
from burgomaster.server.table_service import SeatAction

router = APIRouter(route_class=GuardedRoute)
TABLE_CHANGE = {**CHANGE, **AT_TABLE, **errors(409)}
SeatPath = Annotated[int, Path(ge=0, lt=SEATS)]
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


def purpose_of_verb(request: Request) -> str:
    return PURPOSE_OF.get(str(request.path_params["verb"]), "move")


class SeatVerb(StringConvertor):
    """What a path may end with, so that it does not take what other paths end with."""

    regex = "|".join(get_args(Verb))


register_url_convertor("seat_verb", SeatVerb())


@router.post("/tables/{match}/moves", responses=TABLE_CHANGE)
@limited("move")
async def move(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: NewMove,
) -> dict[str, Any]:
    """Make a move; it is stored when the answer comes."""
    seat = acting_seat(auth, visitor, live, asked.seat)
    await tables.play(live, seat, asked.move, asked.position)
    return describe_table(live.match, seat)


@router.post("/tables/{match}/seats/{seat}", responses=TABLE_CHANGE)
@limited("seat")
async def sit(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    seat: SeatPath,
    asked: NewSitter,
) -> JSONResponse:
    """Sit down, or let a bot sit down; the answer to a person has the key of the seat."""
    if asked.bot:
        if not auth.may_host(visitor, live.match):
            raise Refused("not_yours")
        await tables.seat_bot(live, seat, asked.bot)
        return JSONResponse(describe_table(live.match, viewing_seat(auth, visitor, live)))
    await tables.sit(live, seat, visitor, asked.name, asked.passing)
    shown = {**describe_table(live.match, seat), "key": auth.seat_key(live.match, seat)}
    answer = JSONResponse(shown)
    auth.remember(answer, visitor)
    return answer


@router.post("/tables/{match}/swap", responses=TABLE_CHANGE)
@limited("seat")
async def swap(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: TwoSeats,
) -> dict[str, Any]:
    """Let two seats of a waiting table change places: the host any, others their own and a free one."""
    require_swapper(auth, visitor, live, asked.seat, asked.other)
    await tables.swap(live, asked.seat, asked.other)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/kick", responses=TABLE_CHANGE)
@limited("seat")
async def kick(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: OneSeat,
) -> dict[str, Any]:
    """Free a seat of a waiting table; only its host may do that."""
    require_host(auth, visitor, live)
    await tables.send_away(live, asked.seat)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/cancel", responses=TABLE_CHANGE)
@limited("seat")
async def cancel(
    visitor: CurrentVisitor, live: CurrentMatch, tables: TableServiceDep, auth: AuthDep
) -> dict[str, Any]:
    """Call a waiting table off; only its host may do that."""
    require_host(auth, visitor, live)
    await tables.cancel(live)
    return describe_table(live.match, viewing_seat(auth, visitor, live))


@router.post("/tables/{match}/chat", responses=TABLE_CHANGE)
@limited("chat")
async def say(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: ChatMessage,
) -> dict[str, Any]:
    """Send a chat message."""
    seat = viewing_seat(auth, visitor, live)
    limit_spectators(request, live, seat)
    await tables.say(live, seat, asked.name or visitor.name, asked.text)
    return {"ok": True}


@router.post("/tables/{match}/rematch", status_code=201, responses=TABLE_CHANGE)
@limited("create")
async def rematch(
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
    seat = acting_seat(auth, visitor, live, asked.seat if asked else None)
    again = await tables.play_again(live, seat, visitor)
    is_same = again.match.seats[seat].who == live.match.seats[seat].who
    key = {"key": auth.seat_key(again.match, seat)} if is_same else {}
    return {**describe_table(again.match, seat if is_same else None), **key}


@router.post("/tables/{match}/plan", responses=TABLE_CHANGE)
@limited("move")
async def plan(
    visitor: CurrentVisitor, live: CurrentMatch, tables: TableServiceDep, auth: AuthDep, asked: NewPlan
) -> dict[str, Any]:
    """Say what to do when it becomes the sender's turn: the first move that is legal then is made.

    Nobody else learns of it. The table shows the sender's own plan as `plan`.
    """
    seat = acting_seat(auth, visitor, live, asked.seat)
    await tables.plan(live, seat, asked.moves, asked.holds)
    return describe_table(live.match, seat)


@router.post("/tables/{match}/standing", responses=TABLE_CHANGE)
@limited("move")
async def standing(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    asked: StandingAnswers,
) -> dict[str, Any]:
    """Say what to answer whenever the sender is asked in secret; it is answered at once then."""
    seat = acting_seat(auth, visitor, live, asked.seat)
    await tables.set_standing(live, seat, [(one.move, one.phase) for one in asked.answers])
    return describe_table(live.match, seat)


@router.post("/tables/{match}/{verb:seat_verb}", responses=TABLE_CHANGE)
@limited(purpose_of_verb)
async def act(
    visitor: CurrentVisitor,
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    verb: Verb,
    asked: SeatActionFields | None = None,
) -> dict[str, Any]:
    """undo, takeback, answer (yes), pause, resume, passing (mode), leave, relieve, return.

    In slow games also vacation (mode: the number of days) and home.
    """
    fields = asked or SeatActionFields(seat=None, yes=False, mode="")
    seat = acting_seat(auth, visitor, live, fields.seat)
    await tables.act(live, seat, SeatAction(verb, fields.yes, fields.mode))
    return describe_table(live.match, seat)
