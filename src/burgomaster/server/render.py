"""Pages from templates: one environment, the texts of the server, and the board of whichever game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from burgomaster import __version__
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.bot_players import bot_title
from burgomaster.server.texts import TEXTS
from burgomaster.web.plain import page as plain
from burgomaster.web.say import Say
from burgomaster.web.templates import WEB, environment

STATIC = WEB / "static"
PLAIN = "plain"
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
    auth: Auth = request.app.state.auth
    token = auth.form_token(visitor)
    common = {"visitor": visitor, "form_token": token, "csrf_field": form_field(token)}
    html = render(template, visitor.language, **{**common, "path": request.url.path, **values})
    response = HTMLResponse(html, status_code=status)
    auth.remember(response, visitor)
    return response


def form_field(token: str) -> Markup:
    """The field that shows a form to be ours."""
    return Markup('<input type="hidden" name="form" value="{}">').format(token)


def page_module(game: str) -> Any:
    """The module that draws a game, the plain one if it has none of its own."""
    return game_part(game, "web.page") or plain


def has_board(game: str) -> bool:
    """Whether a game is drawn in the browser; others are only listed."""
    return game_part(game, "web.page") is not None


def board_html(seat_view: SeatView, csrf_field: Markup) -> Markup:
    """The board as a seat sees it."""
    context: Mapping[str, Any] = page_module(seat_view.game).board(seat_view)
    folder = seat_view.game if has_board(seat_view.game) else PLAIN
    template = environment().get_template(f"{folder}/board.html")
    values = {
        "csrf_field": csrf_field,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        **context,
    }
    return Markup(template.render(**values))


def result_html(seat_view: SeatView) -> Markup:
    """How the points of a finished game were made."""
    module = page_module(seat_view.game)
    if not hasattr(module, "result"):
        return Markup("")
    template = environment().get_template(f"{seat_view.game}/result.html")
    return Markup(template.render(**{"language": seat_view.language, **module.result(seat_view)}))


def stylesheets(game: str) -> list[str]:
    """What a game's board needs, beside the common ones."""
    own = getattr(page_module(game), "MAIN_CSS", "plain/plain.css")
    return [BOARD_CSS, own] if has_board(game) else [own]


def scripts(game: str) -> list[str]:
    """Its scripts."""
    script = getattr(page_module(game), "MAIN_JS", "")
    return [script] if script else []
