"""The plot that a scene stands on: half a street around, a kerb in colour and pattern of its type, the floor.

Plots meet without a gap: the half streets of neighbours make a whole one, and the dashes lie on the
common edge.
"""

from __future__ import annotations

from tools.art.suburbia.clipping import Point
from tools.art.suburbia.files import variable
from tools.art.suburbia.shapes import line, outline

HALF_WIDTH, HALF_HEIGHT = 50.67, 44.0  # columns are 76 apart, rows 44
CORNERS = ((-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1))
KERB, MIDDLE, FLOOR = 0.935, 0.888, 0.84  # sizes of the hexagons, of the whole
DASHES = ((-0.36, -0.22), (-0.07, 0.07), (0.22, 0.36))  # along an edge, from its middle
# The pattern of a kerb: colour, width, dashes, ends
PATTERNS = {
    "residential": ("#fffce8", 2.3, "0 6.35", "round"),
    "industrial": ("#3b2c08", 3.4, "3.2 3.15", "butt"),
    "commercial": ("#f4f9ff", 1.3, "", "butt"),
    "civic": ("#fdfcf8", 2.2, "2.1 2.13", "butt"),
    "lake": ("#8fd0e2", 1.6, "6 3 1 2.7", "round"),
    "end": ("#2a2d35", 3.4, "4.2 4.3", "butt"),
}


def corners(scale: float = 1) -> list[Point]:
    """List the corners of a hexagon around the middle, clockwise."""
    return [(x * HALF_WIDTH * scale, y * HALF_HEIGHT * scale) for x, y in CORNERS]


def hexagon(scale: float = 1) -> str:
    """Write a hexagon around the middle as path data."""
    return outline(corners(scale))


def dashes() -> str:
    """Write the dashes in the middle of the street, three on each edge."""
    data = ""
    for (x, y), (x2, y2) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        for start, end in DASHES:
            a, b = (((x + x2) / 2 + (x2 - x) * t, (y + y2) / 2 + (y2 - y) * t) for t in (start, end))
            data += line([(px * HALF_WIDTH, py * HALF_HEIGHT) for px, py in (a, b)])
    return data


def plot(kind: str) -> str:
    """Draw the plot of a type of tile."""
    colour, width, pattern, ends = PATTERNS[kind]
    dash = f' stroke-dasharray="{pattern}"' if pattern else ""
    return (
        f'<path fill="{variable("asphalt2")}" d="{hexagon()}"/>'
        f'<path fill="none" stroke="{variable("line")}" stroke-width="1.3" d="{dashes()}"/>'
        f'<path fill="{variable(f"kerb-{kind}")}" d="{hexagon(KERB)}"/>'
        f'<path fill="none" stroke="{colour}" stroke-opacity=".85" stroke-width="{width}"{dash} '
        f'stroke-linecap="{ends}" d="{hexagon(MIDDLE)}"/>'
        f'<path fill="{variable(f"floor-{kind}")}" d="{hexagon(FLOOR)}"/>'
    )
