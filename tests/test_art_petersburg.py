"""The pictures of Saint Petersburg: one for every card, none twice, with light and shadow."""

from __future__ import annotations

import re
from collections import Counter

from tools.art.petersburg import CARDS

from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.web import TEXTS
from burgomaster.games.petersburg.web.cards import face_of


def test_every_card_has_a_picture_and_no_two_are_alike() -> None:
    wanted = {face_of(card, CardTranslator(TEXTS, "en")).picture for card in CARD_OF}
    assert set(CARDS) == wanted
    assert [name for name, n in Counter(CARDS.values()).items() if n > 1] == []
    assert all(len(art) > 800 for art in CARDS.values())


def test_every_picture_fills_its_place_and_has_light_and_shadow() -> None:
    for name, art in CARDS.items():
        colors = set(re.findall(r"#[0-9a-f]{6}", art))
        assert len(colors) >= 9, name
        assert re.match(r'<path d="M0 0h120v(90|7[24]|66)h-120Z" fill="#', art), name
