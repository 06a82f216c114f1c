"""HEAD wherever GET works: the same headers, and no body."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

END: Message = {"type": "http.response.body", "body": b"", "more_body": False}


class HeadMiddleware:
    """Ask for a page, and keep its body back; a stream ends before it begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
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
