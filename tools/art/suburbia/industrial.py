"""Pictures of industrial tiles. Helpers have an underscore."""

from __future__ import annotations

from tools.art.suburbia.parts import *


def _sawtooth(draw: Drawing, box: Box, h: float, n: int, wall: str = "brick") -> None:
    """Build a hall with a saw-tooth roof, its teeth along u."""
    u, v, u2, v2 = box
    draw.block(wall, *box, h)
    wide = (u2 - u) / n
    for step in range(n):
        a, b, top = u + step * wide, u + (step + 1) * wide, h + wide * 0.6
        draw.face("slate1", (a, v, h), (b, v, top), (b, v2, top), (a, v2, h))
        draw.face(f"{wall}2", (a, v2, h), (b, v2, h), (b, v2, top))
        draw.panel("glass3", "right", b, (v, v2), (h, top))


def heavy_factory(draw: Drawing) -> None:
    """Draw a hall with a saw-tooth roof and two chimneys."""
    draw.flat("sand2", -24, -24, 26, 22)
    chimney(draw, -14, -20, 32, 3)
    chimney(draw, 2, -22, 28, 3)
    _sawtooth(draw, (-22, -14, 18, 6), 11, 4)
    draw.windows("left", 6, (-21, 17), (3, 9), (9, 1), fill=0.6)
    draw.panel("dark2", "right", 18, (-6, 1), (0, 7))
    draw.tube("steel", -16, 15, 4.4, 9)
    draw.tube("steel", -4, 15, 4.4, 9)
    truck(draw, 8, 12, "red", "steel")


def farm(draw: Drawing) -> None:
    """Draw a red barn, a silo, rows of wheat and of greens."""
    for step in range(7):
        colour = "wheat1" if step % 2 else "wheat2"
        draw.flat(colour, -26 + step * 4, 2, -22 + step * 4, 28)
    for step in range(6):
        colour = "soil1" if step % 2 else "leaf1"
        draw.flat(colour, 4 + step * 4, -2, 8 + step * 4, 24)
    draw.tube("steel", 10, -20, 5, 20)
    draw.dome("steel", 10, -20, 5, 5, 20)
    box = (-20, -20, 2, -4)
    draw.block("red", *box, 10)
    draw.gable("dark", "red", box, 10, 9, 1.4, is_across=True)
    draw.panel("white1", "left", -4, (-13, -5), (0, 8))
    draw.panel("red3", "left", -4, (-12.2, -5.8), (0, 7.2))
    draw.stroke("white1", 0.8, (-12, -4, 0.3), (-6, -4, 7))
    draw.stroke("white1", 0.8, (-6, -4, 0.3), (-12, -4, 7))
    _tractor(draw, -8, 12)
    tree(draw, 22, -14, 4)
    fence(draw, -26, 0, 2, 0, colour="white1")


def _tractor(draw: Drawing, u: float, v: float) -> None:
    """Park a tractor."""
    draw.block("leaf", u, v, u + 8, v + 3.6, 3, 1.6)
    draw.block("yellow", u, v + 0.3, u + 3.6, v + 3.4, 3.6, 4.6)
    draw.wheel("dark3", u + 1.6, v + 4.2, 2.4, 2.6)
    draw.wheel("yellow1", u + 1.6, v + 4.3, 2.4, 1.1)
    draw.wheel("dark3", u + 6.6, v + 4.2, 1.6, 1.7)


def freeway(draw: Drawing) -> None:
    """Draw a wide road on stilts across the whole tile, with a slip road and a bridge."""
    draw.flat("grass1", -30, -24, 30, 26)
    road(draw, -5, -36, 3, 36, is_across=True)
    car(draw, -4, 22, "white", is_across=True)
    for u in (-22, 16):
        draw.block("stone", u, -8, u + 5, 10, 8)
    draw.face("shadow", (-34, 12), (36, 12), (32, 22), (-30, 22))
    draw.block("stone", -36, -11, 36, 11, 2.4, 8)
    draw.flat("asphalt2", -36, -10, 36, 10, 10.5)
    draw.stroke("line", 0.7, (-35, -5, 10.5), (35, -5, 10.5), dash="4 3")
    draw.stroke("line", 0.7, (-35, 5, 10.5), (35, 5, 10.5), dash="4 3")
    draw.stroke("yellow1", 1.4, (-36, 0, 10.5), (36, 0, 10.5))
    for u, v, colour in (
        (-24, -9, "red"),
        (4, -9, "blue"),
        (-12, 1.4, "yellow"),
        (18, 1.4, "white"),
        (-28, 6, "teal"),
        (8, 6.2, "orange"),
    ):
        _lifted(draw, u, v, colour)
    for u, v in ((-22, -22), (16, -22), (18, 22), (-20, 24)):
        tree(draw, u, v, 3.6)


def _lifted(draw: Drawing, u: float, v: float, colour: str) -> None:
    """Put a car on the bridge."""
    draw.block(colour, u, v, u + 6, v + 3, 1.6, 10.9)
    draw.block("slate", u + 1.5, v + 0.3, u + 4.5, v + 2.7, 1.3, 12.5)


def landfill(draw: Drawing) -> None:
    """Heaps of rubbish, a bulldozer, birds above."""
    draw.flat("soil1", -26, -24, 26, 26)
    draw.disc("soil3", -4, -6, 20)
    draw.dome("soil", -10, -10, 15, 20)
    draw.dome("soil", 12, -8, 10, 12)
    bits = (
        (-16, 4, "white"),
        (-8, 8, "blue"),
        (-2, 3, "red"),
        (-12, 10, "teal"),
        (4, 8, "yellow"),
        (12, 4, "white"),
        (16, 8, "orange"),
        (-20, 10, "pink"),
        (8, 13, "steel"),
    )
    for u, v, colour in bits:
        draw.block(colour, u, v, u + 3.4, v + 2.6, 2.4, 0.01)
    for u, v, z, colour in (
        (-14, -6, 15, "blue"),
        (-6, -4, 14, "white"),
        (-12, 0, 8, "red"),
        (-4, 2, 6, "yellow"),
        (12, 0, 7, "teal"),
        (-16, -2, 9, "white"),
        (8, -4, 9, "orange"),
    ):
        draw.block(colour, u, v, u + 2.6, v + 2.2, 1.8, z)
    draw.wheel("dark3", -22, 16, 3, 3)
    draw.wheel("soil1", -22, 16.1, 3, 1.4)
    draw.block("yellow", 0, 17, 9, 22, 3.4, 1.4)
    draw.block("yellow", 1, 18, 5, 21.4, 3.4, 4.8)
    draw.block("dark", -0.4, 22, 9.4, 23.4, 2.2)
    draw.panel("steel2", "right", 10.4, (16, 24), (0, 4.4))
    for x, y in ((-16, -34), (-2, -38), (14, -30)):
        draw.add("white1", f"M{x - 4} {y}q2-3 4 0q2-3 4 0", 'stroke-width="1.1"')


def municipal_airport(draw: Drawing) -> None:
    """Draw a short runway, one small aeroplane, a hangar, a wind sock."""
    draw.flat("grass1", -28, -22, 28, 26)
    runway(draw, -34, 4, 34, 15)
    draw.block("steel", -20, -20, 0, -6, 6)
    draw.gable("teal", "steel", (-20, -20, 0, -6), 6, 6, is_across=True)
    draw.panel("dark2", "left", -6, (-17, -3), (0, 6))
    jet(draw, 2, 10, 15, "red")
    draw.stroke("white1", 0.9, (18, -10), (18, -10, 13))
    draw.face("orange2", (18, -10, 13), (26, -12, 11.8), (26, -12, 10.2), (18, -10, 9.6))
    tree(draw, 10, -18, 3.6)
    bush(draw, -24, 24)


def domestic_airport(draw: Drawing) -> None:
    """Draw a runway, a terminal with a control tower, two jets at their gates."""
    draw.flat("stone1", -26, -26, 28, 26)
    runway(draw, -34, 14, 34, 25)
    _terminal(draw, (-24, -24, 10, -14), 7)
    _control_tower(draw, 18, -18, 22)
    jet(draw, -12, -2, 17, "blue")
    jet(draw, 12, 2, 17, "orange")


def _terminal(draw: Drawing, box: Box, h: float) -> None:
    """Build a terminal with a wall of glass."""
    u, v, u2, v2 = box
    draw.block("white", *box, h)
    draw.windows("left", v2, (u, u2), (0.8, h - 0.6), (9, 1), "glass2", 0.84)
    draw.windows("right", u2, (v, v2), (0.8, h - 0.6), (3, 1), "glass3", 0.84)
    draw.flat("steel1", u + 2, v + 2, u2 - 2, v2 - 2, h)


def _control_tower(draw: Drawing, u: float, v: float, h: float) -> None:
    """Build a control tower."""
    draw.tube("white", u, v, 2.6, h * 0.8)
    draw.tube("glass", u, v, 4.6, 4, h * 0.8, top=5.2)
    draw.tube("red", u, v, 5.2, 1.6, h * 0.8 + 4)
    draw.stroke("red2", 0.7, (u, v, h), (u, v, h + 6))


def international_airport(draw: Drawing) -> None:
    """Draw two runways that cross, a great terminal under waves, jets from everywhere."""
    draw.flat("stone1", -28, -28, 28, 28)
    runway(draw, -35, 18, 35, 27)
    runway(draw, -35, -9, 35, 0)
    for step in range(4):
        u = -27 + step * 10
        box = (u, -28, u + 10, -14)
        draw.walls("white", *box, 7)
        draw.windows("left", -14, (u, u + 10), (0.6, 6.4), (3, 1), "glass2", 0.86)
        draw.gable("teal", "white", box, 7, 3.4, 0, is_across=True)
    _control_tower(draw, 22, -20, 24)
    jet(draw, -16, -4, 18, "red")
    jet(draw, 14, -4, 18, "blue")
    jet(draw, -12, 9, 20, "purple")
    jet(draw, 14, 10, 20, "orange")
    jet(draw, 0, 22, 17, "teal")


def slaughterhouse(draw: Drawing) -> None:
    """Draw a shed with a ham for its sign, and cows in a pen."""
    draw.flat("soil1", -26, 2, 8, 26)
    box = (-22, -22, 20, -4)
    draw.block("brick", *box, 10)
    draw.windows("right", 20, (-21, -5), (3, 8), (3, 1))
    draw.panel("dark3", "left", -4, (-18, -8), (0, 7))
    draw.windows("left", -4, (-4, 18), (4, 8), (4, 1))
    draw.gable("slate", "brick", box, 10, 5)
    chimney(draw, 12, -18, 24, 2)
    board(draw, -4, -3, (16, 11, 11), "white")
    draw.wheel("red1", 3, -2.8, 16.5, 4)
    draw.wheel("pink1", 3, -2.7, 16.5, 2.8)
    draw.wheel("white1", 3, -2.6, 16.5, 1)
    draw.stroke("white2", 1.8, (6.4, -2.6, 18), (9.4, -2.6, 20))
    fence(draw, -26, 2, 8, 2, 3, "wood2")
    for u, v in ((-22, 6), (-10, 8), (-2, 5), (-18, 15), (-6, 16)):
        cow(draw, u, v)
    fence(draw, 8, 2, 8, 26, 3, "wood2")
    fence(draw, -26, 26, 8, 26, 3, "wood2")
    truck(draw, 13, 6, "blue", "white", is_across=True)


def warehouse(draw: Drawing) -> None:
    """Draw two great halls of steel with doors for trucks, crates before them."""
    draw.flat("stone2", -26, -26, 28, 24)
    for v in (-26, -10):
        box = (-24, v, 20, v + 14)
        draw.block("steel", *box, 10)
        draw.gable("blue" if v < -20 else "orange", "steel", box, 10, 5, 0.6)
        draw.panel("dark2", "right", 20, (v + 4, v + 10), (0, 7))
    for u in (-20, -9, 2, 12):
        draw.panel("dark2", "left", 4, (u, u + 6.5), (0, 6.5))
    for u, v, material in ((-22, 12, "wood"), (-15, 12, "wood"), (-18, 17, "tan"), (-4, 14, "wood")):
        crate(draw, u, v, material, (5, 4.4, 4.4))
    crate(draw, -19, 12.4, "tan", (5, 4.4, 4.4), 4.4)
    truck(draw, 8, 8, "red", "white", is_across=True)


def chip_fabrication_plant(draw: Drawing) -> None:
    """Draw a clean white hall with a huge chip on its roof."""
    draw.flat("grass1", -26, -26, 28, 26)
    draw.block("white", -22, -22, 20, 8, 12)
    draw.windows("left", 8, (-21, 19), (2, 5.4), (8, 1), "glass2", 0.8)
    draw.windows("left", 8, (-21, 19), (7, 10.4), (8, 1), "glass2", 0.8)
    draw.windows("right", 20, (-21, 7), (2, 10.4), (5, 2), "glass3", 0.8)
    chip(draw, -15, -18, 12, 22)
    for u in (12, 17):
        draw.tube("steel", u, -20, 2.2, 7, 12)
    draw.flat("asphalt2", -22, 15, 20, 21)
    for u, colour in ((-20, "blue"), (-10, "white"), (0, "red"), (10, "teal")):
        car(draw, u, 16, colour)
    tree(draw, 26, 12, 3.4)


def recycling_plant(draw: Drawing) -> None:
    """Draw a green hall with three arrows, a belt, and heaps sorted by colour."""
    draw.flat("stone2", -26, -24, 28, 26)
    draw.block("leaf", -24, -24, 12, -6, 15)
    draw.windows("right", 12, (-23, -7), (8, 13), (4, 1))
    arrows(draw, -7, -5.8, 8, 5.4)
    draw.flat("white1", -20, -21, -8, -10, 15.1)
    draw.flat("blue2", -4, -21, 8, -10, 15.1)
    draw.face("dark2", (12, -17, 10), (12, -12, 10), (24, -12, 3), (24, -17, 3))
    draw.stroke("steel1", 1, (24, -12, 3), (12, -12, 10))
    for u, colour in ((-20, "blue"), (-7, "yellow"), (6, "red"), (19, "white")):
        draw.block("stone", u - 5.5, 4, u + 5, 6, 5)
        draw.dome(colour, u, 12, 5, 6)
    truck(draw, -4, 20, "orange", "leaf")
