"""The colours of the pictures: materials, each with three shades, by day and at dusk.

The light comes from the upper left: what lies flat is brightest (1), a wall to the left is the material
itself (2), a wall to the right is in the shade (3). In the sprite a colour is a variable, so that a theme may
set it.
"""

from __future__ import annotations

from tools.art.shapes import mix

MATERIALS = {
    "white": "#f6f2e8",
    "cream": "#efdcb6",
    "tan": "#d6a878",
    "brick": "#bf5f45",
    "terra": "#d2613d",
    "wood": "#9c6a42",
    "soil": "#a07a50",
    "sand": "#ead9a4",
    "stone": "#c9c4b8",
    "steel": "#93a1ae",
    "slate": "#5d6c80",
    "dark": "#414a57",
    "asphalt": "#70757e",
    "glass": "#7cb9da",
    "teal": "#3c9a92",
    "water": "#5fb8d4",
    "leaf": "#559a48",
    "pine": "#35764b",
    "grass": "#93c267",
    "wheat": "#e3b84c",
    "yellow": "#f3c534",
    "gold": "#dfa62f",
    "orange": "#ea8530",
    "red": "#d3402f",
    "pink": "#e89aa6",
    "purple": "#8a68b8",
    "blue": "#3d73c2",
}
SHADES = {1: ("#fffbe6", 0.2), 2: ("#000000", 0.0), 3: ("#27264f", 0.3)}
DUSK, DUSK_SHARE = "#1d2350", 0.36
# Colours that are no material: name, by day, at dusk
SINGLE = {
    "win": ("#5a7388", "#ffd98a"),
    "lamp": ("#ffe9a8", "#ffe07a"),
    "shadow": ("#1f274530", "#0a0d2455"),
    "line": ("#fdf8e6", "#c9c4b4"),
    "smoke": ("#f3eee4d0", "#aab0c8b0"),
    "kerb-residential": ("#4f9136", "#35682c"),
    "floor-residential": ("#a8d582", "#5f8c58"),
    "kerb-industrial": ("#efb61e", "#b98a1d"),
    "floor-industrial": ("#f6da8c", "#a8915a"),
    "kerb-commercial": ("#2f74c6", "#285a9c"),
    "floor-commercial": ("#a6cdf3", "#5f83b4"),
    "kerb-civic": ("#84827c", "#5f5f66"),
    "floor-civic": ("#d9d5cb", "#86868c"),
    "kerb-lake": ("#ecd99c", "#a39468"),
    "floor-lake": ("#63bfdb", "#2f7fa3"),
    "kerb-end": ("#f1e7d0", "#b5ad9c"),
    "floor-end": ("#e9dcbd", "#8f8672"),
}


def day_colour(name: str) -> str:
    """Find a colour by its name as it is by day, such as `brick3` or `win`."""
    if name in SINGLE:
        return SINGLE[name][0]
    other, share = SHADES[int(name[-1])]
    return mix(MATERIALS[name[:-1]], other, share)


def dusk_colour(name: str) -> str:
    """Find a colour by its name as it is at dusk."""
    return SINGLE[name][1] if name in SINGLE else mix(day_colour(name), DUSK, DUSK_SHARE)
