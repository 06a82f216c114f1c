"""Every part of a game's `web` folder is optional: what a game does not bring is not linked."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import burgomaster as bm
from burgomaster.core import registry
from burgomaster.core.language import LANGUAGES
from burgomaster.web.game_pages import pages_of
from tests.server.fixtures import Running
from tests.server.test_pages import open_by_form

BARE = "bare"
HREF = re.compile(r'(?:href|src)="(/[^"#?]*)')
OPTIONS = """
from dataclasses import replace
from burgomaster.games.spyrium.rules.options import INFO as OTHER
INFO = replace(OTHER, name="bare", place=900)
"""
DEFINITION = """
from dataclasses import replace
from bare.rules.options import INFO
from burgomaster.games.spyrium.rules.definition import RULES as OTHER
RULES = replace(OTHER, info=INFO)
"""


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    rules = tmp_path / BARE / "rules"
    rules.mkdir(parents=True)
    for path, text in (
        (rules.parent / "__init__.py", ""),
        (rules / "__init__.py", ""),
        (rules / "options.py", OPTIONS),
        (rules / "definition.py", DEFINITION),
    ):
        path.write_text(text, encoding="utf-8")
    packages = {**registry.game_packages(), BARE: BARE}
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "game_packages", lambda: packages)
    yield BARE
    pages_of.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == BARE]:
        del sys.modules[name]


def links_of(client: httpx.Client, path: str) -> set[str]:
    """What a page links to and loads; the page itself must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return set(HREF.findall(answer.text))


def test_a_game_without_a_web_folder_has_a_table_and_no_dead_links(server: Running, bare: str) -> None:
    client = server.client()
    assert pages_of(bare) == ()
    path = open_by_form(client, preset=f"{bare}|0", how="bots", bot="random")
    for page in ("/", path, f"{path}/replay", "/credits"):
        links = links_of(client, page)
        assert not [link for link in links if link.endswith(f"/{bare}")], page
        assert all(client.get(link).status_code == 200 for link in links if link.startswith("/static"))
    assert 'class="game-board plain"' in client.get(path).text
    assert client.get(f"/rules/{bare}").status_code == client.get(f"/learn/{bare}").status_code == 404


def test_our_games_have_all_pages_and_no_dead_links(server: Running) -> None:
    client = server.client()
    games = [game["game"] for game in bm.games()]
    pages = ["/", "/credits", *(f"/{page}/{game}" for game in games for page in pages_of(game))]
    assert len(pages) == 2 + 4 * len(games)
    found = set().union(*(links_of(client, page) for page in pages))
    assert {page for page in pages if page != "/credits"} <= found
    dead = [link for link in found if client.get(link).status_code != 200]
    assert not dead


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_names_every_game_in_a_sentence(server: Running, language: str) -> None:
    client = server.client(headers={"Accept-Language": language})
    titles = [game["title"][language] for game in bm.games()]
    sentence = {
        "en": f"{', '.join(titles[:-1])} and {titles[-1]}: ",
        "ru": f"«{'», «'.join(titles[:-1])}» и «{titles[-1]}»: ",
    }[language]
    assert sentence in client.get("/").text
    credits = client.get("/credits").text
    assert all(title in credits for title in titles) and "Vollkorn" in credits


def test_the_lobby_offers_the_numbers_of_players_that_there_are(server: Running) -> None:
    for game in bm.games():
        page = server.client().get("/", params={"game": game["game"]}).text
        counts = {n for variant in game["variants"] for n in variant["players"]}
        assert re.findall(r'name="players" value="(\d+)"', page) == [str(n) for n in sorted(counts)]
