"""Solids on an isometric ground, drawn as flat faces: the one projection and the one light of all pictures.

The ground has two axes: u goes to the lower right, v to the lower left; z is height. A tile's middle is (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

ALONG, DOWN = 0.866, 0.5  # of a step along an axis: to the side, and down
WIDE, FLAT = 1.2247, 0.7071  # half axes of a circle that lies on the ground
SHADOW_LENGTH = 0.45  # of a height

Point = tuple[float, float]
Spot = tuple[float, float, float]


def number(value: float) -> str:
    """Write a coordinate, as short as can be."""
    return f"{round(value, 1):g}".replace("-0.", "-.").removeprefix("0") or "0" if value else "0"


def project(u: float, v: float, z: float = 0) -> Point:
    """Find where a point of the ground, or above it, is drawn."""
    return (u - v) * ALONG, (u + v) * DOWN - z


def outline(points: Iterable[Point]) -> str:
    """Write a polygon as path data."""
    pairs = [f"{number(x)} {number(y)}" for x, y in points]
    return f"M{'L'.join(pairs)}z"


class Drawing:
    """A picture that grows face by face, from back to front."""

    def __init__(self, u: float = 0, v: float = 0, scale: float = 1) -> None:
        self.elements: list[tuple[str, str, str]] = []  # attributes, colour, path data
        self.u, self.v, self.scale = u, v, scale

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
        self.add(colour, outline(self.at(spot) for spot in spots))

    def stroke(self, colour: str, width: float, *spots: Sequence[float], dash: str = "") -> None:
        """Draw a line in space."""
        pairs = [f"{number(x)} {number(y)}" for x, y in map(self.at, spots)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(colour, f"M{'L'.join(pairs)}", f'stroke-width="{number(width * self.scale)}"{dashes}')

    def ellipse(self, colour: str, x: float, y: float, rx: float, ry: float) -> None:
        """Fill an ellipse given on the picture itself."""
        rx, ry = rx * self.scale, ry * self.scale
        a, b, c = number(rx), number(ry), number(2 * rx)
        self.add(colour, f"M{number(x - rx)} {number(y)}a{a} {b} 0 1 1 {c} 0a{a} {b} 0 1 1-{c} 0z")

    def disc(self, colour: str, u: float, v: float, r: float, z: float = 0) -> None:
        """Fill a circle that lies on the ground, or at a height."""
        x, y = self.at((u, v, z))
        self.ellipse(colour, x, y, r * WIDE, r * FLAT)

    def ball(self, colour: str, u: float, v: float, r: float, z: float = 0) -> None:
        """Fill a circle that looks at the viewer."""
        x, y = self.at((u, v, z))
        self.ellipse(colour, x, y, r, r)

    def flat(self, colour: str, u: float, v: float, u2: float, v2: float, z: float = 0) -> None:
        """Fill a rectangle that lies on the ground, or at a height."""
        self.face(colour, (u, v, z), (u2, v, z), (u2, v2, z), (u, v2, z))

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
        self.face(f"{material}2", (u, v2, z), (u2, v2, z), (u2, v2, z + h), (u, v2, z + h))
        self.face(f"{material}3", (u2, v, z), (u2, v2, z), (u2, v2, z + h), (u2, v, z + h))

    def gable(self, roof: str, wall: str, box: tuple[float, float, float, float], z: float, h: float, eave: float = 1) -> None:
        """Put a roof with a ridge along u on a block."""
        u, v, u2, v2 = box
        middle = (v + v2) / 2
        self.face(f"{wall}3", (u2, v, z), (u2, v2, z), (u2, middle, z + h))
        a, b, low = u - eave, u2 + eave, z - eave * h / (v2 - v)
        self.face(f"{roof}1", (a, v - eave, low), (b, v - eave, low), (b, middle, z + h), (a, middle, z + h))
        self.face(f"{roof}2", (a, v2 + eave, low), (b, v2 + eave, low), (b, middle, z + h), (a, middle, z + h))

    def gable_across(self, roof: str, wall: str, box: tuple[float, float, float, float], z: float, h: float, eave: float = 1) -> None:
        """Put a roof with a ridge along v on a block."""
        u, v, u2, v2 = box
        middle = (u + u2) / 2
        self.face(f"{wall}2", (u, v2, z), (u2, v2, z), (middle, v2, z + h))
        a, b, low = v - eave, v2 + eave, z - eave * h / (u2 - u)
        self.face(f"{roof}1", (u - eave, a, low), (u - eave, b, low), (middle, b, z + h), (middle, a, z + h))
        self.face(f"{roof}3", (u2 + eave, a, low), (u2 + eave, b, low), (middle, b, z + h), (middle, a, z + h))

    def hip(self, roof: str, box: tuple[float, float, float, float], z: float, h: float, top: float = 0) -> None:
        """Put a roof with four slopes on a block; it ends in a point, or in a flat part."""
        u, v, u2, v2 = box
        a, b, c, d = (u + (u2 - u) * (1 - top) / 2, v + (v2 - v) * (1 - top) / 2, u2 - (u2 - u) * (1 - top) / 2, v2 - (v2 - v) * (1 - top) / 2)
        self.face(f"{roof}1", (u, v, z), (u, v2, z), (a, d, z + h), (a, b, z + h))
        self.face(f"{roof}1", (u, v, z), (u2, v, z), (c, b, z + h), (a, b, z + h))
        self.face(f"{roof}2", (u, v2, z), (u2, v2, z), (c, d, z + h), (a, d, z + h))
        self.face(f"{roof}3", (u2, v, z), (u2, v2, z), (c, d, z + h), (c, b, z + h))

    def windows(self, side: str, at: float, run: tuple[float, float], rise: tuple[float, float], grid: tuple[int, int], colour: str = "win", fill: float = 0.55) -> None:
        """Put rows of windows into a wall: `left` is the wall at v = at, `right` the one at u = at."""
        (a, b), (low, high), (columns, rows) = run, rise, grid
        wide, tall = (b - a) / columns, (high - low) / rows
        for row in range(rows):
            z = low + tall * (row + (1 - fill) / 2)
            for column in range(columns):
                c = a + wide * (column + (1 - fill) / 2)
                d, top = c + wide * fill, z + tall * fill
                corners = ((c, z), (d, z), (d, top), (c, top))
                self.face(colour, *[(p, at, q) if side == "left" else (at, p, q) for p, q in corners])

    def tube(self, material: str, u: float, v: float, r: float, h: float, z: float = 0, top: float | None = None) -> None:
        """Draw a round tower, or a cooling tower if it is narrower at the top."""
        x, y = self.at((u, v, z))
        if not z:
            self.round_shadow(u, v, r, h)
        s, upper = self.scale, r if top is None else top
        a, b, c, d, e = r * WIDE * s, r * FLAT * s, upper * WIDE * s, upper * FLAT * s, y - h * s
        left = f"M{number(x - a)} {number(y)}A{number(a)} {number(b)} 0 0 0 {number(x)} {number(y + b)}"
        self.add(f"{material}2", f"{left}V{number(e)}H{number(x - c)}z")
        right = f"M{number(x)} {number(y + b)}A{number(a)} {number(b)} 0 0 0 {number(x + a)} {number(y)}"
        self.add(f"{material}3", f"{right}L{number(x + c)} {number(e)}H{number(x)}z")
        self.ellipse(f"{material}1", x, e, c / s, d / s)

    def round_shadow(self, u: float, v: float, r: float, h: float) -> None:
        """Cast the shadow of something round."""
        x, y = self.at((u + h * SHADOW_LENGTH * 0.5 + r * 0.3, v))
        self.ellipse("shadow", x, y, r * WIDE + h * 0.15, r * FLAT)

    def dome(self, material: str, u: float, v: float, r: float, h: float, z: float = 0) -> None:
        """Draw a dome."""
        x, y = self.at((u, v, z))
        a, b, top = r * WIDE * self.scale, r * FLAT * self.scale, h * self.scale
        half = f"A{number(a)} {number(top)} 0 0 1 {number(x)} {number(y - top)}V{number(y + b)}A{number(a)} {number(b)} 0 0 1 {number(x - a)} {number(y)}z"
        self.add(f"{material}2", f"M{number(x - a)} {number(y)}{half}")
        other = f"A{number(a)} {number(top)} 0 0 1 {number(x + a)} {number(y)}A{number(a)} {number(b)} 0 0 1 {number(x)} {number(y + b)}z"
        self.add(f"{material}3", f"M{number(x)} {number(y - top)}{other}")
        self.ellipse(f"{material}1", x - a * 0.35, y - top * 0.5, a * 0.28 / self.scale, top * 0.22 / self.scale)

    def ring(self, u: float, v: float, r: float, n: int, turn: float = 0) -> list[Point]:
        """List spots on a circle of the ground."""
        steps = [turn + 2 * pi * step / n for step in range(n)]
        return [(u + r * cos(angle), v + r * sin(angle)) for angle in steps]

    def join(self, other: Drawing) -> None:
        """Put another drawing in front of this one."""
        for attributes, colour, data in other.elements:
            self.add(colour, data, attributes)
