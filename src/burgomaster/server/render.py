"""Pages from templates: the texts of the server around the board of whichever game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from burgomaster import __version__
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.bot_players import bot_title
from burgomaster.server.characters import bot_face, bot_manner, bot_name, bot_names, draw_face, person_face
from burgomaster.server.clock_words import time_left
from burgomaster.server.png import can_draw
from burgomaster.server.security import FORM_TOKEN
from burgomaster.server.texts import TEXTS
from burgomaster.web.game_pages import draws_board, game_credits, own_sheets, pages_of
from burgomaster.web.pieces import HAPPENED
from burgomaster.web.plain import page as plain
from burgomaster.web.static_files import MARK, static_version
from burgomaster.web.templates import WEB, environment, units

STATIC = WEB / "static"
PLAIN = "plain"
FORM_FIELD = Markup(f'<input type="hidden" name="form" value="{FORM_TOKEN}">')  # shows a form to be ours
BOARD_CSS = "board.css"  # what drawn boards have in common; before a game's own


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%MZ")


def listed_titles(titles: Sequence[str], language: str) -> str:
    """Join titles as a sentence lists them: "one, two and three"."""
    *others, last = (TEXTS.text(language, "list.title", title=name) for name in titles)
    return TEXTS.text(language, "list.and", others=", ".join(others), last=last) if others else last


environment().filters["moment"] = moment
environment().globals.update(
    version=MARK + static_version(),
    release=__version__,
    languages=LANGUAGES,
    bot_title=bot_title,
    bot_name=bot_name,
    bot_names=bot_names,
    time_left=time_left,
    bot_manner=bot_manner,
    bot_face=bot_face,
    person_face=person_face,
    face=draw_face,
    listed_titles=listed_titles,
    game_credits=game_credits,
    own_sheets=own_sheets,
    pages_of=pages_of,
    has_pictures=can_draw(),
    picture="",  # that goes with links to a page, where it has one of its own
)


def render(template: str, language: str, **values: Any) -> str:
    say = Translator(TEXTS, language)
    return environment().get_template(template).render(language=language, say=say, **values)


def render_units(template: str, language: str, **values: Any) -> list[str]:
    """Render a template in a language as texts and kept pieces, one behind the other."""
    return units(template, {"language": language, "say": Translator(TEXTS, language), **values})


def page(request: Request, visitor: Visitor, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    common: dict[str, Any] = {"visitor": visitor, "form_token": Markup(FORM_TOKEN), "csrf_field": FORM_FIELD}
    common["site"] = str(request.base_url).rstrip("/")
    # to come back in another language; what took a form cannot be opened
    query = f"?{request.url.query}" if request.url.query else ""
    common["back_path"] = request.url.path + query if request.method == "GET" else "/"
    html = render(template, visitor.language, **{**common, **values})
    response = part_of_page(request, visitor, html, status)
    request.app.state.auth.remember(response, visitor)
    return response


def part_of_page(request: Request, visitor: Visitor, html: str, status: int = 200) -> HTMLResponse:
    """Answer with drawn HTML; its forms get a token that is written differently in each answer."""
    auth: Auth = request.app.state.auth
    return HTMLResponse(html.replace(FORM_TOKEN, auth.form_token(visitor)), status)


def answer_in_place(answer: HTMLResponse, target: str = "") -> HTMLResponse:
    """Let a script morph an answer into the page: where it asked from, or into a part that is named."""
    answer.headers["HX-Reswap"] = "morph:outerHTML"
    if target:
        answer.headers["HX-Retarget"] = target
    return answer


def page_module(game: str) -> Any:
    """Find the module that draws a game, the plain one if the game has none of its own."""
    return game_part(game, "web.page") or plain


def board_html(seat_view: SeatView, csrf_field: Markup) -> Markup:
    return Markup("".join(board_units(seat_view, csrf_field)))


def board_units(seat_view: SeatView, csrf_field: Markup) -> list[str]:
    """Draw the board as texts and kept pieces, one behind the other."""
    context: Mapping[str, Any] = page_module(seat_view.game).board(seat_view)
    folder = seat_view.game if draws_board(seat_view.game) else PLAIN
    values = {
        "csrf_field": csrf_field,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "happened": Markup(HAPPENED),
        **context,
    }
    return units(f"{folder}/board.html", values)


def result_html(seat_view: SeatView) -> Markup:
    """Draw how the points of a finished game were made, if the game has a page for that."""
    module = page_module(seat_view.game)
    if not hasattr(module, "result"):
        return Markup("")
    template = environment().get_template(f"{seat_view.game}/result.html")
    return Markup(template.render(**{"language": seat_view.language, **module.result(seat_view)}))


def stylesheets(game: str) -> list[str]:
    """List the stylesheets of a game's board, beside those of every page."""
    module = page_module(game)
    return [BOARD_CSS, module.MAIN_CSS, *getattr(module, "MORE_CSS", ())]


def scripts(game: str) -> list[str]:
    script = getattr(page_module(game), "MAIN_JS", "")
    return [script] if script else []
