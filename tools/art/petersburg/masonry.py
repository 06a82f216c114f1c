"""Parts of buildings: walls with windows, columns, pediments, roofs, domes and spires."""

from __future__ import annotations

from collections.abc import Iterable

from tools.art.petersburg.shapes import (
    GOLD,
    GOLD_LIT,
    WHITE,
    WOOD_DEEP,
    Box,
    box,
    boxes,
    dark,
    line,
    n,
    pale,
    path,
    solid,
)

MINT, OCHRE, AZURE, ROSE, TERRACOTTA = "#9ccbb4", "#ecc774", "#8db9d8", "#e3aa9b", "#c8704f"
GLASS, LIT = "#4a6675", "#fbd27c"
ROOF_GREEN, ROOF_RED, ROOF_SLATE = "#5f8b78", "#a2563f", "#5d6673"


def openings(places: Iterable[Box], fill: str, arched: bool = False) -> str:
    """Fill windows or doors as one path, with round heads if they are arched."""
    if not arched:
        return boxes(places, fill)
    d = "".join(
        (f"M{n(x)} {n(y + h)}v{n(w / 2 - h)}a{n(w / 2)} {n(w / 2)} 0 0 1 {n(w)} 0v{n(h - w / 2)}Z")
        for x, y, w, h in places
    )
    return path(d, fill)


def windows(
    x: float,
    y: float,
    count: int,
    step: float,
    size: tuple[float, float] = (4, 7),
    arched: bool = False,
    lit: tuple[int, ...] = (),
    frame: str = WHITE,
) -> str:
    """Draw a row of windows with frames; some are lit."""
    w, h = size
    places = [(x + i * step, y, w, h) for i in range(count)]
    panes = [(px + 0.8, py + 0.8, w - 1.6, h - 1.6) for px, py, _, _ in places]
    bright = openings([panes[i] for i in lit], LIT, arched) if lit else ""
    return openings(places, frame, arched) + openings(panes, GLASS, arched) + bright


def columns(x: float, y: float, count: int, step: float, h: float, w: float = 2.8, color: str = WHITE) -> str:
    """Draw columns with base and capital."""
    shafts = [(x + i * step, y, w, h) for i in range(count)]
    ends = [(px - 0.7, py, w + 1.4, 1.4) for px, py, _, _ in shafts]
    ends += [(px - 0.7, y + h - 1.4, w + 1.4, 1.4) for px, _, _, _ in shafts]
    shade = [(px + w * 0.62, py + 1.4, w * 0.38, h - 2.8) for px, py, _, _ in shafts]
    return boxes(shafts + ends, color) + boxes(shade, dark(color, 0.16))


def cornice(x: float, y: float, w: float, h: float = 2.4, color: str = WHITE) -> str:
    """Draw a ledge with the shadow that it throws."""
    return box(x, y + h, w, 1.1, "#00000030") + box(x, y, w, h, color)


def pediment(x: float, y: float, w: float, h: float, field: str, trim: str = WHITE) -> str:
    """Draw a gable on columns; y is its lower edge."""
    outer = f"M{n(x)} {n(y)}l{n(w / 2)} {n(-h)} {n(w / 2)} {n(h)}Z"
    inner = f"M{n(x + w * 0.16)} {n(y - 1.4)}l{n(w * 0.34)} {n(-h * 0.68)} {n(w * 0.34)} {n(h * 0.68)}Z"
    return path(outer, trim) + path(inner, field)


def hip_roof(x: float, y: float, w: float, h: float, color: str, inset: float = 5) -> str:
    """Draw a roof with slanting ends; y is its lower edge."""
    d = f"M{n(x)} {n(y)}l{n(inset)} {n(-h)}h{n(w - 2 * inset)}l{n(inset)} {n(h)}Z"
    side = f"M{n(x + w * 0.64)} {n(y)}v{n(-h)}h{n(w * 0.36 - inset)}l{n(inset)} {n(h)}Z"
    return path(d, color) + path(side, dark(color, 0.18))


def gable_roof(x: float, y: float, w: float, h: float, color: str) -> str:
    """Draw the roof of a house seen from its gable."""
    left = f"M{n(x)} {n(y)}l{n(w / 2)} {n(-h)} {n(w / 2)} {n(h)}Z"
    right = f"M{n(x + w / 2)} {n(y - h)}l{n(w / 2)} {n(h)}h{n(-w * 0.2)}Z"
    return path(left, color) + path(right, dark(color, 0.25))


def cross(x: float, y: float, h: float = 6) -> str:
    """Draw a golden cross standing on a place."""
    return line(
        f"M{n(x)} {n(y)}v{n(-h)}M{n(x - h * 0.26)} {n(y - h * 0.66)}h{n(h * 0.52)}", GOLD_LIT, h * 0.18
    )


def dome(x: float, y: float, r: float, color: str, height: float = 1.1) -> str:
    """Draw a half dome on its lower edge, with ribs."""
    h = r * height
    d = f"M{n(x - r)} {n(y)}C{n(x - r)} {n(y - h * 1.2)} {n(x + r)} {n(y - h * 1.2)} {n(x + r)} {n(y)}Z"
    side = (
        f"M{n(x + r * 0.3)} {n(y - h * 0.86)}"
        f"Q{n(x + r)} {n(y - h * 0.7)} {n(x + r)} {n(y)}H{n(x + r * 0.45)}"
        f"Q{n(x + r * 0.6)} {n(y - h * 0.5)} {n(x + r * 0.3)} {n(y - h * 0.86)}Z"
    )
    glint = (
        f"M{n(x - r * 0.62)} {n(y - h * 0.1)}"
        f"Q{n(x - r * 0.62)} {n(y - h * 0.6)} {n(x - r * 0.3)} {n(y - h * 0.78)}"
    )
    return path(d, color) + path(side, dark(color, 0.22)) + line(glint, pale(color, 0.6), r * 0.13)


def lantern(x: float, y: float, w: float, wall: str = WHITE, cap: str = GOLD) -> str:
    """Draw the little lantern on a dome, with cap and cross."""
    return (
        box(x - w / 2, y - w * 1.3, w, w * 1.3, wall)
        + dome(x, y - w * 1.3, w * 0.7, cap)
        + cross(x, y - w * 2, w * 1.6)
    )


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
    h = w * 1.15
    d = (
        f"M{n(x - w * 0.3)} {n(y)}"
        f"C{n(x - w * 0.86)} {n(y - h * 0.36)} {n(x - w * 0.3)} {n(y - h * 0.66)} {n(x)} "
        f"{n(y - h * 1.12)}"
        f"C{n(x + w * 0.3)} {n(y - h * 0.66)} {n(x + w * 0.86)} {n(y - h * 0.36)} "
        f"{n(x + w * 0.3)} {n(y)}Z"
    )
    side = (
        f"M{n(x + w * 0.3)} {n(y)}"
        f"C{n(x + w * 0.86)} {n(y - h * 0.36)} {n(x + w * 0.3)} {n(y - h * 0.66)} {n(x)} "
        f"{n(y - h * 1.12)}"
        f"C{n(x + w * 0.3)} {n(y - h * 0.5)} {n(x + w * 0.3)} {n(y - h * 0.3)} "
        f"{n(x + w * 0.1)} {n(y)}Z"
    )
    swirl = (
        f"M{n(x - w * 0.44)} {n(y - h * 0.2)}"
        f"Q{n(x + w * 0.1)} {n(y - h * 0.16)} {n(x + w * 0.4)} {n(y - h * 0.44)}"
        f"M{n(x - w * 0.42)} {n(y - h * 0.5)}"
        f"Q{n(x)} {n(y - h * 0.46)} {n(x + w * 0.22)} {n(y - h * 0.72)}"
    )
    bands = line(swirl, stripe, w * 0.12) if stripe else ""
    glint = line(
        f"M{n(x - w * 0.38)} {n(y - h * 0.22)}q{n(-w * 0.05)} {n(-h * 0.14)} {n(w * 0.1)} {n(-h * 0.26)}",
        pale(color, 0.6),
        w * 0.09,
    )
    return path(d, color) + bands + path(side, dark(color, 0.24)) + glint + cross(x, y - h * 1.08, w * 0.5)


def door(x: float, y: float, w: float, h: float, color: str = WOOD_DEEP, frame: str = WHITE) -> str:
    """Draw an arched door standing on a place, given by its middle."""
    outer, inner = (x - w / 2 - 1, y - h - 1, w + 2, h + 1), (x - w / 2, y - h, w, h)
    return (
        openings([outer], frame, True)
        + openings([inner], color, True)
        + line(f"M{n(x)} {n(y)}v{n(-h)}", dark(color, 0.4), 0.7)
    )


def facade(x: float, y: float, w: float, h: float, color: str, ledge: bool = True) -> str:
    """Draw a plastered wall on a plinth, with a cornice."""
    plinth = box(x - 0.6, y + h - 3, w + 1.2, 3, "#b3a68f")
    return solid(x, y, w, h, color) + plinth + (cornice(x - 1.4, y - 1.6, w + 2.8) if ledge else "")


def bricks(x: float, y: float, w: float, h: float, color: str) -> str:
    """Draw a brick wall."""
    courses = "".join(f"M{n(x)} {n(row)}h{n(w)}" for row in range(int(y) + 5, int(y + h), 5))
    return solid(x, y, w, h, color) + line(courses, dark(color, 0.16), 0.6)


def logs(x: float, y: float, w: float, h: float, color: str = "#b07a47") -> str:
    """Draw a wall of logs."""
    seams = "".join(f"M{n(x)} {n(row)}h{n(w)}" for row in range(int(y) + 4, int(y + h), 4))
    ends = [(x - 1.6, float(row) - 3.4, 2.4, 2.8) for row in range(int(y) + 4, int(y + h) + 1, 4)]
    return solid(x, y, w, h, color) + line(seams, dark(color, 0.3), 0.8) + boxes(ends, pale(color, 0.25))


def statue(x: float, y: float, h: float = 8, color: str = "#e9dfc9") -> str:
    """Draw a small standing figure."""
    return path(
        f"M{n(x - h * 0.16)} {n(y)}l{n(h * 0.05)} {n(-h * 0.72)}"
        f"a{n(h * 0.13)} {n(h * 0.13)} 0 1 1 {n(h * 0.2)} 0l{n(h * 0.08)} {n(h * 0.72)}Z",
        color,
    )
