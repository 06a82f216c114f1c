"""Templates, and pieces of pages that are drawn again only when what they show has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    select_autoescape,
)
from markupsafe import Markup

from burgomaster.core.cache import cached
from burgomaster.core.registry import game_folder, game_names
from burgomaster.web.pieces import Piece, gather
from burgomaster.web.quick_templates import QuickEnvironment
from burgomaster.web.signs import hyphenate, icon, seat_mark

WEB = Path(__file__).resolve().parent
MOST_PIECES = 65536  # of five hundred tables, with room for what they had before the last moves
MOST_KEPT = 16384  # several of every open page
MOST_PARTS = 2048  # of those tables some; they hold texts of their own between the pieces
# what tables are drawn with that have begun: around the board, and by the game
TABLE = ("table_live", "seats", "controls", "timeouts", "happened", "hot_seat", "end", "charts", "dates")
BOARD = ("board", "board_center", "holdings", "macros", "map", "panel", "players", "result")


@cache
def environment() -> Environment:
    """Make the environment in which all templates are found."""
    made = QuickEnvironment(
        loader=ChoiceLoader([FileSystemLoader(WEB / "templates"), FunctionLoader(game_template)]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(piece=piece, kept=kept, kept_parts=kept_parts)
    made.globals.update(icon=icon, seat_mark=seat_mark, hyphenate=hyphenate)
    return made


def game_template(name: str) -> str | None:
    """Read a template of a game: `<game>/board.html` is `web/templates/board.html` in its folder."""
    game, _, rest = name.partition("/")
    if game not in game_names():
        return None
    path = game_folder(game) / "web" / "templates" / rest
    return path.read_text(encoding="utf-8") if path.is_file() else None


def compile_tables(games: Sequence[str]) -> None:
    """Compile what the tables of some games are drawn with: the first page of each would wait for it."""
    own = [f"{game}/{part}.html" for game in games for part in BOARD]
    for name in [*(f"{part}.html" for part in TABLE), *(name for name in own if game_template(name))]:
        environment().get_template(name)


def units(template: str, values: dict[str, Any]) -> list[str]:
    """Draw a template as texts and kept pieces, one behind the other."""
    found = environment().get_template(template)
    return gather(found.root_render_func(found.new_context(values)))


def kept(template: str, **values: Any) -> Piece:
    """Draw a template with these values and nothing else; equal values are drawn once."""
    return _kept(template, tuple(values.items()))


@cached(MOST_KEPT)
def _kept(template: str, values: tuple[tuple[str, Any], ...]) -> Piece:
    return Piece(environment().get_template(template).render(dict(values)))


def kept_parts(template: str, **values: Any) -> tuple[Piece, ...]:
    """Draw the same as pieces, one behind the other: those that others have too are not kept twice."""
    return _kept_parts(template, tuple(values.items()))


@cached(MOST_PARTS)
def _kept_parts(template: str, values: tuple[tuple[str, Any], ...]) -> tuple[Piece, ...]:
    return tuple([unit if type(unit) is Piece else Piece(unit) for unit in units(template, dict(values))])


@cached(MOST_PIECES)
def piece(template: str, macro: str, *things: Any) -> Piece:
    """Draw some things with a macro; equal things are drawn once.

    A move changes little of a board, and the same cards lie on many: most pieces are taken from here.
    """
    return Piece(draw(template, macro, *things))


def draw(template: str, macro: str, *things: Any) -> Markup:
    """Draw some things with a macro, without keeping what is drawn."""
    drawn: Markup = _macro(template, macro)(*things)
    return drawn


@cache
def _macro(template: str, macro: str) -> Any:
    return getattr(environment().get_template(template).module, macro)
