"""Pages from templates: one environment, the texts of the server, and the board of whichever game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from burgomaster import __version__
from burgomaster.core.language import LANGUAGES
from burgomaster.server.choosing import bot_title
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.texts import TEXTS
from burgomaster.web.look import Look
from burgomaster.web.say import Say
from burgomaster.web.templates import WEB, environment

STATIC = WEB / "static"
BOARD_CSS = "board.css"  # what drawn boards have in common; before a game's own


environment().filters["moment"] = lambda seconds: moment(seconds)
environment().globals.update(version=__version__, languages=LANGUAGES, bot_title=bot_title)


def moment(seconds: float) -> str:
    """A moment for people and for scripts."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%MZ")


def render(template: str, language: str, **values: Any) -> str:
    """A page in a language."""
    say = Say(TEXTS, language)
    return environment().get_template(template).render(language=language, say=say, **values)


def page(request: Request, visitor: Visitor, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page."""
    doorman: Doorman = request.app.state.doorman
    token = doorman.form_token(visitor)
    common = {"visitor": visitor, "form_token": token, "csrf_field": form_field(token)}
    html = render(template, visitor.language, **{**common, "path": request.url.path, **values})
    response = HTMLResponse(html, status_code=status)
    doorman.remember(response, visitor)
    return response


def form_field(token: str) -> Markup:
    """The field that shows a form to be ours."""
    return Markup('<input type="hidden" name="form" value="{}">').format(token)


def page_module(game: str) -> Any:
    """The module that draws a game, the plain one if it has none of its own."""
    return import_module(f"burgomaster.web.{game if has_board(game) else 'plain'}.page")


def has_board(game: str) -> bool:
    """Whether a game is drawn in the browser; others are only listed."""
    folder = f"burgomaster.web.{game}"
    return find_spec(folder) is not None and find_spec(f"{folder}.page") is not None


def board_html(look: Look, csrf_field: Markup) -> Markup:
    """The board as a seat sees it."""
    module = page_module(look.game)
    name = module.__name__.split(".")[-2]
    context: Mapping[str, Any] = module.board(look)
    template = environment().get_template(f"{name}/board.html")
    values = {"csrf_field": csrf_field, "language": look.language, "move_url": look.move_url, **context}
    return Markup(template.render(**values))


def result_html(look: Look) -> Markup:
    """How the points of a finished game were made."""
    module = page_module(look.game)
    if not hasattr(module, "result"):
        return Markup("")
    template = environment().get_template(f"{module.__name__.split('.')[-2]}/result.html")
    return Markup(template.render(**{"language": look.language, **module.result(look)}))


def stylesheets(game: str) -> list[str]:
    """What a game's board needs, beside the common ones."""
    own = getattr(page_module(game), "MAIN_CSS", "plain/plain.css")
    return [BOARD_CSS, own] if has_board(game) else [own]


def scripts(game: str) -> list[str]:
    """Its scripts."""
    script = getattr(page_module(game), "MAIN_JS", "")
    return [script] if script else []
