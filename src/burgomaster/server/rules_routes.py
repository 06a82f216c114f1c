"""Pages about a game that are the same for everybody: its rules, with numbers and examples from the game
itself, and all its cards.
"""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from burgomaster.core.registry import game_info, game_names, game_part
from burgomaster.core.translator import Translator
from burgomaster.server.render import page, stylesheets
from burgomaster.server.requests import CurrentVisitor
from burgomaster.web.game_pages import card_list, facts_of, own_sheets
from burgomaster.web.rules_examples import TEXTS as EXAMPLE_TEXTS
from burgomaster.web.templates import environment

router = APIRouter(include_in_schema=False)
HEADING = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>')


@router.get("/rules/{game}")
async def rules(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    if game not in game_names() or game_part(game, "web.rules_page") is None:
        raise HTTPException(404)
    request.app.state.preparation.require(game)
    body = await asyncio.to_thread(rules_body, game, visitor.language)
    return page(
        request,
        visitor,
        "rules.html",
        game=game,
        title=game_info(game).title(visitor.language),
        body=body,
        contents=[(found[1], found[2]) for found in HEADING.finditer(body)],
        stylesheets=gallery_sheets(game),
    )


@lru_cache(maxsize=16)
def rules_body(game: str, language: str) -> Markup:
    """Draw the rules of a game in a language; the same for everybody, so it is done once."""
    rules: Any = game_part(game, "web.rules_page")
    say, context = Translator(EXAMPLE_TEXTS, language), rules.context(language)
    values = {"game": game, "language": language, "fact": facts_of(game), "example_text": say, **context}
    return Markup(environment().get_template(f"{game}/rules_{language}.html").render(**values))


@router.get("/cards/{game}")
async def cards(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
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


@lru_cache(maxsize=16)
def gallery_html(game: str, language: str) -> Markup:
    """Draw all cards of a game, the same for everybody; nothing for a game without `web.gallery`."""
    module = game_part(game, "web.gallery")
    if module is None:
        return Markup("")
    template = environment().get_template(f"{game}/gallery.html")
    return Markup(template.render(**{"language": language, **module.gallery(language)}))


def gallery_sheets(game: str) -> list[str]:
    """List the stylesheets of a game's board, and that of its gallery where it has one."""
    return [*stylesheets(game), *own_sheets(game, "gallery.css")]
