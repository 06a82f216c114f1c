"""Templates, and pieces of pages that are drawn again only when what they show has changed."""

from __future__ import annotations

import re
from functools import cache, lru_cache
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

from burgomaster.core.registry import game_folder, game_names

WEB = Path(__file__).resolve().parent
MOST_PIECES = 16384
WORD_ENDS = re.compile("[-\u00ad]")  # a word may be broken at a hyphen, also at one that is not shown


@cache
def environment() -> Environment:
    """The templates of all pages."""
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(WEB / "templates"), FunctionLoader(game_template)]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(piece=piece, icon=icon, seat_mark=seat_mark, fitting=fitting)
    return made


def game_template(name: str) -> str | None:
    """Read a template of a game: `<game>/board.html` is `web/templates/board.html` in its folder."""
    game, _, rest = name.partition("/")
    if game not in game_names():
        return None
    path = game_folder(game) / "web" / "templates" / rest
    return path.read_text(encoding="utf-8") if path.is_file() else None


@lru_cache(maxsize=MOST_PIECES)
def piece(template: str, macro: str, *things: Any) -> Markup:
    """What a macro draws of some things, which are compared by their values.

    A move changes little of a board, and the same cards lie on many: most pieces are taken from here.
    """
    return Markup(getattr(environment().get_template(template).module, macro)(*things))


# Signs that stand on every board; macros would take twice the time


@cache
def icon(sheet: str, name: str, css: str = "icon") -> Markup:
    """A sign of a game's sheet of icons."""
    html = '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return Markup(html).format(css, sheet, name)


@cache
def seat_mark(sheet: str, seat: int) -> Markup:
    """The shape of a seat in its colour."""
    return icon(sheet, f"seat-{seat}", f"seat seat-{seat}")


@lru_cache(maxsize=MOST_PIECES)
def fitting(name: str, longish: int, long: int, longest: int) -> str:
    """The class of a name by the letters of its longest word, which is set smaller and not broken."""
    letters = max(map(len, WORD_ENDS.sub(" ", name).split()), default=0)
    if letters > longest:
        return " longest"
    return " long" if letters > long else " longish" if letters > longish else ""
