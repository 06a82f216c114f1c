"""Events of MkDocs: what is made from sources joins the pages, and links are turned to the pages there."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.docs import card_tables, command_line, examples, json_interface, python_reference
from tools.docs.places import ROOT, SOURCES, place_of
from tools.docs.repository_links import turn_links

ICON = "src/burgomaster/web/static/icon.svg"
MAKERS: tuple[Callable[[], dict[str, str]], ...] = (
    card_tables.pages,
    command_line.pages,
    examples.pages,
    json_interface.pages,
    python_reference.pages,
)


def on_startup(command: Literal["build", "gh-deploy", "serve"], **_: Any) -> None:
    """Look for no garbage while the book is built once: nearly all that is made stays to the end."""
    if command == "build":
        gc.disable()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie elsewhere in the repository, and those that are made from sources."""
    made = {uri: (ROOT / source).read_text(encoding="utf-8") for source, uri in SOURCES.items()}
    for maker in MAKERS:
        made |= maker()
    for uri, text in made.items():
        files.append(File.generated(config, uri, content=text))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ROOT / ICON)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn the links of a page, which are right in the repository, to the pages of the book."""
    return turn_links(markdown, place_of(page.file.src_uri), page.file.src_uri)


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Any) -> dict[str, Any]:
    """Let the words around a page be in its language, and lead to the same page in the other one."""
    uri = page.file.src_uri
    config.theme["language"] = "ru" if uri.startswith("ru/") else "en"
    config.extra["alternate"] = alternates(uri, {one.src_uri: one.url for one in context["pages"]})
    return context


def alternates(uri: str, addresses: dict[str, str]) -> list[dict[str, str]]:
    """Name the page of the same content in each language, or the first page of that language."""
    plain = uri.removeprefix("ru/")
    found = []
    for language, name, wanted, usual in (
        ("en", "English", plain, "index.md"),
        ("ru", "Русский", f"ru/{plain}", "ru/index.md"),
    ):
        link = addresses.get(wanted) or addresses[usual]
        found.append({"name": name, "lang": language, "link": link})
    return found
