"""What lies behind and around: skies, ground, water, trees, rooms, and small things in the street."""

from __future__ import annotations

from tools.art.petersburg.shapes import (
    CREAM,
    GOLD,
    GOLD_LIT,
    HEIGHT,
    IRON,
    WHITE,
    WIDTH,
    WOOD,
    WOOD_DEEP,
    Box,
    box,
    boxes,
    dark,
    disc,
    discs,
    haze,
    line,
    mirror,
    mix,
    n,
    oval,
    pale,
    path,
)

# The colours of a sky from above to the horizon
SKIES = {
    "day": ("#8fbfd6", "#b9d9dd", "#e6ead2"),
    "morning": ("#9cb9d4", "#e7c9c0", "#fbe3bf"),
    "evening": ("#7a7fae", "#dc9a86", "#f8cf8f"),
    "gold": ("#d9a15b", "#eec47c", "#fbe6ae"),
    "white_night": ("#7f93b8", "#c3b6cf", "#f3d7c4"),
    "winter": ("#a7bccb", "#c9d8de", "#eef2ee"),
    "storm": ("#5f7787", "#8ea4aa", "#c9cfc0"),
    "night": ("#171d3d", "#262f5c", "#46508a"),
    "dusk": ("#2c2f5b", "#5f4f80", "#c07f80"),
}
GROUND = 78


def sky(kind: str = "day") -> str:
    """Draw a sky in three soft bands."""
    upper, middle, lower = SKIES[kind]
    return (
        box(0, 0, WIDTH, HEIGHT, upper)
        + path("M0 34C30 24 62 36 120 22V90H0Z", middle)
        + path("M0 58C34 48 74 60 120 48V90H0Z", lower)
    )


def sun(x: float, y: float, r: float = 8) -> str:
    """Draw the sun with its glow."""
    return haze(disc(x, y, r * 1.9, "#fff4d0"), 0.35) + disc(x, y, r, "#fff3cf")


def moon(x: float, y: float, r: float = 7) -> str:
    """Draw a crescent."""
    d = (
        f"M{n(x)} {n(y - r)}a{n(r)} {n(r)} 0 1 0 {n(r)} {n(r * 1.3)}"
        f"a{n(r * 0.85)} {n(r * 0.85)} 0 0 1 {n(-r)} {n(-r * 1.3)}Z"
    )
    return path(d, "#fdf0c2")


def stars(*places: tuple[float, float]) -> str:
    """Draw stars."""
    return discs(places, 0.8, "#fdf3d0")


def cloud(x: float, y: float, size: float = 1, color: str = "#fffdf4", opacity: float = 0.75) -> str:
    """Draw a cloud."""
    s = size
    d = (
        f"M{n(x)} {n(y)}q{n(1 * s)} {n(-5 * s)} {n(7 * s)} {n(-4 * s)}"
        f"q{n(4 * s)} {n(-6 * s)} {n(10 * s)} {n(-1 * s)}"
        f"q{n(7 * s)} {n(-1 * s)} {n(8 * s)} {n(5 * s)}Z"
    )
    return haze(path(d, color), opacity)


def pavement(color: str = "#cbb593", y: float = GROUND) -> str:
    """Draw a street of flat stones."""
    joints = (
        f"M0 {n(y + 6)}H120M14 {n(y)}l-4 6M44 {n(y)}l-2 6M78 {n(y)}l2 6M108 {n(y)}l4 6"
        f"M26 {n(y + 6)}l-4 6M60 {n(y + 6)}v6M94 {n(y + 6)}l4 6"
    )
    return (
        box(0, y, WIDTH, HEIGHT - y, color)
        + box(0, y, WIDTH, 1.4, dark(color, 0.22))
        + line(joints, dark(color, 0.13), 0.8)
    )


def meadow(color: str = "#8fae62", y: float = GROUND) -> str:
    """Draw soft ground: grass, snow or earth by its colour."""
    return path(f"M0 {n(y)}C30 {n(y - 5)} 84 {n(y - 4)} 120 {n(y + 1)}V90H0Z", color) + path(
        f"M60 90C80 {n(y + 4)} 100 {n(y + 3)} 120 {n(y + 5)}V90Z", dark(color, 0.13)
    )


def hills(color: str, y: float = 62) -> str:
    """Draw hills far away."""
    return path(
        f"M0 {n(y + 4)}C18 {n(y - 8)} 36 {n(y - 4)} 52 {n(y + 2)}S92 {n(y - 10)} 120 {n(y)}V90H0Z", color
    )


def water(y: float = 74, color: str = "#5f93a6") -> str:
    """Draw a river with glints."""
    glints = (
        f"M6 {n(y + 5)}h14M34 {n(y + 8)}h18M70 {n(y + 4)}h12M92 {n(y + 9)}h20"
        f"M18 {n(y + 12)}h10M60 {n(y + 13)}h16"
    )
    return (
        box(0, y, WIDTH, HEIGHT - y, color)
        + box(0, y, WIDTH, 1.6, pale(color, 0.35))
        + line(glints, pale(color, 0.5), 1.1)
    )


def quay(y: float = 72, color: str = "#b59f86") -> str:
    """Draw the granite embankment of the river."""
    return (
        box(0, y, WIDTH, 6, color)
        + box(0, y, WIDTH, 1.6, pale(color, 0.45))
        + boxes([(x, y + 1.6, 0.8, 4.4) for x in range(10, 120, 22)], dark(color, 0.2))
    )


def skyline(color: str = "#a9b3b4", y: float = 66) -> str:
    """Draw roofs and a spire far away."""
    d = f"M0 {y}v-7h10v-4h8v4h12v-9h9v9h11v-5h7v5h15l2-20 2 20h10v-7h9v7h12v-4h8v4h15v24H0Z"
    return path(d, color)


def fir(x: float, y: float, h: float, color: str = "#3f6b55") -> str:
    """Draw a fir whose foot is at a place."""
    w = h * 0.36
    tiers = "".join(
        f"M{n(x)} {n(y - h * top)}L{n(x - w * wide)} {n(y - h * low)}H{n(x + w * wide)}Z"
        for top, low, wide in ((1, 0.62, 0.6), (0.78, 0.36, 0.82), (0.55, 0.1, 1))
    )
    shade = (
        f"M{n(x)} {n(y - h)}L{n(x + w * 0.6)} {n(y - h * 0.62)}H{n(x + w * 0.4)}"
        f"L{n(x + w)} {n(y - h * 0.1)}H{n(x)}Z"
    )
    return (
        box(x - h * 0.04, y - h * 0.12, h * 0.08, h * 0.12, WOOD_DEEP)
        + path(tiers, color)
        + path(shade, dark(color, 0.22))
    )


def tree(x: float, y: float, r: float, color: str = "#6f9a58") -> str:
    """Draw a round tree whose foot is at a place."""
    top = y - r * 1.9
    return (
        box(x - r * 0.12, y - r * 1.2, r * 0.24, r * 1.2, WOOD)
        + disc(x, top, r, color)
        + path(
            f"M{n(x + r * 0.2)} {n(top - r)}A{n(r)} {n(r)} 0 0 1 {n(x)} {n(top + r)}"
            f"Q{n(x + r * 0.9)} {n(top)} {n(x + r * 0.2)} {n(top - r)}Z",
            dark(color, 0.18),
        )
        + disc(x - r * 0.4, top - r * 0.35, r * 0.3, pale(color, 0.3))
    )


def birch(x: float, top: float, bottom: float, w: float = 5) -> str:
    """Draw the trunk of a birch."""
    marks = "".join(
        f"M{n(x + (i % 2) * w * 0.45)} {n(y)}h{n(w * 0.5)}"
        for i, y in enumerate(range(int(top) + 4, int(bottom) - 2, 8))
    )
    return (
        box(x, top, w, bottom - top, "#f4efe2")
        + box(x + w * 0.66, top, w * 0.34, bottom - top, "#d3ccbd")
        + line(marks, "#4a443c", 1.3)
    )


def lamp(x: float, y: float, h: float = 24) -> str:
    """Draw a street lamp that burns."""
    return (
        line(f"M{n(x)} {n(y)}v{n(-h)}M{n(x - 2.4)} {n(y - h - 5.6)}h4.800", IRON, 1.6)
        + haze(disc(x, y - h - 2.6, 5, GOLD_LIT), 0.4)
        + disc(x, y - h - 2.6, 2.5, "#fff0c0")
    )


def smoke(x: float, y: float, color: str = "#eee8dc") -> str:
    """Draw smoke that drifts to the right."""
    return haze(
        disc(x, y, 2.4, color) + disc(x + 3.5, y - 4.500, 3.4, color) + disc(x + 9, y - 8, 4.300, color), 0.7
    )


# Rooms


def room(wall: str, floor: str = "#9a6a42", y: float = 72) -> str:
    """Draw a room: wall, skirting, boards."""
    boards = f"M12 {n(y)}L4 90M38 {n(y)}l-5 18M66 {n(y)}l2 18M94 {n(y)}l7 18"
    return (
        box(0, 0, WIDTH, y, wall)
        + path(f"M0 0H46C20 20 6 44 0 {n(y)}Z", mix(wall, "#fff6df", 0.16))
        + box(0, y, WIDTH, HEIGHT - y, floor)
        + box(0, y - 2.4, WIDTH, 2.4, dark(wall, 0.25))
        + line(boards, dark(floor, 0.22), 0.9)
    )


def damask(color: str) -> str:
    """Draw the silk wall behind a portrait."""
    leaf = "".join(
        f"M{x} {y}q4 3 0 9q-4-6 0-9Z" for y in range(4, 78, 17) for x in range(8 if y % 2 else 18, 120, 20)
    )
    return (
        box(0, 0, WIDTH, HEIGHT, color)
        + path("M0 0H62C36 18 14 48 4 90H0Z", pale(color, 0.14))
        + path(leaf, dark(color, 0.12))
        + path("M120 30C112 60 96 80 84 90H120Z", dark(color, 0.2))
    )


def curtain(color: str, right: bool = False) -> str:
    """Draw a gathered curtain at one side."""
    d, fold = "M0 0H30C28 24 22 42 10 54C14 66 14 78 12 90H0Z", "M8 0C9 22 7 40 4 52M19 0C18 24 14 40 8 50"
    drawn = path(d, color) + line(fold, dark(color, 0.25), 1.6) + path("M4 50l9 2-1 5-9-1Z", GOLD)
    return mirror(drawn) if right else drawn


def window(x: float, y: float, w: float, h: float, pane: str = "#bcd8de", frame: str = WHITE) -> str:
    """Draw a window of a room, with its light."""
    bars = f"M{n(x + w / 2)} {n(y)}v{n(h)}M{n(x)} {n(y + h / 2)}h{n(w)}"
    light = path(f"M{n(x)} {n(y)}h{n(w * 0.7)}L{n(x)} {n(y + h * 0.8)}Z", pale(pane, 0.5))
    return box(x - 1.5, y - 1.5, w + 3, h + 3, frame) + box(x, y, w, h, pane) + light + line(bars, frame, 1.3)


def table(y: float = 74, color: str = WOOD) -> str:
    """Draw a table top in front of somebody."""
    return (
        box(0, y, WIDTH, HEIGHT - y, dark(color, 0.2))
        + box(0, y, WIDTH, 4, color)
        + box(0, y, WIDTH, 1.2, pale(color, 0.3))
    )


def barrel(x: float, y: float, h: float = 14, color: str = WOOD) -> str:
    """Draw a barrel standing on a place."""
    w = h * 0.74
    d = f"M{n(x)} {n(y)}q{n(-w * 0.16)} {n(-h / 2)} 0 {n(-h)}h{n(w)}q{n(w * 0.16)} {n(h / 2)} 0 {n(h)}Z"
    side = f"M{n(x + w * 0.62)} {n(y)}v{n(-h)}h{n(w * 0.38)}q{n(w * 0.16)} {n(h / 2)} 0 {n(h)}Z"
    hoops = f"M{n(x)} {n(y - h * 0.22)}h{n(w)}M{n(x)} {n(y - h * 0.78)}h{n(w)}"
    return path(d, color) + path(side, dark(color, 0.2)) + line(hoops, IRON, h * 0.09)


def sack(x: float, y: float, h: float = 14, color: str = "#cdb384") -> str:
    """Draw a tied sack standing on a place."""
    w = h * 0.8
    d = (
        f"M{n(x)} {n(y)}q{n(-w * 0.2)} {n(-h * 0.5)} {n(w * 0.36)} {n(-h * 0.76)}"
        f"l{n(-w * 0.14)} {n(-h * 0.24)}h{n(w * 0.56)}l{n(-w * 0.14)} {n(h * 0.24)}"
        f"q{n(w * 0.56)} {n(h * 0.26)} {n(w * 0.36)} {n(h * 0.76)}Z"
    )
    side = (
        f"M{n(x + w * 0.62)} {n(y)}q{n(w * 0.2)} {n(-h * 0.4)} 0 {n(-h * 0.76)}"
        f"q{n(w * 0.56)} {n(h * 0.26)} {n(w * 0.38)} {n(h * 0.76)}Z"
    )
    return (
        path(d, color)
        + path(side, dark(color, 0.18))
        + line(f"M{n(x + w * 0.34)} {n(y - h * 0.76)}h{n(w * 0.3)}", WOOD_DEEP, h * 0.08)
    )


def crate(x: float, y: float, w: float = 16, h: float = 12, color: str = "#b98a55") -> str:
    """Draw a crate standing on a place."""
    slats = f"M{n(x)} {n(y - h * 0.33)}h{n(w)}M{n(x)} {n(y - h * 0.67)}h{n(w)}"
    posts = boxes([(x, y - h, w * 0.12, h), (x + w * 0.88, y - h, w * 0.12, h)], dark(color, 0.25))
    return (
        box(x, y - h, w, h, color)
        + box(x + w * 0.6, y - h, w * 0.4, h, dark(color, 0.12))
        + line(slats, dark(color, 0.32), 0.9)
        + posts
    )


def basket(x: float, y: float, w: float, h: float, color: str = "#c08d4e") -> str:
    """Draw a wicker basket standing on a place."""
    d = f"M{n(x)} {n(y - h)}h{n(w)}l{n(-w * 0.1)} {n(h)}h{n(-w * 0.8)}Z"
    side = f"M{n(x + w * 0.62)} {n(y - h)}h{n(w * 0.38)}l{n(-w * 0.1)} {n(h)}h{n(-w * 0.28)}Z"
    weave = "".join(f"M{n(x + w * 0.06)} {n(y - h * part)}h{n(w * 0.88)}" for part in (0.3, 0.55))
    ribs = "".join(f"M{n(x + w * part)} {n(y - h)}v{n(h)}" for part in (0.2, 0.35, 0.5, 0.65, 0.8))
    rim = line(f"M{n(x)} {n(y - h)}h{n(w)}", pale(color, 0.3), h * 0.16)
    return path(d, color) + path(side, dark(color, 0.18)) + line(weave + ribs, dark(color, 0.3), 0.8) + rim


def cloth(color: str, other: str = CREAM) -> str:
    """Draw a checked market cloth: the ground of goods."""
    squares: list[Box] = [(x, y, 15, 15) for y in (60, 90) for x in range(0, 120, 30)]
    squares += [(x, 75, 15, 15) for x in range(15, 120, 30)]
    return box(0, 60, WIDTH, 30, other) + boxes(squares, color) + box(0, 60, WIDTH, 1.4, dark(color, 0.2))


def shadow(x: float, y: float, rx: float, ry: float = 2.5) -> str:
    """Draw the shadow under something."""
    return haze(oval(x, y, rx, ry, "#2a1a12"), 0.28)
