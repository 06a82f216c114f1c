"""The cover: a borough that grows, from the lake and the park to the towers."""

from __future__ import annotations

from tools.art.suburbia.palette import day_colour
from tools.art.suburbia.parts import *

GROUND = (
    '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#d3e6a8"/>'
    '<stop offset=".5" stop-color="#a9cf74"/><stop offset="1" stop-color="#83b559"/></linearGradient>'
    '<linearGradient id="h" x2="0" y2="1"><stop stop-color="#fdf3d8" stop-opacity=".55"/>'
    '<stop offset=".45" stop-color="#fdf3d8" stop-opacity="0"/></linearGradient>'
)


def cover() -> str:
    """Write the cover as a picture by itself."""
    far, draw = Drawing(), Drawing()
    for part in (fields, woods):
        part(far)
    for part in (streets, farm, skyline, industry, shops, homes, nature):
        part(draw)
    place = 'transform="translate(236 152) scale(1.16)"'
    back = f"<g {place}>{far.markup(day_colour)}</g>"
    scene = f"<g {place}>{draw.markup(day_colour)}</g>"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270">'
        f'<defs>{GROUND}</defs><path fill="url(#g)" d="M0 0H480V270H0z"/>'
        f'{back}<path fill="url(#h)" d="M0 0H480V270H0z"/>'
        f"{scene}</svg>\n"
    )


def streets(draw: Drawing) -> None:
    """Lay the streets and the lake."""
    draw.disc("sand1", 84, 92, 42)
    draw.disc("water2", 84, 92, 38)
    draw.disc("water1", 78, 86, 26)
    draw.flat("stone1", -52, -54, 24, 24)
    draw.flat("sand1", 34, -112, 100, -54)
    for at in (-60, 24):
        road(draw, at, -260, at + 8, 260, is_across=True)
    for at in (-62, 24):
        road(draw, -260, at, 260, at + 8)
    road(draw, 108, -260, 116, 24, is_across=True)
    road(draw, -260, 108, 24, 116)


def farm(draw: Drawing) -> None:
    """Build a farm in the fields."""
    house(draw, -112, -44, "red", "dark", (18, 14, 10), is_across=True)
    draw.tube("steel", -84, -40, 4, 16)
    draw.dome("steel", -84, -40, 4, 4, 16)


def skyline(draw: Drawing) -> None:
    """Build the towers in the middle, from back to front."""
    tower(draw, (-50, -50, -34, -36), 62, "steel", (4, 4, 12))
    tower(draw, (-28, -50, -12, -34), 84, "glass", (3, 3, 14), "water1", 0.7)
    draw.stroke("steel1", 1, (-20, -42, 84), (-20, -42, 100))
    tower(draw, (-6, -50, 10, -34), 48, "cream", (4, 4, 8))
    tower(draw, (-50, -30, -34, -14), 50, "brick", (4, 4, 8))
    tower(draw, (-28, -28, -10, -12), 66, "white", (4, 4, 11))
    draw.block("teal", -24, -24, -14, -16, 6, 66)
    tower(draw, (-4, -28, 14, -12), 34, "glass", (4, 4, 6), "water1", 0.7)
    tower(draw, (-50, -6, -34, 12), 30, "tan", (4, 4, 5))
    for u, v in ((16, -48), (18, -30), (-52, 18), (-38, 18)):
        tree(draw, u, v, 4)


def industry(draw: Drawing) -> None:
    """Build the works to the right."""
    chimney(draw, 50, -100, 44, 3)
    chimney(draw, 62, -100, 38, 3)
    draw.block("brick", 42, -92, 74, -76, 14)
    for step in range(4):
        u = 42 + step * 8
        draw.face("steel2", (u, -76, 14), (u + 8, -76, 14), (u + 8, -76, 20))
        draw.face("slate1", (u, -92, 14), (u + 8, -92, 20), (u + 8, -76, 20), (u, -76, 14))
    draw.windows("left", -76, (43, 73), (3, 12), (8, 1))
    draw.block("steel", 42, -72, 58, -58, 10)
    draw.tube("white", 68, -66, 5, 12)
    draw.tube("white", 80, -66, 5, 12)
    draw.tube("white", 84, -86, 6, 18)


def shops(draw: Drawing) -> None:
    """Build low houses in front of the towers."""
    draw.block("cream", -26, -6, -8, 8, 12)
    draw.windows("left", 8, (-25, -9), (1, 10), (3, 1), fill=0.7)
    draw.windows("right", -8, (-5, 7), (1, 10), (2, 1), fill=0.6)
    draw.block("white", -4, -6, 16, 10, 9)
    draw.flat("red1", -5, 10, 17, 14, 7)
    draw.windows("left", 10, (-3, 15), (1, 6), (4, 1), fill=0.7)
    for u, colour in ((-24, "blue"), (-14, "yellow"), (-4, "red"), (6, "white")):
        car(draw, u, 15, colour)
    for u, v in ((-30, 20), (18, 20)):
        tree(draw, u, v, 3.4)


def homes(draw: Drawing) -> None:
    """Build houses with gardens to the left, behind and in front."""
    walls, roofs = ("cream", "white", "tan", "white"), ("terra", "slate", "brick", "teal")
    number = 0
    for v in (38, 64, 88, 124, 150):
        for u in (-140, -112, -84, -40, -12):
            if (u, v) in ((-12, 150),):
                continue
            number += 1
            house(draw, u, v, walls[number % 4], roofs[number * 3 % 4], is_across=number % 3 == 0)
            tree(draw, u + 20, v + 4, 3.6)
    for number, u in enumerate((120, 146)):
        house(draw, u, 40, walls[number % 4], roofs[number % 4], is_across=number % 2 == 0)
        tree(draw, u + 8, 58, 3.4)
    for number, (u, v) in enumerate(
        ((126, -46), (126, -20), (126, 2), (150, -40), (150, -12), (40, -40), (68, -42), (44, -14), (76, -16))
    ):
        house(draw, u, v, walls[number % 4], roofs[(number + 1) % 4], is_across=number % 2 == 0)
        tree(draw, u + 6, v + 17, 3.4)


def fields(draw: Drawing) -> None:
    """Plough fields at the edge of the town."""
    fields = (
        (-150, -50, "wheat1", "wheat2"),
        (-250, -30, "grass1", "grass2"),
        (34, -230, "wheat1", "sand1"),
        (122, -160, "grass1", "grass2"),
    )
    for u, v, *colours in fields:
        for step in range(9):
            draw.flat(colours[step % 2], u + step * 8, v, u + step * 8 + 8, v + 66)


def woods(draw: Drawing) -> None:
    """Plant woods behind the towers."""
    spots = [(-72 - 13 * (n % 7) - n % 3 * 5, -76 - 13 * (n // 7) + n % 4 * 4) for n in range(42)]
    for u, v in sorted(spots, key=sum):
        pine(draw, u, v, 15)


def nature(draw: Drawing) -> None:
    """Plant the park around the lake, and put sails on it."""
    for u, v in ((38, 46), (52, 40), (70, 40), (38, 66), (38, 90)):
        tree(draw, u, v, 4.6)
    for u, v in ((76, 84), (94, 106)):
        draw.disc("shadow", u + 2, v, 4)
        draw.block("wood", u - 3, v - 1.5, u + 7, v + 1.5, 2)
        draw.face("white1", (u, v, 3), (u + 7, v, 3), (u, v, 18))
        draw.face("red2", (u, v, 3), (u, v + 6, 3), (u, v, 15))
    for u, v in ((126, 70), (134, 86), (120, 106), (104, 134)):
        tree(draw, u, v, 4.6)
