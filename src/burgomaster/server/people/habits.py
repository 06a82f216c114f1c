"""Tallies of a profile: the items that a person buys, the sources of their points, and their accuracy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import item_names, statistics_of
from burgomaster.server.people.charts import accuracy_chart
from burgomaster.server.people.history import Row

FAVOURITES = 6  # items that a profile shows
FEWEST = 5  # games with an item, to say how often they were won
NOTHING: Mapping[str, Any] = {"sources": [], "favourites": [], "accuracy": None}


def habits(rows: Sequence[Row], accuracies: Sequence[Row], language: str) -> dict[str, dict[str, Any]]:
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
        own = [row for row in accuracies if row["game"] == game]
        chart = accuracy_chart([row["ended"] for row in own], [float(row["accuracy"]) for row in own])
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
