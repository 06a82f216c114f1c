"""Parts of tiles: houses, trees, vehicles, signs, and oversized things that tell shops apart."""

from __future__ import annotations

from math import cos, pi, sin

from tools.art.isometric import *


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
    size: Size = (14, 11, 7),
    is_across: bool = False,
) -> None:
    """Build a small house with a gable, a door and windows; its back corner is given."""
    a, b, h = size
    box = (u, v, u + a, v + b)
    draw.block(wall, *box, h)
    if is_across:
        draw.gable(roof, wall, box, h, a * 0.42, is_across=True)
        draw.windows("left", v + b, (u + a * 0.08, u + a * 0.92), (h * 0.2, h * 0.95), (2, 1), fill=0.5)
        draw.panel("wood3", "right", u + a, (v + b * 0.38, v + b * 0.62), (0, h * 0.7))
        return
    draw.gable(roof, wall, box, h, b * 0.45)
    draw.panel("wood3", "left", v + b, (u + a * 0.42, u + a * 0.6), (0, h * 0.72))
    for left, right in ((0.1, 0.36), (0.66, 0.92)):
        draw.windows("left", v + b, (u + a * left, u + a * right), (h * 0.25, h * 0.85), (1, 1), fill=0.8)
    draw.windows("right", u + a, (v + b * 0.2, v + b * 0.8), (h * 0.25, h * 0.85), (2, 1), fill=0.6)


def chimney(
    draw: Drawing, u: float, v: float, h: float, r: float = 2, material: str = "brick", smoke: bool = True
) -> None:
    """Build a tall chimney with a band, and smoke that the wind takes to the right."""
    draw.tube(material, u, v, r, h, top=r * 0.75)
    x, y = draw.at((u, v, h))
    s = draw.scale
    draw.ellipse("dark3", x, y, r * 0.6 * WIDE, r * 0.6 * FLAT)
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
    top, end = z + h, (u + 4.5, v - 1)
    draw.face(f"{colour}2", (u, v, top), (*end, top - 0.6), (*end, top - 3.4), (u, v, top - 3))


def lamp(draw: Drawing, u: float, v: float, h: float = 8) -> None:
    """Put up a street lamp."""
    draw.stroke("dark2", 0.6, (u, v), (u, v, h))
    draw.ball("lamp", u, v, 1, h)


def road(draw: Drawing, u: float, v: float, u2: float, v2: float, is_across: bool = False) -> None:
    """Lay a road with a dashed line."""
    draw.cut("asphalt2", [draw.at(spot) for spot in ((u, v), (u2, v), (u2, v2), (u, v2))], draw.rim)
    middle = ((u + u2) / 2, (v + v2) / 2)
    ends = [
        draw.at(end)
        for end in (((middle[0], v), (middle[0], v2)) if is_across else ((u, middle[1]), (u2, middle[1])))
    ]
    kept = sorted(clipped(ends, draw.rim)) if draw.rim else ends
    width = short(0.7 * draw.scale)
    draw.add("line", line((kept[0], kept[-1])), f'stroke-width="{width}" stroke-dasharray="3 2.4"')


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
        front = (v + depth, z - depth * 0.7)
        draw.face(f"{colours[step % 2]}1", (a, v, z), (b, v, z), (b, *front), (a, *front))


def crate(draw: Drawing, u: float, v: float, material: str, size: Size = (7, 4, 4), z: float = 0) -> None:
    """Put down a container or a crate."""
    draw.block(material, u, v, u + size[0], v + size[1], size[2], z)
    for share in (0.25, 0.5, 0.75):
        a = u + size[0] * share
        draw.stroke(f"{material}3", 0.5, (a, v + size[1], z), (a, v + size[1], z + size[2]))


def tower(
    draw: Drawing,
    box: Box,
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


def board(draw: Drawing, u: float, v: float, box: Size, colour: str, posts: float = 0) -> None:
    """Put up a sign: width, height, and how high its lower edge is."""
    width, height, z = box
    if posts:
        for share in (0.2, 0.8):
            draw.stroke("dark2", 0.8, (u + width * share, v, z - posts), (u + width * share, v, z))
    draw.upright(f"{colour}1", v, ((u, z), (u + width, z), (u + width, z + height), (u, z + height)), depth=1)


def burger(draw: Drawing, u: float, v: float, z: float, r: float) -> None:
    """Put a burger on a pole."""
    draw.stroke("steel3", 1.4, (u, v), (u, v, z))
    draw.dome("orange", u, v, r, 0.1, z)
    layers = (("leaf", 0.22, 1.08), ("red", 0.36, 1), ("wood", 0.5, 1.04), ("yellow", 0.68, 1.06))
    for material, height, size in (("orange", 0, 0.95), *layers):
        draw.tube(material, u, v, r * size, r * 0.2, z + r * height + 0.01)
    draw.dome("orange", u, v, r, r * 1.05, z + r * 0.95)


def pencil(draw: Drawing, u: float, v: float, z: float, h: float) -> None:
    """Stand a pencil upright, its point to the sky."""
    r = h * 0.1
    draw.tube("pink", u, v, r, h * 0.1, z + 0.01)
    draw.tube("steel", u, v, r, h * 0.08, z + h * 0.1)
    draw.tube("yellow", u, v, r, h * 0.52, z + h * 0.18)
    draw.cone("cream", u, v, r, h * 0.28, z + h * 0.7)
    draw.cone("dark", u, v, r * 0.36, h * 0.1, z + h * 0.9)


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
        draw.wheel("red2", u + size * p, v + size, z + size * q, size * 0.1, n=8)
    for p, q in ((0.28, 0.28), (0.72, 0.72), (0.28, 0.72), (0.72, 0.28)):
        draw.wheel("red3", u + size, v + size * p, z + size * q, size * 0.1, is_right=True, n=8)


def bag(draw: Drawing, u: float, v: float, z: float, size: float, colour: str = "pink") -> None:
    """Put a shopping bag somewhere."""
    a, b = size * 0.75, size * 0.4
    draw.block(colour, u, v, u + a, v + b, size * 0.8, z + 0.01)
    top = z + size * 0.8
    handle = ((0.3, 0), (0.36, 0.24), (0.64, 0.24), (0.7, 0))
    draw.stroke("white1", size * 0.07, *[(u + a * p, v + b, top + size * q) for p, q in handle])
    draw.wheel("white1", u + a * 0.5, v + b, z + size * 0.4, size * 0.16)


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
    waves = "M-0.9 -0.27Q-1.1 0 -0.9 0.27M-1.15 -0.34Q-1.35 0 -1.15 0.34"
    draw.shape("white1", spot, size, waves, size * 0.08)


def envelope(draw: Drawing, u: float, v: float, z: float, size: float) -> None:
    """Stand a letter upright."""
    h = size * 0.66
    draw.upright("white1", v, ((u, z), (u + size, z), (u + size, z + h), (u, z + h)), size * 0.12)
    draw.upright("cream2", v, ((u, z + h), (u + size, z + h), (u + size / 2, z + h * 0.4)))
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
        head = ((1.45, arc[-1]), (0.55, arc[-1]), (1, tip))
        draw.upright(colour, v, [(u + k * r * cos(a), z + k * r * sin(a)) for k, a in head])


def bolt(draw: Drawing, u: float, v: float, z: float, size: float, colour: str = "yellow2") -> None:
    """Draw a lightning bolt, upright."""
    shape = ((0.1, 0), (0.62, 0.56), (0.38, 0.56), (0.6, 1), (0.3, 1), (0.0, 0.44), (0.26, 0.44))
    draw.upright(colour, v, [(u + p * size, z + q * size) for p, q in shape])


def jet(draw: Drawing, u: float, v: float, size: float, colour: str = "blue") -> None:
    """Park an aeroplane, its nose along u."""
    corners = ((-0.5, 0), (0, -0.5), (0.5, 0), (0, 0.5))
    draw.face("shadow", *[(u + p * size + 1, v + q * size + 1) for p, q in corners])
    wings = ((0.12, 0.08), (-0.16, 0.58), (-0.3, 0.58), (-0.12, 0.08))
    for side, shade in ((-1, "steel1"), (1, "steel2")):
        draw.face(shade, *[(u + p * size, v + side * q * size, 1.6) for p, q in wings])
        tail = ((-0.4, 0.04), (-0.52, 0.24), (-0.6, 0.24), (-0.54, 0.04))
        draw.face(shade, *[(u + p * size, v + side * q * size, 2.4) for p, q in tail])
    draw.stroke("steel2", size * 0.17, (u - size * 0.5, v, 1.8), (u + size * 0.46, v, 1.8))
    draw.stroke("white1", size * 0.12, (u - size * 0.5, v - 0.3, 2.4), (u + size * 0.46, v - 0.3, 2.4))
    fin = ((-0.34, 0), (-0.56, 0), (-0.66, 0.3), (-0.54, 0.3))
    draw.upright(f"{colour}2", v, [(u + p * size, 2.4 + q * size) for p, q in fin])


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


def temple(draw: Drawing, box: Box, h: float, n: int, wall: str = "stone", roof: str = "slate") -> None:
    """Build a classical house: steps, columns to the left, a pediment."""
    u, v, u2, v2 = box
    draw.block("white", u - 2, v - 1, u2 + 2, v2 + 5, 1.4)
    draw.block(wall, u, v, u2, v2, h, 1.4)
    draw.windows("right", u2, (v + 2, v2 - 1), (3, h), (3, 1), fill=0.4)
    draw.flat(f"{wall}3", u, v2, u2, v2 + 3.6, 1.45)
    pillars(draw, u, u2, v2 + 3, 1.6, h - 0.6, n)
    draw.walls("white", u, v, u2, v2 + 4, 1.6, h + 1)
    draw.gable(roof, "white", (u, v, u2, v2 + 4), h + 2.6, (u2 - u) * 0.26, is_across=True)


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
    draw.panel("win", "right", u + 10, (v + 0.5, v + 3.1), (2.2, 3.5))


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
