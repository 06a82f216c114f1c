"""Templates, and pieces of pages that are drawn again only when what they show has changed."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

WEB = Path(__file__).resolve().parent
MOST_PIECES = 16384


@cache
def environment() -> Environment:
    """The templates of all pages."""
    made = Environment(
        loader=FileSystemLoader(WEB),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["piece"] = piece
    return made


@lru_cache(maxsize=MOST_PIECES)
def piece(template: str, macro: str, *things: Any) -> Markup:
    """What a macro draws of some things, which are compared by their values.

    A move changes little of a board, and the same cards lie on many: most pieces are taken from here.
    """
    return Markup(getattr(environment().get_template(template).module, macro)(*things))
