"""People seen to the waist: bodies, heads, hair, hats and what they wear.

They are drawn on a square of 64 units, the head about (32, 28); `person` puts them into a picture.
"""

from __future__ import annotations

from tools.art.shapes import *

FAIR, TAN, RUDDY, OLD = "#f4cda8", "#dba67a", "#efb592", "#eac4a6"
BROWN, BLACK, GINGER, FLAXEN, GREY, SNOW = "#6b4423", "#2f2622", "#c05a24", "#d9b25c", "#b9b2a8", "#f6f1e6"
LIPS = "#8a3a2c"


def person(*parts: str, x: float = 15, y: float = 0, scale: float = 1.41) -> str:
    """Put a person into a picture: in the middle, as large as it is."""
    return put(x, y, scale)(*parts)


# Bodies


def body(coat: str, wide: float = 1) -> str:
    """Draw shoulders and chest."""
    left, right = 32 - 26 * wide, 32 + 26 * wide
    from_left = f"M{number(left)} 66C{number(left + 2)} 50 {number(left + 10)} 45 32 44"
    side = (
        f"M40 44.6C{number(right - 8)} 46 {number(right - 2)} 52 {number(right)} 66H40C44 58 44 50 40 44.6Z"
    )
    return shaded(f"{from_left}S{number(right - 2)} 50 {number(right)} 66Z", side, coat, 0.18)


def shirt(color: str = WHITE) -> str:
    """Draw the shirt between the lapels."""
    return path("M24 45l8 21 8-21-8 3Z", color)


def lapels(color: str, trim: str = "") -> str:
    """Draw open lapels, with a line of trimming if wanted."""
    edge = "M25 45l-5.5 3.5 3 4.5-3 2 9.5 10M39 45l5.5 3.5-3 4.5 3 2-9.5 10"
    cloth = path("M25 44l-6 4 3 5-3 2 11 11-2-12ZM39 44l6 4-3 5 3 2-11 11 2-12Z", color)
    return cloth + (line(edge, trim, 0.9) if trim else "")


def jabot() -> str:
    """Draw the lace at a throat."""
    folds = line("M28.5 49q3.5 2.5 7 0M28 53q4 2.5 8 0M29 57q3 2 6 0", "#cfc3a6", 1)
    return path("M27 43h10l2 4-3 12q-4 4-8 0l-3-12Z", WHITE) + folds


def cravat(color: str = WHITE) -> str:
    """Draw a knotted neckcloth."""
    knot = line("M30 48q2 1 4 0", dark(color, 0.25), 1)
    return path("M24 43q8 5 16 0l1 4q-9 5-18 0ZM30 48l-4 7 6-3 6 3-4-7Z", color) + knot


def epaulettes() -> str:
    """Draw golden shoulders."""
    fringe = "M9 53l1 4M11.5 53.5l1 4M14 52.5l.5 3.5M55 53l-1 4M52.5 53.5l-1 4M50 52.5l-.5 3.5"
    pads = path("M9 53q2-6 9-7l1 5q-5 1-7 5ZM55 53q-2-6-9-7l-1 5q5 1 7 5Z", GOLD)
    return pads + line(fringe, GOLD_DEEP, 1)


def sash(color: str) -> str:
    """Draw an order's ribbon across the chest."""
    return path("M19 47l5-2 24 17v4h-6Z", color) + line("M22 46l22 17", pale(color, 0.35), 0.8)


def star(x: float, y: float, r: float = 4) -> str:
    """Draw the star of an order."""
    d = "M0 -1l.3 .7 .7 .3 -.7 .3 -.3 .7 -.3 -.7 -.7 -.3 .7 -.3Z"
    return disc(x, y, r * 0.62, GOLD_DEEP) + path(d, GOLD_LIT, x, y, r) + disc(x, y, r * 0.3, "#2f5f9c")


def fur(color: str, spots: str = "") -> str:
    """Draw a broad fur collar, with tails on ermine."""
    collar = "M12 52q6-9 14-9l6 12 6-12q8 0 14 9-2 6-7 6-7 2-13 8-6-6-13-8-5 0-7-6Z"
    side = "M38 43q8 0 14 9-2 6-7 6-7 2-13 8 4-10 6-23Z"
    tails = "M18 51l1 2M24 53l.6 2M22 48l.6 2M40 53l-.6 2M45 51l-1 2M42 48l-.6 2M30 58l.3 2M35 58l-.3 2"
    return shaded(collar, side, color, 0.12) + (line(tails, spots, 1.3) if spots else "")


def chain() -> str:
    """Draw a chain of office."""
    links = line("M20 47q3 13 12 14 9-1 12-14", GOLD, 2.2)
    return links + disc(32, 60.5, 3.4, GOLD_DEEP) + disc(31.7, 60.2, 2.7, GOLD_LIT)


def gown(color: str, skin: str = FAIR) -> str:
    """Draw a dress with an open neck and lace."""
    skin_side = "M34 44.5q5 .5 8 1.5l-2 9q-3 1.6-6 1.9 2-6 0-12.4Z"
    dress = "M8 66c1-12 6-18 14-20l2 9q8 5 16 0l2-9c8 2 13 8 14 20Z"
    return (
        shaded("M22 46q10-4 20 0l-2 9q-8 4-16 0Z", skin_side, skin, 0.14)
        + shaded(dress, "M42 46c8 2 13 8 14 20H38q4-6 2-11Z", color, 0.18)
        + line("M22 47l2 8q8 5 16 0l2-8", WHITE, 1.8)
    )


def stripes(color: str) -> str:
    """Draw the stripes of a waistcoat."""
    return boxes([(28.5, 47, 1.2, 18), (31.4, 48, 1.2, 18), (34.3, 47, 1.2, 18)], color)


# Heads


def head(skin: str = FAIR, y: float = 28, rx: float = 11.5, ry: float = 13.5) -> str:
    """Draw a head, its right side in shadow, on a neck in the shadow of the chin."""
    neck = path("M26.5 38h11v7q-5.5 5-11 0Z", dark(skin, 0.2))
    shade = path("M0 1A1 1 0 0 0 0 -1C.7 -.5 .74 .5 0 1Z", dark(skin, 0.13), 32, y, rx, ry)
    return neck + oval(32, y, rx, ry, skin) + shade


def eyes() -> str:
    """Draw open eyes."""
    return discs([(27.2, 28.5), (36.8, 28.5)], 1.7, INK) + discs([(26.6, 27.9), (36.2, 27.9)], 0.5, WHITE)


def brows(color: str, kind: str = "calm") -> str:
    """Draw eyebrows: calm, stern, raised or sly."""
    kinds = {
        "calm": "M24.3 24.8q2.7-1.7 5.4 0M34.3 24.5q2.7-1.7 5.4 .3",
        "stern": "M24 23.7l5.8 1.8M40 23.7l-5.8 1.8",
        "raised": "M24.3 23.5q2.7-2.6 5.4-.4M34.3 23.1q2.7-2.2 5.4 .4",
        "sly": "M24.3 25.1l5.6-.2M34.3 23.1q3-2 5.6 .8",
    }
    return line(kinds[kind], color, 1.6)


def nose(skin: str = FAIR, big: bool = False) -> str:
    """Draw a nose."""
    if big:
        return path("M31 27.5q-3 6-2 6.5 3 1.6 6 0 1-.5-2-6.5Z", dark(skin, 0.2))
    return line("M32 29v4l-1.6.5", dark(skin, 0.3), 1.2)


def mouth(kind: str = "smile", y: float = 37) -> str:
    """Draw a mouth: smile, calm, stern, lips or grin."""
    if kind == "lips":
        return path("M28.5 0q1.7-1.5 3.5-.5 1.8-1 3.5 .5-1.3 2.3-3.5 2.3t-3.5-2.3Z", "#b23a3c", 0, y)
    if kind == "grin":
        teeth = path("M28.5 -.3q3.5 1 7 0l-.6 1.3h-5.8Z", WHITE, 0, y)
        return path("M27 -1q5 2 10 0-1 4.5-5 4.5t-5-4.5Z", "#7a2d26", 0, y) + teeth
    d = {"smile": "q3.5 2.6 7 0", "calm": "q3.5 .8 7 0", "stern": "q3.5-1.6 7 0"}[kind]
    return line(f"M28.5 {number(y)}{d}", LIPS, 1.5)


def cheeks(color: str = "#e58f78") -> str:
    """Draw red cheeks."""
    return discs([(24.6, 33.2)], 2.5, color) + discs([(39.6, 33.2)], 2.2, dark(color, 0.12))


def face(skin: str, hair: str, brow: str = "calm", lips: str = "smile", rosy: bool = False) -> str:
    """Draw what a face is made of, in one go."""
    return (cheeks() if rosy else "") + eyes() + brows(hair, brow) + nose(skin) + mouth(lips)


def moustache(color: str, long: bool = False) -> str:
    """Draw a moustache."""
    short = "M32 34.4c-2.6-1.6-6.3-1-7.6 1.8 2.6 1.4 5.6 1.2 7.6-.4 2 1.6 5 1.8 7.6 .4-1.3-2.8-5-3.4-7.6-1.8Z"
    wide = "M32 34.2c-4-2-8 0-10.5 5.3 4 .5 8-.8 10.5-3.3 2.5 2.5 6.5 3.8 10.5 3.3C40 34.2 36 32.2 32 34.2Z"
    return path(wide if long else short, color)


def beard(color: str, long: float = 48) -> str:
    """Draw a full beard down to a line."""
    low, lower = number(long), number(long - 8)
    end = f"C44.5 {lower} 40 {low} 32 {low}"
    whole = f"M20.5 29c1 4 3 6 6 5.4 3-1.4 8-1.4 11 0 3 .6 5-1.4 6-5.4{end}S19.5 {lower} 20.5 29Z"
    side = f"M43.5 29{end} 38 {number(long - 5)} 39 39 37.5 34.4 40.5 35 42.5 33 43.5 29Z"
    return shaded(whole, side, color, 0.15) + line("M29.5 38.5q2.5 1.4 5 0", LIPS, 1.4)


def spectacles() -> str:
    """Draw round glasses on a nose."""
    rim = "a4.2 4.2 0 1 0 8.4 0 4.2 4.2 0 1 0-8.4 0"
    return (
        discs([(26.8, 29), (37.2, 29)], 4.2, "#eef6f6")
        + discs([(27.2, 29.2), (36.8, 29.2)], 1.6, INK)
        + line(f"M31 28.5q1-1 2 0M22.6 29{rim}M33 29{rim}", GOLD_DEEP, 1.2)
    )


def hand(x: float, y: float, skin: str = FAIR, r: float = 4.2) -> str:
    """Draw a closed hand."""
    return disc(x, y, r, skin) + line("M-.4 -.2h1M-.4 .35h1", dark(skin, 0.25), 0.8, x, y, r)


# Hair


def hair(color: str, low: float = 30) -> str:
    """Draw short hair round a face: to be drawn after the head."""
    y = number(low)
    whole = f"M19.5 {y}C17.5 18 22 11.5 32 11.5S46.5 18 44.5 {y}c-2-2-2.4-5-3-8.5-6.5 1.3-13.5 .6-18.5-.8"
    side = f"M37 12c6 1.8 9 7.5 7.5 {number(low - 12)}-2-2-2.4-5-3-8.5l-3.5.2c1-4 .5-7-1-9.7Z"
    return shaded(f"{whole}-1 3.3-1.5 6.5-3.5 9.3Z", side, color, 0.2)


def long_hair(color: str, low: float = 46) -> str:
    """Draw hair that falls on the shoulders: to be drawn before the head."""
    fall = f"1 {number(low - 36)} 3 {number(low - 30)}-8 3-11 0"
    whole = f"M17.5 30C15.5 17 22 10 32 10s16.5 7 14.5 20q{fall}H25.5q-3 3-11 0 2-6 3-{number(low - 30)}Z"
    return shaded(whole, f"M38 11q10 4 8.5 19 {fall}Z", color, 0.18)


def fringe(color: str) -> str:
    """Draw hair parted in the middle over a forehead."""
    return path("M20.5 28q0-14 11.5-14t11.5 14q-3-6-6.5-7.5-3 1-5-2-2 3-5 2-3.5 1.5-6.5 7.5Z", color)


def wig(color: str = SNOW) -> str:
    """Draw a powdered wig with curls at the ears: before the head."""
    return (
        shaded("M18.5 30C16 15 22 9 32 9s16 6 13.5 21Z", "M38 10q9 4 7.5 20h-6Z", color, 0.14)
        + discs([(18.5, 29), (17.8, 34), (18.6, 39)], 3.4, color)
        + discs([(45.5, 29), (46.2, 34), (45.4, 39)], 3.4, dark(color, 0.14))
    )


def wig_top(color: str = SNOW) -> str:
    """Draw the roll of a wig over the forehead: after the head."""
    roll = path("M20 26q-1-14 12-14t12 14q-3-5-5.5-6-6.5 1.6-13 0-2.5 1-5.5 6Z", color)
    return roll + line("M23 20q9-5 18 0M25 16.5q7-3 14 0", dark(color, 0.16), 1)


def full_wig(color: str = SNOW) -> str:
    """Draw the great wig of a judge: before the head."""
    curls = [(15.5, y) for y in (26, 32, 38, 44, 50)] + [(19.5, y) for y in (22, 47, 53)]
    return (
        path("M16 30C13 13 22 7 32 7s19 6 16 23l-2 22h-5V24H23v28h-5Z", color)
        + discs(curls, 4.2, color)
        + discs([(64 - x, y) for x, y in curls], 4.2, dark(color, 0.14))
        + path("M40 8q10 5 8 22l-2 22h-5V24q2-9-1-16Z", dark(color, 0.14))
    )


def high_wig(color: str = SNOW) -> str:
    """Draw the towering hair of a lady: before the head."""
    right = "5 0 8 8 4 12 4 2 3 9-2 9-1 5-3 8-4 10"
    whole = (
        f"M17 34C12 34 11 27 15 25 11 21 14 13 19 13 19 5 26 1 32 3c6-2 13 2 13 10 {right}H21c-1-2-3-5-4-10Z"
    )
    curls = "M19 14q4 1 5 4M27 4.5q0 6 4 8M37 4.5q-1 5-5 7M15.5 25q3-1 5 1M48.5 25q-3-1-5 1"
    side = f"M38 2.6q7 1.4 7 10.4c{right}h-4q6-22-1-41.4Z"
    return shaded(whole, side, color, 0.13) + line(curls, dark(color, 0.2), 1.1)


# Hats


def tricorn(color: str = "#2a3040", trim: str = GOLD) -> str:
    """Draw a three-cornered hat."""
    brim = "-5.5.3-9.5-1.5-12.5-2.8"
    whole = f"M7 21.5C13 10.5 22 5.5 32 5.5s19 5 25 16c{brim}-8-2-17-2-25 0C16.5 20 12.5 21.8 7 21.5Z"
    side = f"M36 5.7c9 1.3 16 6.3 21 15.8{brim}l-5.5-1c2-4 1-8.5-3-12Z"
    edge = "M8 21.2c5 .2 9-1.5 12-2.7 8-2 16-2 24 0 3 1.2 7 2.9 12 2.7"
    return shaded(whole, side, color, 0.35) + line(edge, trim, 1.4)


def plume(color: str) -> str:
    """Draw a feather on a hat."""
    quill = line("M43 13.5C47 9 52 5.5 56.5 3", dark(color, 0.25), 0.9)
    return path("M42 12C44 3 51-1 58 2c-1 7-7 11-15 12.5Z", color) + quill


def fur_hat(color: str, crown: str) -> str:
    """Draw a hat with a broad brim of fur."""
    brim = (
        "M13.5 19c0-3 2.5-4.4 5-3.3 2.5-2 6-2.3 8.5-1.2 3-1 7-1 10 0 2.5-1 6-.8 8.5 1.2 2.5-1 5 .3 5 3.3"
        "s-2 5-4.6 4.5c-3 1.6-6 1.3-8.9.6-3 .8-7 .8-10 0-3 .7-6 1-8.9-.6-2.6.5-4.6-1.5-4.6-4.5Z"
    )
    brim_side = "M44 14.7q1 .2 1.5 1c2.5-1 5 .3 5 3.3s-2 5-4.6 4.5c-3 1.6-6 1.3-8.9 .6 4-2 6.5-5 7-9.4Z"
    top = shaded("M16.5 17C17 8 24 5 32 5s15 3 15.5 12Z", "M38 5.6q9 2 9.5 11.4H39q2-6-1-11.4Z", crown, 0.25)
    return top + shaded(brim, brim_side, color, 0.2)


def cap(color: str, band: str) -> str:
    """Draw a soft cap."""
    crown = shaded("M17 20c-1-9 6-13.5 15-13.5S49 11 47 20Z", "M38 7q11 2 9 13h-7q2-7-2-13Z", color, 0.22)
    return crown + path("M17 18q15-4 30 0v4.5q-15-4-30 0Z", band)


def crown(gem: str = "#c0303a") -> str:
    """Draw an imperial crown."""
    return (
        path("M20 17C17 8 24 3 31 6v11ZM44 17C47 8 40 3 33 6v11Z", GOLD)
        + path("M44 17C47 8 40 3 33 6v11h4q6-6 7 0Z", GOLD_DEEP)
        + line("M32 17V4", GOLD_LIT, 2)
        + path("M19 16q13-3 26 0l-1 6q-12-3-24 0Z", GOLD_LIT)
        + discs([(25, 18.4), (39, 18.4)], 1.3, "#2f6ea8")
        + disc(32, 17.6, 1.6, gem)
        + disc(32, 3, 1.7, gem)
        + line("M32 1.5v-3M30.8-.2h2.4", GOLD_LIT, 0.9)
    )


def kerchief(color: str, dots: str = "") -> str:
    """Draw a kerchief round a face: before the head."""
    cloth = "M17 30c0-14 6-20 15-20s15 6 15 20q0 9-4 15H21q-4-6-4-15Z"
    drawn = shaded(cloth, "M38 11q9 4 9 19 0 9-4 15h-5q6-18 0-34Z", color, 0.2)
    return drawn + (discs([(20, 22), (25, 15), (32, 12.5), (39, 15), (44, 22)], 1.2, dots) if dots else "")


def peter(coat: str) -> str:
    """Draw the Czar Peter: dark locks, a small moustache, a soldier's coat."""
    dress = long_hair(BLACK, 42) + body(coat, 1.06) + lapels("#c0453c", GOLD) + cravat()
    return dress + head(rx=11) + face(FAIR, BLACK, "stern", "calm") + moustache(BLACK)
