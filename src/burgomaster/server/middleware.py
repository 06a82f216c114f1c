"""Middleware that changes answers: security headers and cookies, padding, HEAD, and a path prefix.

Below a proxy's `/burgomaster`, everything works as it does at the root. Inside, every address is written from
the root. The prefix is added to answers in one place: neither a template nor a game of another package has to
know of it. (`ProxyMiddleware` takes it off the paths of requests.)
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.proxies import without_prefix
from burgomaster.server.security import HEADERS, padding
from burgomaster.web.static_files import STATIC, is_current, split_hash

POLICY, FRAMING = "Content-Security-Policy", "frame-ancestors *"
STATIC_CACHE = "public, max-age=3600"
CONTENT_CACHE = "public, max-age=31536000, immutable"  # of an address that changes with the content
BEGINNING = '="/'  # of an address in an attribute; in words a quotation mark is always escaped
END: Message = {"type": "http.response.body", "body": b"", "more_body": False}
CACHEABLE = (200, 206, 304)  # an error names its reader and may be another one a moment later


class SecurityHeadersMiddleware:
    """Plain ASGI, so that streams pass through as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cache = read_static_path(scope) if scope["path"].startswith(STATIC) else "no-store"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_cacheable = message["status"] in CACHEABLE
                add_headers(MutableHeaders(scope=message), cache if is_cacheable else "no-store")
                if scope["scheme"] == "https":
                    secure_cookies(message)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class PaddingMiddleware:
    """Blur the size of compressed answers by a file name of random length in the head of their gzip format.

    What a seat knows stands beside words that others choose, and sizes can be seen in spite of https.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message | None = None

        async def send_padded(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if MutableHeaders(scope=message).get("content-encoding") == "gzip":
                    start = message
                    return
            if message["type"] == "http.response.body" and start is not None:
                begun, start = start, None
                message = {**message, "body": padded(message["body"])}
                headers = MutableHeaders(scope=begun)
                if "content-length" in headers:
                    headers["content-length"] = str(len(message["body"]))
                await send(begun)
            await send(message)

        is_static = scope["type"] == "http" and scope["path"].startswith(STATIC)
        await self.app(scope, receive, send if is_static else send_padded)


def padded(packed: bytes) -> bytes:
    """Write a file name into the head of what is compressed (RFC 1952: flag FNAME, text up to a 0)."""
    return packed[:3] + b"\x08" + packed[4:10] + padding() + b"\0" + packed[10:]


def read_static_path(scope: Scope) -> str:
    """Take the hash out of the path of a static file, and tell how long the file may be kept."""
    name, found = split_hash(scope["path"].removeprefix(STATIC))
    scope["path"] = STATIC + name
    return CONTENT_CACHE if is_current(name, found) else STATIC_CACHE


def add_headers(headers: MutableHeaders, cache: str) -> None:
    is_framed = FRAMING in headers.get(POLICY, "")  # the one page that others may show in a frame
    for name, value in HEADERS.items():
        if name == POLICY:
            headers.setdefault(name, value)
        elif not (is_framed and name == "X-Frame-Options"):
            headers[name] = value
    headers.setdefault("Cache-Control", cache)
    if "set-cookie" in headers:  # a shared cache would hand it to everybody
        headers["Cache-Control"] = "no-store"


def secure_cookies(message: Message) -> None:
    """Let cookies that are set over https come back over https alone."""
    message["headers"] = [
        (name, value if name != b"set-cookie" or b"; secure" in value.lower() else value + b"; Secure")
        for name, value in message["headers"]
    ]


class HeadMiddleware:
    """Answer HEAD wherever GET works, without the body; a stream ends before it begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        is_sent = False

        async def send_head(message: Message) -> None:
            nonlocal is_sent
            if message["type"] == "http.response.start":
                await send(message)
            elif not is_sent:
                is_sent = True
                await send(END)

        async def receive_end() -> Message:
            return {"type": "http.disconnect"} if is_sent else await receive()

        await self.app({**scope, "method": "GET"}, receive_end, send_head)


class PrefixMiddleware:
    """Put the path prefix before addresses of pages, redirects and cookies, before anything is compressed."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message | None = None
        body = b""

        async def send_prefixed(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                self.change_headers(headers)
                if headers.get("content-type", "").startswith("text/html"):
                    start = message
                    return
            elif start is not None:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    changed = add_prefix(body.decode(), self.prefix).encode()
                    MutableHeaders(scope=start)["content-length"] = str(len(changed))
                    await send(start)
                    await send({"type": "http.response.body", "body": changed})
                return
            await send(message)

        await self.app(scope, receive, send_prefixed)

    def change_headers(self, headers: MutableHeaders) -> None:
        """Let redirects lead to, and cookies belong to, what lies below the prefix."""
        goal = headers.get("location", "")
        if goal.startswith("/") and without_prefix(goal, self.prefix) == goal:
            headers["location"] = self.prefix + goal
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            headers.append("set-cookie", cookie.replace("; Path=/;", f"; Path={self.prefix};"))


def add_prefix(html: str, prefix: str) -> str:
    return html.replace(BEGINNING, f'="{prefix}/') if prefix else html
