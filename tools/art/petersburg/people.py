"""Parts of people seen to the waist: bodies, heads, hair, hats and what they wear.

They are drawn on a square of 64 units, the head about (32, 28); `person` puts them into a picture.
"""

from __future__ import annotations

from tools.art.petersburg.shapes import (
    GOLD,
    GOLD_DEEP,
    GOLD_LIT,
    INK,
    WHITE,
    boxes,
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

FAIR, TAN, RUDDY, OLD = "#f4cda8", "#dba67a", "#efb592", "#eac4a6"
BROWN, BLACK, GINGER, FLAXEN, GREY, SNOW = "#6b4423", "#2f2622", "#c05a24", "#d9b25c", "#b9b2a8", "#f6f1e6"


def person(art: str, x: float = 15, y: float = 0, scale: float = 1.41) -> str:
    """Put somebody into a picture: in the middle, as large as it is."""
    return put(art, x, y, scale)


# Bodies


def body(coat: str, wide: float = 1) -> str:
    """Draw shoulders and chest."""
    left, right = 32 - 26 * wide, 32 + 26 * wide
    d = f"M{n(left)} 66C{n(left + 2)} 50 {n(left + 10)} 45 32 44S{n(right - 2)} 50 {n(right)} 66Z"
    side = f"M40 44.600C{n(right - 8)} 46 {n(right - 2)} 52 {n(right)} 66H40C44 58 44 50 40 44.600Z"
    return path(d, coat) + path(side, dark(coat, 0.18))


def shirt(color: str = WHITE) -> str:
    """Draw the shirt between the lapels."""
    return path("M24 45l8 21 8-21-8 3Z", color)


def lapels(color: str, trim: str = "") -> str:
    """Draw open lapels, with a line of trimming if wanted."""
    drawn = path("M25 44l-6 4 3 5-3 2 11 11-2-12ZM39 44l6 4-3 5 3 2-11 11 2-12Z", color)
    return drawn + (
        line("M25 45l-5.500 3.500 3 4.500-3 2 9.500 10M39 45l5.500 3.500-3 4.500 3 2-9.500 10", trim, 0.9)
        if trim
        else ""
    )


def jabot() -> str:
    """Draw the lace at a throat."""
    folds = line("M28.500 49q3.500 2.500 7 0M28 53q4 2.500 8 0M29 57q3 2 6 0", "#cfc3a6", 1)
    return path("M27 43h10l2 4-3 12q-4 4-8 0l-3-12Z", WHITE) + folds


def cravat(color: str = WHITE) -> str:
    """Draw a knotted neckcloth."""
    return path("M24 43q8 5 16 0l1 4q-9 5-18 0ZM30 48l-4 7 6-3 6 3-4-7Z", color) + line(
        "M30 48q2 1 4 0", dark(color, 0.25), 1
    )


def buttons(y: float = 50, count: int = 3, x: float = 32) -> str:
    """Draw golden buttons down the front."""
    return discs([(x, y + 5 * i) for i in range(count)], 1.2, GOLD_LIT)


def braid() -> str:
    """Draw the frogging of a uniform."""
    return line("M26 51h12M25.500 55.500h13M25 60h14", GOLD, 1.4) + line("M32 48v16", GOLD_DEEP, 0.9)


def epaulettes() -> str:
    """Draw golden shoulders."""
    drawn = path("M9 53q2-6 9-7l1 5q-5 1-7 5ZM55 53q-2-6-9-7l-1 5q5 1 7 5Z", GOLD)
    return drawn + line(
        "M9 53l1 4M11.500 53.500l1 4M14 52.500l.5 3.500M55 53l-1 4M52.500 53.500l-1 4M50 52.500l-.5 3.500",
        GOLD_DEEP,
        1,
    )


def sash(color: str) -> str:
    """Draw an order's ribbon across the chest."""
    return path("M19 47l5-2 24 17v4h-6Z", color) + line("M22 46l22 17", pale(color, 0.35), 0.8)


def star(x: float, y: float, r: float = 4) -> str:
    """Draw the star of an order."""
    d = (
        f"M{n(x)} {n(y - r)}"
        f"l{n(r * 0.3)} {n(r * 0.7)} {n(r * 0.7)} {n(r * 0.3)} {n(-r * 0.7)} "
        f"{n(r * 0.3)} {n(-r * 0.3)} {n(r * 0.7)} {n(-r * 0.3)} {n(-r * 0.7)} "
        f"{n(-r * 0.7)} {n(-r * 0.3)} {n(r * 0.7)} {n(-r * 0.3)}Z"
    )
    return disc(x, y, r * 0.62, GOLD_DEEP) + path(d, GOLD_LIT) + disc(x, y, r * 0.3, "#2f5f9c")


def fur(color: str, spots: str = "") -> str:
    """Draw a broad fur collar, with tails on ermine."""
    drawn = path("M12 52q6-9 14-9l6 12 6-12q8 0 14 9-2 6-7 6-7 2-13 8-6-6-13-8-5 0-7-6Z", color)
    drawn += path("M38 43q8 0 14 9-2 6-7 6-7 2-13 8 4-10 6-23Z", dark(color, 0.12))
    return drawn + (
        line(
            "M18 51l1 2M24 53l.6 2M22 48l.6 2M40 53l-.6 2M45 51l-1 2M42 48l-.6 2M30 58l.3 2M35 58l-.3 2",
            spots,
            1.3,
        )
        if spots
        else ""
    )


def chain() -> str:
    """Draw a chain of office."""
    return (
        line("M20 47q3 13 12 14 9-1 12-14", GOLD, 2.2)
        + disc(32, 60.500, 3.4, GOLD_DEEP)
        + disc(31.700, 60.200, 2.7, GOLD_LIT)
    )


def gown(color: str, skin: str = FAIR) -> str:
    """Draw a dress with an open neck and lace."""
    neck = path("M22 46q10-4 20 0l-2 9q-8 4-16 0Z", skin) + path(
        "M34 44.500q5 .5 8 1.500l-2 9q-3 1.600-6 1.900 2-6 0-12.400Z", dark(skin, 0.14)
    )
    dress = path("M8 66c1-12 6-18 14-20l2 9q8 5 16 0l2-9c8 2 13 8 14 20Z", color) + path(
        "M42 46c8 2 13 8 14 20H38q4-6 2-11Z", dark(color, 0.18)
    )
    return neck + dress + line("M22 47l2 8q8 5 16 0l2-8", WHITE, 1.8)


# Heads


def neck(skin: str) -> str:
    """Draw a neck in the shadow of the chin."""
    return path("M26.500 38h11v7q-5.500 5-11 0Z", dark(skin, 0.2))


def head(skin: str = FAIR, y: float = 28, rx: float = 11.5, ry: float = 13.5) -> str:
    """Draw a face, its right side in shadow."""
    shade = (
        f"M32 {n(y + ry)}A{n(rx)} {n(ry)} 0 0 0 32 {n(y - ry)}"
        f"C{n(32 + rx * 0.7)} {n(y - ry * 0.5)} {n(32 + rx * 0.74)} {n(y + ry * 0.5)} 32 "
        f"{n(y + ry)}Z"
    )
    return oval(32, y, rx, ry, skin) + path(shade, dark(skin, 0.13))


def eyes(y: float = 28.5, dx: float = 4.8, r: float = 1.7) -> str:
    """Draw open eyes."""
    return discs([(32 - dx, y), (32 + dx, y)], r, INK) + discs(
        [(31.4 - dx, y - 0.6), (31.4 + dx, y - 0.6)], 0.5, WHITE
    )


def shut_eyes(y: float = 28.5) -> str:
    """Draw eyes closed in a smile."""
    return line(f"M24.800 {n(y)}q2.500-3 5 0M34.500 {n(y)}q2.500-3 5 0", INK, 1.6)


def brows(color: str, kind: str = "calm", y: float = 24.5) -> str:
    """Draw eyebrows: calm, stern, raised or sly."""
    d = {
        "calm": f"M24.300 {n(y + 0.3)}q2.700-1.700 5.400 0M34.300 {n(y)}q2.700-1.700 5.400 .3",
        "stern": f"M24 {n(y - 0.8)}l5.800 1.800M40 {n(y - 0.8)}l-5.800 1.800",
        "raised": f"M24.300 {n(y - 1)}q2.700-2.600 5.400-.4M34.300 {n(y - 1.4)}q2.700-2.200 5.400 .4",
        "sly": f"M24.300 {n(y + 0.6)}l5.600-.2M34.300 {n(y - 1.4)}q3-2 5.600 .8",
    }[kind]
    return line(d, color, 1.6)


def nose(skin: str = FAIR, big: bool = False) -> str:
    """Draw a nose."""
    if big:
        return path("M31 27.500q-3 6-2 6.500 3 1.600 6 0 1-.5-2-6.500Z", dark(skin, 0.2))
    return line("M32 29v4l-1.600.5", dark(skin, 0.3), 1.2)


def mouth(kind: str = "smile", y: float = 37) -> str:
    """Draw a mouth: smile, calm, stern, lips or grin."""
    if kind == "lips":
        return path(
            f"M28.500 {n(y)}q1.700-1.500 3.500-.5 1.800-1 3.500 .5-1.300 2.300-3.500 2.300t-3.500-2.300Z",
            "#b23a3c",
        )
    if kind == "grin":
        return path(f"M27 {n(y - 1)}q5 2 10 0-1 4.500-5 4.500t-5-4.500Z", "#7a2d26") + path(
            f"M28.500 {n(y - 0.3)}q3.500 1 7 0l-.6 1.300h-5.800Z", WHITE
        )
    d = {"smile": "q3.500 2.600 7 0", "calm": "q3.500 .8 7 0", "stern": "q3.500-1.600 7 0"}[kind]
    return line(f"M28.500 {n(y)}{d}", "#8a3a2c", 1.5)


def cheeks(color: str = "#e58f78") -> str:
    """Draw red cheeks."""
    return discs([(24.6, 33.2)], 2.5, color) + discs([(39.6, 33.2)], 2.2, dark(color, 0.12))


def face(skin: str, hair: str, brow: str = "calm", lips: str = "smile", rosy: bool = False) -> str:
    """Draw what a face is made of, in one go."""
    return (cheeks() if rosy else "") + eyes() + brows(hair, brow) + nose(skin) + mouth(lips)


def moustache(color: str, long: bool = False) -> str:
    """Draw a moustache."""
    if long:
        return path(
            "M32 34.200"
            "c-4-2-8 0-10.500 5.300 4 .5 8-.8 10.500-3.300 2.500 2.500 6.500 3.800 10.500 "
            "3.300C40 34.200 36 32.200 32 34.200Z",
            color,
        )
    return path(
        "M32 34.400"
        "c-2.600-1.600-6.300-1-7.600 1.800 2.600 1.400 5.600 1.200 7.600-.4 2 1.600 5 "
        "1.800 7.600 .4-1.300-2.800-5-3.400-7.600-1.800Z",
        color,
    )


def beard(color: str, long: float = 48) -> str:
    """Draw a full beard down to a line."""
    d = (
        "M20.500 29c1 4 3 6 6 5.400 3-1.400 8-1.400 11 0 3 .6 5-1.400 6-5.400"
        f"C44.500 {n(long - 8)} 40 {n(long)} 32 {n(long)}S19.500 {n(long - 8)} 20.500 29"
        "Z"
    )
    side = (
        "M43.500 29"
        f"C44.500 {n(long - 8)} 40 {n(long)} 32 {n(long)} 38 {n(long - 5)} 39 39 37.500 "
        "34.400 40.500 35 42.500 33 43.500 29Z"
    )
    return (
        path(d, color)
        + path(side, dark(color, 0.15))
        + line("M29.500 38.500q2.500 1.400 5 0", "#8a3a2c", 1.4)
    )


def spectacles() -> str:
    """Draw round glasses on a nose."""
    glass = discs([(26.8, 29), (37.2, 29)], 4.2, "#eef6f6")
    return (
        glass
        + discs([(27.2, 29.2), (36.8, 29.2)], 1.6, INK)
        + line(
            "M31 28.500q1-1 2 0M22.600 29"
            "a4.200 4.200 0 1 0 8.400 0 4.200 4.200 0 1 0-8.400 0M33 29"
            "a4.200 4.200 0 1 0 8.400 0 4.200 4.200 0 1 0-8.400 0",
            GOLD_DEEP,
            1.2,
        )
    )


def hand(x: float, y: float, skin: str = FAIR, r: float = 4.2) -> str:
    """Draw a closed hand."""
    return disc(x, y, r, skin) + line(
        f"M{n(x - r * 0.4)} {n(y - r * 0.2)}h{n(r)}M{n(x - r * 0.4)} {n(y + r * 0.35)}h{n(r)}",
        dark(skin, 0.25),
        0.8,
    )


def ermine() -> str:
    """Draw the royal fur."""
    return fur("#fbf6ea", INK)


def stripes(color: str) -> str:
    """Draw the stripes of a waistcoat."""
    return boxes([(28.5, 47, 1.2, 18), (31.4, 48, 1.2, 18), (34.3, 47, 1.2, 18)], color)
