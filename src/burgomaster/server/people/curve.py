"""The curve of a rating, ready to be drawn: a line, and around it how far off it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from burgomaster.server.rating.numbers import Rating

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 30
STEPS = (50, 100, 200, 250, 500, 1000)
MOST_LINES = 6
LEAST_SPAN = 200  # points from the lowest to the highest, so that little looks like little


@dataclass(frozen=True)
class Curve:
    """A drawn curve."""

    points: str  # of a polyline
    band: str  # of a polygon
    lines: tuple[tuple[int, float], ...]  # points with their height
    last: tuple[float, float]
    first_date: float
    last_date: float
    games: int
    size: tuple[int, int] = (WIDTH, HEIGHT)
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def draw_curve(dates: Sequence[float], ratings: Sequence[Rating]) -> Curve | None:
    """Draw the ratings after each game; None where there are not two."""
    if len(ratings) < 2:
        return None
    low, high = span(ratings)
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * place / (len(ratings) - 1) for place in range(len(ratings))]

    def height(points: float) -> float:
        shown = min(max(points, low), high)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - shown) / (high - low), 1)

    upper = [(x, height(one.value + one.margin)) for x, one in zip(xs, ratings, strict=True)]
    lower = [(x, height(one.value - one.margin)) for x, one in zip(xs, ratings, strict=True)]
    line = [(x, height(one.value)) for x, one in zip(xs, ratings, strict=True)]
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    marks = range(-(-low // step) * step, high + 1, step)
    return Curve(
        written(line),
        written([*upper, *lower[::-1]]),
        tuple((mark, height(mark)) for mark in marks),
        line[-1],
        dates[0],
        dates[-1],
        len(ratings),
    )


def span(ratings: Sequence[Rating]) -> tuple[int, int]:
    """Find the lowest and the highest points that are drawn; the wide margins of the beginning are cut."""
    low, high = min(one.value for one in ratings), max(one.value for one in ratings)
    margin = max(ratings[-1].margin, (LEAST_SPAN - (high - low)) // 2)
    return low - margin, high + margin


def written(points: Sequence[tuple[float, float]]) -> str:
    """Write points as an svg has them."""
    return " ".join(f"{x:.1f},{y:g}" for x, y in points)
