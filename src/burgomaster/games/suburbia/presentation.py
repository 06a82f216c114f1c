"""What the terminal and the browser both need to show Suburbia: tiles, cells, and how a solo game ended.

A drawing of a borough needs its side, and the cells that the board covers (rules.md 3.3, R35).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_OF, GOAL_ROWS, LAKE, LAKE_ROW, TILE_OF
from burgomaster.games.suburbia.rules.options import DALE, read_board

Cell = tuple[int, int]  # x and y, as in a view
SIDES = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
LAKE_ID = ALL_ROWS[LAKE]["id"]
LAKE_PAY = int(LAKE_ROW["effects"].partition("$")[0])  # for each building beside it


def row_of(tile: str) -> Mapping[str, str]:
    return ALL_ROWS[TILE_OF[tile]]


def goal_row(goal: str) -> Mapping[str, str]:
    return GOAL_ROWS[GOAL_OF[goal]]


def cell_name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def turn_order(seat_view: SeatView) -> list[int]:
    """List the seats in the order in which they follow, the viewer first."""
    n_seats = len(seat_view.view["players"])
    first = seat_view.view["first_player"] if seat_view.seat is None else seat_view.seat
    return [(first + step) % n_seats for step in range(n_seats)]


def verdict_key(seat_view: SeatView) -> str:
    """Name what a solo player has become: rung, no_rung, hired, not_hired; "" where several play."""
    solo, rung = seat_view.options["solo"], seat_view.view["rung"]
    if solo is None:
        return ""
    words = "hired" if solo == DALE else "rung"
    return words if rung is not None else ("not_hired" if solo == DALE else "no_rung")


# Boroughs


def side_of(options: Mapping[str, Any], seat: int) -> str:
    sides = options["board_side"]
    return str(sides if isinstance(sides, str) else sides[seat])


def board_cells(options: Mapping[str, Any], shown: Iterable[Cell]) -> list[Cell]:
    """List the covered cells that touch what is shown."""
    return sorted(covered_of(options, {(x + dx, y + dy) for x, y in shown for dx, dy in SIDES}))


def is_covered(options: Mapping[str, Any], cell: Cell) -> bool:
    return bool(covered_of(options, {cell}))


def covered_of(options: Mapping[str, Any], cells: set[Cell]) -> set[Cell]:
    blocked = options["blocked_cells"]
    if blocked == "all_above":
        return {cell for cell in cells if cell[1] < 0}
    listed = read_board()["geometry"]["blocked"] if blocked == "printed" else blocked
    return cells & {(x, y) for x, y in listed}
