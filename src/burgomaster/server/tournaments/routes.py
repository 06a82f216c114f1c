"""The pages of tournaments. Forms work without a script."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from burgomaster.core.registry import game_names
from burgomaster.server import games_menu
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.invitation import invitation_to, qr_code
from burgomaster.server.render import FORM_FIELD, page, part_of_page, render
from burgomaster.server.requests import (
    MATCH_NAME,
    AuthDep,
    CurrentVisitor,
    form_fields,
    limit_rate,
    small_number,
    trusted_fields,
)
from burgomaster.server.texts import TEXTS
from burgomaster.server.tournaments.context import (
    cup_context,
    entrant_rows,
    form_context,
    list_rows,
    read_cup,
    rounds_context,
    standings_context,
)
from burgomaster.server.tournaments.service import TournamentService
from burgomaster.server.tournaments.state import Tournament

router = APIRouter(include_in_schema=False)
DIGEST_LETTERS = 16
PURPOSES = {"enter": "seat", "leave": "seat"}  # limits of what is asked for by its verb; else those of a wish


async def cups_of(request: Request) -> TournamentService:
    cups: TournamentService = request.app.state.tournaments
    return cups


async def cup_of(request: Request, cup: str) -> Tournament:
    """Find the tournament that a path names; 404 if there is none, or its game is not installed any more."""
    found = await (await cups_of(request)).find(cup) if MATCH_NAME.fullmatch(cup) else None
    if found is None or found.game not in game_names():
        raise HTTPException(404)
    return found


CupsDep = Annotated[TournamentService, Depends(cups_of)]


async def shown_cup_of(request: Request, cup: str) -> Tournament:
    """Find it as it was a moment ago, for a page that asks again and again."""
    found = await (await cups_of(request)).find_shown(cup) if MATCH_NAME.fullmatch(cup) else None
    if found is None or found.game not in game_names():
        raise HTTPException(404)
    return found


CurrentCup = Annotated[Tournament, Depends(cup_of)]
ShownCup = Annotated[Tournament, Depends(shown_cup_of)]


# Showing


@router.get("/tournaments")
async def tournaments(request: Request, visitor: CurrentVisitor, cups: CupsDep) -> HTMLResponse:
    """List tournaments: one's own, those that can be entered, those that are played, and the last ones."""
    limit_rate(request, "page", visitor)
    own = list_rows(await cups.own(visitor), visitor)
    known = {row["tournament"] for row in own}
    lists: dict[str, Any] = {}
    for status in ("entering", "running", "over"):
        rows = list_rows(await cups.listed((status,)), visitor)
        lists[status] = [row for row in rows if row["tournament"] not in known]
    return page(request, visitor, "tournaments.html", own=own, **lists)


@router.get("/tournaments/new")
async def new(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    chosen = request.query_params.get("game", "")
    game = chosen if chosen in game_names() else game_names()[0]
    context = form_context(game, visitor.language)
    menu = games_menu.menu(visitor.language)
    return page(request, visitor, "tournament_new.html", menu=menu, bots=offered_bots(game), **context)


@router.get("/tournament/{cup}")
async def show(request: Request, visitor: CurrentVisitor, cup: CurrentCup) -> HTMLResponse:
    return await asyncio.to_thread(shown, request, visitor, cup, "")


@router.get("/tournament/{cup}/rounds")
async def rounds(request: Request, visitor: CurrentVisitor, cup: CurrentCup) -> HTMLResponse:
    return await asyncio.to_thread(shown, request, visitor, cup, "rounds")


def shown(request: Request, visitor: Visitor, cup: Tournament, part: str) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    live, _ = live_html(request, visitor, cup, part)
    context = {**cup_context(cup, visitor), "part": part, "live": Markup(live)}
    context["entrants"] = entrant_rows(cup)
    invitation = invitation_to(request, context["url"], request.app.state.settings.host)
    context["link"] = invitation.link
    context["qr"] = qr_code(invitation.link, TEXTS.text(visitor.language, "room.qr"))
    return page(request, visitor, "tournament.html", **context)


@router.get("/tournament/{cup}/live")
async def live(request: Request, visitor: CurrentVisitor, cup: ShownCup) -> Response:
    """Send the part of a page that changes, if it does not look any more as the page has seen it."""
    limit_rate(request, "page", visitor)
    part = "rounds" if request.query_params.get("part") == "rounds" else ""
    html, seen = await asyncio.to_thread(live_html, request, visitor, cup, part)
    if request.query_params.get("seen") == seen:
        return Response(status_code=204)
    return part_of_page(request, visitor, html)


def live_html(request: Request, visitor: Visitor, cup: Tournament, part: str) -> tuple[str, str]:
    """Draw the part of a page that changes, and name what it looks like."""
    context = {**cup_context(cup, visitor), "part": part, "visitor": visitor, "csrf_field": FORM_FIELD}
    if part == "rounds":
        context["rounds"] = rounds_context(cup, visitor)
    else:
        context["standings"] = standings_context(cup, visitor.language)
        context["entrants"] = entrant_rows(cup)
    html = render("cup_live.html", visitor.language, seen="", **context)
    seen = hashlib.sha256(html.encode()).hexdigest()[:DIGEST_LETTERS]
    return html.replace('data-seen=""', f'data-seen="{seen}"', 1), seen


# Acting


@router.post("/tournaments")
async def create(request: Request, visitor: CurrentVisitor, cups: CupsDep, auth: AuthDep) -> Response:
    """Set a tournament up; the organiser takes part if they say so."""
    fields = await trusted_fields(request, visitor, "create")
    cup = await cups.create(visitor, read_cup(fields))
    if fields.get("play") == "1":
        await cups.enter(cup, visitor, fields.get("name", ""))
    answer = RedirectResponse(f"/tournament/{cup.tournament}", status_code=303)
    auth.remember(answer, visitor)
    auth.remember_name(answer, visitor, fields.get("name", ""))
    return answer


@router.post("/tournament/{cup}/{verb}")
async def act(
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("people", PURPOSES)],
    cup: CurrentCup,
    cups: CupsDep,
    auth: AuthDep,
    verb: str,
) -> Response:
    await act_by_verb(cups, cup, visitor, verb, fields)
    back = "/rounds" if verb == "result" else ""
    answer = RedirectResponse(f"/tournament/{cup.tournament}{back}", status_code=303)
    auth.remember(answer, visitor)
    if verb == "enter":
        auth.remember_name(answer, visitor, fields.get("name", ""))
    return answer


async def act_by_verb(
    cups: TournamentService, cup: Tournament, visitor: Visitor, verb: str, fields: Mapping[str, Any]
) -> None:
    match verb:
        case "enter":
            await cups.enter(cup, visitor, fields.get("name", ""))
        case "leave":
            await cups.leave(cup, visitor)
        case "start":
            await cups.start(cup, visitor)
        case "close" | "open":
            await cups.open_entries(cup, visitor, verb == "open")
        case "add":
            await cups.add_friend(cup, visitor, fields.get("name", ""))
        case "remove":
            await cups.remove(cup, visitor, small_number(fields.get("number")) or 0)
        case "hurry":
            await cups.hurry(cup, visitor)
        case "end":
            await cups.end(cup, visitor)
        case "result":
            given = (small_number(fields.get("round")) or 0, small_number(fields.get("table")) or 0)
            await cups.set_result(cup, visitor, *given, read_places(fields))
        case _:
            raise HTTPException(404)


def read_places(fields: Mapping[str, Any]) -> list[int]:
    """Read the places of a table from a form, seat by seat; 0 for one that makes no sense."""
    words: list[str] = []
    while (word := fields.get(f"place_{len(words)}")) is not None:
        words.append(word)
    return [small_number(word) or 0 for word in words]
