"""Every request gets an id, which its answer and its lines of the log carry, and is measured and counted."""

from __future__ import annotations

import logging
import secrets
import time
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.logs import ACCESS, request_id
from burgomaster.server.metrics import Figures

ID_BYTES = 6
ID_HEADER = "X-Request-Id"
UNKNOWN_ROUTE, STATIC_ROUTE = "none", "/static"
API = "/api"
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")


class WatchRequestsMiddleware:
    """Plain ASGI, outside everything else."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app, self.figures = app, figures

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
        except Exception:
            if not is_answered:
                self.note(scope, 500, time.perf_counter() - begun)
            raise
        finally:
            request_id.reset(token)

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
