"""The pictures that `make art` draws are committed as they are drawn; their sources are not installed."""

from __future__ import annotations

import ast
import gzip
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.art import FILES
from tools.art.petersburg import CARDS
from tools.art.shapes import box, place, put

from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.web import TEXTS
from burgomaster.games.petersburg.web.cards import face_of

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 60_000  # bytes, packed
BROKEN = re.compile(r"\b(nan|inf|None)\b|object at")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[2].name}-{path.name}")
def test_committed_pictures_are_what_their_sources_draw(path: Path) -> None:
    committed = path.read_text(encoding="utf-8")
    assert committed == FILES[path](), "make art"
    assert not BROKEN.search(committed)
    assert len(gzip.compress(committed.encode())) < LARGEST
    if path.suffix == ".svg":
        ElementTree.fromstring(committed)


def test_the_sources_of_pictures_are_not_installed() -> None:
    assert not list((ROOT / "src").rglob("art"))


def test_every_part_is_used() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "tools/art").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    tiles = {name for text in FILES for name in re.findall(r'id="tile-(\w+)"', text.read_text("utf-8"))}
    parts = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assert parts - used - tiles == {"__init__"}


def test_path_data_is_moved_and_multiplied() -> None:
    assert place("M0 -1L1 0H.5V1q-1 .5 1 2Z", 10, 20, 2, 4) == "M10 16L12 20H11V24q-2 2 2 8Z"
    assert place("M1 0a1 1 0 1 0 2 0A1 1 0 0 1 3 0", 10, 20, 2) == "M12 20a2 2 0 1 0 4 0A2 2 0 0 1 16 20"
    assert place("M0 0l.5-3", 1, 2) == "M1 2l.5-3"  # what is not multiplied stays as it is written


def test_parts_can_be_moved_enlarged_and_turned() -> None:
    drawn = put(5, 6, 1.5, 90)(box(1, 2, 3, 4, "#e3b23f"))
    assert drawn.startswith('<g transform="translate(5 6) rotate(90) scale(1.5)"><path d="M1 2h3v4h-3Z" ')


# Saint Petersburg: one picture for every card, none twice, with light and shadow


def test_every_card_of_saint_petersburg_has_a_picture_and_no_two_are_alike() -> None:
    wanted = {face_of(card, CardTranslator(TEXTS, "en")).picture for card in CARD_OF}
    assert set(CARDS) == wanted
    assert [name for name, n in Counter(CARDS.values()).items() if n > 1] == []
    assert all(len(art) > 800 for art in CARDS.values())


def test_every_picture_of_saint_petersburg_fills_its_place_and_has_light_and_shadow() -> None:
    for name, art in CARDS.items():
        colors = set(re.findall(r"#[0-9a-f]{6}", art))
        assert len(colors) >= 9, name
        assert re.match(r'<path d="M0 0h120v(90|7[24]|66)h-120Z" fill="#', art), name
