"""What pages and the JSON interface share about a request: who sends it, which table, which seat."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request

from burgomaster.server.desk import Desk
from burgomaster.server.hub import Live
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.match import Refused


async def visitor_of(request: Request) -> Visitor:
    """Who sends a request; kept, so that it is read once."""
    if not hasattr(request.state, "visitor"):
        request.state.visitor = await request.app.state.doorman.admit(request)
    visitor: Visitor = request.state.visitor
    return visitor


async def live_of(request: Request, match: str) -> Live:
    """The table that a path names; 404 if there is none."""
    live: Live | None = await request.app.state.hub.find(match) if len(match) <= 24 else None
    if live is None:
        raise HTTPException(404)
    return live


def desk_of(request: Request) -> Desk:
    """The verbs of a table."""
    desk: Desk = request.app.state.desk
    return desk


def doorman_of(request: Request) -> Doorman:
    """Who knows the seats."""
    doorman: Doorman = request.app.state.doorman
    return doorman


CurrentVisitor = Annotated[Visitor, Depends(visitor_of)]
CurrentLive = Annotated[Live, Depends(live_of)]
TheDesk = Annotated[Desk, Depends(desk_of)]
TheDoorman = Annotated[Doorman, Depends(doorman_of)]


def limit(request: Request, purpose: str, visitor: Visitor) -> None:
    """Refuse what is done too often, by this visitor or from this address."""
    address = request.client.host if request.client else "?"
    limiter = request.app.state.limiter
    key = visitor.who if not visitor.is_new else address
    if not limiter.allow(purpose, key) or not limiter.allow(purpose, f"address:{address}"):
        raise Refused("too_often")


def own_seat(doorman: Doorman, visitor: Visitor, live: Live, seat: Any = None) -> int:
    """The seat that somebody acts for: the one named, else the one whose turn it is, else any of theirs."""
    seats = doorman.seats_of(visitor, live.match)
    if seat is not None and str(seat).isdecimal() and int(seat) in seats:
        return int(seat)
    if not seats or seat not in (None, ""):
        raise HTTPException(403)
    return next((mine for mine in seats if live.match.sees_turn(mine)), seats[0])


def seen_seat(doorman: Doorman, visitor: Visitor, live: Live, wanted: Any = None) -> int | None:
    """Whose eyes a page shows: an own seat, the one whose turn it is first; None for a spectator."""
    seats = doorman.seats_of(visitor, live.match)
    if not seats or wanted == "none":
        return None
    if wanted is not None and str(wanted).isdecimal() and int(wanted) in seats:
        return int(wanted)
    return next((mine for mine in seats if live.match.sees_turn(mine)), seats[0])
