"""Solids on an isometric ground, drawn as flat faces: the one projection and the one light of all tiles.

The ground has two axes: u goes to the lower right, v to the lower left; z is height. The middle of a tile
is (0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

from tools.art.shapes import Box as Box
from tools.art.shapes import number

ALONG, DOWN = 0.866, 0.5  # of a step along an axis: to the side, and down
WIDE, FLAT = 1.2247, 0.7071  # half axes of a circle that lies on the ground
SHADOW_LENGTH = 0.45  # of a height
ROUND = 18  # corners of a round shadow

PASSING = ("shadow", "smoke")  # colours of what may leave a plot

Point = tuple[float, float]
Size = tuple[float, float, float]
Edge = Sequence[Point]


def short(value: float) -> str:
    """Write a coordinate, as short as can be."""
    return number(value).replace("-0.", "-.").removeprefix("0") or "0" if value else "0"


def project(u: float, v: float, z: float = 0) -> Point:
    """Find where a point of the ground, or above it, is drawn."""
    return (u - v) * ALONG, (u + v) * DOWN - z


def joined(x: float, y: float) -> str:
    """Write two coordinates one after the other, with a space only where it is needed."""
    first, second = short(x), short(y)
    return first + second if second.startswith("-") else f"{first} {second}"


def line(points: Iterable[Point]) -> str:
    """Write a line as path data, in steps: equal shapes are written alike, which packs well."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [joined((c - a) / 10, (d - b) / 10) for (a, b), (c, d) in pairwise(tenths)]
    return f"M{joined(tenths[0][0] / 10, tenths[0][1] / 10)}l{' '.join(steps)}".replace(" -", "-")


def arc(rx: float, ry: float, sweep: int, x: float, y: float) -> str:
    """Write a short arc to a point as path data."""
    return f"A{joined(rx, ry)} 0 0 {sweep} {joined(x, y)}"


def outline(points: Iterable[Point]) -> str:
    """Write a polygon as path data."""
    return f"{line(points)}z"


def clipped(points: Sequence[Point], edge: Sequence[Point]) -> list[Point]:
    """Cut a polygon off at a convex edge that runs clockwise on the picture."""
    found = list(points)
    for a, b in zip(edge, (*edge[1:], edge[0]), strict=True):
        found = list(half(found, a, b))
    return found


def half(points: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """Keep what lies to the right of a line through two points."""
    for at, point in enumerate(points):
        before = points[at - 1]
        here, there = side(point, a, b), side(before, a, b)
        if (here >= 0) != (there >= 0):
            share = there / (there - here)
            yield before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share
        if here >= 0:
            yield point


def side(point: Point, a: Point, b: Point) -> float:
    """Tell on which side of a line a point lies: to the right if above zero."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


class Drawing:
    """A picture that grows face by face, from back to front."""

    def __init__(
        self, u: float = 0, v: float = 0, scale: float = 1, floor: Edge = (), rim: Edge = ()
    ) -> None:
        self.elements: list[tuple[str, str, str]] = []  # attributes, colour, path data
        self.u, self.v, self.scale = u, v, scale
        self.floor, self.rim = floor, rim  # where lawns end, and where roads and shadows do
        self.seen: list[Point] = []  # corners of what stands upright

    def at(self, spot: Sequence[float]) -> Point:
        """Project a spot of this drawing."""
        x, y = project(self.u + spot[0] * self.scale, self.v + spot[1] * self.scale)
        return x, y - (spot[2] if len(spot) > 2 else 0) * self.scale

    def add(self, colour: str, data: str, attributes: str = "") -> None:
        """Add a path; to the last one if it looks the same."""
        if self.elements and self.elements[-1][:2] == (attributes, colour):
            data = self.elements.pop()[2] + data
        self.elements.append((attributes, colour, data))

    def face(self, colour: str, *spots: Sequence[float]) -> None:
        """Fill a polygon in space."""
        points = [self.at(spot) for spot in spots]
        if colour == "shadow":
            self.cut(colour, points, self.rim)
        else:
            self.seen += points
            self.add(colour, outline(points))

    def cut(self, colour: str, points: Sequence[Point], edge: Edge) -> None:
        """Fill a polygon on the ground as far as an edge."""
        kept = clipped(points, edge) if edge else list(points)
        if len(kept) > 2:
            self.add(colour, outline(kept))

    def stroke(self, colour: str, width: float, *spots: Sequence[float], dash: str = "") -> None:
        """Draw a line in space."""
        if not dash:
            self.seen += map(self.at, spots)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(colour, line(map(self.at, spots)), f'stroke-width="{short(width * self.scale)}"{dashes}')

    def shape(self, colour: str, spot: Sequence[float], size: float, data: str, width: float = 0) -> None:
        """Draw path data of absolute points, which are given around a spot and in parts of a size."""
        x, y = self.at(spot)
        scale = size * self.scale

        def moved(pair: re.Match[str]) -> str:
            point = x + float(pair[1]) * scale, y + float(pair[2]) * scale
            self.seen.append(point)
            return joined(*point)

        attributes = f'stroke-width="{short(width * self.scale)}"' if width else ""
        self.add(colour, re.sub(r"(-?[\d.]+) (-?[\d.]+)", moved, data), attributes)

    def ellipse(self, colour: str, x: float, y: float, rx: float, ry: float, is_upright: bool = True) -> None:
        """Fill an ellipse given on the picture itself."""
        rx, ry = rx * self.scale, ry * self.scale
        if is_upright and colour not in PASSING:
            self.seen += [(x - rx, y), (x + rx, y), (x, y - ry), (x, y + ry)]
        a, b, c = short(rx), short(ry), short(2 * rx)
        self.add(colour, f"M{short(x - rx)} {short(y)}a{a} {b} 0 1 1 {c} 0a{a} {b} 0 1 1-{c} 0z")

    def disc(self, colour: str, u: float, v: float, r: float, z: float = 0) -> None:
        """Fill a circle that lies on the ground, or at a height."""
        x, y = self.at((u, v, z))
        self.ellipse(colour, x, y, r * WIDE, r * FLAT, z > 0)

    def ball(self, colour: str, u: float, v: float, r: float, z: float = 0) -> None:
        """Fill a circle that looks at the viewer."""
        x, y = self.at((u, v, z))
        self.ellipse(colour, x, y, r, r)

    def flat(self, colour: str, u: float, v: float, u2: float, v2: float, z: float = 0) -> None:
        """Fill a rectangle that lies on the ground, or at a height."""
        spots = ((u, v, z), (u2, v, z), (u2, v2, z), (u, v2, z))
        if z:
            self.face(colour, *spots)
        else:
            self.cut(colour, [self.at(spot) for spot in spots], self.floor)

    def shadow(self, u: float, v: float, u2: float, v2: float, h: float) -> None:
        """Cast the shadow of a block."""
        far = u2 + h * SHADOW_LENGTH
        self.face("shadow", (u2, v), (far, v + h * 0.1), (far, v2 + h * 0.1), (u2, v2))

    def block(self, material: str, u: float, v: float, u2: float, v2: float, h: float, z: float = 0) -> None:
        """Draw a block: two walls and the top, with its shadow if it stands on the ground."""
        if not z:
            self.shadow(u, v, u2, v2, h)
        self.walls(material, u, v, u2, v2, h, z)
        self.flat(f"{material}1", u, v, u2, v2, z + h)

    def walls(self, material: str, u: float, v: float, u2: float, v2: float, h: float, z: float = 0) -> None:
        """Draw the two walls of a block that are seen."""
        self.panel(f"{material}2", "left", v2, (u, u2), (z, z + h))
        self.panel(f"{material}3", "right", u2, (v, v2), (z, z + h))

    def gable(
        self, roof: str, wall: str, box: Box, z: float, h: float, eave: float = 1, is_across: bool = False
    ) -> None:
        """Put a roof on a block, its ridge along u, or across it along v."""
        u, v, u2, v2 = (box[1], box[0], box[3], box[2]) if is_across else box
        middle, low = (v + v2) / 2, z - eave * h / (v2 - v)
        a, b = u - eave, u2 + eave

        def slope(colour: str, *spots: Sequence[float]) -> None:
            self.face(colour, *[(q, p, z) if is_across else (p, q, z) for p, q, z in spots])

        slope(f"{wall}{2 if is_across else 3}", (u2, v, z), (u2, v2, z), (u2, middle, z + h))
        slope(f"{roof}1", (a, v - eave, low), (b, v - eave, low), (b, middle, z + h), (a, middle, z + h))
        front = f"{roof}{3 if is_across else 2}"
        slope(front, (a, v2 + eave, low), (b, v2 + eave, low), (b, middle, z + h), (a, middle, z + h))

    def hip(self, roof: str, box: Box, z: float, h: float, top: float = 0) -> None:
        """Put a roof with four slopes on a block; it ends in a point, or in a flat part."""
        u, v, u2, v2 = box
        across, along = (u2 - u) * (1 - top) / 2, (v2 - v) * (1 - top) / 2
        a, b, c, d = u + across, v + along, u2 - across, v2 - along
        self.face(f"{roof}1", (u, v, z), (u, v2, z), (a, d, z + h), (a, b, z + h))
        self.face(f"{roof}1", (u, v, z), (u2, v, z), (c, b, z + h), (a, b, z + h))
        self.face(f"{roof}2", (u, v2, z), (u2, v2, z), (c, d, z + h), (a, d, z + h))
        self.face(f"{roof}3", (u2, v, z), (u2, v2, z), (c, d, z + h), (c, b, z + h))

    def windows(
        self,
        side: str,
        at: float,
        run: Point,
        rise: Point,
        grid: tuple[int, int],
        colour: str = "win",
        fill: float = 0.55,
    ) -> None:
        """Put rows of windows into a wall."""
        (a, b), (low, high), (columns, rows) = run, rise, grid
        wide, tall = (b - a) / columns, (high - low) / rows
        for row in range(rows):
            z = low + tall * (row + (1 - fill) / 2)
            for column in range(columns):
                c = a + wide * (column + (1 - fill) / 2)
                self.panel(colour, side, at, (c, c + wide * fill), (z, z + tall * fill))

    def panel(self, colour: str, side: str, at: float, run: Point, rise: Point) -> None:
        """Draw a rectangle on a wall: `left` is the wall at v = at, `right` the one at u = at."""
        (a, b), (low, high) = run, rise
        self.upright(colour, at, ((a, low), (b, low), (b, high), (a, high)), is_right=side == "right")

    def upright(
        self, colour: str, at: float, points: Iterable[Point], depth: float = 0, is_right: bool = False
    ) -> None:
        """Fill a polygon on the wall at v = at, or u = at; a sign with a depth shows its right edge."""
        points = list(points)
        self.face(colour, *[(at, p, q) if is_right else (p, at, q) for p, q in points])
        if depth:
            (u, z), (u2, z2) = points[1], points[2]
            back = at - depth
            self.face(f"{colour[:-1]}3", (u, at, z), (u, back, z), (u2, back, z2), (u2, at, z2))

    def wheel(
        self, colour: str, u: float, v: float, z: float, r: float, is_right: bool = False, n: int = 14
    ) -> None:
        """Fill a circle that stands upright, looking to the left or to the right."""
        turns = [2 * pi * step / n for step in range(n)]
        middle, at = (v, u) if is_right else (u, v)
        self.upright(colour, at, [(middle + r * cos(a), z + r * sin(a)) for a in turns], is_right=is_right)

    def tube(
        self, material: str, u: float, v: float, r: float, h: float, z: float = 0, top: float | None = None
    ) -> None:
        """Draw a round tower, or a cooling tower if it is narrower at the top."""
        x, y = self.at((u, v, z))
        if not z:
            self.round_shadow(u, v, r, h)
        self.seen += [
            (x - r * WIDE * self.scale, y),
            (x + r * WIDE * self.scale, y),
            (x, y + r * FLAT * self.scale),
        ]
        s, upper = self.scale, r if top is None else top
        a, b, c, d, e = r * WIDE * s, r * FLAT * s, upper * WIDE * s, upper * FLAT * s, y - h * s
        left = f"M{joined(x - a, y)}{arc(a, b, 0, x, y + b)}"
        self.add(f"{material}2", f"{left}V{short(e)}H{short(x - c)}z")
        right = f"M{joined(x, y + b)}{arc(a, b, 0, x + a, y)}"
        self.add(f"{material}3", f"{right}L{joined(x + c, e)}H{short(x)}z")
        self.ellipse(f"{material}1", x, e, c / s, d / s)

    def round_shadow(self, u: float, v: float, r: float, h: float) -> None:
        """Cast the shadow of something round."""
        x, y = self.at((u + h * SHADOW_LENGTH * 0.5 + r * 0.3, v))
        a, b = (r * WIDE + h * 0.15) * self.scale, r * FLAT * self.scale
        turns = [2 * pi * step / ROUND for step in range(ROUND)]
        self.cut("shadow", [(x + a * cos(turn), y + b * sin(turn)) for turn in turns], self.rim)

    def dome(self, material: str, u: float, v: float, r: float, h: float, z: float = 0) -> None:
        """Draw a dome."""
        x, y = self.at((u, v, z))
        a, b, top = r * WIDE * self.scale, r * FLAT * self.scale, h * self.scale
        self.seen += [(x - a, y), (x + a, y), (x, y - top)]
        left = f"{arc(a, top, 1, x, y - top)}V{short(y + b)}{arc(a, b, 1, x - a, y)}z"
        self.add(f"{material}2", f"M{joined(x - a, y)}{left}")
        right = f"{arc(a, top, 1, x + a, y)}{arc(a, b, 1, x, y + b)}z"
        self.add(f"{material}3", f"M{joined(x, y - top)}{right}")
        self.ellipse(
            f"{material}1", x - a * 0.35, y - top * 0.5, a * 0.28 / self.scale, top * 0.22 / self.scale
        )

    def join(self, other: Drawing) -> None:
        """Put another drawing in front of this one."""
        for attributes, colour, data in other.elements:
            self.add(colour, data, attributes)

    def cone(self, material: str, u: float, v: float, r: float, h: float, z: float = 0) -> None:
        """Draw a cone."""
        x, y = self.at((u, v, z))
        a, b, top = r * WIDE * self.scale, r * FLAT * self.scale, y - h * self.scale
        self.seen += [(x - a, y), (x + a, y), (x, top)]
        foot, tip = x + a * 0.2, f"L{joined(x, top)}z"
        self.add(f"{material}2", f"M{joined(x - a, y)}{arc(a, b, 0, foot, y + b)}{tip}")
        self.add(f"{material}3", f"M{joined(x + a, y)}{arc(a, b, 1, foot, y + b)}{tip}")

    def markup(self, colour: Callable[[str], str]) -> str:
        """Write all faces as SVG; a face with a width is a line."""
        return "".join(
            f'<path fill="none" stroke="{colour(name)}" stroke-linecap="round" {width} d="{data}"/>'
            if width
            else f'<path fill="{colour(name)}" d="{data}"/>'
            for width, name, data in self.elements
        )
