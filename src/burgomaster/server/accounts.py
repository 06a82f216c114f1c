"""Accounts: what can be done with one, for pages and for the JSON interface alike.

They are only needed to find one's games from any device.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar, get_args

from fastapi import Request, Response

from burgomaster.server import models
from burgomaster.server.account_store import Conditions
from burgomaster.server.auth import SEATS_COOKIE, SESSION_COOKIE, SESSION_SECONDS, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.people.own_data import forget
from burgomaster.server.people.takeover import claim
from burgomaster.server.security import MOST_PASSWORD, hash_password, hash_token, is_password, new_token
from burgomaster.server.steady_time import now

NAME_LETTERS = 2
PASSWORD_LETTERS = 8
KEY_LENGTH = 40
MOST_HASHING = 16  # passwords that are hashed or wait for it
Verb = Literal["login", "register", "logout", "password", "delete"]
VERBS: tuple[str, ...] = get_args(Verb)
PURPOSES = dict.fromkeys(VERBS, "login") | {"register": "register", "logout": "page"}  # for rate limits
Result = TypeVar("Result")


class PasswordHashing:
    """One thread that hashes passwords, with a short queue: reads of the store never wait behind it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._n_waiting = 0

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Hash or compare a password; Refused if too many wait."""
        if self._n_waiting >= MOST_HASHING:
            raise Refused("logins_busy")
        self._n_waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        finally:
            self._n_waiting -= 1

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


async def change_account(
    request: Request, visitor: Visitor, verb: str, fields: Mapping[str, str], answer: Response
) -> Response:
    """Do what one of the verbs asks for; the answer gets the cookies of what comes of it."""
    if verb == "logout":
        return await log_out(request, answer)
    token = new_token()
    if verb == "login":
        account = await log_in(request, visitor, *name_and_password(fields))
        add = request.app.state.store.accounts.add_session
        if not await asyncio.to_thread(add, hash_token(token), account["id"], now(), has_password(account)):
            raise Refused("wrong_password")
        return hand_session(request, visitor, account["id"], token, answer)
    if verb == "register":
        guest = None if visitor.is_new or visitor.bearer else f"visitor:{visitor.visitor}"
        number = await register(request, *name_and_password(fields), hash_token(token), guest)
        request.app.state.takeovers.wake()
        return hand_session(request, visitor, number, token, answer)
    return await change_own_account(request, visitor, verb, fields, answer)


def name_and_password(fields: Mapping[str, str]) -> tuple[str, str]:
    return clean_name(fields.get("name", "")), read_password(fields, "password")


async def change_own_account(
    request: Request, visitor: Visitor, verb: str, fields: Mapping[str, str], answer: Response
) -> Response:
    if visitor.account is None:
        raise Refused("not_logged_in")
    # whoever finds a browser that was left open does not know the password
    account = await log_in(request, visitor, visitor.name, read_password(fields, "password"))
    if verb == "delete":
        erase = request.app.state.store.accounts.delete
        if not await asyncio.to_thread(erase, visitor.account, new_token(), forget, has_password(account)):
            raise Refused("wrong_password")
        request.app.state.forgetter.wake()
        request.app.state.sessions.end(str(visitor.account))
        return await log_out(request, answer)
    token = new_token()
    given = (read_password(fields, "new"), hash_token(token), has_password(account))
    if not await change_password(request, visitor.account, *given):
        raise Refused("wrong_password")
    request.app.state.sessions.end(str(visitor.account))
    return hand_session(request, visitor, visitor.account, token, answer)


def read_password(fields: Mapping[str, str], name: str) -> str:
    """Read a password, but no more of it than is needed to see that it is too long."""
    return fields.get(name, "")[: MOST_PASSWORD + 1]


async def register(
    request: Request, name: str, password: str, session: str = "", guest: str | None = None
) -> int:
    """Make a new account; whoever has the session is logged in with it, and takes over a guest's games."""
    key = name.casefold()
    if len(name) < NAME_LETTERS or len(key) > KEY_LENGTH:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    hashed = await request.app.state.hashing.run(hash_new, password)
    claims = None if guest is None else lambda connection, number: claim(connection, guest, number)
    add = request.app.state.store.accounts.add
    number: int | None = await asyncio.to_thread(add, name, key, hashed, now(), session, claims)
    if number is None:
        raise Refused("name_taken", name=name)
    return number


def hash_new(password: str) -> str:
    if not PASSWORD_LETTERS <= len(password) <= MOST_PASSWORD:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    return hash_password(password)


async def log_in(request: Request, visitor: Visitor, name: str, password: str) -> Mapping[str, Any]:
    """Find the account with a name and a password; an unknown name is answered alike, and as slowly."""
    state, key = request.app.state, name.casefold()
    found: Mapping[str, Any] | None = await asyncio.to_thread(state.store.accounts.find, key)
    is_known = state.auth.knows_browser(request, visitor, found["id"] if found else 0)
    if not is_known and not state.limiter.allow_name("login_name", key):
        raise Refused("too_many_logins")
    is_right = await state.hashing.run(is_password, found["password"] if found else "", password)
    if found is None or not is_right:
        raise Refused("wrong_password")
    return found


def has_password(account: Mapping[str, Any]) -> Conditions:
    """Require that an account still has the password that was compared."""
    return (models.accounts.c.password == account["password"],)


async def change_password(
    request: Request, account: int, password: str, session: str, only_if: Conditions
) -> bool:
    """Set another password, whose session alone stays logged in; False if a condition does not hold."""
    hashed = await request.app.state.hashing.run(hash_new, password)
    change = request.app.state.store.accounts.set_password
    return bool(await asyncio.to_thread(change, account, hashed, session, now(), only_if))


def hand_session(request: Request, visitor: Visitor, account: int, token: str, answer: Response) -> Response:
    """Give this browser the cookies of a session that is stored."""
    auth = request.app.state.auth
    auth.set_cookie(answer, SESSION_COOKIE, token, SESSION_SECONDS)
    auth.remember(answer, visitor)
    auth.remember_account(answer, visitor, account)
    return answer


async def log_out(request: Request, answer: Response) -> Response:
    """End the session of this browser, and forget the seats whose links it has used."""
    token = request.cookies.get(SESSION_COOKIE, "")
    await asyncio.to_thread(request.app.state.store.accounts.end_session, hash_token(token))
    request.app.state.sessions.end(hash_token(token))
    for name in (SESSION_COOKIE, SEATS_COOKIE):
        answer.delete_cookie(name)
    return answer
