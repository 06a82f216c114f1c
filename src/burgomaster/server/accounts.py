"""Accounts: what can be done with one, for pages and for the JSON interface alike.

They are only needed to find one's games from any device.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Literal, get_args

from fastapi import Request, Response

from burgomaster.server.auth import SESSION_COOKIE, SESSION_SECONDS, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.requests import limit_rate
from burgomaster.server.security import (
    MOST_PASSWORD,
    hash_password,
    hash_token,
    is_password,
    new_token,
    nobodys_password,
)
from burgomaster.server.store import Store

NAME_LETTERS = 2
PASSWORD_LETTERS = 8
KEY_LENGTH = 40
Verb = Literal["login", "register", "logout", "password", "delete"]
VERBS: tuple[str, ...] = get_args(Verb)


async def change_account(
    request: Request, visitor: Visitor, verb: str, fields: Mapping[str, str], answer: Response
) -> Response:
    """Do what one of the verbs asks for; the answer gets the cookies of what comes of it."""
    if verb == "logout":
        return await log_out(request, answer)
    limit_rate(request, "register" if verb == "register" else "login", visitor)
    if verb in ("login", "register"):
        number = await enter(request.app.state.store, verb, fields)
        return await open_session(request, visitor, number, answer)
    return await change_own_account(request, visitor, verb, fields, answer)


async def enter(store: Store, verb: str, fields: Mapping[str, str]) -> int:
    """Find or make the account that somebody wants to use."""
    name, password = clean_name(fields.get("name", "")), read_password(fields, "password")
    return await (register if verb == "register" else log_in)(store, name, password)


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
        await asyncio.to_thread(store.delete_account, visitor.account, new_token())
        request.app.state.sessions.end(str(visitor.account))
        return await log_out(request, answer)
    await change_password(store, visitor.account, read_password(fields, "new"))
    request.app.state.sessions.end(str(visitor.account))
    return await open_session(request, visitor, visitor.account, answer)


def read_password(fields: Mapping[str, str], name: str) -> str:
    """Read a password, but no more of it than is needed to see that it is too long."""
    return fields.get(name, "")[: MOST_PASSWORD + 1]


async def register(store: Store, name: str, password: str) -> int:
    """Make a new account."""
    key = name.casefold()
    if len(name) < NAME_LETTERS or len(key) > KEY_LENGTH:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    hashed = await asyncio.to_thread(hash_new, password)
    number = await asyncio.to_thread(store.add_account, name, key, hashed, time.time())
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
    found = await asyncio.to_thread(store.find_account, name.casefold())
    hashed = str(found["password"]) if found else await asyncio.to_thread(nobodys_password)
    if not await asyncio.to_thread(is_password, hashed, password) or found is None:
        raise Refused("wrong_password")
    return int(found["id"])


async def change_password(store: Store, account: int, password: str) -> None:
    """Set another password; whoever is logged in elsewhere is logged out."""
    hashed = await asyncio.to_thread(hash_new, password)
    await asyncio.to_thread(store.set_password, account, hashed)


async def open_session(request: Request, visitor: Visitor, account: int, answer: Response) -> Response:
    """Keep somebody logged in on this browser."""
    token, auth = new_token(), request.app.state.auth
    await asyncio.to_thread(request.app.state.store.add_session, hash_token(token), account, time.time())
    auth.set_cookie(answer, SESSION_COOKIE, token, SESSION_SECONDS)
    auth.remember(answer, visitor)
    return answer


async def log_out(request: Request, answer: Response) -> Response:
    """End the session of this browser."""
    token = request.cookies.get(SESSION_COOKIE, "")
    await asyncio.to_thread(request.app.state.store.end_session, hash_token(token))
    request.app.state.sessions.end(hash_token(token))
    answer.delete_cookie(SESSION_COOKIE)
    return answer
