"""Numbers and charts of a profile: the items that a person buys, the sources of their points, how accurate
they play, and how their rating went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import item_names, statistics_of
from burgomaster.core.svg_chart import Plot, band, dot, line, round_values, rows
from burgomaster.server.people.history import Row
from burgomaster.server.rating.numbers import Rating

FAVOURITES = 6  # items that a profile shows
FEWEST = 5  # games with an item, to say how often they were won
NOTHING: Mapping[str, Any] = {"sources": [], "favourites": [], "accuracy": None}
WIDTH, RATING_HEIGHT, ACCURACY_HEIGHT = 640, 220, 150
LEAST_SPAN = 200  # points from the lowest to the highest, so that little looks like little


def habits(rows: Sequence[Row], accuracies: Sequence[Row], language: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for game in {row["game"] for row in rows} & set(game_names()):
        own = [row for row in rows if row["game"] == game]
        n_games = sum(row["games"] for row in own)
        if statistics_of(game) is not None and n_games:
            sources: Counter[str] = Counter()  # of games that all may see and of the others
            for row in own:
                sources.update(row["sources"])
            found[game] = {
                "accuracy": None,
                "sources": source_rows(game, sources, n_games, language),
                "favourites": favourite_rows(game, added_items(own), n_games, language),
            }
    for game in {row["game"] for row in accuracies}:
        own = [row for row in accuracies if row["game"] == game]
        chart = accuracy_chart([row["ended"] for row in own], [float(row["accuracy"]) for row in own])
        found.setdefault(game, dict(NOTHING))["accuracy"] = chart
    return found


def added_items(rows: Sequence[Row]) -> dict[str, tuple[int, int, int]]:
    """Add up what was bought: how often, in how many games, and in how many that were won."""
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


# Charts


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
