"""Errors, and games that are still being compiled, explained in the visitor's language: as a page, as a line
for a script, as JSON.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_info, game_names
from burgomaster.server.auth import Visitor
from burgomaster.server.logs import ID_HEADER, id_of, route_of
from burgomaster.server.match import Refused
from burgomaster.server.preparing import NotPrepared
from burgomaster.server.proxies import app_prefix, route_path
from burgomaster.server.render import page
from burgomaster.server.request_bodies import read_form
from burgomaster.server.requests import CurrentVisitor, likely_visitor_of
from burgomaster.server.security import HEADERS
from burgomaster.server.store import OUR_FAULTS
from burgomaster.server.texts import TEXTS, preferred_language
from burgomaster.server.troubles import STORE, TROUBLES
from burgomaster.web.static_files import STATIC

log = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)
NOT_FOUND = 404
NOT_ALLOWED = 405
UNPROCESSABLE = 422
TABLES = ("running", "waiting", "open", "cups")
TOO_MANY = (
    *(f"too_many_{kind}{where}" for kind in TABLES for where in ("", "_here")),
    *("too_many_seats", "too_many_studies", "too_many_entered", "study_full", "cup_full", "cup_guests"),
)
UNAVAILABLE = 503
NOT_THEIRS = ("not_yours", "not_shown", "not_host", "study_not_yours", "cup_not_host", "deal_today")
TOO_OFTEN = ("too_often", "too_many_logins", "spectators_talk", "too_many_analyses", "too_many_hints")
STATUS_OF = {
    "no_person": NOT_FOUND,
    "stale": 409,
    **dict.fromkeys(NOT_THEIRS, 403),
    **dict.fromkeys(TOO_OFTEN, 429),
    **dict.fromkeys(TOO_MANY, 409),
    **dict.fromkeys(("store", "no_picture", "pictures_busy", "logins_busy"), UNAVAILABLE),
}  # of refusals, by their key
OTHER_REFUSAL = "rules"  # the key under which what a game or a file forbids is counted
KNOWN_STATUS = (400, 403, 404, 405, 408, 413, 415, 422)
# after which something may be tried again, by status or key
RETRY_SECONDS: dict[int | str, int] = {429: 10, UNAVAILABLE: 2, "too_many_logins": 300}
PREPARING_SECONDS = 2
COME_BACK = {"Retry-After": str(PREPARING_SECONDS)}
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
    status, visitor = count_refusal(request, key), await likely_visitor_of(request)
    return answer(request, visitor, status, error.text(visitor.language), key)


def count_refusal(request: Request, key: str) -> int:
    request.app.state.figures.refusals.labels(key or OTHER_REFUSAL).inc()
    return STATUS_OF.get(key, UNPROCESSABLE)


async def explain_store_trouble(request: Request, error: Exception) -> Response:
    TROUBLES.report(STORE, error)
    visitor = await likely_visitor_of(request)
    return answer(request, visitor, UNAVAILABLE, TEXTS.text(visitor.language, "refused.store"), "store")


async def explain_status(request: Request, error: Exception) -> Response:
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
    found = []
    for method in METHODS:
        scope = {**request.scope, "method": method, "root_path": app_prefix(request.scope)}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
            found += ["GET", "HEAD"] if method == "GET" else [method]
    return found


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
    path, seat = route_path(request.scope), request.query_params.get("seat", "")
    table, cup = TABLE_FORM.match(path), CUP_FORM.match(path)
    asked = f"?seat={seat}" if seat.isascii() and seat.isdigit() else ""
    shown = {
        "message": as_sentence(safe),
        "status_code": status,
        "request_id": id_of(request.scope),
        "wants_login": key == "not_logged_in",
        "is_deal": key == "deal_today",
        "table_path": table[1] + asked if table and status != NOT_FOUND else "",
        "cup_path": cup[1] if cup and status != NOT_FOUND else "",
        "is_account": status != NOT_FOUND and path.startswith("/account/"),
    }
    shared = SHARED_PAGE.fullmatch(path)
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


@router.get("/preparing/{game}")
async def progress(request: Request, game: str, _visitor: CurrentVisitor) -> JSONResponse:
    if game not in game_names():
        raise HTTPException(404)
    done, total, is_ready = request.app.state.preparation.progress(game)
    return JSONResponse({"done": done, "total": total, "ready": is_ready})


async def explain_preparing(request: Request, error: Exception) -> Response:
    """Answer 503: to programs as JSON, to scripts as a line, to people as a page that goes on by itself."""
    assert isinstance(error, NotPrepared)
    visitor = await likely_visitor_of(request)
    title = game_info(error.game).title(visitor.language)
    text = TEXTS.text(visitor.language, "preparing.text", title=title)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text, "key": "preparing"}, UNAVAILABLE, COME_BACK)
    if request.headers.get("hx-request"):
        return HTMLResponse(text, UNAVAILABLE, COME_BACK, media_type="text/plain")
    is_form = request.method == "POST"
    sent = (await read_form(request)).fields.items() if is_form else ()
    fields = [(name, value) for name, value in sent if name != "form"]
    response = page(
        request,
        visitor,
        "preparing.html",
        UNAVAILABLE,
        game=error.game,
        title=title,
        text=text,
        progress=request.app.state.preparation.progress(error.game),
        is_form=is_form,
        action=request.url.path,
        fields=fields,  # so that it can be sent again, with the token of the page
        seconds=PREPARING_SECONDS,
    )
    response.headers.update(COME_BACK)
    return response
