"""Pictures of civic tiles, the lake, and the tile that announces the end. Helpers have an underscore."""

from __future__ import annotations

from tools.art.suburbia.parts import *


def community_park(draw: Drawing) -> None:
    """Lawns and paths around a fountain, under trees."""
    draw.disc("grass2", 0, 0, 28)
    draw.disc("grass1", -2, -2, 26)
    draw.flat("sand1", -3, -28, 3, 28)
    draw.flat("sand1", -28, -3, 28, 3)
    draw.disc("sand1", 0, 0, 10)
    for u, v in ((-18, -14), (-10, -20), (12, -20), (20, -12)):
        tree(draw, u, v, 5)
    draw.tube("stone", 0, 0, 6.5, 2)
    draw.disc("water1", 0, 0, 5.4, 2)
    draw.tube("stone", 0, 0, 1.6, 4, 2)
    for dx in (-3.4, -1.6, 1.6, 3.4):
        draw.shape("water1", (0, 0, 8), 1, f"M0 0Q{dx * 0.5} -4 {dx} 5", 1.1)
    for u, v in ((-20, 8), (-12, 16), (18, 10), (10, 20), (22, 4)):
        tree(draw, u, v, 4.6)
    for u, v, colour in ((-14, 6, "pink1"), (8, -9, "red1"), (14, 8, "yellow1"), (-8, -9, "purple1")):
        draw.disc(colour, u, v, 2)
    person(draw, 8, 1, "red", 4.6)
    person(draw, -10, 1, "blue", 4.6)


def mint(draw: Drawing) -> None:
    """Draw a house with columns, and gold before it."""
    temple(draw, (-20, -22, 12, -4), 14, 6, "stone", "gold")
    draw.wheel("gold1", -4, 0.2, 20, 2.8)
    for u, v, n in ((-18, 12, 3), (-8, 14, 6), (2, 13, 9), (12, 10, 5), (-2, 22, 4), (20, 0, 3)):
        coins(draw, u, v, n, 4)


def _school(draw: Drawing, box: Box, h: float, wall: str, roof: str, grid: tuple[int, int, int]) -> None:
    """Build a wing of a school."""
    u, v, u2, v2 = box
    tower(draw, box, h, wall, grid, fill=0.6)
    draw.hip(roof, (u - 1, v - 1, u2 + 1, v2 + 1), h, 5, 0.55)


def elementary_school(draw: Drawing) -> None:
    """Draw a small red school with a bell, a slide and swings."""
    draw.flat("grass1", -26, 2, 26, 26)
    _school(draw, (-18, -20, 14, -6), 9, "brick", "teal", (6, 3, 1))
    draw.block("white", -5, -16, 2, -9, 20)
    draw.panel("gold2", "left", -9, (-3, 0), (15, 18.5))
    draw.hip("teal", (-6, -17, 3, -8), 20, 6)
    draw.stroke("red2", 1.6, (-18, 10, 0), (-18, 10, 9), (-16, 10, 9))
    draw.face("yellow1", (-16, 8, 9), (-16, 12, 9), (-6, 12, 0.6), (-6, 8, 0.6))
    for u in (6, 20):
        draw.stroke("blue2", 1.1, (u - 1.5, 10), (u, 10, 9), (u + 1.5, 10))
    draw.stroke("blue2", 1.1, (6, 10, 9), (20, 10, 9))
    for u in (10, 16):
        draw.stroke("dark2", 0.5, (u, 10, 9), (u, 10, 3))
        draw.stroke("red2", 1.4, (u - 1.2, 10, 3), (u + 1.2, 10, 3))
    draw.disc("sand1", 0, 20, 5)
    person(draw, -1, 20, "red", 3.6)
    person(draw, 2, 18, "blue", 3.6)
    tree(draw, -26, -4, 3.6)
    tree(draw, 24, -6, 3.6)


def middle_school(draw: Drawing) -> None:
    """Draw a school with two wings, a court for basketball, a yellow bus."""
    _school(draw, (-24, -24, 16, -13), 13, "tan", "brick", (8, 3, 2))
    _school(draw, (-24, -13, -12, 10), 13, "tan", "brick", (3, 5, 2))
    draw.flat("orange2", -7, -6, 20, 10)
    draw.stroke("line", 0.8, (-6, -5), (19, -5), (19, 9), (-6, 9), (-6, -5))
    draw.stroke("line", 0.8, (6.5, -5), (6.5, 9))
    for u in (-5, 18):
        draw.stroke("dark2", 0.9, (u, 2), (u, 2, 8))
        draw.panel("white1", "right", u, (0, 4), (7, 10))
    draw.flat("asphalt2", -24, 14, 24, 22)
    draw.flat("shadow", -14, 15.4, 6, 21)
    draw.block("yellow", -16, 15.5, 3, 20.5, 6, 1)
    draw.windows("left", 20.5, (-15, 2), (3.6, 6.4), (6, 1), fill=0.75)
    draw.windows("right", 3, (15.5, 20.5), (3.4, 6.4), (1, 1), fill=0.8)
    tree(draw, 25, -12, 3.6)


def high_school(draw: Drawing) -> None:
    """Draw a great school, and a playing field with a running track."""
    _school(draw, (-24, -26, 22, -14), 17, "white", "blue", (9, 3, 3))
    draw.block("brick", -6, -14, 4, -10, 19)
    draw.windows("left", -10, (-5, 3), (1, 17), (2, 3))
    flag(draw, -1, -12, 9, "red", 19)
    x, y = draw.at((0, 10))
    draw.ellipse("terra2", x, y, 33, 17)
    draw.ellipse("line", x, y, 29.4, 14.4)
    draw.ellipse("terra2", x, y, 28.4, 13.8)
    draw.ellipse("leaf2", x, y, 25, 11.4)
    field = (0, 10)
    draw.shape("line", field, 1, "M0 -11.4L0 11.4M-4 0C-4 -3.5 4 -3.5 4 0C4 3.5 -4 3.5 -4 0", 1)
    draw.shape("white1", field, 1, "M-24 3L-24 -2L-22.5 -6L-22.5 -1M24 3L24 -2L22.5 -6L22.5 -1", 1)


def university(draw: Drawing) -> None:
    """Draw a dome on columns between two wings, a clock tower, a lawn with paths."""
    draw.flat("grass1", -24, 0, 26, 26)
    draw.stroke("sand1", 2.4, (-24, 2), (26, 24))
    draw.stroke("sand1", 2.4, (-24, 24), (26, 2))
    tower(draw, (-26, -22, -8, -8), 12, "brick", (4, 3, 2))
    tower(draw, (8, -22, 24, -8), 12, "brick", (4, 3, 2))
    temple(draw, (-8, -22, 8, -6), 14, 5, "white", "teal")
    draw.tube("white", 0, -16, 5, 4, 20)
    draw.dome("teal", 0, -16, 5.4, 6, 24)
    draw.block("brick", 20, -4, 26, 2, 27)
    draw.wheel("white1", 23, 2.1, 22, 2.1)
    draw.hip("teal", (19, -5, 27, 3), 27, 7)
    for u, v in ((-20, 13), (-4, 5), (0, 22), (20, 14)):
        tree(draw, u, v, 3.8)
    person(draw, 8, 14, "purple", 4)


def museum(draw: Drawing) -> None:
    """Draw a temple with banners, a pyramid of glass, a statue."""
    draw.flat("stone1", -26, -4, 26, 26)
    temple(draw, (-22, -24, 14, -8), 13, 7, "cream", "brick")
    for u in (-17, 7):
        draw.upright("red2", -3.8, ((u, 5), (u + 4, 5), (u + 4, 13), (u, 13)))
    draw.hip("glass", (-16, 6, 2, 24), 0, 14)
    for step in (0.25, 0.5, 0.75):
        draw.stroke(
            "white1",
            0.5,
            (-16 + 9 * step, 24 - 9 * step, 14 * step),
            (2 - 9 * step, 24 - 9 * step, 14 * step),
            (2 - 9 * step, 6 + 9 * step, 14 * step),
        )
    draw.block("stone", 12, 8, 18, 14, 5)
    draw.stroke("teal2", 2.6, (15, 11, 5), (15, 11, 12))
    draw.ball("teal1", 15, 11, 1.7, 14)
    draw.stroke("teal2", 1.2, (15, 11, 11), (19, 10, 14))


def office_of_bureaucracy(draw: Drawing) -> None:
    """Draw a heavy grey block, piles of paper, a stamp."""
    draw.flat("stone2", -26, -24, 26, 24)
    tower(draw, (-24, -24, 12, -6), 24, "stone", (10, 5, 6), fill=0.42)
    draw.block("stone", -26, -26, 14, -4, 3, 24)
    draw.panel("dark3", "left", -6, (-10, -2), (0, 7))
    for u, v, n in ((-22, 6, 5), (-10, 10, 9), (2, 6, 6), (-20, 18, 3)):
        for step in range(n):
            shade = "white" if step % 2 else "cream"
            shift = 0.5 if step % 3 == 0 else 0
            draw.block(shade, u + shift, v, u + 8 + shift, v + 6, 1.6, step * 1.6 + 0.01)
    draw.block("dark", 13, 6, 25, 14, 3)
    draw.block("red", 14, 7, 24, 13, 2, 3)
    draw.tube("wood", 19, 10, 2, 8, 5)
    draw.ball("wood2", 19, 10, 3.6, 15)
    draw.ball("wood1", 18.6, 10.4, 1.6, 16.6)


def postal_service(draw: Drawing) -> None:
    """Draw a house with a letter on its roof, yellow vans, a letter box."""
    draw.flat("stone1", -26, -22, 26, 24)
    draw.block("brick", -22, -20, 16, 0, 12)
    draw.windows("left", 0, (-21, 15), (2, 9), (6, 1), fill=0.6)
    draw.windows("right", 16, (-19, -1), (2, 9), (3, 1), fill=0.6)
    draw.flat("brick2", -20, -18, 14, -2, 12.1)
    envelope(draw, -16, -6, 12, 26)
    truck(draw, -22, 8, "blue", "yellow")
    truck(draw, -6, 8, "blue", "yellow")
    draw.block("red", 12, 12, 17, 16, 9)
    draw.dome("red", 14.5, 14, 2.6, 3, 9)
    draw.panel("dark3", "left", 16, (13, 16), (6.4, 7.4))
    tree(draw, -20, 22, 3.2)
    flag(draw, 20, -18, 22, "blue")


def power_station(draw: Drawing) -> None:
    """Draw two cooling towers, a hall with a lightning bolt, pylons."""
    draw.flat("stone2", -26, -24, 26, 24)
    for u, v in ((-16, -16), (4, -20)):
        draw.tube("white", u, v, 9, 17, top=6)
        draw.tube("white", u, v, 6, 7, 17, top=6.8)
        draw.disc("stone3", u, v, 5.6, 24)
        x, y = draw.at((u, v, 27))
        for dx, dy, r in ((0, 0, 4), (5, -3, 4.6), (11, -5, 4)):
            draw.ellipse("smoke", x + dx, y + dy, r, r * 0.8)
    draw.block("slate", -18, 0, 10, 13, 13)
    draw.windows("right", 10, (1, 12), (2, 11), (3, 1))
    bolt(draw, -10, 13.2, 1.5, 10.5)
    pylon(draw, 20, -8, 22)
    pylon(draw, 20, 12, 22)
    for z in (0.6, 0.8):
        draw.stroke("dark2", 0.5, (20, -8, 22 * z), (20, 12, 22 * z), (20, 30, 12 * z))


def stadium(draw: Drawing) -> None:
    """Stands in a ring around the pitch, with floodlights."""
    for u, v in ((-24, -4), (-4, -24)):
        draw.stroke("steel1", 1.2, (u, v), (u, v, 26))
        draw.ball("lamp", u, v, 2.4, 27)
    draw.tube("white", 0, 0, 24.5, 9)
    x, y = draw.at((0, 0, 9))
    draw.ellipse("blue2", x, y + 0.4, 28, 15.8)
    draw.ellipse("red2", x, y + 2, 26, 14.2)
    draw.ellipse("blue3", x, y + 3, 22, 11.6)
    draw.ellipse("leaf2", x, y + 4, 19, 9.6)
    draw.flat("leaf1", -10, -6, 10, 6, 5.5)
    draw.stroke("line", 0.8, (-10, -6, 5.5), (10, -6, 5.5), (10, 6, 5.5), (-10, 6, 5.5), (-10, -6, 5.5))
    draw.stroke("line", 0.8, (0, -6, 5.5), (0, 6, 5.5))
    for u, v in ((24, 6), (6, 24)):
        draw.stroke("steel1", 1.2, (u, v, 8), (u, v, 26))
        draw.ball("lamp", u, v, 2.4, 27)


def local_epa_office(draw: Drawing) -> None:
    """Draw an office under a green roof, panels for the sun, a windmill."""
    draw.flat("grass1", -26, -22, 26, 26)
    tower(draw, (-22, -20, 8, -2), 14, "wood", (6, 4, 2), "glass2", 0.7)
    draw.flat("leaf2", -21, -19, 7, -3, 14.2)
    for u, v in ((-16, -14), (-8, -8), (0, -15)):
        draw.ball("leaf3", u, v, 2.4, 15.6)
        draw.ball("leaf1", u - 0.4, v + 0.4, 1.4, 16.6)
    draw.stroke("white1", 1.6, (17, -10), (17, -10, 28))
    for spots in (
        ((17, 28), (15, 40), (18, 39)),
        ((17, 28), (27, 22), (26, 25)),
        ((17, 28), (7, 23), (9, 21)),
    ):
        draw.upright("white1", -9.8, spots)
    draw.ball("steel2", 17, -10, 1.3, 28)
    for u in (-22, -10, 2):
        draw.face("blue2", (u, 8, 6), (u + 9, 8, 6), (u + 9, 15, 1), (u, 15, 1))
        draw.stroke("line", 0.5, (u + 4.5, 8, 6), (u + 4.5, 15, 1))
        draw.stroke("line", 0.5, (u, 11.5, 3.5), (u + 9, 11.5, 3.5))
    tree(draw, 18, 14, 4)
    pine(draw, -12, 24, 9)


def lake(draw: Drawing) -> None:
    """Water with a wooded island and two sails."""
    draw.add("water1", "M-34-8C-24-30 12-34 28-16S30 22 8 28-42 16-34-8z")
    draw.add("water2", "M-29-5C-20-24 10-28 23-13S25 18 6 22-36 14-29-5z")
    for x, y in ((-26, 4), (-8, 22), (18, 14), (-16, -18), (12, -22), (-30, 20), (24, -2)):
        draw.add("white1", f"M{x} {y}q2.5-2 5 0t5 0", 'stroke-width="1"')
    draw.disc("sand1", -4, -10, 9)
    draw.disc("grass2", -4.5, -10.5, 7)
    tree(draw, -8, -12, 4)
    tree(draw, -1, -13, 4.4)
    pine(draw, -4, -6, 11)
    sail(draw, 16, 0, 15, "red")
    sail(draw, -8, 18, 12, "yellow")


def one_more_round(draw: Drawing) -> None:
    """Draw a huge hourglass on a plinth."""
    draw.block("stone", -16, -16, 16, 16, 3)
    draw.tube("wood", 0, 0, 12, 3, 3)
    draw.dome("glass", 0, 0, 9, 17, 6)
    draw.dome("gold", 0, 0, 7.4, 7, 6.5)
    top = (0, 0, 40)
    draw.shape("glass1", top, 1, "M-11 0C-11 12 -2 14 -1.4 19L1.4 19C2 14 11 12 11 0z")
    draw.shape("gold2", top, 1, "M-8 7Q0 10 8 7Q2 13 0 19Q-2 13 -8 7z")
    for u, v in ((-9.5, 0), (0, 9.5), (9.5, 0)):
        draw.stroke("wood2", 1.8, (u, v, 6), (u, v, 40))
    draw.tube("wood", 0, 0, 12, 3, 39)
