"""A borough of Suburbia as hexagons: its tiles, the borough board, the cells where a tile may be laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import cell_name, row_of
from burgomaster.games.suburbia.rules.outline import Cell, board_cells, side_of
from burgomaster.games.suburbia.terminal.hex_map import Hex, HexMap
from burgomaster.games.suburbia.terminal.tiles import FILLS, MARKER, short_names, type_code

NUMBER = "bold cyan"
BOARD_PATTERN = "▒"


def borough_map(
    seat_view: SeatView,
    seat: int,
    say: Translator,
    numbers: Mapping[Cell, int] | None = None,
    with_board: bool = True,
) -> HexMap:
    """Draw a borough, with or without its board; `numbers` are choices written into their cells.

    Without them, the viewers see where they may build: the cells are named by their coordinates.
    """
    player, numbers = seat_view.view["players"][seat], numbers or {}
    free = (
        {tuple(cell) for cell in player["cells"]}
        if seat == seat_view.seat and not seat_view.view["over"]
        else set()
    )
    tiles = {(tile["x"], tile["y"]): tile for tile in player["tiles"]}
    if numbers:
        free = set(numbers) - set(tiles)
    hexes = [tile_hex(cell, tile, numbers.get(cell), say) for cell, tile in tiles.items()]
    hexes += [free_hex(cell, numbers.get(cell)) for cell in sorted(free)]
    if with_board:
        hexes += [board_hex(cell, say) for cell in board_cells(seat_view.options, {*tiles, *free})]
    return HexMap(hexes, is_mirrored=side_of(seat_view.options, seat) == "B")


def tile_hex(cell: Cell, tile: Mapping[str, Any], number: int | None, say: Translator) -> Hex:
    """Draw a tile: its name, its type, its marker, and the number of the choice it is."""
    sign = type_code(tile["tile"], say) + (MARKER if tile["marked"] else "")
    short = sign[:1] + (MARKER if tile["marked"] else "")
    lower = (f"{number}: {sign}", f"{number}:{short}", str(number)) if number else (sign, short)
    fill = FILLS[row_of(tile["tile"])["type"]]
    return Hex(
        cell, short_names(tile["tile"], say), lower, fill, "bold", "bold underline" if number else "underline"
    )


def free_hex(cell: Cell, number: int | None) -> Hex:
    """Draw a cell where a tile may be laid."""
    name = cell_name(cell)
    if number is None:
        return Hex(cell, (name, ""), upper_style="dim")
    return Hex(cell, (str(number),), (name, ""), upper_style=NUMBER, lower_style="dim")


def board_hex(cell: Cell, say: Translator) -> Hex:
    """Draw a part of the borough board."""
    words = (say("screen.board"), "") if cell == (0, -2) else ()
    return Hex(cell, words, fill="dim", pattern=BOARD_PATTERN)
