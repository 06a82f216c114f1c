"""The plane of a borough: hexagons in doubled-height coordinates (rules.md 11), each cell one number.

x is the column, y counts half hexagons away from the borough board, x + y is even. A cell is `cell_at(x, y)`;
two cells share a side exactly if their numbers differ by one of SIDES.
"""

from __future__ import annotations

from burgomaster.compiler.jit import inline

X_ORIGIN = 64
Y_ORIGIN = 128
X_SHIFT = 8
SIDES = (-2, 255, 257, 2, -255, -257)  # N, NE, SE, S, SW, NW
N_SIDES = len(SIDES)
REACH = 20  # columns to each side, and rows above the board, that a borough can come near


@inline
def cell_at(x: int, y: int) -> int:
    """Count a cell."""
    return (x + X_ORIGIN) << X_SHIFT | (y + Y_ORIGIN)


@inline
def x_of(cell: int) -> int:
    """Return the column of a cell."""
    return (cell >> X_SHIFT) - X_ORIGIN


@inline
def y_of(cell: int) -> int:
    """Tell how many half hexagons a cell lies from the board."""
    return (cell & 255) - Y_ORIGIN


@inline
def is_beside(cell: int, other: int) -> bool:
    """Tell whether two cells share a side."""
    apart = abs(cell - other)
    return apart == 2 or apart == 255 or apart == 257


@inline
def distance_to_start(cell: int) -> int:
    """Steps from a cell to (0, 0)."""
    x = abs(x_of(cell))
    return x + max(0, (abs(y_of(cell)) - x) // 2)
