"""The page of all cards of a game, as far as the game draws them itself."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from burgomaster.core.registry import game_part
from burgomaster.server.render import stylesheets
from burgomaster.web.game_pages import own_sheets
from burgomaster.web.templates import environment


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
