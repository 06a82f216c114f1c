"""The sprite of all tiles, the variables of its colours, and the meadow behind the boroughs.

A tile stands on a plot: half a street around, a kerb in colour and pattern of its type, the floor. Plots meet
without a gap: the half streets of neighbours make a whole one, and the dashes lie on the common edge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from tools.art.isometric import ALONG, DOWN, Drawing, Point, line, outline
from tools.art.shapes import sheet
from tools.art.suburbia import civic, commercial, industrial, residential
from tools.art.suburbia.palette import day_colour, dusk_colour
from tools.art.suburbia.parts import pine

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
BOX = "-51 -44 102 88"
WHOLE = ("woods", "freeway", "waterfront_realty", "resort", "lake")  # fill their plot up to its edge
TOP, BOTTOM, SIDE = -42.0, 35.0, 47.0  # how far what stands on a plot may reach
SLANT = 0.576  # of the edges to the left and right
LARGEST = 130  # percent
PREFIX = "t-"  # of the variables, so that they are not taken for those of the page
Scene = Callable[[Drawing], None]
SCENES: dict[str, Scene] = {
    name: scene
    for module in (residential, industrial, commercial, civic)
    for name, scene in vars(module).items()
    if callable(scene) and scene.__module__ == module.__name__ and not name.startswith("_")
}


def variable(name: str) -> str:
    """Name a colour so that the page sets it."""
    return f"var(--{PREFIX}{name})"


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


def sprite() -> str:
    """Write a symbol for every plot and every tile."""
    symbols = {f"plot-{kind}": plot(kind) for kind in PATTERNS}
    for name, scene in {"woods": woods, **SCENES}.items():
        draw = on_plot(scene, 0, 0, 1) if name in WHOLE else fitted(scene)
        symbols[f"tile-{name}"] = draw.markup(variable)
    return sheet(symbols, f'id="{{}}" viewBox="{BOX}"')


def woods(draw: Drawing) -> None:
    """Firs that stand close: ground on which nothing is built."""
    draw.add("leaf2", hexagon())
    draw.add("leaf3", hexagon(0.99))
    spots = [
        (u, v) for u in range(-36, 40, 9) for v in range(-36, 40, 9) if abs(u - v) < 47 and -62 < u + v < 80
    ]
    for number, (u, v) in enumerate(sorted(spots, key=sum)):
        pine(draw, u + number * 7 % 4 - 2, v + number * 5 % 4 - 2, 13 + number * 3 % 5)


def on_plot(scene: Scene, u: float, v: float, scale: float) -> Drawing:
    """Draw a scene on a plot, moved and enlarged."""
    draw = Drawing(u, v, scale, corners(FLOOR), corners())
    scene(draw)
    return draw


def fitted(scene: Scene) -> Drawing:
    """Draw a scene as large as the plot allows."""
    seen = on_plot(scene, 0, 0, 1).seen
    places = ((scale / 100, place(seen, scale / 100)) for scale in range(LARGEST, 40, -1))
    scale, (x, y) = next((scale, found) for scale, found in places if found)
    return on_plot(scene, (y / DOWN + x / ALONG) / 2, (y / DOWN - x / ALONG) / 2, scale)


def place(seen: Sequence[Point], scale: float) -> Point | None:
    """Find how far to move a scene so that all is inside the hexagon; None if it is too large."""
    low, high = spread((y for _, y in seen), scale, TOP, BOTTOM)
    rising = spread((x + SLANT * y for x, y in seen), scale, -SIDE, SIDE)
    falling = spread((x - SLANT * y for x, y in seen), scale, -SIDE, SIDE)
    for step in range(11):  # from the middle to the edges
        share = 0.5 + (step + 1) // 2 * (0.1 if step % 2 else -0.1)
        y = low + (high - low) * share
        left = max(rising[0] - SLANT * y, falling[0] + SLANT * y)
        right = min(rising[1] - SLANT * y, falling[1] + SLANT * y)
        if low <= high and left <= right:
            return (left + right) / 2, y
    return None


def spread(values: Iterable[float], scale: float, least: float, most: float) -> Point:
    """Find how far values may be moved and stay between two limits."""
    listed = [value * scale for value in values]
    return least - min(listed), most - max(listed)


def colours() -> str:
    """Write the variables that the sprite uses."""
    names = sorted(set(re.findall(rf"var\(--{PREFIX}([\w-]+)\)", sprite())))
    day = " ".join(f"--{PREFIX}{name}: {day_colour(name)};" for name in names)
    dusk = " ".join(f"--{PREFIX}{name}: {dusk_colour(name)};" for name in names)
    return (
        "/* Written by tools/art: the colours of the tiles, by day and at dusk. */\n"
        f".suburbia {{ {day} }}\n"
        f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) .suburbia {{ {dusk} }} }}\n'
        f':root[data-theme="dark"] .suburbia {{ {dusk} }}\n'
    )


def lawn() -> str:
    """Write a piece of meadow that can be repeated: tufts of grass and flowers, in one faint colour."""
    grass = [(20, 30), (86, 12), (150, 58), (210, 24), (48, 92), (118, 120), (190, 132), (24, 160)]
    grass += [(92, 190), (162, 184), (226, 178)]
    tufts = "".join(f"M{x} {y}q1-4 2-5m0 5q0-4 1-6m0 6q1-3 3-4" for x, y in grass)
    flowers = ((60, 40), (132, 22), (180, 92), (14, 110), (74, 148), (140, 160), (222, 84))
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="1.2"/>' for x, y in flowers)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="208" viewBox="0 0 240 208">'
        f'<path fill="none" stroke="#3f6b2a" stroke-opacity=".28" stroke-width="1.1" '
        f'stroke-linecap="round" d="{tufts}"/>'
        f'<g fill="#fffbe0" fill-opacity=".35">{dots}</g></svg>\n'
    )
