"""Oversized things that tell one shop or office from another, and signs that stand upright."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from tools.art.suburbia.clipping import Point
from tools.art.suburbia.shapes import FLAT, WIDE, Drawing, arc, joined


def upright(draw: Drawing, colour: str, v: float, points: Sequence[Point], depth: float = 0) -> None:
    """Fill a polygon that stands along u and looks to the left; with a depth its right edge is seen."""
    draw.face(colour, *[(u, v, z) for u, z in points])
    if depth:
        (u, z), (u2, z2) = points[1], points[2]
        draw.face(f"{colour[:-1]}3", (u, v, z), (u, v - depth, z), (u2, v - depth, z2), (u2, v, z2))


def wheel(
    draw: Drawing, colour: str, u: float, v: float, z: float, r: float, is_right: bool = False, n: int = 14
) -> None:
    """Fill a circle that stands upright, looking to the left or to the right."""
    angles = [2 * pi * step / n for step in range(n)]
    spots = [(r * cos(a), r * sin(a)) for a in angles]
    draw.face(colour, *[(u, v + p, z + q) if is_right else (u + p, v, z + q) for p, q in spots])


def board(
    draw: Drawing, u: float, v: float, box: tuple[float, float, float], colour: str, posts: float = 0
) -> None:
    """Put up a sign: width, height, and how high its lower edge is."""
    width, height, z = box
    if posts:
        for share in (0.2, 0.8):
            draw.stroke("dark2", 0.8, (u + width * share, v, z - posts), (u + width * share, v, z))
    upright(draw, f"{colour}1", v, ((u, z), (u + width, z), (u + width, z + height), (u, z + height)), 1)


def burger(draw: Drawing, u: float, v: float, z: float, r: float) -> None:
    """Put a burger on a pole."""
    draw.stroke("steel3", 1.4, (u, v), (u, v, z))
    draw.dome("orange", u, v, r, 0.1, z)
    for material, height, size in (
        ("orange", 0, 0.95),
        ("leaf", 0.22, 1.08),
        ("red", 0.36, 1),
        ("wood", 0.5, 1.04),
        ("yellow", 0.68, 1.06),
    ):
        draw.tube(material, u, v, r * size, r * 0.2, z + r * height + 0.01)
    draw.dome("orange", u, v, r, r * 1.05, z + r * 0.95)


def pencil(draw: Drawing, u: float, v: float, z: float, h: float) -> None:
    """Stand a pencil upright, its point to the sky."""
    r = h * 0.1
    draw.tube("pink", u, v, r, h * 0.1, z + 0.01)
    draw.tube("steel", u, v, r, h * 0.08, z + h * 0.1)
    draw.tube("yellow", u, v, r, h * 0.52, z + h * 0.18)
    cone(draw, "cream", u, v, r, h * 0.28, z + h * 0.7)
    cone(draw, "dark", u, v, r * 0.36, h * 0.1, z + h * 0.9)


def cone(draw: Drawing, material: str, u: float, v: float, r: float, h: float, z: float = 0) -> None:
    """Draw a cone."""
    x, y = draw.at((u, v, z))
    a, b, top = r * WIDE * draw.scale, r * FLAT * draw.scale, y - h * draw.scale
    draw.seen += [(x - a, y), (x + a, y), (x, top)]
    foot, tip = x + a * 0.2, f"L{joined(x, top)}z"
    draw.add(f"{material}2", f"M{joined(x - a, y)}{arc(a, b, 0, foot, y + b)}{tip}")
    draw.add(f"{material}3", f"M{joined(x + a, y)}{arc(a, b, 1, foot, y + b)}{tip}")


def glass(draw: Drawing, u: float, v: float, z: float, h: float) -> None:
    """Stand a glass of wine on something."""
    x, y = draw.at((u, v, z))
    draw.ellipse("white1", x, y, h * 0.24, h * 0.1)
    draw.stroke("white2", h * 0.07, (u, v, z), (u, v, z + h * 0.5))
    cup = "M-0.3 -1C-0.39 -0.42 -0.12 -0.42 0 -0.42S0.39 -0.42 0.3 -1z"
    wine = "M-0.3 -0.8C-0.33 -0.42 -0.12 -0.45 0 -0.45S0.33 -0.42 0.3 -0.8z"
    draw.shape("white1", (u, v, z), h, cup)
    draw.shape("red3", (u, v, z), h, wine)


def die(draw: Drawing, u: float, v: float, z: float, size: float) -> None:
    """Put a die somewhere."""
    draw.block("white", u, v, u + size, v + size, size, z + 0.01)
    top = z + size
    for p, q in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5)):
        draw.disc("red2", u + size * p, v + size * q, size * 0.1, top)
        wheel(draw, "red2", u + size * p, v + size, z + size * q, size * 0.1, n=8)
    for p, q in ((0.28, 0.28), (0.72, 0.72), (0.28, 0.72), (0.72, 0.28)):
        wheel(draw, "red3", u + size, v + size * p, z + size * q, size * 0.1, is_right=True, n=8)


def bag(draw: Drawing, u: float, v: float, z: float, size: float, colour: str = "pink") -> None:
    """Put a shopping bag somewhere."""
    a, b = size * 0.75, size * 0.4
    draw.block(colour, u, v, u + a, v + b, size * 0.8, z + 0.01)
    top = z + size * 0.8
    draw.stroke(
        "white1",
        size * 0.07,
        (u + a * 0.3, v + b, top),
        (u + a * 0.36, v + b, top + size * 0.24),
        (u + a * 0.64, v + b, top + size * 0.24),
        (u + a * 0.7, v + b, top),
    )
    wheel(draw, "white1", u + a * 0.5, v + b, z + size * 0.4, size * 0.16)


def megaphone(draw: Drawing, u: float, v: float, z: float, size: float) -> None:
    """Put up a megaphone that calls to the left."""
    draw.stroke("dark2", size * 0.08, (u, v, z), (u, v, z + size * 0.5))
    spot = (u, v, z + size * 0.55)
    draw.shape("red2", spot, size, "M-0.6 -0.42L0.42 -0.12L0.42 0.12L-0.6 0.42z")
    draw.shape("red3", spot, size, "M-0.6 0.1L0.42 0.02L0.42 0.12L-0.6 0.42z")
    x, y = draw.at(spot)
    s = draw.scale * size
    draw.ellipse("white1", x - 0.6 * s, y, size * 0.16, size * 0.44)
    draw.ellipse("yellow2", x - 0.6 * s, y, size * 0.08, size * 0.24)
    draw.ellipse("white2", x + 0.42 * s, y, size * 0.07, size * 0.12)
    draw.shape(
        "white1", spot, size, "M-0.9 -0.27Q-1.1 0 -0.9 0.27M-1.15 -0.34Q-1.35 0 -1.15 0.34", size * 0.08
    )


def envelope(draw: Drawing, u: float, v: float, z: float, size: float) -> None:
    """Stand a letter upright."""
    h = size * 0.66
    upright(draw, "white1", v, ((u, z), (u + size, z), (u + size, z + h), (u, z + h)), size * 0.12)
    upright(draw, "cream2", v, ((u, z + h), (u + size, z + h), (u + size / 2, z + h * 0.4)))
    draw.stroke("red2", size * 0.06, (u, v, z + h), (u + size / 2, v, z + h * 0.4), (u + size, v, z + h))


def coins(draw: Drawing, u: float, v: float, n: int, r: float = 3.4, z: float = 0) -> None:
    """Pile up coins."""
    for step in range(n):
        draw.tube("gold", u, v, r, 1.2, z + step * 1.2 + 0.01)
    draw.disc("yellow1", u, v, r * 0.55, z + n * 1.2)


def chip(draw: Drawing, u: float, v: float, z: float, size: float) -> None:
    """Lay a microchip on a roof."""
    for step in range(4):
        at = size * (0.16 + step * 0.22)
        for a, b in (((u - 2, v + at), (u + size + 2, v + at)), ((u + at, v - 2), (u + at, v + size + 2))):
            draw.stroke("gold1", 1.2, (*a, z + 0.6), (*b, z + 0.6))
    draw.block("dark", u, v, u + size, v + size, 2, z + 0.01)
    draw.flat("teal2", u + size * 0.25, v + size * 0.25, u + size * 0.75, v + size * 0.75, z + 2)
    draw.disc("line", u + size * 0.12, v + size * 0.12, size * 0.05, z + 2)


def arrows(draw: Drawing, u: float, v: float, z: float, r: float, colour: str = "white1") -> None:
    """Draw three arrows that follow one another, upright."""
    for turn in range(3):
        start = pi / 2 + turn * 2 * pi / 3
        arc = [start - step * 0.32 for step in range(5)]
        spots = [(u + r * cos(a), v, z + r * sin(a)) for a in arc]
        draw.stroke(colour, r * 0.34, *spots)
        tip = arc[-1] - 0.62
        head = [
            (u + k * r * cos(a), v, z + k * r * sin(a))
            for k, a in ((1.45, arc[-1]), (0.55, arc[-1]), (1, tip))
        ]
        draw.face(colour, *head)


def bolt(draw: Drawing, u: float, v: float, z: float, size: float, colour: str = "yellow2") -> None:
    """Draw a lightning bolt, upright."""
    shape = ((0.1, 0), (0.62, 0.56), (0.38, 0.56), (0.6, 1), (0.3, 1), (0.0, 0.44), (0.26, 0.44))
    upright(draw, colour, v, [(u + p * size, z + q * size) for p, q in shape])


def jet(draw: Drawing, u: float, v: float, size: float, colour: str = "blue") -> None:
    """Park an aeroplane, its nose along u."""
    draw.face(
        "shadow",
        *[(u + p * size + 1, v + q * size + 1) for p, q in ((-0.5, 0), (0, -0.5), (0.5, 0), (0, 0.5))],
    )
    wings = ((0.12, 0.08), (-0.16, 0.58), (-0.3, 0.58), (-0.12, 0.08))
    for side, shade in ((-1, "steel1"), (1, "steel2")):
        draw.face(shade, *[(u + p * size, v + side * q * size, 1.6) for p, q in wings])
        tail = ((-0.4, 0.04), (-0.52, 0.24), (-0.6, 0.24), (-0.54, 0.04))
        draw.face(shade, *[(u + p * size, v + side * q * size, 2.4) for p, q in tail])
    draw.stroke("steel2", size * 0.17, (u - size * 0.5, v, 1.8), (u + size * 0.46, v, 1.8))
    draw.stroke("white1", size * 0.12, (u - size * 0.5, v - 0.3, 2.4), (u + size * 0.46, v - 0.3, 2.4))
    draw.face(
        f"{colour}2",
        (u - size * 0.34, v, 2.4),
        (u - size * 0.56, v, 2.4),
        (u - size * 0.66, v, 2.4 + size * 0.3),
        (u - size * 0.54, v, 2.4 + size * 0.3),
    )


def runway(draw: Drawing, u: float, v: float, u2: float, v2: float) -> None:
    """Lay a runway along u, with its marks."""
    draw.flat("asphalt3", u, v, u2, v2)
    draw.seen += [draw.at((a, b)) for a in (u, u2) for b in (v, v2)]
    middle = (v + v2) / 2
    draw.stroke("line", 0.9, (u + 8, middle), (u2 - 8, middle), dash="4 3")
    for end, step in ((u + 2, 1), (u2 - 2, -1)):
        for share in (0.15, 0.38, 0.62, 0.85):
            at = v + (v2 - v) * share
            draw.stroke("line", 0.9, (end, at), (end + 4 * step, at))


def pillars(draw: Drawing, u: float, u2: float, v: float, z: float, h: float, n: int) -> None:
    """Stand columns in a row in front of a left wall."""
    for step in range(n):
        at = u + (u2 - u) * (step + 0.5) / n
        draw.stroke("white1", (u2 - u) / n * 0.42, (at, v, z), (at, v, z + h))


def temple(
    draw: Drawing,
    box: tuple[float, float, float, float],
    h: float,
    n: int,
    wall: str = "stone",
    roof: str = "slate",
) -> None:
    """Build a classical house: steps, columns to the left, a pediment."""
    u, v, u2, v2 = box
    draw.block("white", u - 2, v - 1, u2 + 2, v2 + 5, 1.4)
    draw.block(wall, u, v, u2, v2, h, 1.4)
    draw.windows("right", u2, (v + 2, v2 - 1), (3, h), (3, 1), fill=0.4)
    draw.flat(f"{wall}3", u, v2, u2, v2 + 3.6, 1.45)
    pillars(draw, u, u2, v2 + 3, 1.6, h - 0.6, n)
    draw.walls("white", u, v, u2, v2 + 4, 1.6, h + 1)
    draw.gable_across(roof, "white", (u, v, u2, v2 + 4), h + 2.6, (u2 - u) * 0.26, 1)


def pylon(draw: Drawing, u: float, v: float, h: float) -> None:
    """Put up a pylon."""
    for side in (-2.4, 2.4):
        draw.stroke("dark2", 0.7, (u + side, v), (u, v, h))
    draw.stroke("dark2", 0.7, (u - 4, v, h * 0.8), (u + 4, v, h * 0.8))
    draw.stroke("dark2", 0.7, (u - 3, v, h * 0.6), (u + 3, v, h * 0.6))


def truck(
    draw: Drawing, u: float, v: float, colour: str = "blue", load: str = "white", is_across: bool = False
) -> None:
    """Park a truck, its length along u, or along v."""
    a, b = (3.6, 10) if is_across else (10, 3.6)
    draw.flat("shadow", u, v, u + a + 1.4, v + b + 0.8)
    if is_across:
        draw.block(load, u, v, u + a, v + 7, 4.4, 0.8)
        draw.block(colour, u, v + 7.3, u + a, v + 10, 3.2, 0.6)
        return
    draw.block(load, u, v, u + 7, v + b, 4.4, 0.8)
    draw.block(colour, u + 7.3, v, u + 10, v + b, 3.2, 0.6)
    draw.face(
        "win", (u + 10, v + 0.5, 2.2), (u + 10, v + 3.1, 2.2), (u + 10, v + 3.1, 3.5), (u + 10, v + 0.5, 3.5)
    )


def cow(draw: Drawing, u: float, v: float) -> None:
    """Put a cow on a meadow."""
    draw.block("white", u, v, u + 4, v + 1.8, 1.8, 0.9)
    draw.block("dark", u + 1.2, v, u + 2.6, v + 1.82, 1.84, 0.88)
    draw.block("white", u + 3.6, v + 0.2, u + 5, v + 1.5, 1.4, 2)


def sail(draw: Drawing, u: float, v: float, h: float = 10, colour: str = "red") -> None:
    """Let a boat sail."""
    draw.disc("shadow", u + 1.5, v + 0.5, h * 0.26)
    draw.block("wood", u - h * 0.22, v - h * 0.09, u + h * 0.42, v + h * 0.09, h * 0.12, 0.01)
    draw.face("white1", (u, v, h * 0.18), (u + h * 0.42, v, h * 0.18), (u, v, h))
    draw.face(f"{colour}2", (u, v, h * 0.18), (u, v + h * 0.34, h * 0.18), (u, v, h * 0.85))
