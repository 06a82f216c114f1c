"""What lies on the stalls of the market."""

from __future__ import annotations

from tools.art.petersburg.scenery import cloth, crate, shadow
from tools.art.petersburg.shapes import (
    GOLD,
    GOLD_DEEP,
    GOLD_LIT,
    HEIGHT,
    INK,
    WHITE,
    WIDTH,
    WOOD_DEEP,
    ball,
    box,
    dark,
    disc,
    discs,
    line,
    n,
    oval,
    pale,
    path,
    put,
)

APPLE, FISH, GRAIN = "#c8372f", "#6f93a8", "#d9a32f"


def stall(color: str, wall: str) -> str:
    """Draw the ground of a good: a soft wall, a checked cloth."""
    return box(0, 0, WIDTH, HEIGHT, wall) + path("M0 0h62C34 14 12 36 0 60Z", pale(wall, 0.3)) + cloth(color)


def chick_bird(x: float, y: float, scale: float = 1) -> str:
    """Draw a chick whose feet are at a place."""
    legs = line("M-4 0v-6M5 0v-6M-8 0h6M1 0h6", "#d9772c", 1.8)
    round_body = (
        oval(0, -15, 14, 12, "#f7d45c")
        + path("M2-3.200A14 12 0 0 0 10-25Q14-10 2-3.200Z", "#dba93a")
        + disc(-7, -31, 9, "#f7d45c")
        + path("M-5-22.200A9 9 0 0 0-2-38.500Q2-28-5-22.200Z", "#dba93a")
    )
    return put(
        legs
        + round_body
        + path("M3-20q10-1 11 5-6 6-13 2Z", "#e6bb46")
        + disc(-10, -33, 1.7, INK)
        + path("M-16-31l-6 2 6 2.500Z", "#e07f2c")
        + line("M-6-40q2-4 5-3", "#f7d45c", 1.6),
        x,
        y,
        scale,
    )


def hen_bird(x: float, y: float, scale: float = 1, color: str = "#c96a34") -> str:
    """Draw a hen that looks to the left."""
    tail = path("M14-22q16-4 18-18 6 14-4 28Z", dark(color, 0.25))
    round_body = path("M-18-30q-2 30 16 30 26 0 26-22-4-6-14-6-12 0-14-16-4-8-10-4Z", color) + path(
        "M10-28q14 0 14 6 0 20-20 22 14-10 6-28Z", dark(color, 0.2)
    )
    crest = path("M-18-44q-2-5 2-6 1-4 4-2 4-2 5 3l-4 6Z", "#c8302c") + path(
        "M-20-36q-3 3-1 7 3-2 3-6Z", "#c8302c"
    )
    return put(
        line("M-2 0v7M6 0v7M-6 7h6M2 7h6", "#d99a2c", 2)
        + tail
        + round_body
        + crest
        + disc(-12, -40, 7, color)
        + disc(-14, -42, 1.500, INK)
        + path("M-19-41l-7 2.500 7 2.500Z", GOLD)
        + path("M-2-18q12-6 18 2-8 10-18 4Z", pale(color, 0.25)),
        x,
        y,
        scale,
    )


def apple(x: float, y: float, r: float, color: str = APPLE) -> str:
    """Draw an apple, given by its middle."""
    d = (
        f"M{n(x)} {n(y - r * 0.75)}"
        f"C{n(x - r * 1.2)} {n(y - r * 1.3)} {n(x - r * 1.3)} {n(y + r)} "
        f"{n(x - r * 0.3)} {n(y + r)}q{n(r * 0.3)} {n(-r * 0.15)} {n(r * 0.6)} 0"
        f"C{n(x + r * 1.3)} {n(y + r)} {n(x + r * 1.2)} {n(y - r * 1.3)} {n(x)} "
        f"{n(y - r * 0.75)}Z"
    )
    side = (
        f"M{n(x + r * 0.3)} {n(y + r)}"
        f"C{n(x + r * 1.3)} {n(y + r)} {n(x + r * 1.2)} {n(y - r * 1.3)} "
        f"{n(x + r * 0.3)} {n(y - r * 0.85)}"
        f"Q{n(x + r * 0.9)} {n(y)} {n(x + r * 0.3)} {n(y + r)}Z"
    )
    stem = line(
        f"M{n(x)} {n(y - r * 0.7)}q0 {n(-r * 0.4)} {n(r * 0.2)} {n(-r * 0.6)}", WOOD_DEEP, max(r * 0.12, 0.8)
    )
    return (
        path(d, color)
        + path(side, dark(color, 0.22))
        + oval(x - r * 0.45, y - r * 0.35, r * 0.16, r * 0.26, pale(color, 0.7))
        + stem
    )


def leaf(x: float, y: float, size: float, color: str = "#5f9a48") -> str:
    """Draw a leaf that points to the right."""
    return path(
        f"M{n(x)} {n(y)}q{n(size * 0.4)} {n(-size * 0.6)} {n(size)} {n(-size * 0.3)}"
        f"q{n(-size * 0.3)} {n(size * 0.5)} {n(-size)} {n(size * 0.3)}Z",
        color,
    )


def fish(x: float, y: float, scale: float = 1, turn: float = 0, color: str = FISH) -> str:
    """Draw a fish that looks to the left."""
    shape = path("M-30 0C-20-16 6-17 22-2L36-12q-3 12 0 24L22 2C6 17-20 16-30 0Z", color) + path(
        "M-30 0C-20 16 6 17 22 2l14 10q-2-6-2-12Z", dark(color, 0.22)
    )
    belly = path("M-29 1Q-10 12 14 5-6 16-22 9Z", "#e6eef0")
    scales = line("M-8-8q5 8 0 16M0-9q5 9 0 18M8-8q5 8 0 15", pale(color, 0.35), 1.2)
    return put(
        path("M-4-12L6-20l8 10Z", dark(color, 0.15))
        + shape
        + belly
        + scales
        + line("M-17-9q5 9 0 18", dark(color, 0.35), 1.4)
        + disc(-22, -3, 2.400, WHITE)
        + disc(-22, -3, 1.3, INK),
        x,
        y,
        scale,
        turn,
    )


def cabbage(x: float, y: float, r: float) -> str:
    """Draw a cabbage, given by its middle."""
    leaves = "".join(
        oval(x + dx * r, y + dy * r, r * 0.62, r * 0.6, color)
        for dx, dy, color in (
            (-0.7, 0.2, "#5f8f4a"),
            (0.7, 0.25, "#4f7f40"),
            (-0.35, 0.55, "#6a9a50"),
            (0.4, 0.55, "#578548"),
            (0, -0.3, "#6a9a50"),
        )
    )
    veins = (
        f"M{n(x)} {n(y + r * 0.6)}V{n(y - r * 0.4)}M{n(x)} {n(y + r * 0.3)}"
        f"q{n(-r * 0.4)} {n(-r * 0.1)} {n(-r * 0.5)} {n(-r * 0.5)}"
        f"M{n(x)} {n(y + r * 0.2)}"
        f"q{n(r * 0.4)} {n(-r * 0.1)} {n(r * 0.45)} {n(-r * 0.5)}"
    )
    return leaves + ball(x, y, r * 0.76, "#93bd6a") + line(veins, "#dcebb8", max(r * 0.07, 0.7))


def carrot(x: float, y: float, h: float, turn: float = 0) -> str:
    """Draw a carrot whose tip is at a place."""
    return put(
        path(f"M0 0L{n(-h * 0.2)} {n(-h * 0.8)}q{n(h * 0.2)} {n(-h * 0.14)} {n(h * 0.4)} 0Z", "#e07f2c")
        + path(f"M0 0L{n(h * 0.05)} {n(-h * 0.86)}l{n(h * 0.15)} {n(h * 0.06)}Z", "#b85f1c")
        + line(
            f"M0 {n(-h * 0.86)}l{n(-h * 0.14)} {n(-h * 0.3)}M0 {n(-h * 0.86)}v{n(-h * 0.36)}"
            f"M0 {n(-h * 0.86)}l{n(h * 0.14)} {n(-h * 0.3)}",
            "#5f9a48",
            h * 0.08,
        ),
        x,
        y,
        1,
        turn,
    )


def ear(x: float, y: float, h: float, turn: float = 0) -> str:
    """Draw an ear of wheat whose stalk ends at a place."""
    grains = "".join(
        (
            f"M0 {n(-h * at)}q{n(-h * 0.15)} {n(-h * 0.03)} {n(-h * 0.13)} {n(-h * 0.16)}"
            f"q{n(h * 0.13)} {n(h * 0.02)} {n(h * 0.13)} {n(h * 0.16)}Z"
        )
        for at in (0.46, 0.57, 0.68, 0.79)
    )
    other = "".join(
        (
            f"M0 {n(-h * at)}q{n(h * 0.15)} {n(-h * 0.03)} {n(h * 0.13)} {n(-h * 0.16)}"
            f"q{n(-h * 0.13)} {n(h * 0.02)} {n(-h * 0.13)} {n(h * 0.16)}Z"
        )
        for at in (0.46, 0.57, 0.68, 0.79)
    )
    tip = path(
        f"M0 {n(-h * 0.84)}q{n(-h * 0.06)} {n(-h * 0.1)} 0 {n(-h * 0.2)}"
        f"q{n(h * 0.06)} {n(h * 0.1)} 0 {n(h * 0.2)}Z",
        "#f3cf6a",
    )
    awns = line(
        f"M{n(-h * 0.13)} {n(-h * 0.78)}l{n(-h * 0.08)} {n(-h * 0.18)}"
        f"M{n(h * 0.13)} {n(-h * 0.78)}l{n(h * 0.08)} {n(-h * 0.18)}M0 {n(-h * 1.02)}"
        f"v{n(-h * 0.1)}",
        "#c99a35",
        h * 0.018,
    )
    return put(
        line(f"M0 0V{n(-h * 0.8)}", "#b98a2c", h * 0.035)
        + path(grains, "#f3cf6a")
        + path(other, "#d3a03a")
        + tip
        + awns,
        x,
        y,
        1,
        turn,
    )


def special(art: str, color: str) -> str:
    """Draw the special crate of a good: a banner, a seal, more than one can carry."""
    stars = discs([(14, 14), (106, 14), (8, 40), (112, 40)], 2, GOLD_LIT)
    rays = "".join(
        path(f"M60 50L{x1} {y1}L{x2} {y2}Z", pale(color, 0.24))
        for x1, y1, x2, y2 in (
            (-8, 8, -8, 26),
            (10, -8, 26, -8),
            (52, -8, 68, -8),
            (94, -8, 110, -8),
            (128, 8, 128, 26),
            (128, 52, 128, 70),
            (-8, 52, -8, 70),
        )
    )
    front = (
        crate(18, 86, 84, 32, "#a8743f")
        + path("M44 60h32v18l-16 7-16-7Z", color)
        + line("M44 60h32v18l-16 7-16-7Z", GOLD, 1.6)
        + disc(60, 69, 6, GOLD_LIT)
        + path(
            "M60 64.500"
            "l1.400 3 3.200.3-2.400 2.200.7 3.200-2.900-1.700-2.900 "
            "1.700.7-3.200-2.400-2.200 3.200-.3Z",
            GOLD_DEEP,
        )
    )
    return box(0, 0, WIDTH, HEIGHT, color) + rays + stars + shadow(60, 87, 44, 3) + art + front
