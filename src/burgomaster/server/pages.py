"""The pages around the tables: lobby, cards, records, taste. Forms work without a script."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from burgomaster.core.language import LANGUAGES
from burgomaster.core.record_file import MAX_BYTES
from burgomaster.core.registry import game_info, game_names
from burgomaster.server import games_menu
from burgomaster.server.choosing import default_bot, offered_bots
from burgomaster.server.describe import brief
from burgomaster.server.gallery import gallery_html, gallery_sheets
from burgomaster.server.identity import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, YEAR, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, TheDesk, limit, own_form, own_words
from burgomaster.server.texts import TEXTS
from burgomaster.web.card_list import card_list

router = APIRouter(include_in_schema=False)
USUAL_SECONDS = 60.0


@router.get("/")
async def lobby(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Play now, join, go on."""
    store = request.app.state.store
    mine, others = await asyncio.gather(
        asyncio.to_thread(store.matches_of, visitor.whos), asyncio.to_thread(store.open_matches)
    )
    tables = [list_row(row, visitor) for row in mine]
    known = {table["match"] for table in tables}
    return page(
        request,
        visitor,
        "lobby.html",
        menu=games_menu.menu(visitor.language),
        mine=sorted(tables, key=lambda table: not table["my_turn"]),
        opened=[list_row(row, visitor) for row in others if row["match"] not in known],
        bots=offered_bots(),
        usual_bot=default_bot(),
    )


def list_row(row: Mapping[str, Any], visitor: Visitor) -> dict[str, Any]:
    """A table in the lists of the lobby."""
    info = game_info(row["game"])
    summary = row["summary"]
    seats = [seat for seat, who in enumerate(summary["who"]) if who in visitor.whos]
    running, to_move = row["status"] == "running", summary["to_move"]
    return {
        **brief(row),
        "title": info.title(visitor.language),
        "variant": info.variant_title(row["options"], visitor.language),
        "my_turn": running and to_move in seats,
        "turn_of": summary["seats"][to_move]["name"] if running and to_move is not None else "",
        "names": [seat["name"] for seat in summary["seats"]],
    }


@router.post("/tables")
async def open_table(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> Response:
    """Open a table from the lobby's form."""
    form = await own_words(request, visitor)
    limit(request, "create", visitor)
    game, options = games_menu.read_choice(form)
    players = int(options["players"])
    how = form.get("how", "bots")
    clock = {"kind": form.get("clock", "none"), "seconds": read_seconds(form.get("seconds", ""))}
    live = await desk.open_table(
        visitor,
        game,
        options,
        form.get("name", "").strip() or visitor.name or TEXTS.text(visitor.language, "lobby.you"),
        clock if clock["kind"] != "none" else {},
        bots=[form.get("bot") or default_bot()] * (players - 1) if how == "bots" else [],
        humans=players if how == "hotseat" else 1,
        is_open=how == "open",
    )
    response = RedirectResponse(f"/t/{live.match.header.match}", status_code=303)
    request.app.state.doorman.remember(response, visitor)
    return response


def read_seconds(given: str) -> float:
    """Seconds of a form."""
    return float(given) if given.isascii() and given.isdecimal() else USUAL_SECONDS


@router.post("/records")
async def upload(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> Response:
    """Upload a record to replay it."""
    limit(request, "upload", visitor)
    async with own_form(request, visitor) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise Refused("no_file")
        data = await file.read(MAX_BYTES + 1)
    live = await desk.upload(visitor, data)
    return RedirectResponse(f"/t/{live.match.header.match}/replay", status_code=303)


@router.get("/cards/{game}")
async def cards(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """Every card or tile of a game, with what it does."""
    if game not in game_names():
        raise HTTPException(404)
    drawn = await asyncio.to_thread(gallery_html, game, visitor.language)
    return page(
        request,
        visitor,
        "cards.html",
        game=game,
        title=game_info(game).title(visitor.language),
        gallery=drawn,
        cards=[] if drawn else await asyncio.to_thread(card_list, game, visitor.language),
        stylesheets=gallery_sheets(game),
    )


@router.post("/taste")
async def taste(request: Request, visitor: CurrentVisitor) -> Response:
    """Choose the language and the theme."""
    form = await own_words(request, visitor)
    back = form.get("back", "/")
    is_local = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = RedirectResponse(back if is_local else "/", status_code=303)
    doorman = request.app.state.doorman
    if form.get("language") in LANGUAGES:
        doorman.set_cookie(response, LANGUAGE_COOKIE, form["language"], YEAR)
    if form.get("theme") in THEMES:
        doorman.set_cookie(response, THEME_COOKIE, form["theme"], YEAR)
    return response


@router.get("/credits")
async def credits(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Whose work is used."""
    return page(request, visitor, "credits.html")
