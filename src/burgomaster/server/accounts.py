"""Accounts: what can be done with one, for pages and for the JSON interface alike.

They are only needed to find one's games from any device.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal, get_args

from fastapi import Request, Response

from burgomaster.server.auth import SEATS_COOKIE, SESSION_COOKIE, SESSION_SECONDS, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.people.own_data import forget
from burgomaster.server.people.takeover import claim
from burgomaster.server.security import (
    MOST_PASSWORD,
    hash_password,
    hash_token,
    is_password,
    new_token,
    nobodys_password,
)
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store

NAME_LETTERS = 2
PASSWORD_LETTERS = 8
KEY_LENGTH = 40
Verb = Literal["login", "register", "logout", "password", "delete"]
VERBS: tuple[str, ...] = get_args(Verb)
PURPOSES = dict.fromkeys(VERBS, "login") | {"register": "register", "logout": "page"}  # for rate limits


async def change_account(
    request: Request, visitor: Visitor, verb: str, fields: Mapping[str, str], answer: Response
) -> Response:
    """Do what one of the verbs asks for; the answer gets the cookies of what comes of it."""
    if verb == "logout":
        return await log_out(request, answer)
    if verb == "login":
        number = await log_in(request.app.state.store, *name_and_password(fields))
        return await open_session(request, visitor, number, answer)
    if verb == "register":
        token = new_token()
        guest = None if visitor.is_new or visitor.bearer else f"visitor:{visitor.visitor}"
        await register(request.app.state.store, *name_and_password(fields), hash_token(token), guest)
        request.app.state.takeovers.wake()
        return hand_session(request, visitor, token, answer)
    return await change_own_account(request, visitor, verb, fields, answer)


def name_and_password(fields: Mapping[str, str]) -> tuple[str, str]:
    """Read who somebody says they are."""
    return clean_name(fields.get("name", "")), read_password(fields, "password")


async def change_own_account(
    request: Request, visitor: Visitor, verb: str, fields: Mapping[str, str], answer: Response
) -> Response:
    """Change the password of somebody who is logged in, or delete their account."""
    store: Store = request.app.state.store
    if visitor.account is None:
        raise Refused("not_logged_in")
    # whoever finds a browser that was left open does not know the password
    await log_in(store, visitor.name, read_password(fields, "password"))
    if verb == "delete":
        await asyncio.to_thread(store.accounts.delete, visitor.account, new_token(), forget)
        request.app.state.forgetter.wake()
        request.app.state.sessions.end(str(visitor.account))
        return await log_out(request, answer)
    token = new_token()
    await change_password(store, visitor.account, read_password(fields, "new"), hash_token(token))
    request.app.state.sessions.end(str(visitor.account))
    return hand_session(request, visitor, token, answer)


def read_password(fields: Mapping[str, str], name: str) -> str:
    """Read a password, but no more of it than is needed to see that it is too long."""
    return fields.get(name, "")[: MOST_PASSWORD + 1]


async def register(
    store: Store, name: str, password: str, session: str = "", guest: str | None = None
) -> int:
    """Make a new account; whoever has the session is logged in with it, and takes over a guest's games."""
    key = name.casefold()
    if len(name) < NAME_LETTERS or len(key) > KEY_LENGTH:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    hashed = await asyncio.to_thread(hash_new, password)
    claims = None if guest is None else lambda connection, number: claim(connection, guest, number)
    number = await asyncio.to_thread(store.accounts.add, name, key, hashed, now(), session, claims)
    if number is None:
        raise Refused("name_taken", name=name)
    return number


def hash_new(password: str) -> str:
    """Hash a new password, if it is long enough."""
    if not PASSWORD_LETTERS <= len(password) <= MOST_PASSWORD:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    return hash_password(password)


async def log_in(store: Store, name: str, password: str) -> int:
    """Find the account of somebody who knows its password."""
    found = await asyncio.to_thread(store.accounts.find, name.casefold())
    hashed = str(found["password"]) if found else await asyncio.to_thread(nobodys_password)
    if not await asyncio.to_thread(is_password, hashed, password) or found is None:
        raise Refused("wrong_password")
    return int(found["id"])


async def change_password(store: Store, account: int, password: str, session: str = "") -> None:
    """Set another password; whoever is logged in elsewhere is logged out."""
    hashed = await asyncio.to_thread(hash_new, password)
    await asyncio.to_thread(store.accounts.set_password, account, hashed, session, now())


async def open_session(request: Request, visitor: Visitor, account: int, answer: Response) -> Response:
    """Keep somebody logged in on this browser."""
    token = new_token()
    await asyncio.to_thread(request.app.state.store.accounts.add_session, hash_token(token), account, now())
    return hand_session(request, visitor, token, answer)


def hand_session(request: Request, visitor: Visitor, token: str, answer: Response) -> Response:
    """Give this browser the cookie of a session that is stored."""
    auth = request.app.state.auth
    auth.set_cookie(answer, SESSION_COOKIE, token, SESSION_SECONDS)
    auth.remember(answer, visitor)
    return answer


async def log_out(request: Request, answer: Response) -> Response:
    """End the session of this browser, and forget the seats whose links it has used."""
    token = request.cookies.get(SESSION_COOKIE, "")
    await asyncio.to_thread(request.app.state.store.accounts.end_session, hash_token(token))
    request.app.state.sessions.end(hash_token(token))
    for name in (SESSION_COOKIE, SEATS_COOKIE):
        answer.delete_cookie(name)
    return answer
