"""The sprite of all tiles, and the variables of its colours by day and at dusk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from tools.art.suburbia import civic, commercial, industrial, residential
from tools.art.suburbia.clipping import Point
from tools.art.suburbia.files import PREFIX, markup, variable
from tools.art.suburbia.ground import FLOOR, PATTERNS, corners, hexagon, plot
from tools.art.suburbia.palette import day_colour, dusk_colour
from tools.art.suburbia.parts import pine
from tools.art.suburbia.shapes import ALONG, DOWN, Drawing

BOX = "-51 -44 102 88"
WHOLE = (
    "woods",
    "freeway",
    "waterfront_realty",
    "resort",
    "lake",
)  # drawn for the plot as it is, up to its edge
TOP, BOTTOM, SIDE = -42.0, 35.0, 47.0  # how far what stands on a plot may reach
SLANT = 0.576  # of the edges to the left and right
LARGEST = 130  # percent
Scene = Callable[[Drawing], None]
SCENES: dict[str, Scene] = {
    **residential.SCENES,
    **industrial.SCENES,
    **commercial.SCENES,
    **civic.SCENES,
}


def sprite() -> str:
    """Write a symbol for every tile."""
    symbols = [f'<symbol id="plot-{kind}" viewBox="{BOX}">{plot(kind)}</symbol>' for kind in PATTERNS]
    symbols.append(symbol("woods", woods))
    symbols += [symbol(name, scene) for name, scene in SCENES.items()]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def symbol(name: str, scene: Scene) -> str:
    """Draw a scene as a symbol."""
    draw = fitted(scene) if name not in WHOLE else on_plot(scene, 0, 0, 1)
    return f'<symbol id="tile-{name}" viewBox="{BOX}">{markup(draw, variable)}</symbol>'


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
        left, right = (
            max(rising[0] - SLANT * y, falling[0] + SLANT * y),
            min(rising[1] - SLANT * y, falling[1] + SLANT * y),
        )
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
    tufts = "".join(
        f"M{x} {y}q1-4 2-5m0 5q0-4 1-6m0 6q1-3 3-4"
        for x, y in (
            (20, 30),
            (86, 12),
            (150, 58),
            (210, 24),
            (48, 92),
            (118, 120),
            (190, 132),
            (24, 160),
            (92, 190),
            (162, 184),
            (226, 178),
        )
    )
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.2"/>'
        for x, y in ((60, 40), (132, 22), (180, 92), (14, 110), (74, 148), (140, 160), (222, 84))
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="208" viewBox="0 0 240 208">'
        f'<path fill="none" stroke="#3f6b2a" stroke-opacity=".28" stroke-width="1.1" '
        f'stroke-linecap="round" d="{tufts}"/>'
        f'<g fill="#fffbe0" fill-opacity=".35">{dots}</g></svg>\n'
    )
