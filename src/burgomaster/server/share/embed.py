"""A finished game to step through inside a page of somebody else's.

Other pages may show only this in a frame. It knows nobody: no cookie is read or set, and no form can be sent.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_info
from burgomaster.server.match import Match, Refused
from burgomaster.server.match.journal import is_deal_on
from burgomaster.server.proxies import key_of
from burgomaster.server.render import render, scripts
from burgomaster.server.replay_context import replay_context
from burgomaster.server.requests import AnyMatch, small_number
from burgomaster.server.security import ADDRESS, CROWD, HEADERS
from burgomaster.server.steady_time import now
from burgomaster.server.texts import TEXTS, preferred_language

router = APIRouter(include_in_schema=False)
THEMES = ("light", "dark")
POLICY = HEADERS["Content-Security-Policy"]
FREE = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
FRAMED = {"Content-Security-Policy": FREE.replace("form-action 'self'", "form-action 'none'")}
KEPT = "public, max-age=600"


@router.get("/t/{match}/embed")
async def embed(request: Request, live: AnyMatch) -> HTMLResponse:
    """Show a finished game for a frame: one moment, with links to the others."""
    if not request.app.state.limiter.allow("replay", f"{ADDRESS}{key_of(request.scope)}", times=CROWD):
        raise Refused("too_often")
    given = request.query_params
    lang, theme = given.get("lang", ""), given.get("theme", "")
    if lang not in LANGUAGES:
        lang = preferred_language(None, request.headers.get("accept-language"))
    asked: dict[str, Any] = {
        "lang": lang,
        "theme": theme if theme in THEMES else "",
        "ply": small_number(given.get("ply")) or 0,
        "seat": small_number(given.get("seat")),
    }
    is_deal = is_deal_on(live.match.header.host, now())
    if is_deal or not live.match.is_open_book:
        later = TEXTS.text(asked["lang"], "share.tomorrow" if is_deal else "share.later")
        return framed(request, live.match, asked, {"message": later}, 403)
    context = await asyncio.to_thread(embed_context, live.match, asked)
    return framed(request, live.match, asked, {"message": "", **context})


def framed(
    request: Request, match: Match, asked: dict[str, Any], shown: dict[str, Any], status: int = 200
) -> HTMLResponse:
    """Draw the page of a frame, or the part of it that changes."""
    info = game_info(match.header.game)
    frame = {
        "title": info.title(asked["lang"]),
        "variant": info.variant_title(match.header.options, asked["lang"]),
        "theme": asked["theme"],
        "site": str(request.base_url).rstrip("/"),
        "name": match.header.match,
    }
    is_part = request.headers.get("x-part") == "1" and not shown["message"]
    html = render("embed_live.html" if is_part else "embed.html", asked["lang"], **frame, **shown)
    headers = {**FRAMED, "Cache-Control": KEPT if status == 200 else "no-store", "Vary": "X-Part"}
    return HTMLResponse(html, status, headers)


def embed_context(match: Match, asked: dict[str, Any]) -> dict[str, Any]:
    """Collect what a frame shows: a replay without what belongs to a visitor."""
    seat = asked["seat"] if asked["seat"] is not None and asked["seat"] < match.game.players else None
    context = replay_context(match, seat, asked["ply"], asked["lang"])
    chosen = {key: value for key, value in asked.items() if key in ("lang", "theme") and value}
    if seat is not None:
        chosen["seat"] = seat
    links = {
        name: f"/t/{match.header.match}/embed?" + urlencode({**chosen, "ply": place})
        for name, place in context["to"].items()
    }
    shown = {key: value for key, value in context.items() if key not in ("title", "variant")}
    return shown | {"links": links, "board_scripts": scripts(match.header.game)}
