"""Parts of buildings: walls with windows, columns, pediments, roofs, domes and spires."""

from __future__ import annotations

from collections.abc import Iterable

from tools.art.shapes import *

MINT, OCHRE, AZURE, ROSE, TERRACOTTA = "#9ccbb4", "#ecc774", "#8db9d8", "#e3aa9b", "#c8704f"
GLASS, LIT = "#4a6675", "#fbd27c"
ROOF_GREEN, ROOF_RED, ROOF_SLATE = "#5f8b78", "#a2563f", "#5d6673"


def openings(places: Iterable[Box], fill: str, arched: bool = False) -> str:
    """Fill windows or doors as one path, with round heads if they are arched."""
    if not arched:
        return boxes(places, fill)
    return path("".join(arch(*spot) for spot in places), fill)


def arch(x: float, y: float, w: float, h: float) -> str:
    """Write a rectangle with a round head as path data."""
    r = w / 2
    head = f"v{number(r - h)}a{number(r)} {number(r)} 0 0 1 {number(w)} 0"
    return f"M{number(x)} {number(y + h)}{head}v{number(h - r)}Z"


def windows(
    x: float,
    y: float,
    count: int,
    step: float,
    size: Place = (4, 7),
    *,
    arched: bool = False,
    lit: Iterable[int] = (),
    frame: str = WHITE,
) -> str:
    """Draw a row of windows with frames; some are lit."""
    w, h = size
    places = [(x + i * step, y, w, h) for i in range(count)]
    panes = [(px + 0.8, py + 0.8, w - 1.6, h - 1.6) for px, py, _, _ in places]
    bright = [panes[i] for i in lit]
    glass = openings(panes, GLASS, arched) + (openings(bright, LIT, arched) if bright else "")
    return openings(places, frame, arched) + glass


def columns(x: float, y: float, count: int, step: float, h: float, w: float = 2.8, color: str = WHITE) -> str:
    """Draw columns with base and capital."""
    places = [x + i * step for i in range(count)]
    shafts = [(px, y, w, h) for px in places]
    ends = [(px - 0.7, end, w + 1.4, 1.4) for end in (y, y + h - 1.4) for px in places]
    shade = [(px + w * 0.62, y + 1.4, w * 0.38, h - 2.8) for px in places]
    return boxes(shafts + ends, color) + boxes(shade, dark(color, 0.16))


def cornice(x: float, y: float, w: float, h: float = 2.4, color: str = WHITE) -> str:
    """Draw a ledge with the shadow that it throws."""
    return box(x, y + h, w, 1.1, "#00000030") + box(x, y, w, h, color)


def pediment(x: float, y: float, w: float, h: float, field: str, trim: str = WHITE) -> str:
    """Draw a gable on columns; y is its lower edge."""
    inner = path("M.16 0l.34 -.68 .34 .68Z", field, x, y - 1.4, w, h)
    return path("M0 0l.5 -1 .5 1Z", trim, x, y, w, h) + inner


def hip_roof(x: float, y: float, w: float, h: float, color: str, inset: float = 5) -> str:
    """Draw a roof with slanting ends; y is its lower edge."""
    end = f"l{number(inset)} {number(h)}Z"
    whole = f"M{number(x)} {number(y)}l{number(inset)} {number(-h)}h{number(w - 2 * inset)}{end}"
    side = f"M{number(x + w * 0.64)} {number(y)}v{number(-h)}h{number(w * 0.36 - inset)}{end}"
    return shaded(whole, side, color, 0.18)


def gable_roof(x: float, y: float, w: float, h: float, color: str) -> str:
    """Draw the roof of a house seen from its gable."""
    return shaded("M0 0l.5 -1 .5 1Z", "M.5 -1l.5 1h-.2Z", color, 0.25, x, y, w, h)


def cross(x: float, y: float, h: float = 6) -> str:
    """Draw a golden cross standing on a place."""
    return line("M0 0v-1M-.26 -.66h.52", GOLD_LIT, h * 0.18, x, y, h)


def dome(x: float, y: float, r: float, color: str, height: float = 1.1) -> str:
    """Draw a half dome on its lower edge, with ribs."""
    h = r * height
    side = "M.3 -.86Q1 -.7 1 0H.45Q.6 -.5 .3 -.86Z"
    glint = line("M-.62 -.1Q-.62 -.6 -.3 -.78", pale(color, 0.6), r * 0.13, x, y, r, h)
    return shaded("M-1 0C-1 -1.2 1 -1.2 1 0Z", side, color, 0.22, x, y, r, h) + glint


def lantern(x: float, y: float, w: float) -> str:
    """Draw the little lantern on a dome, with cap and cross."""
    wall = box(x - w / 2, y - w * 1.3, w, w * 1.3, WHITE)
    return wall + dome(x, y - w * 1.3, w * 0.7, GOLD) + cross(x, y - w * 2, w * 1.6)


def drum(x: float, y: float, r: float, h: float, color: str, count: int = 4) -> str:
    """Draw the round wall under a dome, with windows; y is its foot."""
    step = 2 * r / (count + 0.4)
    size = (step * 0.56, h * 0.66)
    return (
        solid(x - r, y - h, 2 * r, h, color)
        + windows(x - r + step * 0.42, y - h * 0.8, count, step, size, arched=True)
        + cornice(x - r - 1, y - h - 1, 2 * r + 2, 1.8)
    )


def onion(x: float, y: float, w: float, color: str, stripe: str = "") -> str:
    """Draw an onion dome with its cross; y is its foot."""
    where = x, y, w, w * 1.15
    right = "C.86 -.36 .3 -.66 0 -1.12"
    swirl = "M-.44 -.2Q.1 -.16 .4 -.44M-.42 -.5Q0 -.46 .22 -.72"
    return (
        path("M-.3 0C-.86 -.36 -.3 -.66 0 -1.12C.3 -.66 .86 -.36 .3 0Z", color, *where)
        + (line(swirl, stripe, w * 0.12, *where) if stripe else "")
        + path(f"M.3 0{right}C.3 -.5 .3 -.3 .1 0Z", dark(color, 0.24), *where)
        + line("M-.38 -.22q-.05 -.14 .1 -.26", pale(color, 0.6), w * 0.09, *where)
        + cross(x, y - w * 1.15 * 1.08, w * 0.5)
    )


def door(x: float, y: float, w: float, h: float, color: str = WOOD_DEEP, frame: str = WHITE) -> str:
    """Draw an arched door standing on a place, given by its middle."""
    return (
        openings([(x - w / 2 - 1, y - h - 1, w + 2, h + 1)], frame, True)
        + openings([(x - w / 2, y - h, w, h)], color, True)
        + line("M0 0v-1", dark(color, 0.4), 0.7, x, y, h)
    )


def facade(x: float, y: float, w: float, h: float, color: str) -> str:
    """Draw a plastered wall on a plinth, with a cornice."""
    plinth = box(x - 0.6, y + h - 3, w + 1.2, 3, "#b3a68f")
    return solid(x, y, w, h, color) + plinth + cornice(x - 1.4, y - 1.6, w + 2.8)


def courses(x: float, y: float, w: float, h: float, step: int) -> str:
    """Write the joints of a wall as path data."""
    return "".join(place("M0 0h1", x, row, w) for row in range(int(y) + step, int(y + h), step))


def bricks(x: float, y: float, w: float, h: float, color: str) -> str:
    """Draw a brick wall."""
    return solid(x, y, w, h, color) + line(courses(x, y, w, h, 5), dark(color, 0.16), 0.6)


def logs(x: float, y: float, w: float, h: float, color: str = "#b07a47") -> str:
    """Draw a wall of logs."""
    ends = [(x - 1.6, row - 3.4, 2.4, 2.8) for row in range(int(y) + 4, int(y + h) + 1, 4)]
    seams = line(courses(x, y, w, h, 4), dark(color, 0.3), 0.8)
    return solid(x, y, w, h, color) + seams + boxes(ends, pale(color, 0.25))


def hut(x: float, y: float, w: float, roof: str) -> str:
    """Draw a wooden hut with carved window frames, standing on a place."""
    return (
        logs(x, y - w * 0.6, w, w * 0.6)
        + gable_roof(x - w * 0.14, y - w * 0.6, w * 1.28, w * 0.5, roof)
        + windows(x + w * 0.16, y - w * 0.46, 2, w * 0.42, (w * 0.24, w * 0.26), frame="#e6eef2")
        + box(x + w * 0.12, y - w * 0.5, w * 0.32, w * 0.06, "#3f87aa")
    )


def statue(x: float, y: float, h: float = 8, color: str = "#e9dfc9") -> str:
    """Draw a small standing figure."""
    return path("M-.16 0l.05 -.72a.13 .13 0 1 1 .2 0l.08 .72Z", color, x, y, h)
