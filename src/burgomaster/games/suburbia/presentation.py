"""What the terminal and the browser both need to show Suburbia: tiles, cells, and how a solo game ended."""

from __future__ import annotations

from collections.abc import Mapping

from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_OF, GOAL_ROWS, LAKE, LAKE_ROW, TILE_OF
from burgomaster.games.suburbia.rules.options import DALE
from burgomaster.games.suburbia.rules.outline import Cell

LAKE_ID = ALL_ROWS[LAKE]["id"]
LAKE_PAY = int(LAKE_ROW["effects"].partition("$")[0])  # for each building beside it


def row_of(tile: str) -> Mapping[str, str]:
    """Find the row of a tile."""
    return ALL_ROWS[TILE_OF[tile]]


def goal_row(goal: str) -> Mapping[str, str]:
    """Find the row of a goal."""
    return GOAL_ROWS[GOAL_OF[goal]]


def cell_name(cell: Cell) -> str:
    """Write a cell as it stands in a notation."""
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
