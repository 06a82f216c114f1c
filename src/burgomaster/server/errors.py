"""Errors, explained in the visitor's language: as a page, as a line for a script, as JSON."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.auth import Visitor
from burgomaster.server.logs import ID_HEADER, id_of, route_of
from burgomaster.server.match import Refused
from burgomaster.server.preparing import NotPrepared
from burgomaster.server.preparing_routes import explain_preparing
from burgomaster.server.proxies import app_prefix, route_path
from burgomaster.server.render import page
from burgomaster.server.requests import likely_visitor_of
from burgomaster.server.security import HEADERS
from burgomaster.server.store import OUR_FAULTS
from burgomaster.server.texts import TEXTS, preferred_language
from burgomaster.server.troubles import STORE, TROUBLES
from burgomaster.web.static_files import STATIC

log = logging.getLogger(__name__)
NOT_FOUND = 404
NOT_ALLOWED = 405
UNPROCESSABLE = 422
TOO_MANY = (
    *(f"too_many_{kind}{where}" for kind in ("running", "waiting", "open") for where in ("", "_here")),
    "too_many_seats",
)
UNAVAILABLE = 503
STORE_KEY = "store"
STATUS_OF = {
    "stale": 409,
    "too_often": 429,
    "too_many_logins": 429,
    "spectators_talk": 429,
    "too_many_analyses": 429,
    "too_many_hints": 429,
    **dict.fromkeys(TOO_MANY, 409),
    "not_yours": 403,
    "not_shown": 403,
    "no_person": 404,
    "not_host": 403,
    "study_not_yours": 403,
    "too_many_studies": 409,
    "study_full": 409,
    "cup_not_host": 403,
    **dict.fromkeys(
        ("too_many_cups", "too_many_cups_here", "too_many_entered", "cup_full", "cup_guests"), 409
    ),
    "deal_today": 403,
    "no_picture": UNAVAILABLE,
    "pictures_busy": UNAVAILABLE,
    "logins_busy": UNAVAILABLE,
}  # of refusals, by their key
OTHER_REFUSAL = "rules"  # the key under which what a game or a file forbids is counted
KNOWN_STATUS = (400, 403, 404, 405, 408, 413, 415, 422)
# after which something may be tried again, by status or key
RETRY_SECONDS: dict[int | str, int] = {429: 10, UNAVAILABLE: 2, "too_many_logins": 300}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
TABLE_FORM = re.compile(r"(/t/[A-Za-z0-9_-]+)/")
SHARED_PAGE = re.compile(r"(/t/[A-Za-z0-9_-]+)(/replay)?")
CUP_FORM = re.compile(r"(/tournament/[A-Za-z0-9_-]+)/")
NAMED_PLACES = 5  # of a body that does not match its description


def install(app: FastAPI) -> None:
    app.add_exception_handler(BurgomasterError, explain_refusal)
    app.add_exception_handler(HTTPException, explain_status)
    app.add_exception_handler(RequestValidationError, explain_mismatch)
    app.add_exception_handler(NotPrepared, explain_preparing)
    app.add_exception_handler(SQLAlchemyError, explain_store_trouble)
    for fault in OUR_FAULTS:
        app.add_exception_handler(fault, explain_failure)
    app.add_exception_handler(ClientDisconnect, let_go)
    app.add_exception_handler(Exception, explain_failure)


async def explain_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, BurgomasterError)
    key = error.key if isinstance(error, Refused) else ""
    status = count_refusal(request, key)
    if key == STORE_KEY:
        return await refuse_for_store(request)
    visitor = await likely_visitor_of(request)
    return answer(request, visitor, status, error.text(visitor.language), key)


def count_refusal(request: Request, key: str) -> int:
    request.app.state.figures.refusals.labels(key or OTHER_REFUSAL).inc()
    return STATUS_OF.get(key, UNPROCESSABLE)


async def explain_store_trouble(request: Request, error: Exception) -> Response:
    TROUBLES.report(STORE, error)
    return await refuse_for_store(request)


async def refuse_for_store(request: Request) -> Response:
    visitor = await likely_visitor_of(request)
    text = TEXTS.text(visitor.language, f"refused.{STORE_KEY}")
    return answer(request, visitor, UNAVAILABLE, text, STORE_KEY)


async def explain_status(request: Request, error: Exception) -> Response:
    """Say that a page is not there, or not for this visitor."""
    assert isinstance(error, HTTPException)
    visitor, status = await likely_visitor_of(request), error.status_code
    key = f"status.{status}" if status in KNOWN_STATUS else "status.other"
    text, headers = TEXTS.text(visitor.language, key), dict(error.headers or {})
    if status == NOT_ALLOWED:
        headers["Allow"] = ", ".join(allowed_methods(request))
    return answer(request, visitor, status, text, f"status_{status}", headers)


async def explain_mismatch(request: Request, error: Exception) -> Response:
    """Name what does not match the description of the JSON interface."""
    assert isinstance(error, RequestValidationError)
    visitor = await likely_visitor_of(request)
    places = sorted({".".join(str(part) for part in one["loc"]) for one in error.errors()})[:NAMED_PLACES]
    text = TEXTS.text(visitor.language, "status.shape", places=", ".join(places)[:200])
    return answer(request, visitor, UNPROCESSABLE, text, "shape")


async def let_go(request: Request, error: Exception) -> Response:
    """Answer somebody who went away before their request was whole: nobody reads it."""
    return Response(status_code=400)


async def explain_failure(request: Request, error: Exception) -> Response:
    """Log a fault of ours, and tell nothing about it."""
    log.exception("%s %s failed", request.method, route_of(request.scope), exc_info=error)
    language = preferred_language(None, request.headers.get("accept-language"))
    text = TEXTS.text(language, "status.other")
    headers = {**HEADERS, ID_HEADER: id_of(request.scope)}
    return JSONResponse({"error": text, "key": "status_500"}, status_code=500, headers=headers)


def allowed_methods(request: Request) -> list[str]:
    """List the methods that an address takes; HEAD wherever GET works."""
    if route_path(request.scope).startswith(STATIC):
        return ["GET", "HEAD"]
    found = [method for method in METHODS if is_allowed(request, method)]
    return ["GET", "HEAD", *found[1:]] if found[:1] == ["GET"] else found


def is_allowed(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method, "root_path": app_prefix(request.scope)}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)


def answer(
    request: Request,
    visitor: Visitor,
    status: int,
    text: str,
    key: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Send an error as JSON, as a line for a script, or as a page."""
    safe = text.encode("utf-8", "replace").decode()
    seconds = RETRY_SECONDS.get(key) or RETRY_SECONDS.get(status)
    more = {**({"Retry-After": str(seconds)} if seconds else {}), **(headers or {})}
    if route_path(request.scope).startswith("/api/"):
        return JSONResponse({"error": safe, "key": key}, status, more)
    if request.headers.get("hx-request") or route_path(request.scope).startswith(STATIC):
        return PlainTextResponse(as_sentence(safe), status, more)
    shown = {
        "message": as_sentence(safe),
        "status_code": status,
        "request_id": id_of(request.scope),
        "wants_login": key == "not_logged_in",
        "is_deal": key == "deal_today",
        "table_path": "" if status == NOT_FOUND else table_path(request),
        "cup_path": "" if status == NOT_FOUND else cup_path(request),
        "is_account": status != NOT_FOUND and route_path(request.scope).startswith("/account/"),
    }
    shared = SHARED_PAGE.fullmatch(route_path(request.scope))
    if shown["is_deal"] and shared:  # a chat shows the picture of a link only where the page is there
        status, shown["picture"] = 200, f"{shared[1]}/picture.png?lang={visitor.language}"
    back = shown["table_path"] or shown["cup_path"]
    if back:
        shown["back_path"] = back
    response = page(request, visitor, "error.html", status, **shown)
    response.headers.update(more)
    return response


def as_sentence(text: str) -> str:
    """Write what a game or a file forbids as people read it: programs are told without a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…", ")")) else ".")


def table_path(request: Request) -> str:
    """Find the address of the table that a form was sent to, for the way back; "" where there is none."""
    found = TABLE_FORM.match(route_path(request.scope))
    if found is None:
        return ""
    seat = request.query_params.get("seat", "")
    return found[1] + (f"?seat={seat}" if seat.isascii() and seat.isdigit() else "")


def cup_path(request: Request) -> str:
    """Find the address of the tournament that a form was sent to; "" where there is none."""
    found = CUP_FORM.match(route_path(request.scope))
    return "" if found is None else found[1]
