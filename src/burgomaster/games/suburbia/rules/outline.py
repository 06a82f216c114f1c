"""What a drawing of a borough needs: its side, and the cells that the board covers (rules.md 3.3, R35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from burgomaster.games.suburbia.rules.options import read_board

Cell = tuple[int, int]  # x and y, as in a view
SIDES = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def side_of(options: Mapping[str, Any], seat: int) -> str:
    """Return the side of a seat's borough board."""
    sides = options["board_side"]
    return str(sides if isinstance(sides, str) else sides[seat])


def board_cells(options: Mapping[str, Any], shown: Iterable[Cell]) -> list[Cell]:
    """List the covered cells that touch what is shown."""
    return sorted(covered_of(options, {(x + dx, y + dy) for x, y in shown for dx, dy in SIDES}))


def is_covered(options: Mapping[str, Any], cell: Cell) -> bool:
    """Tell whether the borough board lies on a cell."""
    return bool(covered_of(options, {cell}))


def covered_of(options: Mapping[str, Any], cells: set[Cell]) -> set[Cell]:
    """Find the cells on which the borough board lies."""
    blocked = options["blocked_cells"]
    if blocked == "all_above":
        return {cell for cell in cells if cell[1] < 0}
    listed = read_board()["geometry"]["blocked"] if blocked == "printed" else blocked
    return cells & {(x, y) for x, y in listed}
