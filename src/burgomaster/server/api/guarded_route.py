"""Routes of the JSON interface: tokens and limits are looked at before a body is read, JSON is read strictly,
and every status that they can answer with is described as it is published.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field

from burgomaster.server.request_bodies import UNSUPPORTED, NotJson, content_type, read_json
from burgomaster.server.requests import limit_rate, require_token_header, visitor_of

MOST_VALUES = 4_000  # of a body: options with a number for each card are the most
Purpose = str | Callable[[Request], str]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
EVENTS = "text/event-stream"


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
                visitor, purpose = await visitor_of(request), self.endpoint.purpose  # type: ignore[attr-defined]
                limit_rate(request, purpose if isinstance(purpose, str) else purpose(request), visitor)
                require_token_header(request, visitor)
            if takes_json:
                require_json_type(request)
            return await handle(StrictRequest(request.scope, request.receive))

        return guarded


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
        if not hasattr(self, "_json"):
            try:
                self._json = read_json(await self.body(), MOST_VALUES)
            except NotJson as error:  # the error that FastAPI explains as one of the body
                raise json.JSONDecodeError(str(error), "", 0) from None
        return self._json


# What every route can answer


class ErrorAnswer(BaseModel):
    """Why something was not done; nothing has been changed."""

    error: str = Field(description="for people, in the language that they ask for")
    key: str = Field(description="for programs; may be empty")


REASONS = {
    400: "The request makes no sense, such as a body that cannot be read.",
    403: "This is not the sender's to do, or their cookies came without the form token.",
    404: "There is no such table, game or account.",
    405: "This address does not take that method; the header Allow names those that it takes.",
    408: "The body did not come in time.",
    409: "The table has changed since the sender looked; key `too_many_...`: they have too many tables.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is not called JSON.",
    422: "This cannot be done, for the reason told; key `shape`: the request does not match this document.",
    429: "Too often; the header Retry-After says when to ask again.",
    431: "The headers are too long.",
    500: "A fault of the server.",
    503: "Not now: a game is still being prepared, or the store cannot be reached; see Retry-After.",
}
ALWAYS = (400, 414, 422, 429, 431, 500, 503)
BODY = (403, 408, 413, 415)


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": ErrorAnswer, "description": REASONS[status]} for status in sorted(statuses)}


COMMON = errors(*ALWAYS)  # of every address
CHANGE = errors(*BODY)  # of every one that changes something
AT_TABLE = errors(404)
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events named `table`, each with the table as JSON.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}
RECORD_BODY = {
    "requestBody": {
        "required": True,
        "description": "A record, as the format of records describes it.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
