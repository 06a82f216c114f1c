"""Parts that scenes are put together from: houses, trees, cars, lamps, chimneys, fences, people."""

from __future__ import annotations

from tools.art.suburbia.clipping import clipped
from tools.art.suburbia.shapes import Drawing, line, number


def tree(draw: Drawing, u: float, v: float, r: float = 4.2) -> None:
    """Plant a round tree."""
    draw.disc("shadow", u + r * 0.5, v, r * 0.75)
    draw.stroke("wood3", r * 0.36, (u, v), (u, v, r * 1.2))
    draw.ball("leaf3", u, v, r, r * 1.7)
    x, y = draw.at((u, v, r * 1.7))
    draw.ellipse("leaf2", x - r * 0.22 * draw.scale, y - r * 0.2 * draw.scale, r * 0.78, r * 0.76)
    draw.ellipse("leaf1", x - r * 0.4 * draw.scale, y - r * 0.42 * draw.scale, r * 0.34, r * 0.3)


def pine(draw: Drawing, u: float, v: float, h: float = 11) -> None:
    """Plant a fir."""
    draw.disc("shadow", u + h * 0.16, v, h * 0.24)
    for low, width, high in ((0.1, 0.34, 0.62), (0.4, 0.26, 1.0)):
        foot = width * 0.3 - low
        draw.shape("pine2", (u, v), h, f"M{-width} {-low}L0 {-high}L0 {foot:.2f}z")
        draw.shape("pine3", (u, v), h, f"M{width} {-low}L0 {-high}L0 {foot:.2f}z")


def bush(draw: Drawing, u: float, v: float, r: float = 2) -> None:
    """Plant a bush."""
    draw.ball("leaf3", u, v, r, r * 0.6)
    draw.ball("leaf1", u + r * 0.1, v + r * 0.3, r * 0.55, r * 1.1)


def palm(draw: Drawing, u: float, v: float, h: float = 11) -> None:
    """Plant a palm."""
    draw.disc("shadow", u + 3, v, 3)
    draw.stroke("wood2", 1.3, (u, v), (u + 0.8, v, h))
    leaves = {"leaf3": ((5, 2.5), (4, -2), (1, 4.5)), "leaf2": ((-5, 2.5), (-4, -2.2), (-2, 4))}
    for colour, tips in leaves.items():
        for dx, dy in tips:
            out, back = f"{dx * 0.5} {dy - 4}", f"{dx * 0.4} {dy - 1.5}"
            draw.shape(colour, (u + 0.8, v, h), 1, f"M0 0Q{out} {dx} {dy}Q{back} 0 0z")


def house(
    draw: Drawing,
    u: float,
    v: float,
    wall: str = "cream",
    roof: str = "terra",
    size: tuple[float, float, float] = (14, 11, 7),
    is_across: bool = False,
) -> None:
    """Build a small house with a gable, a door and windows; its back corner is given."""
    a, b, h = size
    box = (u, v, u + a, v + b)
    draw.block(wall, *box, h)
    if is_across:
        draw.gable_across(roof, wall, box, h, a * 0.42)
        draw.windows("left", v + b, (u + a * 0.08, u + a * 0.92), (h * 0.2, h * 0.95), (2, 1), fill=0.5)
        draw.face(
            "wood3",
            (u + a, v + b * 0.38, 0),
            (u + a, v + b * 0.62, 0),
            (u + a, v + b * 0.62, h * 0.7),
            (u + a, v + b * 0.38, h * 0.7),
        )
        return
    draw.gable(roof, wall, box, h, b * 0.45)
    draw.face(
        "wood3",
        (u + a * 0.42, v + b, 0),
        (u + a * 0.6, v + b, 0),
        (u + a * 0.6, v + b, h * 0.72),
        (u + a * 0.42, v + b, h * 0.72),
    )
    for run in ((0.1, 0.36), (0.66, 0.92)):
        draw.windows("left", v + b, (u + a * run[0], u + a * run[1]), (h * 0.25, h * 0.85), (1, 1), fill=0.8)
    draw.windows("right", u + a, (v + b * 0.2, v + b * 0.8), (h * 0.25, h * 0.85), (2, 1), fill=0.6)


def chimney(
    draw: Drawing, u: float, v: float, h: float, r: float = 2, material: str = "brick", smoke: bool = True
) -> None:
    """Build a tall chimney with a band, and smoke that the wind takes to the right."""
    draw.tube(material, u, v, r, h, top=r * 0.75)
    x, y = draw.at((u, v, h))
    s = draw.scale
    draw.ellipse("dark3", x, y, r * 0.6 * 1.2247, r * 0.6 * 0.7071)
    if smoke:
        for dx, dy, size in ((1.5, -3, 1.8), (4.5, -5.5, 2.6), (9, -7.5, 3.3)):
            draw.ellipse("smoke", x + dx * s, y + dy * s, size, size * 0.85)


def car(draw: Drawing, u: float, v: float, colour: str = "red", is_across: bool = False) -> None:
    """Park a car, its length along u, or along v."""
    a, b = (3.4, 6.4) if is_across else (6.4, 3.4)
    draw.flat("shadow", u, v, u + a + 1, v + b + 0.6)
    draw.block(colour, u, v, u + a, v + b, 1.5, 0.5)
    cut = (0.4, 1.6) if is_across else (1.6, 0.4)
    u1, v1, u2, v2 = u + cut[0], v + cut[1], u + a - cut[0], v + b - cut[1]
    draw.walls("slate", u1, v1, u2, v2, 1.3, 2)
    draw.flat(f"{colour}1", u1, v1, u2, v2, 3.3)


def person(draw: Drawing, u: float, v: float, colour: str = "red", h: float = 4) -> None:
    """Stand a person somewhere."""
    draw.stroke(f"{colour}2", h * 0.36, (u, v, h * 0.1), (u, v, h * 0.6))
    draw.ball("tan1", u, v, h * 0.19, h * 0.86)


def flag(draw: Drawing, u: float, v: float, h: float, colour: str = "red", z: float = 0) -> None:
    """Raise a flag."""
    draw.stroke("steel1", 0.7, (u, v, z), (u, v, z + h))
    draw.face(
        f"{colour}2",
        (u, v, z + h),
        (u + 4.5, v - 1, z + h - 0.6),
        (u + 4.5, v - 1, z + h - 3.4),
        (u, v, z + h - 3),
    )


def lamp(draw: Drawing, u: float, v: float, h: float = 8) -> None:
    """Put up a street lamp."""
    draw.stroke("dark2", 0.6, (u, v), (u, v, h))
    draw.ball("lamp", u, v, 1, h)


def road(draw: Drawing, u: float, v: float, u2: float, v2: float, is_across: bool = False) -> None:
    """Lay a road with a dashed line."""
    draw.cut("asphalt2", [draw.at(spot) for spot in ((u, v), (u2, v), (u2, v2), (u, v2))], draw.rim)
    ends = (
        ((u, (v + v2) / 2), (u2, (v + v2) / 2)) if not is_across else (((u + u2) / 2, v), ((u + u2) / 2, v2))
    )
    kept = (
        sorted(clipped([draw.at(end) for end in ends], draw.rim))
        if draw.rim
        else [draw.at(end) for end in ends]
    )
    draw.add(
        "line",
        line((kept[0], kept[-1])),
        f'stroke-width="{number(0.7 * draw.scale)}" stroke-dasharray="3 2.4"',
    )


def fence(
    draw: Drawing, u: float, v: float, u2: float, v2: float, h: float = 2.4, colour: str = "white2"
) -> None:
    """Put up a fence along a line."""
    n = max(2, round((abs(u2 - u) + abs(v2 - v)) / 3))
    for step in range(n + 1):
        a, b = u + (u2 - u) * step / n, v + (v2 - v) * step / n
        draw.stroke(colour, 0.6, (a, b), (a, b, h))
    draw.stroke(colour, 0.6, (u, v, h * 0.7), (u2, v2, h * 0.7))


def awning(
    draw: Drawing,
    u: float,
    u2: float,
    v: float,
    z: float,
    colours: tuple[str, str] = ("red", "white"),
    n: int = 6,
    depth: float = 4,
) -> None:
    """Hang a striped awning over the left wall at v."""
    for step in range(n):
        a, b = u + (u2 - u) * step / n, u + (u2 - u) * (step + 1) / n
        draw.face(
            f"{colours[step % 2]}1",
            (a, v, z),
            (b, v, z),
            (b, v + depth, z - depth * 0.7),
            (a, v + depth, z - depth * 0.7),
        )


def crate(
    draw: Drawing,
    u: float,
    v: float,
    material: str,
    size: tuple[float, float, float] = (7, 4, 4),
    z: float = 0,
) -> None:
    """Put down a container or a crate."""
    draw.block(material, u, v, u + size[0], v + size[1], size[2], z)
    for share in (0.25, 0.5, 0.75):
        a = u + size[0] * share
        draw.stroke(f"{material}3", 0.5, (a, v + size[1], z), (a, v + size[1], z + size[2]))


def tower(
    draw: Drawing,
    box: tuple[float, float, float, float],
    h: float,
    wall: str,
    grid: tuple[int, int, int],
    pane: str = "win",
    fill: float = 0.6,
    z: float = 0,
) -> None:
    """Build a tall house with rows of windows (columns left, columns right, rows), from a height on."""
    u, v, u2, v2 = box
    draw.block(wall, *box, h - z, z)
    left, right, rows = grid
    draw.windows("left", v2, (u + 0.7, u2 - 0.7), (z + 1, h - 0.8), (left, rows), pane, fill)
    draw.windows("right", u2, (v + 0.7, v2 - 0.7), (z + 1, h - 0.8), (right, rows), pane, fill)
