"""What somebody sees who asks for a game that is still being compiled: how far it is, and then the game."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.preparing import NotPrepared, Preparation
from burgomaster.server.render import page
from burgomaster.server.request_bodies import read_form
from burgomaster.server.requests import CurrentVisitor, likely_visitor_of
from burgomaster.server.texts import TEXTS

router = APIRouter(include_in_schema=False)
UNAVAILABLE = 503
RETRY_SECONDS = 2
FORM_TOKEN = "form"
HEADERS = {"Retry-After": str(RETRY_SECONDS)}


@router.get("/preparing/{game}")
async def progress(request: Request, game: str, _visitor: CurrentVisitor) -> JSONResponse:
    """Say how far a game is: kernels done, of how many, and whether it can be played."""
    if game not in game_names():
        raise HTTPException(404)
    done, total, is_ready = preparation_of(request).progress(game)
    return JSONResponse({"done": done, "total": total, "ready": is_ready})


async def explain_preparing(request: Request, error: Exception) -> Response:
    """Answer 503: to programs as JSON, to scripts as a line, to people as a page that goes on by itself."""
    assert isinstance(error, NotPrepared)
    visitor = await likely_visitor_of(request)
    title = game_info(error.game).title(visitor.language)
    text = TEXTS.text(visitor.language, "preparing.text", title=title)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text, "key": "preparing"}, UNAVAILABLE, HEADERS)
    if request.headers.get("hx-request"):
        return HTMLResponse(text, UNAVAILABLE, HEADERS, media_type="text/plain")
    response = page(
        request,
        visitor,
        "preparing.html",
        UNAVAILABLE,
        game=error.game,
        title=title,
        text=text,
        progress=preparation_of(request).progress(error.game),
        is_form=request.method == "POST",
        action=request.url.path,
        fields=await sent_fields(request),
        seconds=RETRY_SECONDS,
    )
    response.headers.update(HEADERS)
    return response


async def sent_fields(request: Request) -> list[tuple[str, str]]:
    """List the fields of a form, so that it can be sent again; without its token, which the page has anew."""
    if request.method != "POST":
        return []
    fields = (await read_form(request)).fields
    return [(name, value) for name, value in fields.items() if name != FORM_TOKEN]


def preparation_of(request: Request) -> Preparation:
    preparation: Preparation = request.app.state.preparation
    return preparation
