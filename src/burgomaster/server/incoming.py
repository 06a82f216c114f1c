"""Middleware before everything: how long the parts of a request may be, and how long sending them may take.

A body is read only when somebody asks for it, after limits and tokens were looked at where that is possible.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from typing import TypeVar
from weakref import WeakValueDictionary

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.proxies import HOST, key_of, route_path
from burgomaster.server.security import RateLimiter
from burgomaster.server.texts import TEXTS, preferred_language
from burgomaster.web.static_files import STATIC, is_static_file

SMALL_BODY = 64_000  # bytes; the largest honest one is a message of 2,000 letters, each as `%XX` four times
RECORD_BYTES = 1_000_000  # of an uploaded record; the largest ones of our games have 12,000
UPLOAD_BODY = RECORD_BYTES + SMALL_BODY  # a record, with what a form has around it
UPLOADS = ("/records", "/api/records")
BODY_SECONDS = 20.0  # for a whole small body
UPLOAD_SECONDS = 60.0
# bytes of a refused body that are still taken: only then a browser reads the answer
DISCARDED = 16_000_000
MAX_DIGITS = 12
MAX_TARGET = 8_000  # bytes of an address with its query
MAX_HEAD = 32_000  # bytes of all headers
MAX_HEADERS = 100
METHODS = re.compile("[A-Z]{1,20}")
RETRY = {"Retry-After": "10"}
MOST_AT_ONCE = 4  # requests of one address that are worked on; the others of it wait
Result = TypeVar("Result")


class IncomingMiddleware:
    """Plain ASGI. What is wrong with the head of a request is answered here, before anything else is done."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        self.app, self.limiter = app, limiter
        self.turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = wrong_head(scope) or (0 if self.may_ask(scope) else 429)
        if status:
            await refusal(scope, status)(scope, receive, send)
            return
        if not self.limiter.enabled:
            await self.app(scope, Body(scope, receive).receive, send)
            return
        await self.answer_in_turn(scope, receive, send)

    async def answer_in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through when it is its address's turn, which ends when the answer begins."""
        address = key_of(scope)
        turn = Turn(self.turns.get(address) or asyncio.Semaphore(MOST_AT_ONCE))
        self.turns[address] = turn.semaphore

        async def wait() -> Message:
            return await turn.resting(receive())

        async def send_out(message: Message) -> None:
            turn.end()
            await send(message)

        await turn.begin()
        try:
            await self.app(scope, Body(scope, wait).receive, send_out)
        finally:
            turn.end()

    def may_ask(self, scope: Scope) -> bool:
        """Tell whether an address may ask for anything once more; static files that exist are free."""
        path = route_path(scope)
        is_file = path.startswith(STATIC) and is_static_file(path.removeprefix(STATIC))
        return is_file or self.limiter.allow("request", f"address:{key_of(scope)}")


class Turn:
    """The turn of a request among those of its address; it is given back while the sender is awaited."""

    def __init__(self, semaphore: asyncio.Semaphore) -> None:
        self.semaphore = semaphore
        self.is_held = False

    async def begin(self) -> None:
        await self.semaphore.acquire()
        self.is_held = True

    def end(self) -> None:
        if self.is_held:
            self.is_held = False
            self.semaphore.release()

    async def resting(self, awaited: Awaitable[Result]) -> Result:
        """Let others have the turn while something is awaited that may take long."""
        if not self.is_held:
            return await awaited
        self.end()
        found = await awaited
        await self.begin()
        return found


def wrong_head(scope: Scope) -> int:
    """Find the status of a head that is too long or makes no sense, 0 for a good one."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
        return 414
    if len(headers) > MAX_HEADERS or sum(len(name) + len(value) for name, value in headers) > MAX_HEAD:
        return 431
    hosts = [value for name, value in headers if name == b"host"]
    is_named = len(hosts) == 1 and HOST.fullmatch(hosts[0].decode("latin-1"))
    is_said = is_named or (not hosts and scope["http_version"] == "1.0")
    return 0 if is_said and METHODS.fullmatch(scope["method"]) else 400


def refusal(scope: Scope, status: int) -> Response:
    """Explain a refused head: as JSON or as a line of text; nobody sends such a thing from a page."""
    headers = Headers(scope=scope)
    language = preferred_language(None, headers.get("accept-language"))
    text, more = TEXTS.text(language, f"status.{status}"), RETRY if status == 429 else {}
    more = {**more, "Connection": "close"}
    if route_path(scope).startswith("/api/"):
        key = "too_often" if status == 429 else f"status_{status}"
        return JSONResponse({"error": text, "key": key}, status, more)
    return PlainTextResponse(text, status, more)


class Body:
    """The body of one request: no longer than its address takes, and sent in time."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.wait = receive
        is_upload = route_path(scope) in UPLOADS
        self.limit = UPLOAD_BODY if is_upload else SMALL_BODY
        self.seconds = UPLOAD_SECONDS if is_upload else BODY_SECONDS
        claimed = dict(scope["headers"]).get(b"content-length", b"0")
        is_length = claimed.isdigit() and len(claimed) <= MAX_DIGITS
        self.claimed = int(claimed) if is_length else self.limit + 1  # as the sender says
        self.is_asked_first = Headers(scope=scope).get("expect", "").lower() == "100-continue"
        self.n_bytes = 0
        self.is_whole = False
        self.deadline: float | None = None

    async def receive(self) -> Message:
        """Wait for the next piece, 413 for too much and 408 for too slow; then, for the connection to end."""
        if self.is_whole:
            return await self.wait()
        if self.claimed > self.limit:
            await self.refuse()
        message = await self.next_piece()
        if self.n_bytes > self.limit:
            await self.refuse()
        return message

    async def next_piece(self) -> Message:
        now = asyncio.get_running_loop().time()
        self.deadline = now + self.seconds if self.deadline is None else self.deadline
        try:
            async with asyncio.timeout_at(self.deadline):
                message = await self.wait()
        except TimeoutError:
            raise HTTPException(408, headers={"Connection": "close"}) from None
        self.n_bytes += len(message.get("body", b""))
        self.is_whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    async def refuse(self) -> None:
        """Answer 413, after the sender is done: one who still sends would not read the answer."""
        while not self.is_asked_first and not self.is_whole and self.n_bytes <= DISCARDED:
            await self.next_piece()
        raise HTTPException(413, headers={"Connection": "close"})
