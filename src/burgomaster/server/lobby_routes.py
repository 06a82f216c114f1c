"""The pages around the tables: lobby, cards, uploaded records, preferences. Forms work without a script."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_info, game_names
from burgomaster.server import games_menu
from burgomaster.server.auth import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, YEAR, Auth, Visitor
from burgomaster.server.bot_players import default_bot, listed_bots, offered_bots
from burgomaster.server.characters import guest_name
from burgomaster.server.clock_words import MOST_MINUTES, MOST_MORE, OPEN_PRESET, presets
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
from burgomaster.server.setup_form import COMPANIES, read_table_request
from burgomaster.server.table_lists import lists_html, read_page
from burgomaster.web.card_list import card_list

router = APIRouter(include_in_schema=False)
MOST_PEOPLE = 6  # at one device
ALL_BOTS = "all"  # in the address of a set-up: also offer the bots of research libraries


# Tables


@router.get("/")
async def lobby(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Show what can be played, the set-up of a chosen game, and the tables that there are."""
    chosen = request.query_params.get("game", "")
    number = read_page(request.query_params.get("page"))
    lists, _ = await asyncio.to_thread(lists_html, request.app.state.store, visitor, number)
    known = chosen if chosen in game_names() else ""
    return page(
        request,
        visitor,
        "lobby.html",
        menu=games_menu.menu(visitor.language),
        game=games_menu.describe(known, visitor.language) if known else None,
        lists=Markup(lists),
        **setup_context(visitor, known, request.query_params.get("bots") == ALL_BOTS),
    )


def setup_context(visitor: Visitor, game: str, is_all_bots: bool = False) -> dict[str, Any]:
    """Collect what the set-up of a game offers beside its own options."""
    return {
        "bots": offered_bots(game),
        "other_bots": listed_bots(is_all_bots),
        "usual_bot": default_bot(game),
        "companies": COMPANIES,
        "clocks": presets(visitor.language),
        "open_clock": OPEN_PRESET,
        "most_minutes": MOST_MINUTES,
        "most_more": MOST_MORE,
        "guests": [guest_name(visitor.visitor, visitor.language, number) for number in range(MOST_PEOPLE)],
    }


@router.get("/lists")
async def lists(request: Request, visitor: CurrentVisitor) -> Response:
    """Send the lists of the lobby if they do not look any more as the page has seen them."""
    limit_rate(request, "page", visitor)
    number = read_page(request.query_params.get("page"))
    html, seen = await asyncio.to_thread(lists_html, request.app.state.store, visitor, number)
    if request.query_params.get("seen") == seen:
        return Response(status_code=204)
    return HTMLResponse(html)


@router.post("/tables")
async def open_table(
    request: Request, visitor: CurrentVisitor, tables: TableServiceDep, auth: AuthDep
) -> Response:
    """Open a table from the lobby's form."""
    fields = await trusted_fields(request, visitor, "create")
    live = await tables.open_table(visitor, read_table_request(fields, visitor))
    response = RedirectResponse(f"/t/{live.name}", status_code=303)
    auth.remember(response, visitor)
    auth.remember_name(response, visitor, fields.get("name", ""))
    return response


@router.post("/records")
async def upload(request: Request, visitor: CurrentVisitor, tables: TableServiceDep) -> Response:
    """Upload a record to replay it."""
    with request.app.state.uploads.reading(request):
        form = await trusted_form(request, visitor, "upload")
        if form.file is None:
            raise Refused("no_file")
        live = await tables.upload(visitor, form.file)
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
    fields = await trusted_fields(request, visitor, "page")
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
