"""The pictures of Saint Petersburg: what their scenes draw, one for every card, none twice, quick to load."""

from __future__ import annotations

import ast
import gzip
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.art.petersburg import scenes, sprite

from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.web.cards import face_of
from burgomaster.games.petersburg.web.texts import TEXTS

LARGEST_SPRITE = 60_000  # bytes, packed
DRAWN = scenes.all_scenes("cards")
BROKEN = re.compile(r"\b(nan|inf|None)\b|object at")


@pytest.mark.parametrize("sheet", sprite.SHEETS)
def test_the_files_are_what_the_scenes_draw(sheet: str) -> None:
    written = (sprite.STATIC / f"{sheet}.svg").read_text(encoding="utf-8")
    assert written == sprite.sprite(sheet)
    assert not BROKEN.search(written)
    assert len(ElementTree.fromstring(written)) == len(scenes.all_scenes(sheet))
    assert len(gzip.compress(written.encode())) < LARGEST_SPRITE


def test_every_card_has_a_picture_and_no_two_are_alike() -> None:
    wanted = {face_of(card, CardTranslator(TEXTS, "en")).picture for card in CARD_OF}
    assert set(DRAWN) == wanted
    assert [name for name, n in Counter(DRAWN.values()).items() if n > 1] == []
    assert all(len(art) > 800 for art in DRAWN.values())


def test_every_picture_fills_its_place_and_has_light_and_shadow() -> None:
    for name, art in DRAWN.items():
        colors = set(re.findall(r"#[0-9a-f]{6}", art))
        assert len(colors) >= 9, name
        assert re.match(r'<path d="M0 0h120v(90|7[24]|66)h-120Z" fill="#', art), name


def test_every_part_is_used() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in scenes.FOLDER.rglob("*.txt"))
    named = set(re.findall(r"^\s*(\w+)", texts, flags=re.MULTILINE))
    for module in scenes.MODULES:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        named |= {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
    assert set(scenes.PARTS) - named == set()


def test_a_scene_is_read_line_by_line() -> None:
    text = """# A hut.
[hut]
box 1 2 3 4 GOLD
put 5 6 1 90 {
  disc 0 0 2.5 #123456
}
windows 0 0 2 8 (4,7) yes lit=(1)
[other]
discs [1,2 3,4] 1 INK
"""
    drawn = scenes.read_scenes(text)
    assert list(drawn) == ["hut", "other"]
    assert drawn["hut"].startswith(
        '<path d="M1 2h3v4h-3Z" fill="#e3b23f"/><g transform="translate(5 6) rotate(90)">'
    )
    assert '<circle cx="0" cy="0" r="2.5" fill="#123456"/></g>' in drawn["hut"]
    assert "#fbd27c" in drawn["hut"]  # the window with light
    with pytest.raises(KeyError, match="castle"):
        scenes.read_scenes("[x]\ncastle 1 2\n")
