"""Where long words on cards may be broken."""

from __future__ import annotations

import pytest

from burgomaster.web.signs import SOFT_HYPHEN, hyphenate, soften


@pytest.mark.parametrize(
    "broken",
    [
        "Та-мож-ня",
        "При-каз-чик",
        "Кон-тор-щик",
        "Чи-нов-ни-ки",
        "По-тём-кин-ская деревня",
        "Трей-лер-ный парк",
        "Авто-за-прав-ка",
        "Небо-скрёб",
        "Capital-isa-tion",
        "Obser-va-tory",
        "Judge",
    ],
)
def test_a_word_is_broken_between_syllables(broken: str) -> None:
    words = broken.replace("-", "").split(" ")
    assert hyphenate(" ".join(words)).replace(SOFT_HYPHEN, "-").split(" ")[0] == broken.split(" ")[0]


def test_no_letter_is_lost_and_short_words_stay_whole() -> None:
    for name in ("Мусороперерабатывающий завод", "Office of Bureaucracy", "«Склад»", "Царь-плотник", ""):
        assert hyphenate(name).replace(SOFT_HYPHEN, "") == name
        assert soften(name).replace(SOFT_HYPHEN, "") == name
    assert SOFT_HYPHEN not in hyphenate("завод Склад Judge")
