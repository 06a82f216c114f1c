"""Routes of the JSON interface that look at tokens and limits before a body is read, and read strict JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from burgomaster.server.request_bodies import UNSUPPORTED, NotJson, content_type, read_json
from burgomaster.server.requests import limit_rate, require_token_header, visitor_of

MOST_VALUES = 4_000  # of a body: options with a number for each card are the most
Purpose = str | Callable[[Request], str]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def limited(purpose: Purpose) -> Callable[[Endpoint], Endpoint]:
    """Say which rate limit an endpoint falls under; write it below the route."""

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.purpose = purpose  # type: ignore[attr-defined]
        return endpoint

    return mark


class GuardedRoute(APIRoute):
    """A route whose changes need the token that belongs to the sender's cookies, and fall under a limit."""

    def get_route_handler(self) -> Handler:
        """Put the guards before what FastAPI does: it would read the body first."""
        handle, is_change = super().get_route_handler(), "POST" in (self.methods or ())
        takes_json = self.body_field is not None

        async def guarded(request: Request) -> Response:
            if is_change:
                await require_may_change(request, self.endpoint)
            if takes_json:
                require_json_type(request)
            return await handle(StrictRequest(request.scope, request.receive))

        return guarded


async def require_may_change(request: Request, endpoint: Any) -> None:
    """Look at the token and the limit of something that changes anything."""
    visitor, purpose = await visitor_of(request), endpoint.purpose
    limit_rate(request, purpose if isinstance(purpose, str) else purpose(request), visitor)
    require_token_header(request, visitor)


def require_json_type(request: Request) -> None:
    """Answer 415 to a body that is not called JSON."""
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    kind = content_type(request)
    is_json = kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
    if has_body and not is_json:
        raise HTTPException(UNSUPPORTED)


class StrictRequest(Request):
    """A request whose JSON is what the standard says."""

    async def json(self) -> Any:
        """Read the body."""
        if not hasattr(self, "_json"):
            try:
                self._json = read_json(await self.body(), MOST_VALUES)
            except NotJson as error:  # the error that FastAPI explains as one of the body
                raise json.JSONDecodeError(str(error), "", 0) from None
        return self._json
