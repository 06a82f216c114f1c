"""The pages around the tables: lobby, cards, uploaded records, preferences. Forms work without a script."""

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
from burgomaster.server.auth import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, YEAR, Auth, Visitor
from burgomaster.server.bot_players import default_bot, offered_bots
from burgomaster.server.characters import seat_names
from burgomaster.server.describe import brief
from burgomaster.server.gallery import gallery_html, gallery_sheets
from burgomaster.server.match import Refused
from burgomaster.server.render import page
from burgomaster.server.requests import (
    AuthDep,
    CurrentVisitor,
    TableServiceDep,
    limit_rate,
    trusted_fields,
    trusted_form,
)
from burgomaster.server.table_service import TableRequest
from burgomaster.web.card_list import card_list

router = APIRouter(include_in_schema=False)
USUAL_SECONDS = 60.0


# Tables


@router.get("/")
async def lobby(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Show what can be played, the tables of the visitor and those that wait for others."""
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
    """Describe a table in the lists of the lobby."""
    info = game_info(row["game"])
    summary = row["summary"]
    seats = [seat for seat, who in enumerate(summary["who"]) if who in visitor.whos]
    names = seat_names(summary["seats"], visitor.language)
    running, to_move = row["status"] == "running", summary["to_move"]
    return {
        **brief(row),
        "title": info.title(visitor.language),
        "variant": info.variant_title(row["options"], visitor.language),
        "my_turn": running and to_move in seats,
        "turn_of": names[to_move] if running and to_move is not None else "",
        "names": [name for name, seat in zip(names, summary["seats"], strict=True) if not seat["free"]],
    }


@router.post("/tables")
async def open_table(
    request: Request, visitor: CurrentVisitor, tables: TableServiceDep, auth: AuthDep
) -> Response:
    """Open a table from the lobby's form."""
    fields = await trusted_fields(request, visitor)
    limit_rate(request, "create", visitor)
    live = await tables.open_table(visitor, read_table_request(fields, visitor))
    response = RedirectResponse(f"/t/{live.name}", status_code=303)
    auth.remember(response, visitor)
    auth.remember_name(response, visitor, fields.get("name", ""))
    return response


def read_table_request(fields: Mapping[str, str], visitor: Visitor) -> TableRequest:
    """Read what the lobby's form asks for."""
    game, options = games_menu.read_choice(fields)
    players, how = int(options["players"]), fields.get("how", "bots")
    return TableRequest(
        game=game,
        options=options,
        name=fields.get("name", ""),
        clock=read_clock(fields),
        bots=[fields.get("bot") or default_bot()] * (players - 1) if how == "bots" else [],
        humans=players if how == "hotseat" else 1,
        is_open=how == "open",
        passing=visitor.passing,
    )


def read_clock(fields: Mapping[str, str]) -> dict[str, Any]:
    """Read the clock that a form asks for."""
    kind, seconds = fields.get("clock", "none"), fields.get("seconds", "")
    is_number = seconds.isascii() and seconds.isdecimal()
    return {} if kind == "none" else {"kind": kind, "seconds": float(seconds) if is_number else USUAL_SECONDS}


@router.post("/records")
async def upload(request: Request, visitor: CurrentVisitor, tables: TableServiceDep) -> Response:
    """Upload a record to replay it."""
    limit_rate(request, "upload", visitor)
    async with trusted_form(request, visitor) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise Refused("no_file")
        data = await file.read(MAX_BYTES + 1)
    live = await tables.upload(visitor, data)
    return RedirectResponse(f"/t/{live.name}/replay", status_code=303)


# Cards, preferences, credits


@router.get("/cards/{game}")
async def cards(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """Show every card or tile of a game, with what it does."""
    if game not in game_names():
        raise HTTPException(404)
    request.app.state.preparation.require(game)
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
async def set_preferences(request: Request, visitor: CurrentVisitor) -> Response:
    """Choose the language and the theme."""
    fields = await trusted_fields(request, visitor)
    response = RedirectResponse(local_path(fields.get("back", "/")), status_code=303)
    auth: Auth = request.app.state.auth
    if fields.get("language") in LANGUAGES:
        auth.set_cookie(response, LANGUAGE_COOKIE, fields["language"], YEAR)
    if fields.get("theme") in THEMES:
        auth.set_cookie(response, THEME_COOKIE, fields["theme"], YEAR)
    return response


def local_path(path: str) -> str:
    """Keep a path of this server; the lobby for anything that would lead elsewhere."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"


@router.get("/credits")
async def credits(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Show whose work is used."""
    return page(request, visitor, "credits.html")
