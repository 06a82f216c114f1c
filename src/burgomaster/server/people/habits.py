"""Charts of a profile: what somebody buys, where their points come from and how accurate they play; the curve
of a rating.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import item_names, statistics_of
from burgomaster.server.people.history import Row
from burgomaster.server.rating.numbers import Rating

FAVOURITES = 6  # items that a profile shows
FEWEST = 5  # games with an item, to say how often they were won
WIDTH, HEIGHT = 640, 150
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 10, 24
LINES = (0, 50, 100)
NOTHING: Mapping[str, Any] = {"sources": [], "favourites": [], "accuracy": None}
CURVE_WIDTH, CURVE_HEIGHT = 640, 220
CURVE_LEFT, CURVE_RIGHT, CURVE_TOP, CURVE_BOTTOM = 52, 12, 12, 30
STEPS = (50, 100, 200, 250, 500, 1000)
MOST_LINES = 6
LEAST_SPAN = 200  # points from the lowest to the highest, so that little looks like little


def habits(rows: Sequence[Row], accuracies: Sequence[Row], language: str) -> dict[str, dict[str, Any]]:
    """Describe somebody's habits by game."""
    found: dict[str, dict[str, Any]] = {}
    for game in {row["game"] for row in rows} & set(game_names()):
        own = [row for row in rows if row["game"] == game]
        n_games = sum(row["games"] for row in own)
        if statistics_of(game) is not None and n_games:
            items, sources = added_items(own), added_sources(own)
            found[game] = {
                "accuracy": None,
                "sources": source_rows(game, sources, n_games, language),
                "favourites": favourite_rows(game, items, n_games, language),
            }
    for game in {row["game"] for row in accuracies}:
        chart = accuracy_chart([row for row in accuracies if row["game"] == game])
        found.setdefault(game, dict(NOTHING))["accuracy"] = chart
    return found


def added_sources(rows: Sequence[Row]) -> Counter[str]:
    """Add points up over games that all may see and those that only their people may."""
    total: Counter[str] = Counter()
    for row in rows:
        for name, points in row["sources"].items():
            total[name] += points
    return total


def added_items(rows: Sequence[Row]) -> dict[str, tuple[int, int, int]]:
    """Do the same with what was bought."""
    found: dict[str, tuple[int, int, int]] = {}
    for row in rows:
        for name, (bought, games, wins) in row["items"].items():
            old = found.get(name, (0, 0, 0))
            found[name] = (old[0] + bought, old[1] + games, old[2] + wins)
    return found


def source_rows(game: str, points: Mapping[str, int], n_games: int, language: str) -> list[dict[str, Any]]:
    """Tell how many points of a game come from where, on average; bars are as long as the points."""
    texts, statistics = game_info(game).texts, statistics_of(game)
    assert statistics is not None
    means = {name: points[name] / n_games for name in statistics.sources if points.get(name)}
    most = max((abs(mean) for mean in means.values()), default=1.0)
    return [
        {
            "name": texts.text(language, f"source.{name}"),
            "points": round(mean, 1),
            "width": round(100 * max(0.0, mean) / most, 1),
        }
        for name, mean in sorted(means.items(), key=lambda pair: -pair[1])
    ]


def favourite_rows(
    game: str, items: Mapping[str, tuple[int, int, int]], n_games: int, language: str
) -> list[dict[str, Any]]:
    """Tell what is bought in most games, how often, and how many of these games were won."""
    names = item_names(game, language)
    known = [(name, *numbers) for name, numbers in items.items() if name in names]
    most = sorted(known, key=lambda one: (-one[2], -one[1], one[0]))[:FAVOURITES]
    return [
        {
            "name": names[name],
            "bought": bought,
            "percent": round(100 * games / n_games),
            "wins": round(100 * wins / games) if games >= FEWEST else None,
        }
        for name, bought, games, wins in most
    ]


def accuracy_chart(rows: Sequence[Row]) -> dict[str, Any]:
    """Draw how accurate the last analysed games were, the oldest on the left, with their mean."""
    values = [min(100.0, max(0.0, float(row["accuracy"]))) for row in rows]
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    dots = [(round(LEFT + step * place, 1), accuracy_height(value)) for place, value in enumerate(values)]
    return {
        "size": (WIDTH, HEIGHT),
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "lines": [(line, accuracy_height(line)) for line in LINES],
        "points": " ".join(f"{x:g},{y:g}" for x, y in dots),
        "dots": dots,
        "games": len(values),
        "mean": round(sum(values) / len(values)),
        "first_date": rows[0]["ended"],
        "last_date": rows[-1]["ended"],
    }


def accuracy_height(percent: float) -> float:
    """Find where a percentage is drawn."""
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (100.0 - percent) / 100.0, 1)


# The curve of a rating: a line, and around it how far off it may be


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
    size: tuple[int, int] = (CURVE_WIDTH, CURVE_HEIGHT)
    left: int = CURVE_LEFT
    right: int = CURVE_WIDTH - CURVE_RIGHT
    bottom: int = CURVE_HEIGHT - CURVE_BOTTOM


def draw_curve(dates: Sequence[float], ratings: Sequence[Rating]) -> Curve | None:
    """Draw the ratings after each game; None where there are not two."""
    if len(ratings) < 2:
        return None
    low, high = span(ratings)
    xs = [
        CURVE_LEFT + (CURVE_WIDTH - CURVE_LEFT - CURVE_RIGHT) * place / (len(ratings) - 1)
        for place in range(len(ratings))
    ]

    def height(points: float) -> float:
        shown = min(max(points, low), high)
        return round(CURVE_TOP + (CURVE_HEIGHT - CURVE_TOP - CURVE_BOTTOM) * (high - shown) / (high - low), 1)

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
