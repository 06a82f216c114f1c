"""The pictures of Suburbia: one for every tile, inside its plot, with colours that a page sets."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tools.art.isometric import clipped
from tools.art.suburbia import sheet
from tools.art.suburbia.palette import MATERIALS, day_colour, dusk_colour
from tools.art.suburbia.sheet import HALF_HEIGHT, HALF_WIDTH, corners, dashes

from burgomaster.games.suburbia.rules.cards import IDS
from burgomaster.games.suburbia.web.borough import COLUMN, ROW
from burgomaster.games.suburbia.web.tiles import TILES, TYPES
from burgomaster.web.static_files import content_url
from tests.cases import every

EDGE = 1.5  # units that the width of a line may reach over a plot


@cache
def sprite() -> str:
    """All pictures in one file; drawing them takes a second."""
    return sheet.sprite()


@cache
def symbols() -> dict[str, str]:
    """Each picture by its name."""
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite()))


def test_every_tile_has_a_picture_of_its_own() -> None:
    assert {f"tile-{tile}" for tile in IDS} <= set(symbols())
    assert {f"plot-{kind}" for kind in (*TYPES, "end")} <= set(symbols())
    assert [name for name, n in Counter(symbols().values()).items() if n > 1] == []
    assert all(len(picture) > 500 for picture in symbols().values())


def test_a_scene_has_no_colour_of_its_own() -> None:
    for name, picture in symbols().items():
        if name.startswith("tile-"):
            assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', picture)) - {"none"} <= variables(picture)


def variables(picture: str) -> set[str]:
    """The colours of a picture that a page can set."""
    return set(re.findall(r'"(var\(--t-[\w-]+\))"', picture))


def test_every_colour_is_set_by_day_and_at_dusk() -> None:
    used = set(re.findall(r"var\((--t-[\w-]+)\)", sprite()))
    rules = sheet.colours().split(".suburbia {")[1:]
    assert len(rules) == 3
    for rule in rules:
        assert set(re.findall(r"(--t-[\w-]+):", rule)) == used
    assert all(day_colour(f"{name}2") != dusk_colour(f"{name}2") for name in MATERIALS)


@every("name", [name for name in sheet.SCENES if name not in sheet.WHOLE])
def test_what_stands_on_a_plot_stays_inside_its_hexagon(name: str) -> None:
    for x, y in sheet.fitted(sheet.SCENES[name]).seen:
        assert abs(y) <= HALF_HEIGHT + EDGE
        assert abs(x) + HALF_WIDTH / 2 / HALF_HEIGHT * abs(y) <= HALF_WIDTH + EDGE


def test_plots_meet_without_a_gap() -> None:
    assert pytest.approx(1.5 * HALF_WIDTH, abs=0.01) == COLUMN
    assert HALF_HEIGHT == ROW
    points = [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)l", dashes())]
    assert len(points) == 18
    right = corners()[3][0]
    assert max(abs(x) for x, _ in points) < right


def test_polygons_are_cut_off_at_an_edge() -> None:
    square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    assert clipped([(0.0, 0.0), (3.0, 0.0), (3.0, 0.5), (0.0, 0.5)], square) == [
        (0, 0),
        (1, 0),
        (1, 0.5),
        (0, 0.5),
    ]
    assert clipped([(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)], square) == []


def test_the_address_of_a_picture_changes_with_its_content(tmp_path: Path) -> None:
    path = tmp_path / "tiles.svg"
    path.write_text("one")
    one = content_url("suburbia/tiles.svg", path)
    path.write_text("two")
    assert content_url("suburbia/tiles.svg", path) != one
    assert re.fullmatch(r"/static/~[0-9a-f]{10}/suburbia/tiles\.svg", TILES)
