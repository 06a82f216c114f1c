"""Middleware around everything: bodies that are too large are refused, every answer gets security headers."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.security import HEADERS
from burgomaster.web.static_files import is_current, split_hash

MAX_BODY = 8_500_000
MAX_DIGITS = 12
STATIC = "/static/"
STATIC_CACHE = "public, max-age=3600"
CONTENT_CACHE = "public, max-age=31536000, immutable"  # of an address that changes with the content


class SecurityHeadersMiddleware:
    """Plain ASGI, so that streams pass through as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cache = read_static_path(scope) if scope["path"].startswith(STATIC) else "no-store"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), cache)
            await send(message)

        await self.app(scope, limit_body(receive, claimed_length(scope)), send_with_headers)


def read_static_path(scope: Scope) -> str:
    """Take the hash out of the path of a static file, and tell how long the file may be kept."""
    name, found = split_hash(scope["path"].removeprefix(STATIC))
    scope["path"] = STATIC + name
    return CONTENT_CACHE if is_current(name, found) else STATIC_CACHE


def claimed_length(scope: Scope) -> int:
    """Read how large the sender says that a body is."""
    claimed = dict(scope["headers"]).get(b"content-length", b"0")
    return int(claimed) if claimed.isdigit() and len(claimed) <= MAX_DIGITS else MAX_BODY + 1


def limit_body(receive: Receive, claimed: int) -> Receive:
    """Read a body only as far as it may be long; 413 beyond that."""
    n_bytes = 0

    async def receive_counted() -> Message:
        nonlocal n_bytes
        message = await receive()
        n_bytes += len(message.get("body", b""))
        if message["type"] == "http.request" and max(n_bytes, claimed) > MAX_BODY:
            raise HTTPException(413)
        return message

    return receive_counted


def add_headers(headers: MutableHeaders, cache: str) -> None:
    """Add the security headers, and how long an answer may be kept."""
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", cache)
