"""Every request gets an id, which its answer and its lines of the log carry, and is measured and counted."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.logs import ACCESS, request_id
from burgomaster.server.metrics import Figures

ID_BYTES = 6
ID_HEADER = "X-Request-Id"
UNKNOWN_ROUTE, STATIC_ROUTE = "none", "/static"
API = "/api"
COME_BACK = {"Retry-After": "2", "Connection": "close"}
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")


class WatchRequestsMiddleware:
    """Plain ASGI, outside everything else."""

    def __init__(self, app: ASGIApp, figures: Figures, is_stopping: Callable[[], bool]) -> None:
        self.app, self.figures, self.is_stopping = app, figures, is_stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(ID_BYTES)
        scope.setdefault("state", {})["request_id"] = name
        token, begun, is_answered = request_id.set(name), time.perf_counter(), False

        async def send_named(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                is_answered = True
                MutableHeaders(scope=message)[ID_HEADER] = name
                self.note(scope, message["status"], time.perf_counter() - begun)
            await send(message)

        try:
            await self.app(scope, receive, send_named)
        except asyncio.CancelledError:
            if not self.is_stopping():
                raise
            await self.cut_short(scope, receive, send_named, is_answered)
        except Exception:
            if not is_answered:
                self.note(scope, 500, time.perf_counter() - begun)
            raise
        finally:
            request_id.reset(token)

    async def cut_short(self, scope: Scope, receive: Receive, send: Send, is_answered: bool) -> None:
        """End what has not come to its end when the server stops: a body that is still sent, for example."""
        if is_answered:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await Response(status_code=503, headers=COME_BACK)(scope, receive, send)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count an answer, and log it where that is asked for."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = route_of(scope)
        self.figures.requests.labels(method, route, str(status)).observe(seconds)
        if ACCESS.isEnabledFor(logging.INFO):
            told: dict[str, Any] = {"method": method, "route": route, "status": status}
            ACCESS.info("answered", extra={**told, "milliseconds": round(1000 * seconds, 1)})


def route_of(scope: Scope) -> str:
    """Name the route that answers, by its template: never a path, which may name a table."""
    template, path = scope["state"].get("route"), scope["path"]
    if template is None:
        return STATIC_ROUTE if path.startswith(f"{STATIC_ROUTE}/") else UNKNOWN_ROUTE
    return str(template)


def id_of(scope: Scope) -> str:
    """Read the id of a request."""
    return str(scope.get("state", {}).get("request_id", ""))


class NoteRouteMiddleware:
    """Plain ASGI, inside everything else: what others have changed of a request, its route is told to all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""

        async def send_noted(message: Message) -> None:
            self.note(scope)
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            self.note(scope)

    def note(self, scope: Scope) -> None:
        """Keep the template of the route where everybody finds it."""
        template = getattr(scope.get("route"), "path", None)
        if template is None:
            return
        # a router that was included with a prefix may not name it
        is_bare = scope["path"].startswith(f"{API}/") and not template.startswith(f"{API}/")
        scope["state"]["route"] = API + template if is_bare else template
