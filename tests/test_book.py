"""The book: it is built strictly, loads nothing from elsewhere, and can be searched without a server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from burgomaster.core.registry import game_names
from tests.guides import ROOT

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}


def build_book(folder: Path) -> Path:
    """Build the book as `make docs` does."""
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        build, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
    return folder


class Reader(HTMLParser):
    """What a page loads, what it links to, and what can be linked to in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.anchors |= {found[key] for key in ("id", "name") if key in found}
        if LOADED.get(tag, "-") in found:
            self.loaded.append(found[LOADED[tag]])
        if tag == "a" and "href" in found:
            self.linked.append(found["href"])


@cache
def read(page: Path) -> Reader:
    return Reader(page)


def wrong_links(page: Path) -> Iterator[str]:
    """Links of a built page that lead nowhere."""
    for link in {*read(page).linked, *read(page).loaded}:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if not target.exists():
            yield f"{page.name}: {link}"
        elif (
            parts.fragment
            and target.suffix == ".html"
            and unquote(parts.fragment) not in read(target).anchors
        ):
            if parts.fragment != "__skip":
                yield f"{page.name}: {link}"


@pytest.mark.slow
def test_it_is_whole_loads_nothing_from_elsewhere_and_has_what_is_made(tmp_path: Path) -> None:
    book = build_book(tmp_path)
    check_links(book)
    check_loads(book)
    check_made_pages(book)


def check_links(book: Path) -> None:
    """Every page is there, and every link of it leads somewhere."""
    pages = [page for page in book.rglob("*.html") if page.name != "404.html"]
    assert len(pages) > 50
    assert [wrong for page in pages for wrong in wrong_links(page)] == []
    for game in game_names():
        for name in ("index", "rules", "cards"):
            assert (book / "games" / game / f"{name}.html").stat().st_size > 10_000
        assert (book / "ru" / "games" / game / "cards.html").exists()


def check_loads(book: Path) -> None:
    """No page and no style sheet loads anything from elsewhere."""
    for page in book.rglob("*.html"):
        assert not [one for one in read(page).loaded if urlsplit(one).netloc], page
    for sheet in book.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", text), sheet


def check_made_pages(book: Path) -> None:
    """Commands, calls, Python and cards are told in both languages where both are promised."""
    line = (book / "reference" / "command_line.html").read_text(encoding="utf-8")
    assert "--simulations" in line and "burgomaster admin backup" in line
    calls = (book / "reference" / "json.html").read_text(encoding="utf-8")
    assert "POST /api/tables/{match}/moves" in calls and "ErrorAnswer" in calls
    tables = (book / "reference" / "python" / "tables.html").read_text(encoding="utf-8")
    assert "burgomaster.core.table.Table.play" in tables and "Load a game with its options chosen" in tables
    russian = (book / "ru" / "games" / "petersburg" / "cards.html").read_text(encoding="utf-8")
    assert "Лесоруб" in russian and '<html lang="ru"' in russian
    index = json.loads((book / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["lang"] == ["en", "ru"]


@pytest.mark.thorough
def test_it_is_searched_without_a_server_and_without_a_network(tmp_path: Path, browser: Browser) -> None:
    book = build_book(tmp_path)
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for path, word in (("index.html", "Observatory"), ("ru/play.html", "подсказка")):
            page.goto(f"{book.as_uri()}/{path}")
            page.click(".md-search__input")
            page.keyboard.type(word)
            page.wait_for_selector(".md-search-result__item", timeout=60_000)
        assert not [url for url in asked if not url.startswith(("file:", "data:", "about:", "blob:"))]
