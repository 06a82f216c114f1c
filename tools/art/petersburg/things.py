"""Things in scenes: ships, tools, animals, furniture, and what lies on the stalls of the market."""

from __future__ import annotations

import math

from tools.art.petersburg.buildings import LIT
from tools.art.petersburg.scenery import backdrop, rays, shadow
from tools.art.shapes import *

APPLE, FISH, GRAIN = "#c8372f", "#6f93a8", "#d9a32f"

# Ships and the harbour


def sailing_ship(x: float, y: float, scale: float, sail: str = "#fbf3de") -> str:
    """Draw a ship under sail, its waterline at a place."""
    sails = (
        "M-19-38h18q3 8 0 16h-18q4-8 0-16ZM-20-20h20q3 8 0 16h-20q4-8 0-16Z"
        "M0-44h18q3 9 0 18H0q4-9 0-18ZM0-24h20q3 9 0 19H0q4-9 0-19Z"
    )
    side = (
        "M-7-38h6q3 8 0 16h-6q3-8 0-16ZM-7-20h7q3 8 0 16h-7q3-8 0-16Z"
        "M11-44h7q3 9 0 18h-7q3-9 0-18ZM12-24h8q3 9 0 19h-8q3-9 0-19Z"
    )
    return put(x, y, scale)(
        line("M-10 0v-42M8 0v-48M-22 0l-10-8", WOOD_DEEP, 1.8),
        shaded(sails, side, sail, 0.14),
        path("M-32-8l22-28-2 34Z", pale(sail, 0.4)),
        path("M8-48h10l-3 2.5 3 2.5H8Z", "#3b6ea5"),
        path("M-22 0h46l-6 10h-34Z", WOOD_DEEP),
        path("M6 0h18l-6 10H2Z", "#3f2616"),
        box(-21, 2, 44, 2, GOLD),
    )


def rostral(x: float, y: float, h: float) -> str:
    """Draw a red lighthouse column with the bows of ships, and its fire."""
    bows = (path("M-4 0l-8-3v5l8 3ZM4 0l8-3v5l-8 3Z", "#5b8a86", x, y - h * part) for part in (0.3, 0.62))
    return (
        solid(x - 4, y - h, 8, h, "#c05a42")
        + box(x - 6, y - 4, 12, 4, STONE)
        + box(x - 5.5, y - h - 2, 11, 3, STONE)
        + "".join(bows)
        + path("M-4 -2c-2-6 3-7 2-12 5 3 8 7 6 12Z", "#f08a2c", x, y - h)
        + path("M-2 -2c0-3 2-4 2-7 2 2 3 5 2 7Z", LIT, x, y - h)
    )


def ribs() -> str:
    """Draw the frame of a ship on the stocks."""
    leans = ((12, -4), (26, -3), (40, -2), (80, 2), (94, 3), (108, 4))
    frame = line("".join(f"M{x} 76q-6-22 {lean} -46" for x, lean in leans), WOOD_LIT, 3)
    return frame + line("M0 76h120M4 58h112M2 42h116", WOOD, 2.4)


# Houses and streets


def awning(x: float, y: float, w: float, color: str) -> str:
    """Draw the striped roof of a stall."""
    step, top = w / 6, (w - 8) / 6
    scallops = [(x + (i + 0.5) * step, y + 12) for i in range(6)]
    stripes = "".join(
        f"M{number(x + 4 + i * top)} {number(y)}h{number(top)}"
        f"L{number(x + (i + 1) * step)} {number(y + 12)}h{number(-step)}Z"
        for i in (0, 2, 4)
    )
    return (
        path(f"M{number(x + 4)} {number(y)}h{number(w - 8)}l4 12h{number(-w)}Z", WHITE)
        + discs(scallops[1::2], step / 2, WHITE)
        + path(stripes, color)
        + discs(scallops[::2], step / 2, color)
    )


def griffin(x: float, y: float) -> str:
    """Draw a seated griffin with golden wings, as on the bridge of the bank."""
    return put(x, y)(
        path("M0 30h22v-8c0-6-4-9-9-10 0-4 1-6 0-9-3-4-9-3-10 1l-4 2 4 2c-1 5-3 8-3 14Z", "#454050"),
        path("M13 12c5 1 9 4 9 10v8h-8c3-6 3-12-1-18Z", "#322e3c"),
        path("M8 14C12 2 22-4 32-6c0 10-6 20-18 24Z", GOLD),
        line("M11 15C16 6 22 1 29-3M13 17c5-5 9-9 14-12", GOLD_DEEP, 1.2),
        disc(6.5, 5.5, 1, GOLD_LIT),
    )


# Furniture and tools


def books(x: float, y: float, w: float, seed: int) -> str:
    """Draw a shelf of books whose colours and heights differ."""
    colors = ("#9e3039", "#2f5f7d", "#3f6b4a", "#b98a35", "#5a4478", "#8a5a34")
    at, drawn = x, ""
    for i in range(seed, seed + 40):
        width, height = 2.2 + (i * 7 % 4) * 0.5, 8.4 + (i * 5 % 4) * 0.9
        if at + width > x + w:
            break
        drawn += box(at, y - height, width - 0.3, height, colors[(i * 11 + i // 3) % 6])
        at += width
    return drawn


def coins(
    x: float, y: float, count: int = 1, step: float = 3, rx: float = 6, ry: float = 2.2, lift: float = 1
) -> str:
    """Draw coins that lie flat on one another, each a step higher."""
    tops = [y - i * step for i in range(count)]
    return "".join(oval(x, at, rx, ry, GOLD_DEEP) + oval(x, at - lift, rx, ry, GOLD_LIT) for at in tops)


def paper(x: float, y: float, w: float, h: float, turn: float = 0) -> str:
    """Draw a written sheet."""
    return put(x, y, 1, turn)(
        box(0, 0, w, h, "#fdf6e3"),
        path("M1 0v1H.7Z", "#eadfc4", 0, 0, w, h),
        line("M.14 .22h.7M.14 .42h.7M.14 .62h.7M.14 .8h.7", "#8f7f62", 0.9, 0, 0, w, h),
    )


def quill(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Draw a quill whose point is at a place."""
    return put(x, y, scale, turn)(
        path("M2-6C2-20 8-30 20-34 20-22 14-10 5-5Z", WHITE),
        path("M20-34C20-22 14-10 5-5Q14-18 20-34Z", dark(WHITE, 0.15)),
        line("M0 0L18-31", "#8f7f62", 0.9),
    )


def candles(*places: Place) -> str:
    """Draw burning tapers."""
    wax = boxes([(x - 1.2, y, 2.4, 90 - y) for x, y in places], CREAM)
    glow = haze(0.35)(discs([(x, y - 4) for x, y in places], 7, GOLD_LIT))
    return wax + glow + "".join(path("M0 0c-3-2-2-5 0-9 2 4 3 7 0 9Z", "#f7b63c", x, y) for x, y in places)


def pectoral(x: float = 32, y: float = 50) -> str:
    """Draw the cross on a priest's breast, with its chain."""
    return line("M24 45q2 6 8 7 6-1 8-7", GOLD, 1.1) + line("M0 2v11M-3.5 6h7", GOLD_LIT, 2.2, x, y)


def sabre(x: float, y: float, turn: float) -> str:
    """Draw a sabre whose hilt is at a place."""
    return put(x, y, 1, turn)(
        path("M-1.5 0C-2-24 2-40 10-52 8-36 4-22 2.5 0Z", STEEL),
        path("M10-52C8-36 4-22 2.5 0H.5C2-22 4-38 10-52Z", "#8f9ca6"),
        line("M-6 0h12M0 0v9M-6 0q-2 8 6 9", GOLD, 2.2),
    )


def axe(x: float, y: float, turn: float, scale: float = 1) -> str:
    """Draw an axe whose handle ends at a place."""
    return put(x, y, scale, turn)(
        line("M0 0V-46", WOOD_LIT, 4),
        line("M1.2 0V-46", WOOD, 1.2),
        path("M-2-44q10-6 18 0-1 8 0 16-8-2-18-6Z", STEEL),
        path("M16-44q-1 8 0 16l-4-1q-1-8 0-16.5Z", "#eef3f5"),
    )


def saw_blade(x: float, y: float, r: float) -> str:
    """Draw a round saw blade with its teeth."""
    teeth = ((2 * math.pi * i / 32, r if i % 2 else r * 0.88) for i in range(32))
    edge = "L".join(f"{number(x + rim * math.cos(at))} {number(y + rim * math.sin(at))}" for at, rim in teeth)
    shade = path("M0 .8a.8 .8 0 0 0 0 -1.6q.7 .8 0 1.6Z", "#96a3ac", x, y, r)
    return path(f"M{edge}Z", STEEL) + shade + disc(x, y, r * 0.22, IRON)


def log_end(x: float, y: float, r: float) -> str:
    """Draw the cut end of a log."""
    ring = line("M-.4 0a.4 .4 0 1 1 .8 0", "#b98a55", 0.9, x, y, r)
    return disc(x, y, r, WOOD) + disc(x, y, r * 0.8, "#e3c08a") + ring


def pelt(x: float, y: float, color: str, scale: float = 1) -> str:
    """Draw a fox fur that hangs from its head."""
    right = "3-3l6-3-3 6q4 10 5 22l4 6-6-1q0 6-4 12l-1 9"
    left = "q-3 6-8 8 2-8 0-14-5-6-5-15l-6 1 4-6q0-12 5-22Z"
    return put(x, y, scale)(
        path("M-6 0l-3-6 6 3h6l6-3-3 6q4 10 5 22l4 6-6-1q0 6-4 12l-1 9" + left, color),
        path(f"M{right}q-2-22-1-50Z", dark(color, 0.22)),
        path("M-2 42q2 3 4 0l-1 8q-2 3-4 5 1-7 1-13Z", WHITE),
        discs([(-2.5, 2.5), (3, 2.5)], 0.9, INK),
    )


def barrel(x: float, y: float, h: float = 14, color: str = WOOD) -> str:
    """Draw a barrel standing on a place."""
    whole, side = "M0 0q-.16 -.5 0 -1h1q.16 .5 0 1Z", "M.62 0v-1h.38q.16 .5 0 1Z"
    hoops = line("M0 -.22h1M0 -.78h1", IRON, h * 0.09, x, y, h * 0.74, h)
    return shaded(whole, side, color, 0.2, x, y, h * 0.74, h) + hoops


def sack(x: float, y: float, h: float = 14, color: str = "#cdb384") -> str:
    """Draw a tied sack standing on a place."""
    whole = "M0 0q-.2 -.5 .36 -.76l-.14 -.24h.56l-.14 .24q.56 .26 .36 .76Z"
    side = "M.62 0q.2 -.4 0 -.76q.56 .26 .38 .76Z"
    string = line("M.34 -.76h.3", WOOD_DEEP, h * 0.08, x, y, h * 0.8, h)
    return shaded(whole, side, color, 0.18, x, y, h * 0.8, h) + string


def crate(x: float, y: float, w: float = 16, h: float = 12, color: str = "#b98a55") -> str:
    """Draw a crate standing on a place."""
    return (
        box(x, y - h, w, h, color)
        + box(x + w * 0.6, y - h, w * 0.4, h, dark(color, 0.12))
        + line("M0 -.33h1M0 -.67h1", dark(color, 0.32), 0.9, x, y, w, h)
        + boxes([(x, y - h, w * 0.12, h), (x + w * 0.88, y - h, w * 0.12, h)], dark(color, 0.25))
    )


def basket(x: float, y: float, w: float, h: float, color: str = "#c08d4e") -> str:
    """Draw a wicker basket standing on a place."""
    wicker = "M.06 -.3h.88M.06 -.55h.88M.2 -1v1M.35 -1v1M.5 -1v1M.65 -1v1M.8 -1v1"
    return (
        shaded("M0 -1h1l-.1 1h-.8Z", "M.62 -1h.38l-.1 1h-.28Z", color, 0.18, x, y, w, h)
        + line(wicker, dark(color, 0.3), 0.8, x, y, w, h)
        + line("M0 -1h1", pale(color, 0.3), h * 0.16, x, y, w, h)
    )


# Animals


def sheep(x: float, y: float, scale: float = 1) -> str:
    """Draw a sheep that looks to the left."""
    wool = [(-6, -10), (0, -13), (7, -13), (13, -10), (14, -5), (8, -3), (0, -3), (-6, -5)]
    return put(x, y, scale)(
        boxes([(-3, -2, 2.2, 6), (8, -2, 2.2, 6)], "#4a3a34"),
        discs(wool, 5, "#fbf4e4"),
        box(-4, -12, 16, 10, "#fbf4e4"),
        discs([(13, -5), (9, -2.5), (14, -8)], 4, "#ddd2bd"),
        oval(-11, -11, 4.2, 5.4, "#4a3a34"),
        discs([(-12, -12)], 0.9, WHITE),
        path("M-8-15l5-2-3 4Z", "#4a3a34"),
    )


def chick_bird(x: float, y: float, scale: float = 1) -> str:
    """Draw a chick whose feet are at a place."""
    return put(x, y, scale)(
        line("M-4 0v-6M5 0v-6M-8 0h6M1 0h6", "#d9772c", 1.8),
        oval(0, -15, 14, 12, "#f7d45c"),
        path("M2-3.2A14 12 0 0 0 10-25Q14-10 2-3.2Z", "#dba93a"),
        disc(-7, -31, 9, "#f7d45c"),
        path("M-5-22.2A9 9 0 0 0-2-38.5Q2-28-5-22.2Z", "#dba93a"),
        path("M3-20q10-1 11 5-6 6-13 2Z", "#e6bb46"),
        disc(-10, -33, 1.7, INK),
        path("M-16-31l-6 2 6 2.5Z", "#e07f2c"),
        line("M-6-40q2-4 5-3", "#f7d45c", 1.6),
    )


def hen_bird(x: float, y: float, scale: float = 1, color: str = "#c96a34") -> str:
    """Draw a hen that looks to the left."""
    chest = "M-18-30q-2 30 16 30 26 0 26-22-4-6-14-6-12 0-14-16-4-8-10-4Z"
    return put(x, y, scale)(
        line("M-2 0v7M6 0v7M-6 7h6M2 7h6", "#d99a2c", 2),
        path("M14-22q16-4 18-18 6 14-4 28Z", dark(color, 0.25)),
        shaded(chest, "M10-28q14 0 14 6 0 20-20 22 14-10 6-28Z", color, 0.2),
        path("M-18-44q-2-5 2-6 1-4 4-2 4-2 5 3l-4 6Z", "#c8302c"),
        path("M-20-36q-3 3-1 7 3-2 3-6Z", "#c8302c"),
        disc(-12, -40, 7, color),
        disc(-14, -42, 1.5, INK),
        path("M-19-41l-7 2.5 7 2.5Z", GOLD),
        path("M-2-18q12-6 18 2-8 10-18 4Z", pale(color, 0.25)),
    )


def fish(x: float, y: float, scale: float = 1, turn: float = 0, color: str = FISH) -> str:
    """Draw a fish that looks to the left."""
    whole = "M-30 0C-20-16 6-17 22-2L36-12q-3 12 0 24L22 2C6 17-20 16-30 0Z"
    return put(x, y, scale, turn)(
        path("M-4-12L6-20l8 10Z", dark(color, 0.15)),
        shaded(whole, "M-30 0C-20 16 6 17 22 2l14 10q-2-6-2-12Z", color, 0.22),
        path("M-29 1Q-10 12 14 5-6 16-22 9Z", "#e6eef0"),
        line("M-8-8q5 8 0 16M0-9q5 9 0 18M8-8q5 8 0 15", pale(color, 0.35), 1.2),
        line("M-17-9q5 9 0 18", dark(color, 0.35), 1.4),
        disc(-22, -3, 2.4, WHITE),
        disc(-22, -3, 1.3, INK),
    )


# Fruit, vegetables, grain


def apple(x: float, y: float, r: float, color: str = APPLE) -> str:
    """Draw an apple, given by its middle."""
    whole = "M0 -.75C-1.2 -1.3 -1.3 1 -.3 1q.3 -.15 .6 0C1.3 1 1.2 -1.3 0 -.75Z"
    return (
        shaded(whole, "M.3 1C1.3 1 1.2 -1.3 .3 -.85Q.9 0 .3 1Z", color, 0.22, x, y, r)
        + oval(x - r * 0.45, y - r * 0.35, r * 0.16, r * 0.26, pale(color, 0.7))
        + line("M0 -.7q0 -.4 .2 -.6", WOOD_DEEP, max(r * 0.12, 0.8), x, y, r)
    )


def leaf(x: float, y: float, size: float) -> str:
    """Draw a leaf that points to the right."""
    return path("M0 0q.4 -.6 1 -.3q-.3 .5 -1 .3Z", "#5f9a48", x, y, size)


def cabbage(x: float, y: float, r: float) -> str:
    """Draw a cabbage, given by its middle."""
    outer = ((-0.7, 0.2, "#5f8f4a"), (0.7, 0.25, "#4f7f40"), (-0.35, 0.55, "#6a9a50"), (0.4, 0.55, "#578548"))
    leaves = [
        oval(x + dx * r, y + dy * r, r * 0.62, r * 0.6, color)
        for dx, dy, color in (*outer, (0, -0.3, "#6a9a50"))
    ]
    veins = "M0 .6V-.4M0 .3q-.4 -.1 -.5 -.5M0 .2q.4 -.1 .45 -.5"
    return (
        "".join(leaves)
        + ball(x, y, r * 0.76, "#93bd6a")
        + line(veins, "#dcebb8", max(r * 0.07, 0.7), x, y, r)
    )


def carrot(x: float, y: float, h: float, turn: float = 0) -> str:
    """Draw a carrot whose tip is at a place."""
    return put(x, y, 1, turn)(
        path("M0 0L-.2 -.8q.2 -.14 .4 0Z", "#e07f2c", 0, 0, h),
        path("M0 0L.05 -.86l.15 .06Z", "#b85f1c", 0, 0, h),
        line("M0 -.86l-.14 -.3M0 -.86v-.36M0 -.86l.14 -.3", "#5f9a48", h * 0.08, 0, 0, h),
    )


def ear(x: float, y: float, h: float, turn: float = 0) -> str:
    """Draw an ear of wheat whose stalk ends at a place."""
    rows = (0.46, 0.57, 0.68, 0.79)
    left = "".join(f"M0 -{at}q-.15 -.03 -.13 -.16q.13 .02 .13 .16Z" for at in rows)
    right = "".join(f"M0 -{at}q.15 -.03 .13 -.16q-.13 .02 -.13 .16Z" for at in rows)
    return put(x, y, 1, turn)(
        line("M0 0V-.8", "#b98a2c", h * 0.035, 0, 0, h),
        path(left, "#f3cf6a", 0, 0, h),
        path(right, "#d3a03a", 0, 0, h),
        path("M0 -.84q-.06 -.1 0 -.2q.06 .1 0 .2Z", "#f3cf6a", 0, 0, h),
        line("M-.13 -.78l-.08 -.18M.13 -.78l.08 -.18M0 -1.02v-.1", "#c99a35", h * 0.018, 0, 0, h),
    )


# The market


def stall(color: str, wall: str) -> str:
    """Draw the ground of a good: a soft wall, a checked cloth."""
    squares: list[Box] = [(x, y, 15, 15) for y in (60, 90) for x in range(0, 120, 30)]
    squares += [(x, 75, 15, 15) for x in range(15, 120, 30)]
    cloth = backdrop(CREAM, 60, 30) + boxes(squares, color) + backdrop(dark(color, 0.2), 60, 1.4)
    return backdrop(wall) + path("M0 0h62C34 14 12 36 0 60Z", pale(wall, 0.3)) + cloth


def special(color: str) -> Around:
    """Draw the special crate of a good: a banner, a seal, more than one can carry."""
    ends = "-8 8L-8 26, 10 -8L26 -8, 52 -8L68 -8, 94 -8L110 -8, 128 8L128 26, 128 52L128 70, -8 52L-8 70"
    star = "M60 64.5l1.4 3 3.2.3-2.4 2.2.7 3.2-2.9-1.7-2.9 1.7.7-3.2-2.4-2.2 3.2-.3Z"
    behind = (
        backdrop(color)
        + rays(60, 50, pale(color, 0.24), ends)
        + discs([(14, 14), (106, 14), (8, 40), (112, 40)], 2, GOLD_LIT)
        + shadow(60, 87, 44, 3)
    )
    front = (
        crate(18, 86, 84, 32, "#a8743f")
        + path("M44 60h32v18l-16 7-16-7Z", color)
        + line("M44 60h32v18l-16 7-16-7Z", GOLD, 1.6)
        + disc(60, 69, 6, GOLD_LIT)
        + path(star, GOLD_DEEP)
    )
    return lambda *parts: behind + "".join(parts) + front
