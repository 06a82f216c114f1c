"""Shapes and colours that every picture is made of. The light comes from the upper left.

A picture is text: shapes are written one after another, later ones lie above. It is WIDTH by HEIGHT units.
"""

from __future__ import annotations

from collections.abc import Iterable

WIDTH, HEIGHT = 120, 90
INK, WHITE, CREAM = "#2b2018", "#fffaf0", "#f3e6c8"
GOLD, GOLD_LIT, GOLD_DEEP = "#e3b23f", "#fbe09a", "#a8741a"
WOOD, WOOD_LIT, WOOD_DEEP = "#8a5a34", "#b27d4d", "#5c3820"
STONE, IRON, STEEL = "#b8ab9a", "#3b3a42", "#b9c4cc"
NIGHT, SHADOW = "#1d2440", "#241a33"

Box = tuple[float, float, float, float]


def n(value: float) -> str:
    """Write a number shortly."""
    return f"{round(value, 1):g}"


def mix(color: str, other: str, part: float) -> str:
    """Mix two colours, so much of the other."""
    pairs = ((int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def dark(color: str, part: float = 0.2) -> str:
    """Give the colour of the side away from the light."""
    return mix(color, SHADOW, part)


def pale(color: str, part: float = 0.3) -> str:
    """Give the colour of the side towards the light."""
    return mix(color, "#fff6df", part)


def path(d: str, fill: str) -> str:
    """Fill a path."""
    return f'<path d="{d}" fill="{fill}"/>'


def line(d: str, stroke: str, width: float = 1.5) -> str:
    """Draw a line; its ends are round, as the symbol says."""
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{n(width)}"/>'


def haze(art: str, opacity: float) -> str:
    """Let something shine through."""
    return f'<g opacity="{n(opacity)}">{art}</g>'


def disc(x: float, y: float, r: float, fill: str) -> str:
    """Fill a circle."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"/>'


def discs(places: Iterable[tuple[float, float]], r: float, fill: str) -> str:
    """Fill equal circles as one path."""
    ring = f"a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0"
    return path("".join(f"M{n(x - r)} {n(y)}{ring}" for x, y in places), fill)


def oval(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    """Fill an ellipse."""
    return f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry)}" fill="{fill}"/>'


def boxes(places: Iterable[Box], fill: str) -> str:
    """Fill rectangles as one path."""
    return path("".join(f"M{n(x)} {n(y)}h{n(w)}v{n(h)}h{n(-w)}Z" for x, y, w, h in places), fill)


def box(x: float, y: float, w: float, h: float, fill: str) -> str:
    """Fill a rectangle."""
    return boxes([(x, y, w, h)], fill)


def solid(x: float, y: float, w: float, h: float, color: str, shaded: float = 0.36) -> str:
    """Draw an upright body: its right part lies in shadow."""
    return box(x, y, w, h, color) + box(x + w * (1 - shaded), y, w * shaded, h, dark(color, 0.14))


def ball(x: float, y: float, r: float, color: str) -> str:
    """Draw something round: shadow on the right, a glint on the left."""
    shadow = (
        f"M{n(x)} {n(y + r)}A{n(r)} {n(r)} 0 0 0 {n(x)} {n(y - r)}Q{n(x + r * 0.9)} {n(y)} {n(x)} {n(y + r)}Z"
    )
    glint = disc(x - r * 0.38, y - r * 0.38, r * 0.24, pale(color, 0.6))
    return disc(x, y, r, color) + path(shadow, dark(color, 0.2)) + glint


def put(art: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Move something that is drawn elsewhere, make it larger, turn it."""
    turned = f" rotate({n(turn)})" if turn else ""
    scaled = f" scale({round(scale, 2):g})" if scale != 1 else ""
    return f'<g transform="translate({n(x)} {n(y)}){turned}{scaled}">{art}</g>'


def mirror(art: str) -> str:
    """Show something at the other side of the picture."""
    return f'<g transform="matrix(-1 0 0 1 {WIDTH} 0)">{art}</g>'
