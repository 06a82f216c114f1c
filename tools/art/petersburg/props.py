"""Things that several scenes show, or that are too long for one: ships, tools, animals, furniture."""

from __future__ import annotations

import math

from tools.art.petersburg.headwear import long_hair
from tools.art.petersburg.masonry import LIT, gable_roof, logs, windows
from tools.art.petersburg.people import (
    BLACK,
    FAIR,
    body,
    cravat,
    face,
    head,
    lapels,
    moustache,
    neck,
)
from tools.art.petersburg.shapes import (
    CREAM,
    GOLD,
    GOLD_DEEP,
    GOLD_LIT,
    INK,
    IRON,
    STEEL,
    STONE,
    WHITE,
    WOOD,
    WOOD_DEEP,
    WOOD_LIT,
    box,
    boxes,
    dark,
    disc,
    discs,
    haze,
    line,
    n,
    oval,
    pale,
    path,
    put,
    solid,
)


def awning(x: float, y: float, w: float, color: str) -> str:
    """Draw the striped roof of a stall."""
    step = w / 6
    full = f"M{n(x + 4)} {n(y)}h{n(w - 8)}l4 12h{n(-w)}Z"
    stripes = "".join(
        (
            f"M{n(x + 4 + i * (w - 8) / 6)} {n(y)}h{n((w - 8) / 6)}"
            f"L{n(x + (i + 1) * step)} {n(y + 12)}h{n(-step)}Z"
        )
        for i in (0, 2, 4)
    )
    scallops = [(x + (i + 0.5) * step, y + 12.0) for i in range(6)]
    return (
        path(full, WHITE)
        + discs(scallops[1::2], step / 2, WHITE)
        + path(stripes, color)
        + discs(scallops[::2], step / 2, color)
    )


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


def statue_top(x: float, y: float) -> str:
    """Draw the goddess on the dome of the Academy."""
    return path(f"M{n(x - 2.4)} {n(y)}l1-6a1.700 1.700 0 1 1 2.800 0l1 6Z", GOLD_LIT) + line(
        f"M{n(x + 1)} {n(y - 5)}l4-3", GOLD_LIT, 1
    )


def fir_row() -> str:
    """Draw dark firs at both sides of a scene."""
    d = "M0 78l6-16 6 16ZM10 80l7-22 7 22ZM96 80l7-20 7 20ZM108 79l6-15 6 15Z"
    return path(d, "#26344a")


def curtains(x: float, y: float, w: float, color: str = "#b3362f") -> str:
    """Draw little curtains at a window."""
    return path(f"M{n(x)} {n(y)}h{n(w)}v4q-6 4-10 0-5 4-9 0-5 4-9 0-5 4-10 0Z", color) + path(
        f"M{n(x)} {n(y)}h6q2 22-6 36ZM{n(x + w)} {n(y)}h-6q-2 22 6 36Z", color
    )


def griffin(x: float, y: float) -> str:
    """Draw a seated griffin with golden wings, as on the bridge of the bank."""
    body = path(
        "M0 30h22v-8c0-6-4-9-9-10 0-4 1-6 0-9-3-4-9-3-10 1l-4 2 4 2c-1 5-3 8-3 14Z", "#454050"
    ) + path("M13 12c5 1 9 4 9 10v8h-8c3-6 3-12-1-18Z", "#322e3c")
    wing = path("M8 14C12 2 22-4 32-6c0 10-6 20-18 24Z", GOLD) + line(
        "M11 15C16 6 22 1 29-3M13 17c5-5 9-9 14-12", GOLD_DEEP, 1.2
    )
    return put(body + wing + disc(6.5, 5.5, 1, GOLD_LIT), x, y)


def rostral(x: float, y: float, h: float) -> str:
    """Draw a red lighthouse column with the bows of ships, and its fire."""
    shaft = (
        solid(x - 4, y - h, 8, h, "#c05a42")
        + box(x - 6, y - 4, 12, 4, STONE)
        + box(x - 5.5, y - h - 2, 11, 3, STONE)
    )
    bows = "".join(
        path(f"M{n(x - 4)} {n(y - h * part)}l-8-3v5l8 3ZM{n(x + 4)} {n(y - h * part)}l8-3v5l-8 3Z", "#5b8a86")
        for part in (0.3, 0.62)
    )
    fire = path(f"M{n(x - 4)} {n(y - h - 2)}c-2-6 3-7 2-12 5 3 8 7 6 12Z", "#f08a2c") + path(
        f"M{n(x - 2)} {n(y - h - 2)}c0-3 2-4 2-7 2 2 3 5 2 7Z", LIT
    )
    return shaft + bows + fire


def sailing_ship(x: float, y: float, scale: float, sail: str = "#fbf3de") -> str:
    """Draw a ship under sail, its waterline at a place."""
    hull = (
        path("M-22 0h46l-6 10h-34Z", WOOD_DEEP)
        + path("M6 0h18l-6 10H2Z", "#3f2616")
        + box(-21, 2, 44, 2, GOLD)
    )
    masts = line("M-10 0v-42M8 0v-48M-22 0l-10-8", WOOD_DEEP, 1.8)
    d = (
        "M-19-38h18q3 8 0 16h-18q4-8 0-16ZM-20-20h20q3 8 0 16h-20q4-8 0-16ZM0-44h18"
        "q3 9 0 18H0q4-9 0-18ZM0-24h20q3 9 0 19H0q4-9 0-19Z"
    )
    side = (
        "M-7-38h6q3 8 0 16h-6q3-8 0-16ZM-7-20h7q3 8 0 16h-7q3-8 0-16ZM11-44h7q3 9 0 18"
        "h-7q3-9 0-18ZM12-24h8q3 9 0 19h-8q3-9 0-19Z"
    )
    return put(
        masts
        + path(d, sail)
        + path(side, dark(sail, 0.14))
        + path("M-32-8l22-28-2 34Z", pale(sail, 0.4))
        + path("M8-48h10l-3 2.500 3 2.500H8Z", "#3b6ea5")
        + hull,
        x,
        y,
        scale,
    )


def paper(x: float, y: float, w: float, h: float, turn: float = 0) -> str:
    """Draw a written sheet."""
    lines = "".join(f"M{n(w * 0.14)} {n(h * part)}h{n(w * 0.7)}" for part in (0.22, 0.42, 0.62, 0.8))
    return put(
        box(0, 0, w, h, "#fdf6e3")
        + path(f"M{n(w)} 0v{n(h)}H{n(w * 0.7)}Z", "#eadfc4")
        + line(lines, "#8f7f62", 0.9),
        x,
        y,
        1,
        turn,
    )


def quill(x: float, y: float, scale: float = 1, turn: float = 0, color: str = WHITE) -> str:
    """Draw a quill whose point is at a place."""
    return put(
        path("M2-6C2-20 8-30 20-34 20-22 14-10 5-5Z", color)
        + path("M20-34C20-22 14-10 5-5Q14-18 20-34Z", dark(color, 0.15))
        + line("M0 0L18-31", "#8f7f62", 0.9),
        x,
        y,
        scale,
        turn,
    )


def candles(*places: tuple[float, float]) -> str:
    """Draw burning tapers."""
    wax = boxes([(x - 1.2, y, 2.4, 90 - y) for x, y in places], CREAM)
    glow = haze(discs([(x, y - 4) for x, y in places], 7, GOLD_LIT), 0.35)
    flames = "".join(path(f"M{n(x)} {n(y)}c-3-2-2-5 0-9 2 4 3 7 0 9Z", "#f7b63c") for x, y in places)
    return wax + glow + flames


def pectoral(x: float = 32, y: float = 50) -> str:
    """Draw the cross on a priest's breast, with its chain."""
    return line("M24 45q2 6 8 7 6-1 8-7", GOLD, 1.1) + line(
        f"M{n(x)} {n(y + 2)}v11M{n(x - 3.5)} {n(y + 6)}h7", GOLD_LIT, 2.2
    )


def sabre(x: float, y: float, turn: float) -> str:
    """Draw a sabre whose hilt is at a place."""
    blade = path("M-1.500 0C-2-24 2-40 10-52 8-36 4-22 2.500 0Z", STEEL) + path(
        "M10-52C8-36 4-22 2.500 0H.5C2-22 4-38 10-52Z", "#8f9ca6"
    )
    return put(blade + line("M-6 0h12M0 0v9M-6 0q-2 8 6 9", GOLD, 2.2), x, y, 1, turn)


def throne(color: str, light: str) -> str:
    """Draw the canopy and rays behind a crowned head."""
    rays = "".join(
        path(f"M60 40L{x1} {y1}L{x2} {y2}Z", light)
        for x1, y1, x2, y2 in (
            (-6, 10, -6, 26),
            (4, -6, 20, -6),
            (38, -8, 50, -8),
            (70, -8, 82, -8),
            (100, -6, 116, -6),
            (126, 10, 126, 26),
            (126, 50, 126, 66),
            (-6, 50, -6, 66),
        )
    )
    return box(0, 0, 120, 90, color) + rays


def axe(x: float, y: float, turn: float, scale: float = 1) -> str:
    """Draw an axe whose handle ends at a place."""
    blade = path("M-2-44q10-6 18 0-1 8 0 16-8-2-18-6Z", STEEL) + path(
        "M16-44q-1 8 0 16l-4-1q-1-8 0-16.500Z", "#eef3f5"
    )
    return put(line("M0 0V-46", WOOD_LIT, 4) + line("M1.200 0V-46", WOOD, 1.2) + blade, x, y, scale, turn)


def log_end(x: float, y: float, r: float) -> str:
    """Draw the cut end of a log."""
    return (
        disc(x, y, r, WOOD)
        + disc(x, y, r * 0.8, "#e3c08a")
        + line(f"M{n(x - r * 0.4)} {n(y)}a{n(r * 0.4)} {n(r * 0.4)} 0 1 1 {n(r * 0.8)} 0", "#b98a55", 0.9)
    )


def sheep(x: float, y: float, scale: float = 1) -> str:
    """Draw a sheep that looks to the left."""
    wool = (
        discs([(-6, -10), (0, -13), (7, -13), (13, -10), (14, -5), (8, -3), (0, -3), (-6, -5)], 5, "#fbf4e4")
        + box(-4, -12, 16, 10, "#fbf4e4")
        + discs([(13, -5), (9, -2.5), (14, -8)], 4, "#ddd2bd")
    )
    return put(
        boxes([(-3, -2, 2.2, 6), (8, -2, 2.2, 6)], "#4a3a34")
        + wool
        + oval(-11, -11, 4.2, 5.400, "#4a3a34")
        + discs([(-12, -12)], 0.9, WHITE)
        + path("M-8-15l5-2-3 4Z", "#4a3a34"),
        x,
        y,
        scale,
    )


def ribs() -> str:
    """Draw the frame of a ship on the stocks."""
    d = "".join(
        f"M{x} 76q-6-22 {lean} -46" for x, lean in ((12, -4), (26, -3), (40, -2), (80, 2), (94, 3), (108, 4))
    )
    return line(d, WOOD_LIT, 3) + line("M0 76h120M4 58h112M2 42h116", WOOD, 2.4)


def peter(coat: str) -> str:
    """Draw the Czar Peter: dark locks, a small moustache, a soldier's coat."""
    return (
        long_hair(BLACK, 42)
        + body(coat, 1.06)
        + lapels("#c0453c", GOLD)
        + cravat()
        + neck(FAIR)
        + head(rx=11)
        + face(FAIR, BLACK, "stern", "calm")
        + moustache(BLACK)
    )


def saw_blade(x: float, y: float, r: float) -> str:
    """Draw a round saw blade with its teeth."""
    turns = [2 * math.pi * i / 32 for i in range(32)]
    rims = [r if i % 2 else r * 0.88 for i in range(32)]
    edge = "L".join(
        f"{n(x + rim * math.cos(turn))} {n(y + rim * math.sin(turn))}"
        for turn, rim in zip(turns, rims, strict=True)
    )
    return (
        path(f"M{edge}Z", STEEL)
        + path(
            f"M{n(x)} {n(y + r * 0.8)}a{n(r * 0.8)} {n(r * 0.8)} 0 0 0 0 {n(-r * 1.6)}"
            f"q{n(r * 0.7)} {n(r * 0.8)} 0 {n(r * 1.6)}Z",
            "#96a3ac",
        )
        + disc(x, y, r * 0.22, IRON)
    )


def pelt(x: float, y: float, color: str, scale: float = 1) -> str:
    """Draw a fox fur that hangs from its head."""
    d = (
        "M-6 0l-3-6 6 3h6l6-3-3 6q4 10 5 22l4 6-6-1q0 6-4 12l-1 9"
        "q-3 6-8 8 2-8 0-14-5-6-5-15l-6 1 4-6q0-12 5-22Z"
    )
    return put(
        path(d, color)
        + path("M3-3l6-3-3 6q4 10 5 22l4 6-6-1q0 6-4 12l-1 9q-2-22-1-50Z", dark(color, 0.22))
        + path("M-2 42q2 3 4 0l-1 8q-2 3-4 5 1-7 1-13Z", WHITE)
        + discs([(-2.500, 2.500), (3, 2.500)], 0.9, INK),
        x,
        y,
        scale,
    )


def hut(x: float, y: float, w: float, roof: str) -> str:
    """Draw a wooden hut with carved window frames, standing on a place."""
    return (
        logs(x, y - w * 0.6, w, w * 0.6)
        + gable_roof(x - w * 0.14, y - w * 0.6, w * 1.28, w * 0.5, roof)
        + windows(x + w * 0.16, y - w * 0.46, 2, w * 0.42, (w * 0.24, w * 0.26), frame="#e6eef2")
        + box(x + w * 0.12, y - w * 0.5, w * 0.32, w * 0.06, "#3f87aa")
    )
