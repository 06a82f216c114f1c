"""The charts of a profile: how a rating went, and how accurate the last analysed games were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from burgomaster.core.svg_chart import Plot, band, dot, line, round_values, rows
from burgomaster.server.rating.numbers import Rating

WIDTH, RATING_HEIGHT, ACCURACY_HEIGHT = 640, 220, 150
LEAST_SPAN = 200  # points from the lowest to the highest, so that little looks like little


def rating_chart(dates: Sequence[float], ratings: Sequence[Rating]) -> dict[str, Any] | None:
    """Draw the ratings after each game, each within its margin; None where there are not two."""
    if len(ratings) < 2:
        return None
    low, high = span(ratings)
    plot = Plot(52, WIDTH - 12, 12, RATING_HEIGHT - 30, (0, len(ratings) - 1), (low, high))
    points = [(place, one.value) for place, one in enumerate(ratings)]
    upper = [(place, one.value + one.margin) for place, one in enumerate(ratings)]
    lower = [(place, one.value - one.margin) for place, one in enumerate(ratings)]
    drawn = (
        rows(plot, [(mark, f"{mark:g}") for mark in round_values(low, high)])
        + band(plot, lower, upper)
        + line(plot, points, "line")
        + dot(plot.right, plot.y(ratings[-1].value), 5, "point")
    )
    return describe(plot, RATING_HEIGHT, drawn, dates)


def span(ratings: Sequence[Rating]) -> tuple[int, int]:
    """Find the lowest and the highest points that are drawn; the wide margins of the beginning are cut."""
    low, high = min(one.value for one in ratings), max(one.value for one in ratings)
    margin = max(ratings[-1].margin, (LEAST_SPAN - (high - low)) // 2)
    return low - margin, high + margin


def accuracy_chart(dates: Sequence[float], values: Sequence[float]) -> dict[str, Any]:
    """Draw how accurate the last analysed games were in percent, the oldest on the left."""
    plot = Plot(40, WIDTH - 12, 10, ACCURACY_HEIGHT - 24, (0, max(1, len(values) - 1)), (0, 100))
    points = list(enumerate(values))
    drawn = rows(plot, [(level, str(level)) for level in (0, 50, 100)]) + line(plot, points, "line")
    drawn += "".join(dot(plot.x(place), plot.y(value), 3, "point") for place, value in points)
    mean = round(sum(values) / len(values))
    return {**describe(plot, ACCURACY_HEIGHT, drawn, dates), "mean": mean}


def describe(plot: Plot, height: int, drawn: str, dates: Sequence[float]) -> dict[str, Any]:
    """Hand a chart to the page, which writes the first and the last date below it."""
    return {
        "size": (WIDTH, height),
        "plot": plot,
        "drawn": Markup(drawn),
        "games": len(dates),
        "first_date": dates[0],
        "last_date": dates[-1],
    }
