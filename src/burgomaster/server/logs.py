"""What a server writes to its log: one line a record, for people or as JSON, with the request it belongs to.

Every request gets an id, which its answer and its lines of the log carry, and is measured and counted. No
line names a path, a query or a header: routes are logged by their template. What looks like a key, a cookie,
a token, a password or an e-mail address in a message of somebody else's code is blotted out.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TextIO

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgomaster.server.metrics import Figures

ACCESS = logging.getLogger("burgomaster.access")
FIELDS = ("method", "route", "status", "milliseconds")  # of a request that was answered
request_id: ContextVar[str] = ContextVar("request_id", default="")
BLOT = "[…]"
SECRETS = re.compile(
    r"""(?ix)
    (?P<before>
        \b(?:key|token|password|secret|form|session|authorization|cookie|bm_\w+)["']?\s*[=:]\s*["']?(?:bearer\s+)?
        | \bbearer\s+ | ://[^/\s:@]*:(?=[^/\s@]+@)
    )
    [^\s"'&;,@)\]}]+
    | \b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b
    """
)
ID_BYTES = 6
ID_HEADER = "X-Request-Id"
UNKNOWN_ROUTE, STATIC_ROUTE = "none", "/static"
API = "/api"
COME_BACK = {"Retry-After": "2", "Connection": "close"}
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")


def blot(text: str) -> str:
    """Blot out what looks like a secret or like somebody's address."""
    return SECRETS.sub(lambda found: (found["before"] or "") + BLOT, text)


def set_up_logs(log_format: str, access_log: bool, stream: TextIO = sys.stderr) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of it raises as well
    ACCESS.setLevel(logging.INFO if access_log else logging.WARNING)


class TextLines(logging.Formatter):
    """Writes a record as a line for people; a traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        fields = request_fields(record)
        words = [moment(record.created), record.levelname, record.name]
        words += [f"[{request_id.get()}]"] if request_id.get() else []
        return " ".join([*words, message_of(self, record), *(f"{name}={fields[name]}" for name in fields)])


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"time": moment(record.created), "level": record.levelname.lower()}
        line |= {"logger": record.name, "message": message_of(self, record)}
        line |= {"request": request_id.get()} if request_id.get() else {}
        return json.dumps(line | request_fields(record), ensure_ascii=False)


def message_of(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """Write what a record says, with its traceback, without anybody's secrets."""
    text = record.getMessage()
    if record.exc_info:
        text += "\n" + formatter.formatException(record.exc_info)
    return blot(text)


def request_fields(record: logging.LogRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def moment(seconds: float) -> str:
    """Write a moment in universal time, to the millisecond."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03d}Z"


class WatchRequestsMiddleware:
    """Plain ASGI, outside everything else."""

    def __init__(self, app: ASGIApp, figures: Figures, is_stopping: Callable[[], bool]) -> None:
        self.app, self.figures, self.is_stopping = app, figures, is_stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
    return str(scope.get("state", {}).get("request_id", ""))


class NoteRouteMiddleware:
    """Plain ASGI, inside everything else: what others have changed of a request, its route is told to all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
