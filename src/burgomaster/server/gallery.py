"""The cards of a game as it draws them, where it does."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from burgomaster.core.registry import game_folder
from burgomaster.server.render import page_module, stylesheets
from burgomaster.web.templates import environment


@lru_cache(maxsize=16)
def gallery_html(game: str, language: str) -> Markup:
    """All cards of a game, drawn; nothing for a game that has no gallery. Everybody sees the same."""
    module = page_module(game)
    if not hasattr(module, "gallery"):
        return Markup("")
    template = environment().get_template(f"{game}/gallery.html")
    return Markup(template.render(**{"language": language, **module.gallery(language)}))


def gallery_sheets(game: str) -> list[str]:
    """The sheets of a game's board, and that of its gallery where it has one."""
    has_own = (game_folder(game) / "web" / "static" / "gallery.css").exists()
    return [*stylesheets(game), *([f"{game}/gallery.css"] if has_own else [])]
