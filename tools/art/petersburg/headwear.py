"""Hair, wigs and hats of the people, on the same square as they are."""

from __future__ import annotations

from tools.art.petersburg.people import SNOW
from tools.art.petersburg.shapes import (
    GOLD,
    GOLD_DEEP,
    GOLD_LIT,
    dark,
    disc,
    discs,
    line,
    n,
    path,
)

# Hair


def hair(color: str, low: float = 30) -> str:
    """Draw short hair round a face: to be drawn after the head."""
    d = (
        f"M19.500 {n(low)}C17.500 18 22 11.500 32 11.500S46.500 18 44.500 {n(low)}"
        "c-2-2-2.400-5-3-8.500-6.500 1.300-13.500 .6-18.500-.8-1 3.300-1.500 "
        "6.500-3.500 9.300Z"
    )
    return path(d, color) + path(
        f"M37 12c6 1.800 9 7.500 7.500 {n(low - 12)}-2-2-2.400-5-3-8.500l-3.500.2c1-4 .5-7-1-9.700Z",
        dark(color, 0.2),
    )


def long_hair(color: str, low: float = 46) -> str:
    """Draw hair that falls on the shoulders: to be drawn before the head."""
    d = (
        "M17.500 30C15.500 17 22 10 32 10s16.500 7 14.500 20"
        f"q1 {n(low - 36)} 3 {n(low - 30)}-8 3-11 0H25.500q-3 3-11 0 2-6 3-{n(low - 30)}"
        "Z"
    )
    return path(d, color) + path(
        f"M38 11q10 4 8.500 19 1 {n(low - 36)} 3 {n(low - 30)}-8 3-11 0Z", dark(color, 0.18)
    )


def fringe(color: str) -> str:
    """Draw hair parted in the middle over a forehead."""
    return path(
        "M20.500 28q0-14 11.500-14t11.500 14q-3-6-6.500-7.500-3 1-5-2-2 3-5 2-3.500 1.500-6.500 7.500Z", color
    )


def wig(color: str = SNOW) -> str:
    """Draw a powdered wig with curls at the ears: before the head."""
    curls = discs([(18.5, 29), (17.8, 34), (18.6, 39)], 3.4, color) + discs(
        [(45.5, 29), (46.2, 34), (45.4, 39)], 3.4, dark(color, 0.14)
    )
    return (
        path("M18.500 30C16 15 22 9 32 9s16 6 13.500 21Z", color)
        + path("M38 10q9 4 7.500 20h-6Z", dark(color, 0.14))
        + curls
    )


def wig_top(color: str = SNOW) -> str:
    """Draw the roll of a wig over the forehead: after the head."""
    return path("M20 26q-1-14 12-14t12 14q-3-5-5.500-6-6.500 1.600-13 0-2.500 1-5.500 6Z", color) + line(
        "M23 20q9-5 18 0M25 16.500q7-3 14 0", dark(color, 0.16), 1
    )


def full_wig(color: str = SNOW) -> str:
    """Draw the great wig of a judge: before the head."""
    rows = [(15.5, y) for y in (26, 32, 38, 44, 50)] + [(19.5, y) for y in (22, 47, 53)]
    other = [(48.5, y) for y in (26, 32, 38, 44, 50)] + [(44.5, y) for y in (22, 47, 53)]
    top = path("M16 30C13 13 22 7 32 7s19 6 16 23l-2 22h-5V24H23v28h-5Z", color)
    return (
        top
        + discs(rows, 4.2, color)
        + discs(other, 4.2, dark(color, 0.14))
        + path("M40 8q10 5 8 22l-2 22h-5V24q2-9-1-16Z", dark(color, 0.14))
    )


def high_wig(color: str = SNOW) -> str:
    """Draw the towering hair of a lady: before the head."""
    d = (
        "M17 34C12 34 11 27 15 25 11 21 14 13 19 13 19 5 26 1 32 3"
        "c6-2 13 2 13 10 5 0 8 8 4 12 4 2 3 9-2 9-1 5-3 8-4 10H21c-1-2-3-5-4-10Z"
    )
    shade = "M38 2.600q7 1.400 7 10.400c5 0 8 8 4 12 4 2 3 9-2 9-1 5-3 8-4 10h-4q6-22-1-41.400Z"
    return (
        path(d, color)
        + path(shade, dark(color, 0.13))
        + line(
            "M19 14q4 1 5 4M27 4.500q0 6 4 8M37 4.500q-1 5-5 7M15.500 25q3-1 5 1M48.500 25q-3-1-5 1",
            dark(color, 0.2),
            1.1,
        )
    )


# Hats


def tricorn(color: str = "#2a3040", trim: str = GOLD) -> str:
    """Draw a three-cornered hat."""
    d = (
        "M7 21.500C13 10.500 22 5.500 32 5.500s19 5 25 16"
        "c-5.500.3-9.500-1.500-12.500-2.800-8-2-17-2-25 0"
        "C16.500 20 12.500 21.800 7 21.500Z"
    )
    side = "M36 5.700c9 1.300 16 6.300 21 15.800-5.500.3-9.500-1.500-12.500-2.800l-5.500-1c2-4 1-8.500-3-12Z"
    edge = (
        line("M8 21.200c5 .2 9-1.500 12-2.700 8-2 16-2 24 0 3 1.200 7 2.900 12 2.700", trim, 1.4)
        if trim
        else ""
    )
    return path(d, color) + path(side, dark(color, 0.35)) + edge


def plume(color: str) -> str:
    """Draw a feather on a hat."""
    return path("M42 12C44 3 51-1 58 2c-1 7-7 11-15 12.500Z", color) + line(
        "M43 13.500C47 9 52 5.500 56.500 3", dark(color, 0.25), 0.9
    )


def fur_hat(color: str, crown: str) -> str:
    """Draw a hat with a broad brim of fur."""
    d = (
        "M13.500 19"
        "c0-3 2.500-4.400 5-3.300 2.500-2 6-2.300 8.500-1.200 3-1 7-1 10 0 2.500-1 6-.8 "
        "8.500 1.200 2.500-1 5 .3 5 3.300s-2 5-4.600 4.500"
        "c-3 1.600-6 1.300-8.900.6-3 .8-7 .8-10 0-3 .7-6 "
        "1-8.900-.6-2.600.5-4.600-1.500-4.600-4.500Z"
    )
    top = path("M16.500 17C17 8 24 5 32 5s15 3 15.500 12Z", crown) + path(
        "M38 5.600q9 2 9.500 11.400H39q2-6-1-11.400Z", dark(crown, 0.25)
    )
    return (
        top
        + path(d, color)
        + path(
            "M44 14.700q1 .2 1.500 1c2.500-1 5 .3 5 3.300s-2 5-4.600 4.500"
            "c-3 1.600-6 1.300-8.900 .6 4-2 6.500-5 7-9.400Z",
            dark(color, 0.2),
        )
    )


def cap(color: str, band: str) -> str:
    """Draw a soft cap."""
    return (
        path("M17 20c-1-9 6-13.500 15-13.500S49 11 47 20Z", color)
        + path("M38 7q11 2 9 13h-7q2-7-2-13Z", dark(color, 0.22))
        + path("M17 18q15-4 30 0v4.500q-15-4-30 0Z", band)
    )


def crown(gem: str = "#c0303a") -> str:
    """Draw an imperial crown."""
    arcs = path("M20 17C17 8 24 3 31 6v11ZM44 17C47 8 40 3 33 6v11Z", GOLD) + path(
        "M44 17C47 8 40 3 33 6v11h4q6-6 7 0Z", GOLD_DEEP
    )
    return (
        arcs
        + line("M32 17V4", GOLD_LIT, 2)
        + path("M19 16q13-3 26 0l-1 6q-12-3-24 0Z", GOLD_LIT)
        + discs([(25, 18.400), (39, 18.400)], 1.3, "#2f6ea8")
        + disc(32, 17.600, 1.6, gem)
        + disc(32, 3, 1.7, gem)
        + line("M32 1.500v-3M30.800-.2h2.400", GOLD_LIT, 0.9)
    )


def kerchief(color: str, dots: str = "") -> str:
    """Draw a kerchief round a face: before the head."""
    drawn = path("M17 30c0-14 6-20 15-20s15 6 15 20q0 9-4 15H21q-4-6-4-15Z", color) + path(
        "M38 11q9 4 9 19 0 9-4 15h-5q6-18 0-34Z", dark(color, 0.2)
    )
    return drawn + (discs([(20, 22), (25, 15), (32, 12.5), (39, 15), (44, 22)], 1.2, dots) if dots else "")
