"""What strong players do in a game, as `burgomaster strategy` counted it: the file `web/strategy.json`.

The file holds numbers only; names and words come from the game, in the reader's language.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_folder, game_info
from burgomaster.core.statistics import item_names

ORDERS = ("bought", "wins", "worth")
VIEWS = ("taken", "when", "worth")  # what the cells of rounds tell
MOST_COLUMNS = 7  # of rounds; more are put together
MOST_OPENINGS = 8
FEWEST = 30  # buyers, of whom it can be said how often they win
LEAST_CHANCES = 20  # to buy something in some rounds, to say how many are taken
STEPS = (0.5, 2.0)  # points from which what is worth something is drawn stronger
SHARES = (0.05, 0.2, 0.5)  # from which a share is drawn stronger
Z = 1.96  # of an interval that holds the truth in 95 of 100 cases

Row = Mapping[str, Any]


def strategy_path(game: str) -> Path:
    return game_folder(game) / "web" / "strategy.json"


@cache
def read_strategy(game: str) -> dict[str, Any] | None:
    """Read what was counted; None where that was not done."""
    path = strategy_path(game)
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def strategy_page(game: str, language: str, players: int | None, by: str, view: str) -> dict[str, Any] | None:
    """Collect what the page of a game shows for a number of players; None if nothing was counted."""
    found = read_strategy(game)
    if found is None:
        return None
    tables = {int(table["players"]): table for table in found["tables"]}
    table = tables[players] if players in tables else next(iter(tables.values()))
    names, texts = item_names(game, language), game_info(game).texts
    n_seats = table["players"] * table["games"]
    columns = columns_of(table["items"])
    by, view = by if by in ORDERS else ORDERS[0], view if view in VIEWS else VIEWS[0]
    items = [item_row(item, names, n_seats, columns, view) for item in table["items"] if item["id"] in names]
    return {
        "counts": list(tables),
        "players": int(table["players"]),
        "table": table,
        "by": by,
        "orders": ORDERS,
        "view": view,
        "views": VIEWS,
        "variant": " + ".join(
            texts.text(language, f"variant.{word}") for word in found["variant"].split(" + ")
        ),
        "provenance": found["provenance"],
        "sources": source_rows(table["sources"], lambda name: texts.text(language, f"source.{name}")),
        "openings": opening_rows(table["openings"], names, n_seats),
        "columns": [span(column) for column in columns],
        "items": in_order(items, by),
    }


# Rows


def source_rows(sources: Sequence[Row], name_of: Any) -> list[dict[str, Any]]:
    """Tell where the points of winners and of the others come from; bars are as long as the points."""
    most = max((abs(one[who]) for one in sources for who in ("winners", "others")), default=1) or 1
    return [
        {
            "name": name_of(one["id"]),
            **{who: one[who] for who in ("winners", "others")},
            **{f"{who}_width": round(100 * max(0.0, one[who]) / most, 1) for who in ("winners", "others")},
        }
        for one in sources
    ]


def opening_rows(openings: Sequence[Row], names: Mapping[str, str], n_seats: int) -> list[dict[str, Any]]:
    """Tell what is bought first most often, and how often who begins so wins."""
    known = [one for one in openings if one["id"] in names][:MOST_OPENINGS]
    return [
        {
            "name": names[one["id"]],
            "share": one["buyers"] / n_seats,
            "width": round(100 * one["buyers"] / max(1, known[0]["buyers"]), 1),
            "wins": win_rate(one),
        }
        for one in known
    ]


def item_row(
    item: Row, names: Mapping[str, str], n_seats: int, columns: Sequence[range], view: str
) -> dict[str, Any]:
    """Tell how often an item is bought, how its buyers fare, and what happens in which rounds."""
    return {
        "id": item["id"],
        "name": names[item["id"]],
        "share": item["buyers"] / n_seats,
        "wins": win_rate(item),
        "cells": [
            CELLS[view](item, [row for row in item["rounds"] if row[0] in column]) for column in columns
        ],
        "worth": mean_worth(item["rounds"]),
    }


def win_rate(row: Row) -> dict[str, float] | None:
    """Estimate how often buyers win, give or take; None if there are too few to tell."""
    n = row["buyers"]
    if n < FEWEST:
        return None
    share = row["wins"] / n
    return {"share": share, "error": Z * math.sqrt(share * (1 - share) / n)}


def worth_cell(item: Row, rounds: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """Average what an item is worth in some rounds; None if it could hardly ever be bought then."""
    worth = mean_worth(rounds)
    if worth is None:
        return None
    strength = sum(abs(worth) >= step for step in STEPS)
    return {"worth": worth, "kind": f"{'plus' if worth >= 0 else 'minus'}-{strength}"}


def taken_cell(item: Row, rounds: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """Tell how many chances to buy an item are taken in some rounds; None if there were too few."""
    chances = sum(row[2] for row in rounds)
    return share_cell(min(1.0, sum(row[1] for row in rounds) / chances)) if chances >= LEAST_CHANCES else None


def when_cell(item: Row, rounds: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """Tell which part of all purchases of an item falls into some rounds; None for nothing at all."""
    bought = sum(row[1] for row in rounds)
    return share_cell(bought / item["copies"]) if bought and item["copies"] >= FEWEST else None


def share_cell(share: float) -> dict[str, Any]:
    """Make a cell of a share, drawn the stronger the larger it is."""
    return {"share": share, "kind": f"part-{sum(share >= step for step in SHARES)}"}


CELLS = {"taken": taken_cell, "when": when_cell, "worth": worth_cell}


def mean_worth(rounds: Sequence[Sequence[Any]]) -> float | None:
    """Average what an item is worth, each chance to buy it alike."""
    known = [(row[2], row[3]) for row in rounds if row[3] is not None]
    total = sum(n for n, _ in known)
    return sum(n * worth for n, worth in known) / total if total else None


def in_order(items: Sequence[dict[str, Any]], by: str) -> list[dict[str, Any]]:
    """Sort items: the most bought first, those whose buyers win most, or those worth most."""
    if by == "wins":
        return sorted(items, key=lambda one: -(one["wins"]["share"] if one["wins"] else -1.0))
    if by == "worth":
        return sorted(items, key=lambda one: -(-math.inf if one["worth"] is None else one["worth"]))
    return sorted(items, key=lambda one: -one["share"])


# Rounds


def columns_of(items: Sequence[Row]) -> list[range]:
    """Divide the rounds in which something can be bought into a few columns."""
    known = sorted({row[0] for item in items for row in item["rounds"] if row[3] is not None})
    if not known:
        return []
    first, last = known[0], known[-1]
    width = math.ceil((last - first + 1) / MOST_COLUMNS)
    return list(_spans(first, last, width))


def _spans(first: int, last: int, width: int) -> Iterator[range]:
    for start in range(first, last + 1, width):
        yield range(start, min(start + width, last + 1))


def span(column: range) -> str:
    return str(column[0]) if len(column) == 1 else f"{column[0]}–{column[-1]}"
