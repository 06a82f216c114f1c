"""Boroughs drawn with characters: where cells come to lie, both sides of the board, any width."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import burgomaster as bm
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.outline import is_covered
from burgomaster.games.suburbia.terminal.borough import borough_map
from burgomaster.games.suburbia.terminal.hex_map import Hex, HexMap, draw, fit, squeeze
from burgomaster.games.suburbia.terminal.players import rows_of
from burgomaster.terminal.screen import load_screen, view_seat

SAY = load_screen("suburbia", "en").say


def lines_of(hexes: list[Hex], inside: int, is_mirrored: bool = False) -> list[str]:
    """A drawing without its colours."""
    return [line.plain.rstrip() for line in draw(hexes, is_mirrored, inside)]


def print_map(drawn: HexMap, width: int) -> list[str]:
    """A map as it is printed on a terminal."""
    console = Console(width=width, no_color=True, file=io.StringIO())
    console.print(drawn)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


def test_neighbours_share_their_edges() -> None:
    hexes = [Hex((0, 0), ("a",)), Hex((0, 2), ("b",)), Hex((1, 1), ("c",)), Hex((-1, -1), ("d",))]
    assert lines_of(hexes, 3) == [
        " ___",
        "/ d \\___",
        "\\___/ a \\___",
        "    \\___/ c \\",
        "    / b \\___/",
        "    \\___/",
    ]


def test_side_b_is_the_mirror_image() -> None:
    hexes = [Hex((0, 0), ("a",)), Hex((0, 2), ("b",)), Hex((1, 1), ("c",))]
    assert lines_of(hexes, 3, is_mirrored=True) == [
        " ___",
        "/ b \\___",
        "\\___/ c \\",
        "/ a \\___/",
        "\\___/",
    ]


def test_a_text_that_does_not_fit_is_replaced_or_squeezed() -> None:
    assert fit(("Community Park", "Park"), 9) == "Park"
    assert fit(("-10,-4", ""), 5) == ""
    assert squeeze("Suburbs", 6) == "Subrbs"
    assert squeeze("Комбинат", 3) == "Кмб"


def start(**options: object) -> tuple[Table, SeatView]:
    """A solo game at its beginning."""
    table = bm.game("suburbia", players=1, solo="lone_architect", **options).new(seed=1)
    return table, view_seat(table, 0)


def test_the_beginning_of_a_borough() -> None:
    _, seat_view = start()
    lines = [line.rstrip() for line in print_map(borough_map(seat_view, 0, SAY), 40)]
    assert lines == [
        "           _________",
        " _________/▒▒board▒▒\\_________",
        "/▒▒▒▒▒▒▒▒▒\\▒▒▒▒▒▒▒▒▒/▒▒▒▒▒▒▒▒▒\\",
        "\\▒▒▒▒▒▒▒▒▒/ Suburbs \\▒▒▒▒▒▒▒▒▒/",
        "/  -1,1   \\___RES___/   1,1   \\",
        "\\_________/  Park   \\_________/",
        "/  -1,3   \\___CIV___/   1,3   \\",
        "\\_________/ Factory \\_________/",
        "/  -1,5   \\___IND___/   1,5   \\",
        "\\_________/   0,6   \\_________/",
        "          \\_________/",
    ]


def test_the_other_side_grows_upward() -> None:
    _, seat_view = start(board_side="B")
    lines = print_map(borough_map(seat_view, 0, SAY), 40)
    rows = {
        name: row
        for row, line in enumerate(lines)
        for name in ("board", "Suburbs", "Factory")
        if name in line
    }
    assert rows["board"] > rows["Suburbs"] > rows["Factory"]


def test_choices_are_written_into_their_cells() -> None:
    _, seat_view = start()
    lines = print_map(borough_map(seat_view, 0, SAY, {(1, 1): 7, (0, 4): 12}), 40)
    drawn = "\n".join(lines)
    assert re.search(r"/ +7 +\\", drawn)
    assert "12: IND" in drawn
    assert "-1,3" not in drawn  # only what can be chosen is offered


def test_markers_and_lakes_are_seen() -> None:
    table, _ = start()
    table.play("invest 0,2")
    table.play("discard 6")
    table.play("remove 5")
    table.play("lake 6 1,1")
    drawn = "\n".join(print_map(borough_map(view_seat(table, 0), 0, SAY), 60))
    assert "CIV●" in drawn
    assert "Lake" in drawn


@pytest.mark.parametrize("width", [24, 38, 52, 76])
def test_a_long_borough_fits_any_width(width: int) -> None:
    hexes = [Hex((x, x % 2), ("Suburbs",), ("RES",)) for x in range(-4, 4)]
    assert max(len(line) for line in print_map(HexMap(hexes), width)) <= width


def test_the_board_covers_what_the_options_say() -> None:
    printed = {"blocked_cells": "printed"}
    covered = [
        (x, y) for x in range(-5, 6) for y in range(-6, 1) if (x + y) % 2 == 0 and is_covered(printed, (x, y))
    ]
    assert len(covered) == 11
    assert is_covered({"blocked_cells": "all_above"}, (9, -1))
    assert not is_covered({"blocked_cells": [[0, -2]]}, (1, -1))


def test_maps_stand_side_by_side_as_far_as_they_are_readable() -> None:
    assert rows_of({0: 40, 1: 40, 2: 40}, 120) == [[0, 1, 2]]
    assert rows_of({0: 40, 1: 50, 2: 70}, 120) == [[0, 1], [2]]
