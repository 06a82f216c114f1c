"""Every status that the JSON interface can answer with, as the description publishes it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

EVENTS = "text/event-stream"


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
    """Describe answers that are errors."""
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
