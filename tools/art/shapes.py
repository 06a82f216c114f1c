"""Shapes and colours that every picture is made of. The light comes from the upper left.

A picture is text: shapes are written one after another, later ones lie above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

WIDTH, HEIGHT = 120, 90  # of the picture of a card
INK, WHITE, CREAM = "#2b2018", "#fffaf0", "#f3e6c8"
GOLD, GOLD_LIT, GOLD_DEEP = "#e3b23f", "#fbe09a", "#a8741a"
WOOD, WOOD_LIT, WOOD_DEEP = "#8a5a34", "#b27d4d", "#5c3820"
STONE, IRON, STEEL = "#b8ab9a", "#3b3a42", "#b9c4cc"
SHADOW = "#241a33"

TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
AXES = {"H": "x", "V": "y", "A": "xy---xy"}  # which numbers of a path command belong to which axis, else "xy"

Box = tuple[float, float, float, float]
Place = tuple[float, float]
Around = Callable[..., str]  # what draws something around parts


def number(value: float) -> str:
    """Write a number with at most one decimal."""
    return f"{round(value, 1):g}"


def mix(color: str, other: str, part: float) -> str:
    """Mix two colours, with this part of the other one."""
    pairs = ((int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def dark(color: str, part: float = 0.2) -> str:
    """Give the colour of the side away from the light."""
    return mix(color, SHADOW, part)


def pale(color: str, part: float = 0.3) -> str:
    """Give the colour of the side towards the light."""
    return mix(color, "#fff6df", part)


def place(d: str, x: float, y: float, w: float = 1, h: float | None = None) -> str:
    """Move path data that is drawn around (0, 0) to a place, and multiply it by a width and a height."""
    command, at, origin, size = "M", 0, {"x": x, "y": y}, {"x": w, "y": w if h is None else h}

    def moved(found: re.Match[str]) -> str:
        nonlocal command, at
        if found[0].isalpha():
            command, at = found[0], 0
            return command
        axes = AXES.get(command.upper(), "xy")
        axis, at = axes[at % len(axes)], at + 1
        is_moved = command.isupper() and (command != "A" or at % len(axes) in (6, 0))
        if axis == "-" or (size[axis] == 1 and not is_moved):
            return found[0]
        return number(float(found[0]) * size[axis] + (origin[axis] if is_moved else 0))

    return TOKEN.sub(moved, d)


def path(d: str, fill: str, *where: float) -> str:
    """Fill a path; where: x, y, width and height as in `place`."""
    return f'<path d="{place(d, *where) if where else d}" fill="{fill}"/>'


def line(d: str, stroke: str, width: float = 1.5, *where: float) -> str:
    """Draw a line; its ends are round, as the symbol says."""
    d = place(d, *where) if where else d
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{number(width)}"/>'


def shaded(d: str, side: str, color: str, part: float, *where: float) -> str:
    """Fill a path, and the side of it that lies in shadow."""
    return path(d, color, *where) + path(side, dark(color, part), *where)


def disc(x: float, y: float, r: float, fill: str) -> str:
    """Fill a circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"/>'


def discs(places: Iterable[Place], r: float, fill: str) -> str:
    """Fill equal circles as one path."""
    ring = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"
    return path("".join(place(ring, x, y, r) for x, y in places), fill)


def oval(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    """Fill an ellipse."""
    radii = f'rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" {radii} fill="{fill}"/>'


def boxes(places: Iterable[Box], fill: str) -> str:
    """Fill rectangles as one path."""
    return path("".join(place("M0 0h1v1h-1Z", *spot) for spot in places), fill)


def box(x: float, y: float, w: float, h: float, fill: str) -> str:
    """Fill a rectangle."""
    return boxes([(x, y, w, h)], fill)


def solid(x: float, y: float, w: float, h: float, color: str, part: float = 0.36) -> str:
    """Draw an upright body: this part of it, on the right, lies in shadow."""
    return box(x, y, w, h, color) + box(x + w * (1 - part), y, w * part, h, dark(color, 0.14))


def ball(x: float, y: float, r: float, color: str) -> str:
    """Draw a ball: shadow on the right, a glint on the left."""
    shadow = path("M0 1A1 1 0 0 0 0 -1Q.9 0 0 1Z", dark(color, 0.2), x, y, r)
    glint = disc(x - r * 0.38, y - r * 0.38, r * 0.24, pale(color, 0.6))
    return disc(x, y, r, color) + shadow + glint


def put(x: float, y: float, scale: float = 1, turn: float = 0) -> Around:
    """Move parts that are drawn around (0, 0), make them larger, turn them."""
    turned = f" rotate({number(turn)})" if turn else ""
    scaled = f" scale({round(scale, 2):g})" if scale != 1 else ""
    where = f"translate({number(x)} {number(y)}){turned}{scaled}"
    return lambda *parts: f'<g transform="{where}">{"".join(parts)}</g>'


def haze(opacity: float) -> Around:
    """Let parts shine through."""
    return lambda *parts: f'<g opacity="{number(opacity)}">{"".join(parts)}</g>'


def mirror(*parts: str) -> str:
    """Show parts at the other side of the picture."""
    return f'<g transform="matrix(-1 0 0 1 {WIDTH} 0)">{"".join(parts)}</g>'


def sheet(symbols: Mapping[str, str], attributes: str) -> str:
    """Write symbols into one file, each with its name where the attributes have braces."""
    drawn = (f"<symbol {attributes.format(name)}>{art}</symbol>\n" for name, art in symbols.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(drawn)}</svg>\n'
