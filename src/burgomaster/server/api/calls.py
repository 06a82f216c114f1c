"""JSON: how the sender is called when it is their turn and they are not looking."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from burgomaster.server.api.bodies import NewWay, QuietChannels, WayFields
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, GuardedRoute, errors, limited
from burgomaster.server.calls.service import CallService, describe_way
from burgomaster.server.calls.ways import EVENTS, PACES
from burgomaster.server.match import Refused
from burgomaster.server.requests import AuthDep, CurrentMatch, CurrentVisitor

router = APIRouter(prefix="/calls", route_class=GuardedRoute)
WayNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


def service_of(request: Request) -> CallService:
    calls: CallService = request.app.state.calls
    return calls


@router.get("")
async def ways(request: Request, visitor: CurrentVisitor) -> dict[str, Any]:
    """List the sender's ways, what can be chosen, and the key that a browser subscribes with."""
    calls = service_of(request)
    return {
        "ways": [describe_way(way) for way in await calls.of(visitor)],
        "tables": {row["match"]: list(row["off"]) for row in await calls.tables_of(visitor)},
        "events": list(EVENTS),
        "paces": list(PACES),
        "push_key": calls.channels.key.public,
        "mail": calls.channels.is_mail_on,
    }


@router.post("/ways", status_code=201, responses=CHANGE)
@limited("call")
async def add(request: Request, visitor: CurrentVisitor, auth: AuthDep, asked: NewWay) -> JSONResponse:
    """Add a way: `push` with the subscription of a browser, `mail`, or `webhook`.

    A mail address is used after the link that was sent there is followed; until then it is not `confirmed`.
    Only https addresses of public hosts are taken, unless the operator allows others.
    """
    calls = service_of(request)
    if asked.channel == "push":
        way = await calls.add_push(visitor, asked.address, asked.p256dh, asked.auth)
    elif asked.channel == "mail":
        way = await calls.add_mail(visitor, asked.address)
    else:
        base = str(request.base_url).rstrip("/").removesuffix(request.app.state.settings.prefix)
        way = await calls.add_webhook(visitor, asked.address, asked.shape, base)
    answer = JSONResponse(describe_way(way), status_code=201)
    auth.remember(answer, visitor)
    return answer


@router.post("/ways/{way}", responses=CHANGE)
@limited("page")
async def change(
    request: Request, visitor: CurrentVisitor, way: WayNumber, asked: WayFields
) -> dict[str, Any]:
    """Choose what a way calls for (`events`) and how often at most (`pace`, in seconds)."""
    calls = service_of(request)
    await calls.change(visitor, way, asked.events, asked.pace)
    found = next((one for one in await calls.of(visitor) if one.id == way), None)
    if found is None:
        raise Refused("no_such_way")
    return describe_way(found)


@router.post("/ways/{way}/remove", responses=CHANGE)
@limited("page")
async def remove(request: Request, visitor: CurrentVisitor, way: WayNumber) -> dict[str, Any]:
    """Forget a way, and what was still to be sent by it."""
    await service_of(request).remove(visitor, way)
    return {"removed": way}


@router.post("/ways/{way}/test", responses=CHANGE)
@limited("call")
async def test(request: Request, visitor: CurrentVisitor, way: WayNumber) -> dict[str, Any]:
    """Send a test by a way."""
    return {"sent": await service_of(request).test(visitor, way)}


@router.post("/tables/{match}", responses={**CHANGE, **AT_TABLE, **errors(409)})
@limited("page")
async def quiet(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, asked: QuietChannels
) -> dict[str, Any]:
    """Choose the channels that are silent about a table (`off`)."""
    await service_of(request).quiet(visitor, live.name, asked.off)
    return {"table": live.name, "off": asked.off}
