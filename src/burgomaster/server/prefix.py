"""A path prefix: below a proxy's `/burgomaster`, everything works as it does at the root.

Inside, every address is written from the root. What comes in loses the prefix before anything looks at it;
what goes out gets it in one place: attributes of pages, redirects and cookies. So no template, and no game of
another package, has to know of it. A proxy may send the prefix along or take it away itself.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BEGINNING = '="/'  # of an address in an attribute; in words a quotation mark is always escaped


def add_prefix(html: str, prefix: str) -> str:
    """Put the prefix before every address of a page."""
    return html.replace(BEGINNING, f'="{prefix}/') if prefix else html


def prefix_of(scope: Scope) -> str:
    """Find the prefix under which a request came in."""
    return str(scope.get("app_root_path", ""))


class PrefixMiddleware:
    """Outside: paths lose the prefix, redirects and cookies get it."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_prefixed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.change_headers(MutableHeaders(scope=message))
            await send(message)

        scope["path"] = self.bare(scope["path"])
        scope["app_root_path"] = self.prefix  # what Starlette makes whole addresses from (request.base_url)
        await self.app(scope, receive, send_prefixed)

    def bare(self, path: str) -> str:
        """Take the prefix away from a path, if it is there."""
        begins = path == self.prefix or path.startswith(f"{self.prefix}/")
        return (path.removeprefix(self.prefix) or "/") if begins else path

    def change_headers(self, headers: MutableHeaders) -> None:
        """Let redirects lead to, and cookies belong to, what lies below the prefix."""
        goal = headers.get("location", "")
        if goal.startswith("/") and self.bare(goal) == goal:
            headers["location"] = self.prefix + goal
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            headers.append("set-cookie", cookie.replace("; Path=/;", f"; Path={self.prefix};"))


class PrefixLinksMiddleware:
    """Inside, before anything is compressed: addresses of pages get the prefix."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        start: Message | None = None
        body = b""

        async def send_prefixed(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and is_page(message):
                start = message
            elif message["type"] == "http.response.body" and start is not None:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await self.send_page(start, body, send)
            else:
                await send(message)

        await self.app(scope, receive, send_prefixed)

    async def send_page(self, start: Message, body: bytes, send: Send) -> None:
        """Send a whole page with the prefix in its addresses."""
        changed = add_prefix(body.decode(), self.prefix).encode()
        if changed:  # an answer to HEAD has none
            MutableHeaders(scope=start)["content-length"] = str(len(changed))
        await send(start)
        await send({"type": "http.response.body", "body": changed})


def is_page(start: Message) -> bool:
    """Tell whether an answer is a page."""
    return MutableHeaders(scope=start).get("content-type", "").startswith("text/html")
