"""The gallery of cards: every card has its place, in every language, and belongs to the right sets."""

from __future__ import annotations

import re

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from burgomaster.games.petersburg.web.gallery import SETS, shelves_of
from burgomaster.web.game_pages import card_list
from tests.server.fixtures import Running

GAMES = [game["game"] for game in bm.games()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_an_anchor(server: Running, game: str, language: str) -> None:
    page = server.client(headers={"Accept-Language": language}).get(f"/cards/{game}").text
    for card in card_list(game, language):
        assert page.count(f'id="{card.id}"') == 1, card.id
    assert f'href="/rules/{game}"' in page
    assert re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", page) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_of_saint_petersburg_are_drawn_with_their_sentences(server: Running, language: str) -> None:
    client = server.client(headers={"Accept-Language": language})
    page = client.get("/cards/petersburg").text.replace("&#39;", "'")
    shown = [one for shelf in shelves_of(language) for one in shelf.exhibits]
    assert sorted(one.face.id for one in shown) == sorted(row["id"] for row in CARD_ROWS)
    assert page.count('class="picture"') == len(CARD_ROWS)
    for one in shown:
        for sentence in one.face.sentences:
            assert sentence in page


def test_a_card_belongs_to_the_sets_that_have_copies_of_it(server: Running) -> None:
    page = server.client().get("/cards/petersburg").text
    for row in CARD_ROWS:
        classes = re.search(rf'<li class="([^"]+)" id="{row["id"]}"', page)[1].split()
        sets = {name for name in SETS if int(row[f"copies_{name}"]) > 0}
        assert sets and {word.removeprefix("in-") for word in classes if word.startswith("in-")} == sets
    for name in SETS:
        assert f'id="set-{name}"' in page
