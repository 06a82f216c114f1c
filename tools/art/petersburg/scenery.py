"""What lies behind and around: skies, ground, water, trees, rooms, and small things in the street."""

from __future__ import annotations

from tools.art.shapes import *

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


def backdrop(color: str, y: float = 0, h: float = HEIGHT) -> str:
    """Fill the whole width of a picture, from a height on."""
    return box(0, y, WIDTH, h, color)


def sky(kind: str = "day") -> str:
    """Draw a sky in three soft bands."""
    upper, middle, lower = SKIES[kind]
    bands = path("M0 34C30 24 62 36 120 22V90H0Z", middle) + path("M0 58C34 48 74 60 120 48V90H0Z", lower)
    return backdrop(upper) + bands


def sun(x: float, y: float, r: float = 8) -> str:
    """Draw the sun with its glow."""
    return haze(0.35)(disc(x, y, r * 1.9, "#fff4d0")) + disc(x, y, r, "#fff3cf")


def moon(x: float, y: float, r: float = 7) -> str:
    """Draw a crescent."""
    return path("M0 -1a1 1 0 1 0 1 1.3a.85 .85 0 0 1 -1 -1.3Z", "#fdf0c2", x, y, r)


def stars(*places: Place) -> str:
    """Draw stars."""
    return discs(places, 0.8, "#fdf3d0")


def cloud(x: float, y: float, size: float = 1) -> str:
    """Draw a cloud."""
    return haze(0.75)(path("M0 0q1 -5 7 -4q4 -6 10 -1q7 -1 8 5Z", "#fffdf4", x, y, size))


def pavement(color: str = "#cbb593", y: float = GROUND) -> str:
    """Draw a street of flat stones."""
    joints = "M0 6H120M14 0l-4 6M44 0l-2 6M78 0l2 6M108 0l4 6M26 6l-4 6M60 6v6M94 6l4 6"
    edge = backdrop(dark(color, 0.22), y, 1.4)
    return backdrop(color, y, HEIGHT - y) + edge + line(joints, dark(color, 0.13), 0.8, 0, y)


def meadow(color: str = "#8fae62", y: float = GROUND) -> str:
    """Draw soft ground: grass, snow or earth by its colour."""
    front = f"M60 90C80 {number(y + 4)} 100 {number(y + 3)} 120 {number(y + 5)}V90Z"
    return path(f"{place('M0 0C30 -5 84 -4 120 1', 0, y)}V90H0Z", color) + path(front, dark(color, 0.13))


def hills(color: str, y: float = 62) -> str:
    """Draw hills far away."""
    return path(f"{place('M0 4C18 -8 36 -4 52 2S92 -10 120 0', 0, y)}V90H0Z", color)


def water(y: float = 74, color: str = "#5f93a6") -> str:
    """Draw a river with glints."""
    glints = "M6 5h14M34 8h18M70 4h12M92 9h20M18 12h10M60 13h16"
    edge = backdrop(pale(color, 0.35), y, 1.6)
    return backdrop(color, y, HEIGHT - y) + edge + line(glints, pale(color, 0.5), 1.1, 0, y)


def quay(y: float = 72, color: str = "#b59f86") -> str:
    """Draw the granite embankment of the river."""
    joints = boxes([(x, y + 1.6, 0.8, 4.4) for x in range(10, 120, 22)], dark(color, 0.2))
    return backdrop(color, y, 6) + backdrop(pale(color, 0.45), y, 1.6) + joints


def skyline(color: str = "#a9b3b4", y: float = 66) -> str:
    """Draw roofs and a spire far away."""
    roofs = "v-7h10v-4h8v4h12v-9h9v9h11v-5h7v5h15l2-20 2 20h10v-7h9v7h12v-4h8v4h15v24H0Z"
    return path(f"M0 {y}{roofs}", color)


def fir(x: float, y: float, h: float, color: str = "#3f6b55") -> str:
    """Draw a fir whose foot is at a place."""
    tiers = "M0 -1L-.6 -.62H.6ZM0 -.78L-.82 -.36H.82ZM0 -.55L-1 -.1H1Z"
    trunk = box(x - h * 0.04, y - h * 0.12, h * 0.08, h * 0.12, WOOD_DEEP)
    return trunk + shaded(tiers, "M0 -1L.6 -.62H.4L1 -.1H0Z", color, 0.22, x, y, h * 0.36, h)


def tree(x: float, y: float, r: float, color: str = "#6f9a58") -> str:
    """Draw a round tree whose foot is at a place."""
    top = y - r * 1.9
    shade = path("M.2 -1A1 1 0 0 1 0 1Q.9 0 .2 -1Z", dark(color, 0.18), x, top, r)
    crown = disc(x, top, r, color) + shade + disc(x - r * 0.4, top - r * 0.35, r * 0.3, pale(color, 0.3))
    return box(x - r * 0.12, y - r * 1.2, r * 0.24, r * 1.2, WOOD) + crown


def birch(x: float, top: float, bottom: float, w: float = 5) -> str:
    """Draw the trunk of a birch."""
    rows = enumerate(range(int(top) + 4, int(bottom) - 2, 8))
    marks = "".join(place("M0 0h.5", x + (i % 2) * w * 0.45, y, w) for i, y in rows)
    trunk = box(x, top, w, bottom - top, "#f4efe2") + box(
        x + w * 0.66, top, w * 0.34, bottom - top, "#d3ccbd"
    )
    return trunk + line(marks, "#4a443c", 1.3)


def lamp(x: float, y: float, h: float = 24) -> str:
    """Draw a street lamp that burns."""
    post = f"M{number(x)} {number(y)}v{number(-h)}M{number(x - 2.4)} {number(y - h - 5.6)}h4.8"
    glow = haze(0.4)(disc(x, y - h - 2.6, 5, GOLD_LIT))
    return line(post, IRON, 1.6) + glow + disc(x, y - h - 2.6, 2.5, "#fff0c0")


def smoke(x: float, y: float, color: str = "#eee8dc") -> str:
    """Draw smoke that drifts to the right."""
    puffs = ((0, 0, 2.4), (3.5, -4.5, 3.4), (9, -8, 4.3))
    return haze(0.7)(*[disc(x + dx, y + dy, r, color) for dx, dy, r in puffs])


# Rooms


def room(wall: str, floor: str = "#9a6a42", y: float = 72) -> str:
    """Draw a room: wall, skirting, boards."""
    boards = f"M12 {number(y)}L4 90M38 {number(y)}l-5 18M66 {number(y)}l2 18M94 {number(y)}l7 18"
    return (
        backdrop(wall, 0, y)
        + path(f"M0 0H46C20 20 6 44 0 {number(y)}Z", pale(wall, 0.16))
        + backdrop(floor, y, HEIGHT - y)
        + backdrop(dark(wall, 0.25), y - 2.4, 2.4)
        + line(boards, dark(floor, 0.22), 0.9)
    )


def damask(color: str) -> str:
    """Draw the silk wall behind a portrait."""
    rows = ((x, y) for y in range(4, 78, 17) for x in range(8 if y % 2 else 18, 120, 20))
    leaves = "".join(f"M{x} {y}q4 3 0 9q-4-6 0-9Z" for x, y in rows)
    return (
        backdrop(color)
        + path("M0 0H62C36 18 14 48 4 90H0Z", pale(color, 0.14))
        + path(leaves, dark(color, 0.12))
        + path("M120 30C112 60 96 80 84 90H120Z", dark(color, 0.2))
    )


def curtain(color: str, right: bool = False) -> str:
    """Draw a gathered curtain at one side."""
    drawn = (
        path("M0 0H30C28 24 22 42 10 54C14 66 14 78 12 90H0Z", color)
        + line("M8 0C9 22 7 40 4 52M19 0C18 24 14 40 8 50", dark(color, 0.25), 1.6)
        + path("M4 50l9 2-1 5-9-1Z", GOLD)
    )
    return mirror(drawn) if right else drawn


def window(x: float, y: float, w: float, h: float, pane: str = "#bcd8de") -> str:
    """Draw a window of a room, with its light."""
    glass = box(x, y, w, h, pane) + path("M0 0h.7L0 .8Z", pale(pane, 0.5), x, y, w, h)
    bars = line("M.5 0v1M0 .5h1", WHITE, 1.3, x, y, w, h)
    return box(x - 1.5, y - 1.5, w + 3, h + 3, WHITE) + glass + bars


def rays(x: float, y: float, light: str, ends: str) -> str:
    """Draw rays from a place, each to two ends."""
    return "".join(path(f"M{x} {y}L{pair}Z", light) for pair in ends.split(", "))


def throne(color: str, light: str) -> str:
    """Draw the canopy and rays behind a crowned head."""
    left, right = "-6 10L-6 26, 4 -6L20 -6, 38 -8L50 -8", "100 -6L116 -6, 126 10L126 26, 126 50L126 66"
    return backdrop(color) + rays(60, 40, light, f"{left}, 70 -8L82 -8, {right}, -6 50L-6 66")


def table(y: float = 74, color: str = WOOD) -> str:
    """Draw a table top in front of a person."""
    edge = backdrop(color, y, 4) + backdrop(pale(color, 0.3), y, 1.2)
    return backdrop(dark(color, 0.2), y, HEIGHT - y) + edge


def shadow(x: float, y: float, rx: float, ry: float = 2.5) -> str:
    """Draw the shadow under something."""
    return haze(0.28)(oval(x, y, rx, ry, "#2a1a12"))
