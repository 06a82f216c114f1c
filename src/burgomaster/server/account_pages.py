"""Accounts: register, log in, log out. They are only needed to find one's games from any device."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server.desk import clean_name
from burgomaster.server.identity import SESSION_COOKIE, SESSION_SECONDS
from burgomaster.server.match import Refused
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, limit, own_words
from burgomaster.server.security import (
    MOST_PASSWORD,
    hash_password,
    hash_token,
    is_password,
    new_token,
    nobodys_password,
)
from burgomaster.server.store import Store

router = APIRouter(include_in_schema=False)
NAME_LETTERS = 2
PASSWORD_LETTERS = 8
KEY_LENGTH = 40


@router.get("/account")
async def account(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Log in, register, log out."""
    return page(request, visitor, "account.html", letters=PASSWORD_LETTERS)


@router.post("/account/{verb}")
async def change_account(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    """Register, log in or log out."""
    form = await own_words(request, visitor)
    if verb == "logout":
        return await log_out(request)
    if verb not in ("login", "register"):
        raise HTTPException(404)
    limit(request, verb, visitor)
    name, password = clean_name(form.get("name", "")), form.get("password", "")[: MOST_PASSWORD + 1]
    store: Store = request.app.state.store
    number = await (register if verb == "register" else log_in)(store, name, password)
    token = new_token()
    await asyncio.to_thread(store.add_session, hash_token(token), number, time.time())
    response = RedirectResponse("/", status_code=303)
    request.app.state.doorman.set_cookie(response, SESSION_COOKIE, token, SESSION_SECONDS)
    request.app.state.doorman.remember(response, visitor)
    return response


async def register(store: Store, name: str, password: str) -> int:
    """A new account."""
    key = name.casefold()
    is_name = len(name) >= NAME_LETTERS and len(key) <= KEY_LENGTH
    if not is_name or not PASSWORD_LETTERS <= len(password) <= MOST_PASSWORD:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    hashed = await asyncio.to_thread(hash_password, password)
    number = await asyncio.to_thread(store.add_account, name, key, hashed, time.time())
    if number is None:
        raise Refused("name_taken", name=name)
    return number


async def log_in(store: Store, name: str, password: str) -> int:
    """The account of somebody who knows its password."""
    found = await asyncio.to_thread(store.find_account, name.casefold())
    hashed = str(found["password"]) if found else await asyncio.to_thread(nobodys_password)
    if not await asyncio.to_thread(is_password, hashed, password) or found is None:
        raise Refused("wrong_password")
    return int(found["id"])


async def log_out(request: Request) -> Response:
    """End the session of this browser."""
    token = request.cookies.get(SESSION_COOKIE, "")
    await asyncio.to_thread(request.app.state.store.end_session, hash_token(token))
    response = RedirectResponse("/", status_code=303)
    response.delete_cookie(SESSION_COOKIE)
    return response
