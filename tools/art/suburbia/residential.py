"""Pictures of residential tiles. Helpers have an underscore."""

from __future__ import annotations

from tools.art.suburbia.parts import *


def suburbs(draw: Drawing) -> None:
    """Draw three houses along a lane."""
    road(draw, -38, 2, 38, 9)
    house(draw, -20, -17, "cream", "terra")
    tree(draw, -25, -10)
    house(draw, 4, -18, "white", "slate", is_across=True)
    tree(draw, 22, -8, 3.6)
    car(draw, 8, 3.5, "blue")
    house(draw, -12, 13, "white", "teal", (15, 12, 7))
    tree(draw, 10, 16)
    bush(draw, -18, 20)
    tree(draw, -20, 14, 3.4)


def homeowners_association(draw: Drawing) -> None:
    """Draw four houses that are all alike, around a green with a flag."""
    draw.disc("asphalt2", 0, 0, 14)
    draw.disc("grass1", 0, 0, 9)
    house(draw, -22, -20, "white", "blue", (14, 11, 8))
    house(draw, 5, -23, "white", "blue", (14, 11, 8))
    flag(draw, 0, 0, 17, "red")
    for u, v in ((-4, 0), (4, 0), (0, 5), (0, -5)):
        bush(draw, u, v, 1.6)
    house(draw, -24, 8, "white", "blue", (14, 11, 8))
    house(draw, 7, 9, "white", "blue", (14, 11, 8))
    for u, v in ((-26, -4), (23, 2), (-4, 22)):
        tree(draw, u, v, 3.4)


def mobile_home_community(draw: Drawing) -> None:
    """Rows of trailers on gravel."""
    draw.flat("sand1", -24, -26, 26, 24)
    for v, colours in ((-24, ("teal", "orange")), (-9, ("pink", "teal")), (6, ("blue", "yellow"))):
        _trailer(draw, -22, v, colours[0])
        _trailer(draw, 2, v, colours[1])
    car(draw, -4, 18, "red")
    tree(draw, 24, 20, 3.4)
    tree(draw, -28, 20, 3.4)


def _trailer(draw: Drawing, u: float, v: float, colour: str) -> None:
    """Park a long trailer with a stripe."""
    draw.block("white", u, v, u + 18, v + 8, 6.4)
    draw.panel(f"{colour}2", "left", v + 8, (u, u + 18), (1.2, 2.8))
    draw.panel(f"{colour}3", "right", u + 18, (v, v + 8), (1.2, 2.8))
    draw.windows("left", v + 8, (u + 1, u + 17), (3, 6), (4, 1), fill=0.6)
    draw.windows("right", u + 18, (v + 1, v + 7), (3, 6), (1, 1), fill=0.6)
    draw.flat(f"{colour}1", u + 1.5, v + 1.5, u + 16.5, v + 6.5, 6.5)


def burg_von_alspach(draw: Drawing) -> None:
    """Draw a castle with a gate and pointed towers."""
    draw.disc("grass3", 0, 0, 27)
    draw.disc("grass1", -1, -1, 25)
    _turret(draw, -15, -15, 20)
    draw.block("stone", -15, -18, 14, -12, 11)
    _turret(draw, 15, -15, 20)
    draw.block("stone", -18, -14, -12, 14, 11)
    draw.block("tan", -8, -9, 6, 5, 22)
    draw.windows("left", 5, (-7, 5), (9, 20), (2, 2), fill=0.5)
    draw.hip("terra", (-9, -10, 7, 6), 22, 9)
    draw.block("stone", 12, -14, 18, 14, 11)
    _turret(draw, -15, 15, 20)
    draw.block("stone", -14, 12, 14, 18, 11)
    draw.windows("left", 18, (-12, -4), (4, 10), (2, 1), fill=0.4)
    draw.windows("left", 18, (5, 13), (4, 10), (2, 1), fill=0.4)
    draw.face("wood3", (-3, 18, 0), (4, 18, 0), (4, 18, 5), (0.5, 18, 8), (-3, 18, 5))
    _turret(draw, 15, 15, 20)
    flag(draw, -1, -2, 8, "red", 30)


def _turret(draw: Drawing, u: float, v: float, h: float) -> None:
    """Build a round tower with a pointed roof."""
    draw.tube("stone", u, v, 4, h * 0.75)
    draw.cone("blue", u, v, 5, h * 0.5, h * 0.75)


def hostel(draw: Drawing) -> None:
    """Draw a long house with shutters in many colours, and a rucksack before the door."""
    draw.block("orange", -22, -14, 20, 2, 17)
    for step, colour in enumerate(("teal1", "yellow1", "white1", "blue1", "pink1")):
        u = -21 + step * 8
        for z in (3, 9.5):
            draw.windows("left", 2, (u, u + 8), (z, z + 6), (1, 1), fill=0.78, colour=colour)
            draw.windows("left", 2, (u, u + 8), (z, z + 6), (1, 1), fill=0.45)
    draw.windows("right", 20, (-13, 1), (3, 15), (2, 2))
    draw.gable("slate", "orange", (-22, -14, 20, 2), 17, 6)
    _rucksack(draw, -6, 14)
    tree(draw, 16, 12, 4)
    tree(draw, -26, 10, 3.6)
    lamp(draw, 6, 18)


def _rucksack(draw: Drawing, u: float, v: float) -> None:
    """Put down a huge rucksack with a bed roll."""
    draw.block("red", u - 5, v - 4, u + 5, v + 4, 11)
    draw.dome("red", u, v, 5.2, 4, 11)
    draw.block("brick", u - 3.5, v + 4, u + 3.5, v + 6, 5)
    draw.stroke("teal2", 4, (u - 5, v + 1, 16), (u + 5, v + 1, 16))
    draw.stroke("yellow2", 0.9, (u - 3, v + 4, 10), (u - 3, v + 4, 5))
    draw.stroke("yellow2", 0.9, (u + 3, v + 4, 10), (u + 3, v + 4, 5))


def housing_projects(draw: Drawing) -> None:
    """Draw four slabs of brick that are all alike."""
    for u, v in ((-24, -22), (4, -24), (-24, 4), (6, 4)):
        tower(draw, (u, v, u + 17, v + 8), 27 if v < 0 else 25, "brick", (5, 2, 7), fill=0.5)
        draw.block("steel", u + 6, v + 2, u + 10, v + 5, 3, 27 if v < 0 else 25)
    draw.flat("asphalt2", -20, 15, 24, 21)
    car(draw, -12, 16, "white")
    car(draw, 4, 16, "yellow")


def retirement_village(draw: Drawing) -> None:
    """Bungalows around a garden with a pond, a bandstand and roses."""
    draw.disc("sand1", 2, 4, 17)
    draw.disc("grass1", 2, 4, 14)
    for u, v, is_across in ((-23, -18, True), (-7, -23, False), (11, -20, False)):
        house(draw, u, v, "cream", "purple", (13, 11, 6), is_across)
    house(draw, -26, 1, "cream", "purple", (11, 13, 6), True)
    draw.disc("water2", 6, 0, 5)
    draw.disc("water1", 5, -1, 3)
    draw.tube("white", -3, 9, 4.4, 1)
    for u, v in ((-6, 9), (0, 9), (-3, 12), (-3, 6)):
        draw.stroke("white2", 0.8, (u, v, 1), (u, v, 7))
    draw.cone("purple", -3, 9, 5.4, 5, 7)
    for u, v in ((12, 8), (9, 12), (5, 15), (14, 3), (-9, 1)):
        bush(draw, u, v, 1.6)
        draw.ball("pink1", u, v, 0.8, 2)
    tree(draw, 20, 2, 3.6)
    tree(draw, -14, 19, 3.4)


def apartments(draw: Drawing) -> None:
    """Draw a house at a corner, with balconies on every floor."""
    for box, grid in (((-22, -22, 22, -8), (6, 2, 5)), ((-22, -8, -6, 18), (2, 4, 5))):
        tower(draw, box, 24, "orange", grid, fill=0.5)
    for z in (1.5, 6, 10.5, 15, 19.5):
        draw.block("white", -18, 18, -10, 20.4, 1.4, z + 0.3)
        draw.block("white", 3, -8, 9, -5.6, 1.4, z + 0.3)
        draw.block("white", 13, -8, 19, -5.6, 1.4, z + 0.3)
    for u, v in ((-18, -18), (-2, -18), (12, -18), (-16, 6)):
        draw.block("steel", u, v, u + 5, v + 5, 2, 24)
    draw.flat("grass1", -4, -4, 22, 20)
    tree(draw, 4, 6, 4)
    tree(draw, 16, 2, 3.6)
    bush(draw, 10, 14)
    car(draw, 2, 17, "blue")


def bed_and_breakfast(draw: Drawing) -> None:
    """Draw a Victorian house with a turret, a porch and a garden."""
    draw.disc("grass1", 0, 2, 25)
    draw.block("pink", -14, -14, 10, 6, 15)
    draw.windows("left", 6, (-13, 3), (8.5, 14), (3, 1), fill=0.6)
    draw.windows("right", 10, (-13, 5), (2, 14), (3, 2), fill=0.5)
    draw.gable("slate", "pink", (-14, -14, 10, 6), 15, 6, 0.6)
    draw.block("white", -16, 6, 6, 11, 1)
    for u in (-15, -8, -1, 5):
        draw.stroke("white1", 0.9, (u, 10.5, 1), (u, 10.5, 6.5))
    draw.flat("white1", -16.5, 6, 6.5, 12, 6.6)
    draw.tube("pink", 10, 6, 5, 19)
    draw.windows("left", 11, (6, 13), (3, 17), (2, 2), fill=0.45)
    draw.cone("slate", 10, 6, 6.2, 13, 19)
    board(draw, -24, 14, (8, 5, 4), "wood", 4)
    draw.wheel("white1", -20.5, 14.2, 6.5, 1.6)
    fence(draw, -22, 22, 18, 22)
    tree(draw, 22, -6, 4)
    for u, v in ((-4, 17), (2, 18), (12, 17)):
        bush(draw, u, v, 1.7)


def condominium(draw: Drawing) -> None:
    """Draw two towers of glass with balconies, and a pool between them."""
    tower(draw, (-20, -24, -4, -8), 33, "white", (2, 2, 8), "glass2", 0.8)
    for z in range(3, 32, 4):
        draw.block("teal", -19, -8, -5, -5.6, 1.2, z + 0.3)
    draw.flat("teal1", -17, -21, -7, -11, 33.1)
    tower(draw, (6, -16, 22, 0), 25, "white", (2, 2, 6), "glass2", 0.8)
    for z in range(3, 24, 4):
        draw.block("teal", 7, 0, 21, 2.4, 1.2, z + 0.3)
    draw.flat("teal1", 9, -13, 19, -3, 25.1)
    draw.flat("sand1", -24, 4, 2, 22)
    draw.flat("white1", -21, 7, -1, 19)
    draw.flat("water1", -19.5, 8.5, -2.5, 17.5)
    palm(draw, -24, 2, 10)
    palm(draw, 12, 16, 11)
    pine(draw, 26, -10, 9)
