"""Pictures of commercial tiles. Helpers have an underscore."""

from __future__ import annotations

from tools.art.suburbia.parts import *


def _shop(draw: Drawing, box: Box, h: float, wall: str, stripes: tuple[str, str]) -> None:
    """Build a shop with a window to the left and a striped awning above it."""
    u, v, u2, v2 = box
    draw.block(wall, *box, h)
    draw.flat(f"{wall}2", u + 1.4, v + 1.4, u2 - 1.4, v2 - 1.4, h)
    draw.windows("left", v2, (u + 1, u2 - 1), (1, h * 0.62), (3, 1), fill=0.84)
    draw.windows("right", u2, (v + 1, v2 - 1), (h * 0.15, h * 0.8), (2, 1), fill=0.55)
    awning(draw, u, u2, v2, h * 0.82, stripes, 8)


def business_supply_store(draw: Drawing) -> None:
    """Draw a shop with a pencil as high as a tower."""
    draw.flat("stone1", -26, -22, 24, 22)
    pencil(draw, 16, -16, 0, 46)
    _shop(draw, (-24, -16, 10, 4), 14, "white", ("blue", "white"))
    board(draw, -20, 4.2, (26, 5, 15), "blue")
    for u in (-15, -9, -3, 3):
        draw.stroke("white1", 1, (u - 2, 4.4, 17.4), (u + 1, 4.4, 17.4))
    for z, shade in ((0, "white"), (2.4, "cream"), (4.8, "white")):
        draw.block(shade, -20, 11, -10, 18, 2.2, z + 0.01)
    draw.block("red", 2, 13, 12, 16, 8)
    draw.block("teal", 2, 17, 12, 20, 8)


def convenience_store(draw: Drawing) -> None:
    """Draw a corner shop with fruit before the window."""
    road(draw, -38, 17, 38, 24)
    _shop(draw, (-18, -20, 16, 0), 15, "cream", ("leaf", "white"))
    draw.block("orange", -18, -20, 16, 0, 3, 15)
    for u, colour in ((-16, "orange"), (-10, "red"), (-4, "leaf"), (8, "yellow")):
        draw.block("wood", u, 4, u + 5, 8, 2.4)
        for dx in (1.2, 2.6, 4):
            draw.ball(f"{colour}1", u + dx, 6, 1.1, 3)
    person(draw, 2, 10, "blue")
    lamp(draw, -22, 12)
    car(draw, 10, 18, "red")
    tree(draw, 24, 0, 4)


def fancy_restaurant(draw: Drawing) -> None:
    """Draw a house with a dome, a glass of wine above the door, tables on the terrace."""
    draw.block("white", -22, -22, 18, 2, 13)
    for u in (-20, -12, 4, 12):
        draw.face("win", (u, 2, 2), (u + 5, 2, 2), (u + 5, 2, 8), (u + 2.5, 2, 10.4), (u, 2, 8))
    draw.face("wood3", (-5, 2, 0), (2, 2, 0), (2, 2, 8), (-1.5, 2, 10.4), (-5, 2, 8))
    draw.windows("right", 18, (-21, 1), (2, 11), (3, 1), fill=0.5)
    draw.flat("purple2", -20, -20, 16, 0, 13.1)
    draw.tube("white", -2, -10, 9, 2, 13)
    draw.dome("purple", -2, -10, 9, 8, 15)
    glass(draw, -2, -10, 22, 18)
    draw.flat("stone1", -24, 7, 20, 24)
    for u, v in ((-18, 12), (-4, 16), (10, 12)):
        draw.disc("shadow", u + 1, v, 3.6)
        draw.tube("white", u, v, 3.2, 3)
        draw.ball("red2", u, v, 0.9, 3.6)
    for u in (-24, 20):
        draw.cone("pine", u, 6, 2.4, 9)


def fast_food_restaurant(draw: Drawing) -> None:
    """Draw a low red roof, and a burger on a pole that is seen from far away."""
    road(draw, -38, 16, 38, 24)
    burger(draw, 16, -14, 20, 9)
    draw.block("white", -22, -16, 8, 6, 9)
    draw.windows("left", 6, (-21, 7), (1.4, 7), (5, 1), "glass2", 0.8)
    draw.windows("right", 8, (-15, 5), (1.4, 7), (3, 1), "glass3", 0.7)
    draw.hip("red", (-24, -18, 10, 8), 9, 6, 0.5)
    draw.panel("yellow2", "left", 8, (-24, 10), (9, 10.4))
    draw.panel("yellow3", "right", 10, (-18, 8), (9, 10.4))
    car(draw, -14, 18, "blue")
    car(draw, 4, 18, "white")
    bush(draw, -26, 10)
    bush(draw, 24, 6)


def office_building(draw: Drawing) -> None:
    """Draw a block of offices in two parts, glass and stone."""
    draw.flat("stone1", -24, -24, 26, 24)
    tower(draw, (-18, -20, 6, -2), 36, "slate", (5, 4, 9), "glass1", 0.72)
    draw.block("steel", -14, -16, -6, -8, 3, 36)
    tower(draw, (-6, -4, 18, 14), 22, "tan", (5, 4, 5), fill=0.56)
    draw.flat("tan2", -4, -2, 16, 12, 22.1)
    draw.block("dark", 3, 14, 10, 18, 1, 5)
    draw.panel("win", "left", 14, (3.5, 9.5), (0, 5))
    tree(draw, -18, 12, 4)
    tree(draw, -12, 20, 3.4)
    tree(draw, 24, -8, 3.6)
    person(draw, 6, 22, "blue")


def parking_lot(draw: Drawing) -> None:
    """Rows of cars, and the sign with the P."""
    draw.flat("asphalt2", -26, -26, 26, 26)
    for v in (-26, -10, 6):
        for step in range(9):
            draw.stroke("line", 0.6, (-24 + step * 5.4, v, 0), (-24 + step * 5.4, v + 9, 0))
    colours = ("red", "white", "blue", "yellow", "teal", "orange", "steel", "red", "purple")
    for row, v in enumerate((-25, -9, 7)):
        for step in range(8):
            if (step * 3 + row * 2) % 5:
                car(draw, -23.2 + step * 5.4, v, colours[(step * 2 + row * 4) % 9], is_across=True)
    draw.stroke("steel1", 1.4, (4, 23), (4, 23, 12))
    board(draw, -5, 23, (18, 18, 12), "blue")
    letter = ((1, 15), (1, 27), (5, 27), (8, 25), (8, 23), (5, 21), (1, 21))
    draw.stroke("white1", 2.8, *[(u, 23.3, z) for u, z in letter])


def waterfront_realty(draw: Drawing) -> None:
    """Draw a house by the water with a pier, a sail, and a sign that shows a house."""
    _shore(draw)
    house(draw, -22, -20, "white", "blue", (18, 13, 9))
    draw.block("wood", 4, -4, 8, 22, 1, 1)
    draw.block("wood", -2, 18, 8, 22, 1, 1)
    sail(draw, 18, 8, 15, "orange")
    sail(draw, -6, 26, 11, "red")
    board(draw, -26, 6, (12, 10, 7), "white", 7)
    draw.upright("red2", 6.2, ((-24, 11.5), (-20, 15.5), (-16, 11.5)))
    draw.upright("blue2", 6.2, ((-23, 8.4), (-17, 8.4), (-17, 11.5), (-23, 11.5)))
    tree(draw, 4, -20, 4)
    tree(draw, 14, -24, 3.6)


def _shore(draw: Drawing) -> None:
    """Let a lake begin in the lower half of the tile."""
    draw.add("sand1", "M-41-2C-28-6-18 2-6 0S18-12 41-3L21.3 37H-21.3z")
    draw.add("water2", "M-38.5 5C-27 0-18 9-6 6S20-5 38.5 4L21.3 37H-21.3z")
    for x, y in ((-18, 18), (6, 30), (16, 22), (-4, 14)):
        draw.add("water1", f"M{x} {y}q3-2 6 0t6 0", 'stroke-width="1"')


def casino(draw: Drawing) -> None:
    """Draw a round house in purple and gold with two dice on the roof."""
    draw.disc("stone1", 0, 2, 26)
    draw.tube("purple", 0, 0, 20, 12)
    draw.tube("gold", 0, 0, 20.4, 2, 12)
    draw.disc("purple2", 0, 0, 17, 14)
    for step in range(11):
        x = -21 + step * 4.2
        low = (1 - (x / 25) ** 2) ** 0.5 * 14
        draw.ellipse("lamp", x, low - 10.6, 1, 1)
        draw.ellipse("lamp", x, low - 2.6, 1, 1)
    die(draw, -12, -8, 14, 11)
    die(draw, 2, -2, 14, 11)
    draw.face("red2", (-4, 24, 0), (5, 24, 0), (16, 12, 0), (10, 10, 0))
    palm(draw, -22, 18, 12)
    palm(draw, 22, 8, 12)


def gas_station(draw: Drawing) -> None:
    """Draw a canopy over the pumps, a car that fills up, the sign with a drop."""
    draw.flat("asphalt1", -28, -20, 28, 24)
    draw.block("white", -22, -22, 10, -12, 9)
    draw.windows("left", -12, (-21, 9), (1.4, 7), (5, 1), "glass2", 0.8)
    draw.panel("red2", "left", -12, (-22, 10), (8, 10))
    for u in (-14, 10):
        draw.block("red", u, 3, u + 3, 6, 6)
        draw.stroke("steel1", 1.6, (u + 1.5, 8, 0), (u + 1.5, 8, 15))
    car(draw, -6, 8, "blue")
    draw.face("shadow", (-18, 0), (24, 0), (24, 14), (-18, 14))
    draw.block("red", -20, -4, 18, 13, 1.6, 15)
    draw.flat("white1", -19, -3, 17, 12, 18)
    draw.block("red", -20, -4, 18, 13, 1.4, 16.6)
    draw.flat("white1", -18, -2, 16, 11, 18.1)
    draw.stroke("steel1", 1.2, (23, 20), (23, 20, 12))
    board(draw, 17, 20, (11, 13, 11), "yellow")
    _drop(draw, 22.5, 20.3, 17)


def _drop(draw: Drawing, u: float, v: float, z: float) -> None:
    """Draw a drop of oil, upright."""
    draw.wheel("dark3", u, v, z - 1, 2.6)
    draw.upright("dark3", v, ((u - 2.3, z), (u + 2.3, z), (u, z + 5)))


def movie_theater(draw: Drawing) -> None:
    """Draw a cinema with a marquee in lights and a clapper on the roof."""
    draw.block("red", -22, -18, 16, 4, 18)
    draw.windows("right", 16, (-16, 2), (4, 14), (3, 1), "lamp", 0.5)
    draw.block("gold", -14, 4, 8, 9, 4, 8)
    for step in range(7):
        draw.ball("lamp", -13 + step * 3.3, 9, 0.9, 10)
    draw.panel("dark3", "left", 4, (-12, 6), (0, 8))
    draw.windows("left", 4, (-12, 6), (0.5, 7.4), (3, 1), "lamp", 0.7)
    board(draw, -14, -6, (22, 11, 18), "dark")
    for step in range(4):
        u = -14 + step * 5.8
        draw.upright("white1", -5.8, ((u, 26), (u + 2.8, 26), (u + 4.4, 29), (u + 1.6, 29)))
    draw.stroke("dark1", 3, (-13, -6, 30), (8, -6, 35))
    for step in range(3):
        u = -11 + step * 7
        draw.stroke("white1", 2.6, (u, -6, 30.6 + step * 1.7), (u + 2, -6, 31.1 + step * 1.7))
    draw.flat("red1", -8, 9, 2, 24)
    for u, v, colour in ((-16, 14, "blue"), (8, 14, "yellow"), (12, 18, "teal"), (-20, 18, "purple")):
        person(draw, u, v, colour, 4.6)


def shipping_center(draw: Drawing) -> None:
    """Docks with trucks, containers in many colours, a huge parcel."""
    draw.flat("stone1", -28, -26, 28, 26)
    draw.block("white", -26, -26, 12, -10, 9)
    for step in range(4):
        u = -24 + step * 9.3
        draw.panel("slate2", "left", -10, (u, u + 6), (0, 6))
    draw.block("tan", -16, -24, 2, -12, 14, 9)
    draw.flat("orange2", -9, -24, -5, -12, 23.1)
    draw.panel("orange3", "left", -12, (-9, -5), (15, 23))
    for v, z, material in ((-24, 0, "red"), (-19, 0, "blue"), (-24, 4.4, "yellow"), (-19, 4.4, "teal")):
        crate(draw, 18, v, material, (10, 4.6, 4.4), z)
    truck(draw, -22, -8, "blue", "orange", is_across=True)
    truck(draw, -4, -8, "red", "teal", is_across=True)
    for u, material in ((-24, "teal"), (-12, "red"), (0, "yellow")):
        crate(draw, u, 12, material, (10, 4.6, 4.6))
    crate(draw, -18, 12, "blue", (10, 4.6, 4.6), 4.6)
    truck(draw, 12, 10, "orange", "white")


def skyscraper(draw: Drawing) -> None:
    """Draw one tower in steps, higher than everything, with a needle."""
    draw.flat("stone1", -20, -20, 22, 22)
    tower(draw, (-14, -14, 14, 14), 14, "steel", (6, 6, 3), "glass1", 0.64)
    tower(draw, (-11, -11, 9, 9), 34, "glass", (5, 5, 5), "white1", 0.5, 14)
    tower(draw, (-8, -8, 5, 5), 47, "glass", (4, 4, 3), "white1", 0.5, 34)
    draw.hip("slate", (-8, -8, 5, 5), 47, 5, 0.3)
    draw.stroke("red2", 0.9, (-1.5, -1.5, 52), (-1.5, -1.5, 60))
    tree(draw, -20, 14, 3.2)
    tree(draw, 18, 20, 3)
    tree(draw, 22, -14, 3.2)
    car(draw, -6, 19, "yellow")


def boutique(draw: Drawing) -> None:
    """Draw a narrow house with a shop for clothes, two bags before it."""
    draw.flat("stone1", -24, -20, 22, 22)
    draw.block("slate", -18, -16, 8, 2, 24)
    draw.windows("left", 2, (-17, 7), (13, 22), (3, 1), fill=0.6)
    draw.windows("right", 8, (-15, 1), (3, 22), (2, 2), fill=0.5)
    draw.panel("white1", "left", 2, (-16, 6), (1, 9))
    draw.windows("left", 2, (-16, 6), (1, 9), (2, 1), "lamp", 0.86)
    for u in (-10.5, 0.5):
        dress = ((u - 2, 1.6), (u + 2, 1.6), (u + 0.6, 5), (u + 1, 7), (u - 1, 7), (u - 0.6, 5))
        draw.upright("red2" if u < 0 else "purple2", 2.2, dress)
    awning(draw, -18, 8, 2, 12, ("pink", "white"), 7, 5)
    draw.flat("pink1", -16, -14, 6, 0, 24.1)
    bag(draw, 8, 6, 0, 19, "pink")
    bag(draw, -2, 15, 0, 11, "teal")
    tree(draw, -20, 12, 3.6)


def hotel(draw: Drawing) -> None:
    """Draw a tall house with stars on its roof, a red carpet, a pool."""
    tower(draw, (-20, -20, 6, -6), 36, "cream", (6, 3, 8), fill=0.5)
    board(draw, -17, -7, (20, 5.5, 37), "red", 1.5)
    for u in (-13, -7, -1):
        draw.wheel("yellow1", u, -6.8, 39.7, 1.7, n=5)
    draw.block("cream", -20, -6, 6, 4, 8)
    draw.windows("left", 4, (-19, 5), (1, 7), (5, 1), "lamp", 0.7)
    draw.block("red", -10, 4, -2, 10, 1.4, 6)
    draw.flat("red1", -8, 4, -4, 22)
    draw.disc("white1", 16, 8, 9)
    draw.disc("water2", 16, 8, 7.6)
    draw.disc("water1", 15, 7, 5)
    palm(draw, 14, -10, 13)
    palm(draw, 24, 0, 11)
    palm(draw, -16, 16, 11)
    car(draw, -2, 18, "yellow")


def new_car_dealership(draw: Drawing) -> None:
    """Draw a hall of glass with a car inside, new cars in front, pennants above."""
    draw.flat("stone1", -28, -22, 28, 26)
    draw.block("white", -22, -24, 12, -8, 12)
    draw.windows("left", -8, (-22, 12), (0.5, 10), (4, 1), "glass1", 0.92)
    draw.windows("right", 12, (-24, -8), (0.5, 10), (2, 1), "glass2", 0.9)
    draw.panel("orange2", "left", -8, (-22, 12), (10, 13))
    draw.panel("orange3", "right", 12, (-24, -8), (10, 13))
    draw.tube("white", -6, 2, 7, 2)
    for step, colour in enumerate(("blue", "yellow", "teal", "white", "purple")):
        car(draw, -24 + step * 9, 14, colour, is_across=True)
    big = Drawing(draw.u + -14 * draw.scale, draw.v - 3 * draw.scale, draw.scale * 1.9)
    car(big, 0.6, 0, "red")
    draw.join(big)
    for step in range(9):
        u = -26 + step * 6
        colour = ("red2", "yellow2", "blue2")[step % 3]
        draw.upright(colour, 24, ((u, 15), (u + 4, 15), (u + 2, 11)))
    draw.stroke("white1", 0.7, (-28, 24, 15), (28, 24, 15))
    for u in (-28, 28):
        draw.stroke("steel1", 1, (u, 24), (u, 24, 16))


def pr_firm(draw: Drawing) -> None:
    """Draw a bold house with a megaphone on its roof."""
    draw.flat("stone1", -22, -20, 24, 20)
    draw.block("yellow", -16, -16, 14, 12, 10)
    draw.windows("left", 12, (-15, 13), (2, 8), (5, 1), fill=0.7)
    draw.windows("right", 14, (-15, 11), (2, 8), (5, 1), fill=0.7)
    draw.block("white", -11, -16, 14, 7, 9, 10)
    draw.windows("left", 7, (-10, 13), (12, 18), (4, 1), fill=0.7)
    draw.windows("right", 14, (-15, 6), (12, 18), (4, 1), fill=0.7)
    megaphone(draw, 3, -5, 19, 21)
    for u, v, colour in ((-14, 18, "red"), (-6, 19, "blue"), (4, 18, "teal"), (12, 19, "purple")):
        person(draw, u, v, colour, 5)
    tree(draw, 22, -8, 3.6)


def resort(draw: Drawing) -> None:
    """Draw a beach with parasols, a hotel in terraces, palms, a pool."""
    _shore(draw)
    for step, h in enumerate((18, 13, 8)):
        u = -20 + step * 11
        tower(draw, (u, -25, u + 11, -14), h, "white", (3, 3, h // 4), "teal2", 0.6)
        draw.flat("orange1", u + 1, -24, u + 10, -15, h + 0.1)
    for u, v, colour in ((-24, 4, "red"), (-10, 0, "yellow"), (4, -4, "blue"), (18, -12, "orange")):
        draw.stroke("white1", 0.9, (u, v), (u, v, 7))
        draw.cone(colour, u, v, 4, 3.6, 6)
    palm(draw, -26, -8, 14)
    palm(draw, 17, -20, 14)
    palm(draw, -4, -10, 11)
    sail(draw, 10, 14, 14, "purple")
    draw.disc("white1", -8, 20, 3)
    draw.disc("red2", -8, 20, 2)
    draw.disc("water2", -8, 20, 1)
