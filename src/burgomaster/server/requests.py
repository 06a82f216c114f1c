"""What pages and the JSON interface share about a request: who sends it, which table, which seat."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from starlette.datastructures import FormData

from burgomaster.server.desk import Desk
from burgomaster.server.hub import Live
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.security import CROWD, STRICT, RateLimiter

MATCH_NAME = re.compile("[A-Za-z0-9_-]{1,24}")
MOST_DIGITS = 9


async def visitor_of(request: Request) -> Visitor:
    """Who sends a request; kept, so that it is read once."""
    if not hasattr(request.state, "visitor"):
        request.state.visitor = await request.app.state.doorman.admit(request)
    visitor: Visitor = request.state.visitor
    return visitor


async def live_of(request: Request, match: str) -> Live:
    """The table that a path names; 404 if there is none."""
    live: Live | None = await request.app.state.hub.find(match) if MATCH_NAME.fullmatch(match) else None
    if live is None:
        raise HTTPException(404)
    return live


async def desk_of(request: Request) -> Desk:
    """The verbs of a table."""
    desk: Desk = request.app.state.desk
    return desk


async def doorman_of(request: Request) -> Doorman:
    """Who knows the seats."""
    doorman: Doorman = request.app.state.doorman
    return doorman


@asynccontextmanager
async def own_form(request: Request, visitor: Visitor) -> AsyncIterator[FormData]:
    """A form that one of our own pages sent."""
    async with request.form(max_files=1, max_fields=200) as form:
        token = request.headers.get("x-form-token") or str(form.get("form", ""))
        demand_own(request, visitor, token)
        yield form


async def own_words(request: Request, visitor: Visitor) -> dict[str, str]:
    """The texts of such a form."""
    async with own_form(request, visitor) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def demand_own(request: Request, visitor: Visitor, token: str | None) -> None:
    """A browser's cookies are enough only together with the token of our own pages."""
    if not request.app.state.doorman.is_own_form(visitor, token):
        raise HTTPException(403)


def demand_own_header(request: Request, visitor: Visitor) -> None:
    """The same for JSON; in the name of somebody without a cookie of ours nothing can be forged."""
    if not visitor.is_new or visitor.account is not None:
        demand_own(request, visitor, request.headers.get("x-form-token"))


CurrentVisitor = Annotated[Visitor, Depends(visitor_of)]
CurrentLive = Annotated[Live, Depends(live_of)]
TheDesk = Annotated[Desk, Depends(desk_of)]
TheDoorman = Annotated[Doorman, Depends(doorman_of)]


def limit(request: Request, purpose: str, visitor: Visitor) -> None:
    """Refuse what is done too often, by this visitor or from this address."""
    address = request.client.host if request.client else "?"
    limiter: RateLimiter = request.app.state.limiter
    crowd = 1 if purpose in STRICT else CROWD
    if not limiter.allow(purpose, f"address:{address}", times=crowd):
        raise Refused("too_often")
    if not visitor.is_new and not limiter.allow(purpose, visitor.who):
        raise Refused("too_often")


def small_number(given: Any) -> int | None:
    """A number that somebody sent, None if it is none, or too large to mean anything."""
    text = str(given)
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


def own_seat(doorman: Doorman, visitor: Visitor, live: Live, seat: Any = None) -> int:
    """The seat that somebody acts for: the one named, else the one whose turn it is, else any of theirs."""
    seats = doorman.seats_of(visitor, live.match)
    if seat not in (None, ""):
        number = small_number(seat)
        if number is None or number not in seats:
            raise HTTPException(403)
        return number
    if not seats:
        raise HTTPException(403)
    return next((mine for mine in seats if live.match.sees_turn(mine)), seats[0])


def seen_seat(doorman: Doorman, visitor: Visitor, live: Live, wanted: Any = None) -> int | None:
    """Whose eyes somebody looks through: an own seat, whose turn it is first; None for a spectator."""
    seats = doorman.seats_of(visitor, live.match)
    if not seats or wanted == "none":
        return None
    number = small_number(wanted)
    if number is not None and number in seats:
        return number
    return next((mine for mine in seats if live.match.sees_turn(mine)), seats[0])
