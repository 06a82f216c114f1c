"""Boroughs drawn with characters: where cells come to lie, both sides of the board, any width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

import burgomaster as bm
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.games.suburbia.presentation import is_covered
from burgomaster.games.suburbia.terminal.board import borough_map
from burgomaster.terminal.screen import load_screen, view_seat

SAY = load_screen("suburbia", "en").say


def print_map(drawn: RenderableType, width: int) -> list[str]:
    """A map as it is printed on a terminal."""
    console = Console(width=width, no_color=True, file=io.StringIO())
    console.print(drawn)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def start(**options: object) -> tuple[Table, SeatView]:
    """A solo game at its beginning."""
    table = bm.game("suburbia", players=1, solo="lone_architect", **options).new(seed=1)
    return table, view_seat(table, 0)


def test_neighbours_begin_one_line_higher_or_lower() -> None:
    _, seat_view = start()
    assert print_map(borough_map(seat_view, 0, SAY), 40) == [
        "      Suburbs",
        "-1,1     RES   1,1",
        "        Park",
        "-1,3     CIV   1,3",
        "      Factory",
        "-1,5     IND   1,5",
        "        0,6",
    ]


def test_the_other_side_grows_upward() -> None:
    _, seat_view = start(board_side="B")
    lines = print_map(borough_map(seat_view, 0, SAY), 40)
    rows = [next(row for row, line in enumerate(lines) if name in line) for name in ("Suburbs", "Factory")]
    assert rows[0] > rows[1] and "Suburbs" in lines[rows[0]] and "RES" in lines[rows[0] + 1]


def test_markers_and_lakes_are_seen() -> None:
    table, _ = start()
    for move in ("invest 0,2", "discard 6", "remove 5", "lake 6 1,1"):
        table.play(move)
    drawn = "\n".join(print_map(borough_map(view_seat(table, 0), 0, SAY), 60))
    assert "CIV●" in drawn
    assert "Lake" in drawn


def test_only_the_viewer_sees_where_to_build() -> None:
    table = bm.game("suburbia", players=2).new(seed=1)
    drawn = ["\n".join(print_map(borough_map(view_seat(table, 0), seat, SAY), 60)) for seat in (0, 1)]
    assert "1,1" in drawn[0] and "1,1" not in drawn[1] and "Factory" in drawn[1]


@pytest.mark.parametrize("width", [24, 38, 52, 76])
def test_a_long_borough_fits_any_width(width: int) -> None:
    table, _ = start()
    while not table.over and table.round < 12:
        table.play(table.moves()[-1].notation)
    assert max(map(len, print_map(borough_map(view_seat(table, 0), 0, SAY), width))) <= width


def test_the_board_covers_what_the_options_say() -> None:
    printed = {"blocked_cells": "printed"}
    covered = [
        (x, y) for x in range(-5, 6) for y in range(-6, 1) if (x + y) % 2 == 0 and is_covered(printed, (x, y))
    ]
    assert len(covered) == 11
    assert is_covered({"blocked_cells": "all_above"}, (9, -1))
    assert not is_covered({"blocked_cells": [[0, -2]]}, (1, -1))
