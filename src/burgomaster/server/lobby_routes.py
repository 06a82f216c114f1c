"""The pages around the tables: lobby, uploaded records, preferences. Forms work without a script."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_names
from burgomaster.server import games_menu
from burgomaster.server.auth import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, YEAR, Auth, Visitor
from burgomaster.server.bot_players import default_bot, listed_bots, offered_bots
from burgomaster.server.characters import guest_name
from burgomaster.server.clock_words import MOST_MINUTES, MOST_MORE, OPEN_PRESET, presets, read_clock
from burgomaster.server.match import Refused
from burgomaster.server.names import NAME_LENGTH, clean_name
from burgomaster.server.render import page
from burgomaster.server.requests import (
    AuthDep,
    CurrentVisitor,
    TableServiceDep,
    limit_rate,
    trusted_fields,
    trusted_form,
)
from burgomaster.server.table_lists import lists_html, read_page
from burgomaster.server.table_service import TableRequest

router = APIRouter(include_in_schema=False)
MOST_PEOPLE = 6  # at one device
ALL_BOTS = "all"  # in the address of a set-up: also offer the bots of research libraries
BOTS, FRIENDS, OPEN, HOTSEAT = "bots", "friends", "open", "hotseat"
COMPANIES = (BOTS, FRIENDS, OPEN, HOTSEAT)
RANDOM_SEAT = "random"


@router.get("/")
async def lobby(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
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
        bots=offered_bots(known),
        other_bots=listed_bots(request.query_params.get("bots") == ALL_BOTS),
        usual_bot=default_bot(known),
        companies=COMPANIES,
        clocks=presets(visitor.language),
        open_clock=OPEN_PRESET,
        most_minutes=MOST_MINUTES,
        most_more=MOST_MORE,
        guests=[guest_name(visitor.visitor, visitor.language, number) for number in range(MOST_PEOPLE)],
    )


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
    fields = await trusted_fields(request, visitor, "create")
    live = await tables.open_table(visitor, read_table_request(fields, visitor))
    response = RedirectResponse(f"/t/{live.name}", status_code=303)
    auth.remember(response, visitor)
    auth.remember_name(response, visitor, fields.get("name", ""))
    return response


@router.post("/records")
async def upload(request: Request, visitor: CurrentVisitor, tables: TableServiceDep) -> Response:
    with request.app.state.uploads.reading(request):
        form = await trusted_form(request, visitor, "upload")
        if form.file is None:
            raise Refused("no_file")
        live = await tables.upload(visitor, form.file)
    return RedirectResponse(f"/t/{live.name}/replay", status_code=303)


@router.post("/taste")
async def set_preferences(request: Request, visitor: CurrentVisitor) -> Response:
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
    return page(request, visitor, "credits.html")


def read_table_request(fields: Mapping[str, str], visitor: Visitor) -> TableRequest:
    """Read what the set-up asks for; whatever is missing has a good default."""
    game, options = games_menu.read_choice(fields)
    players, company = int(options["players"]), fields.get("how", BOTS)
    usual = fields.get("bot") or default_bot(game)
    bots = [fields.get(f"bot_{number}") or usual for number in range(1, players)]
    return TableRequest(
        game=game,
        options=options,
        name=read_names(fields, visitor, players) if company == HOTSEAT else fields.get("name", ""),
        clock=read_clock(fields),
        bots=bots if company == BOTS else [],
        humans=players if company == HOTSEAT else 1,
        is_open=company == OPEN and players > 1,
        passing=visitor.passing,
        seat=read_seat(fields.get("my_seat", "0"), players),
        rated=fields.get("rated") == "1",
    )


def read_names(fields: Mapping[str, str], visitor: Visitor, players: int) -> str:
    """Read the names of all people at one device, separated by commas; a guest's where a field is empty."""
    first = fields.get("name", "")
    others = [fields.get(f"name_{number}") for number in range(2, players + 1)]
    if "," in first or all(other is None for other in others):
        return first
    names = [clean_name(first) or visitor.called]
    for number, other in enumerate(others, start=1):
        names.append(clean_name(other or "") or guest_name(visitor.visitor, visitor.language, number))
    return ", ".join(name.replace(",", " ")[:NAME_LENGTH] for name in names)


def read_seat(word: str, players: int) -> int | None:
    """Read the seat that the host wants, None if it is to be drawn; beyond the last one, the last."""
    if word == RANDOM_SEAT:
        return None
    return min(int(word), players - 1) if games_menu.is_small(word) else 0
