"""What routes share about a request: who sends it, for which table and seat, and whether it may be done."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.match.journal import is_deal_on
from burgomaster.server.proxies import key_of
from burgomaster.server.request_bodies import Form, read_form
from burgomaster.server.security import ADDRESS, CROWD, OF_GUESTS, STRICT, RateLimiter, hash_token
from burgomaster.server.steady_time import now
from burgomaster.server.table_service import TableService
from burgomaster.server.troubles import STORE, TROUBLES

MATCH_NAME = re.compile("[A-Za-z0-9_-]{1,24}")
MOST_DIGITS = 9


# Dependencies of routes


async def visitor_of(request: Request) -> Visitor:
    """Identify who sends a request; kept, so that it is done once."""
    if not hasattr(request.state, "visitor"):
        request.state.visitor = await request.app.state.auth.identify(request)
    visitor: Visitor = request.state.visitor
    return visitor


async def likely_visitor_of(request: Request) -> Visitor:
    """Identify who sends a request as far as the store allows: for whoever has to explain an error."""
    try:
        return await visitor_of(request)
    except SQLAlchemyError as error:
        TROUBLES.report(STORE, error)
        auth: Auth = request.app.state.auth
        return auth.read_cookies(request)


async def any_match_of(request: Request, match: str) -> LiveMatch:
    """Find the match that a path names, for what shows no card of it; 404 if there is none."""
    if not MATCH_NAME.fullmatch(match):
        raise HTTPException(404)
    live: LiveMatch | None = await request.app.state.match_manager.find(match)
    if live is None:
        raise HTTPException(404)
    if live.match.is_waiting:  # who waits here is there
        live.visit(request.app.state.auth.may_host(await visitor_of(request), live.match))
    return live


async def live_match_of(request: Request, match: str) -> LiveMatch:
    """Find the match that a path names; refused to a visitor for whom it is too early to see its cards."""
    live, auth = await any_match_of(request, match), request.app.state.auth
    header, key = live.match.header, request.query_params.get("key", "")
    if is_deal_on(header.host, now()) and auth.key_seat(key, live.match) is None:
        if not auth.seats_of(await visitor_of(request), live.match):
            await require_own_result(request, header.game, header.host)
    return live


async def require_own_result(request: Request, game: str, host: str) -> None:
    """Raise Refused if others show the cards of today's deal before the sender has played it to its end."""
    visitor = await visitor_of(request)
    has_played = request.app.state.store.has_played
    if visitor.bearer or not await asyncio.to_thread(has_played, visitor.whos, game, host):
        raise Refused("deal_today")


async def table_service_of(request: Request) -> TableService:
    tables: TableService = request.app.state.table_service
    return tables


async def auth_of(request: Request) -> Auth:
    auth: Auth = request.app.state.auth
    return auth


CurrentVisitor = Annotated[Visitor, Depends(visitor_of)]
AnyMatch = Annotated[LiveMatch, Depends(any_match_of)]
CurrentMatch = Annotated[LiveMatch, Depends(live_match_of)]
TableServiceDep = Annotated[TableService, Depends(table_service_of)]
AuthDep = Annotated[Auth, Depends(auth_of)]


# Requests that only our own pages can send


async def trusted_form(request: Request, visitor: Visitor, purpose: str = "") -> Form:
    """Read a form that one of our own pages sent; 403 for any other.

    Whether it may be done once more is looked at before anything is read, and so is a token in the header.
    """
    if purpose:
        limit_rate(request, purpose, visitor)
    token = request.headers.get("x-form-token")
    if token:
        require_form_token(request, visitor, token)
    form = await read_form(request)
    require_form_token(request, visitor, token or form.fields.get("form", ""))
    return form


async def trusted_fields(request: Request, visitor: Visitor, purpose: str = "") -> dict[str, str]:
    return dict((await trusted_form(request, visitor, purpose)).fields)


def form_fields(purpose: str, by_verb: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Make a parameter of a route that reads such fields, with a limit by the verb of the path.

    Parameters are worked out in their order: it stands before all that ask the store.
    """

    async def read(request: Request, visitor: CurrentVisitor) -> dict[str, str]:
        verb = str(request.path_params.get("verb"))
        return await trusted_fields(request, visitor, by_verb.get(verb, purpose))

    return Depends(read)


def require_form_token(request: Request, visitor: Visitor, token: str | None) -> None:
    """Answer 403 to a browser's cookies that come without the token of our own pages."""
    if not request.app.state.auth.is_own_form(visitor, token):
        raise HTTPException(403)


def require_token_header(request: Request, visitor: Visitor) -> None:
    """Do the same for JSON; in the name of somebody without a cookie of ours nothing can be forged."""
    if visitor.is_known_by_cookie:
        require_form_token(request, visitor, request.headers.get("x-form-token"))


def limit_rate(request: Request, purpose: str, visitor: Visitor) -> None:
    """Refuse what is done too often, by this visitor or from this address."""
    limiter: RateLimiter = request.app.state.limiter
    if visitor.account is None:
        purpose = OF_GUESTS.get(purpose, purpose)
    crowd = 1 if purpose in STRICT else CROWD
    if not limiter.allow(purpose, f"{ADDRESS}{key_of(request.scope)}", times=crowd):
        raise Refused("too_often")
    person = person_of(visitor)
    if person and not limiter.allow(purpose, person):
        raise Refused("too_often")


def person_of(visitor: Visitor) -> str:
    """Name whom a limit counts: a visitor, the bearer of a key; "" for whoever comes for the first time."""
    if visitor.bearer:
        return f"key:{hash_token(visitor.keys[0])}"
    return "" if visitor.is_new else visitor.who


def limit_spectators(request: Request, live: LiveMatch, seat: int | None) -> None:
    """Refuse what those say who only watch, when they say too much together."""
    limiter: RateLimiter = request.app.state.limiter
    if seat is None and not limiter.allow("spectators", f"table:{live.name}"):
        raise Refused("spectators_talk")


# Seats


def small_number(given: Any) -> int | None:
    """Read a number that somebody sent, None if it is none, or too large to mean anything."""
    text = str(given)
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


def acting_seat(auth: Auth, visitor: Visitor, live: LiveMatch, wanted: Any = None) -> int:
    """Choose the seat somebody acts for: the one they name, or the likeliest; 403 if it is not theirs."""
    seats = auth.seats_of(visitor, live.match)
    if not seats:
        raise HTTPException(403)
    if wanted in (None, ""):
        return likeliest_seat(live, seats)
    number = small_number(wanted)
    if number is None or number not in seats:
        raise HTTPException(403)
    return number


def viewing_seat(auth: Auth, visitor: Visitor, live: LiveMatch, wanted: Any = None) -> int | None:
    """Choose the seat whose view somebody gets: the one they name, or the likeliest; None for a spectator."""
    seats = auth.seats_of(visitor, live.match)
    if not seats or wanted == "none":
        return None
    number = small_number(wanted)
    return number if number is not None and number in seats else likeliest_seat(live, seats)


def require_host(auth: Auth, visitor: Visitor, live: LiveMatch) -> None:
    if not auth.is_host(visitor, live.match):
        raise Refused("not_host")


def require_swapper(auth: Auth, visitor: Visitor, live: LiveMatch, seat: int, other: int) -> None:
    """Raise Refused unless somebody may change two seats: the host any, others their own and a free one."""
    seats, held = auth.seats_of(visitor, live.match), live.match.seats
    is_free = 0 <= other < len(held) and held[other].is_free
    if not (seat in seats and is_free):
        require_host(auth, visitor, live)


def likeliest_seat(live: LiveMatch, seats: list[int]) -> int:
    """Choose among somebody's seats the one whose turn it is, else the first."""
    return next((seat for seat in seats if live.match.sees_turn(seat)), seats[0])
