"""What strong players do in a game, as `burgomaster strategy` counted it: the file `web/strategy.json`.

The file holds numbers only; names and words come from the game, in the reader's language.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
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
    return [range(start, min(start + width, last + 1)) for start in range(first, last + 1, width)]


def span(column: range) -> str:
    return str(column[0]) if len(column) == 1 else f"{column[0]}–{column[-1]}"


# How strong players begin a game
#
# One walks from purchase to purchase. What a seat has bought, in any order, is a node; rows say what it could
# buy next, how often strong players did, and what came of it.

MOST_BOUGHT = 6  # purchases that can be walked
MOST_OFFERED = 40  # items of an offer that are told apart
MOST_TEXT = 2000  # letters of a list of items
MOST_ROWS = 24


def read_openings(game: str) -> dict[str, Any] | None:
    return (read_strategy(game) or {}).get("openings")


@cache
def nodes_of(game: str, players: int) -> Mapping[str, Mapping[str, Any]]:
    """List what was counted for a number of players, by what had been bought."""
    found = read_openings(game)
    tables = [] if found is None else [one for one in found["tables"] if one["players"] == players]
    return {node["id"]: node for table in tables for node in table["nodes"]}


def key_of(bought: Sequence[str]) -> str:
    """Name the node of what was bought, in any order."""
    return ",".join(sorted(bought))


def read_items(game: str, text: str, most: int) -> list[str]:
    """Read a list of items that somebody sent; what the game does not have is left out."""
    known = item_names(game, "en")
    return [word for word in text[:MOST_TEXT].split(",") if word in known][:most]


def opening_page(
    game: str, language: str, players: int | None, bought: Sequence[str], offer: Sequence[str]
) -> dict[str, Any]:
    """Collect what is shown after some purchases; there must be openings of the game."""
    found = read_openings(game)
    assert found is not None
    counts = [int(table["players"]) for table in found["tables"]]
    chosen = players if players in counts else counts[0]
    table = found["tables"][counts.index(chosen)]
    names, nodes = item_names(game, language), nodes_of(game, chosen)
    near = nearest(nodes, bought)
    node = nodes.get(key_of(near))
    rows = [] if node is None else [next_row(row, node["seats"], names, offer) for row in node["rows"]]
    rows.sort(key=lambda row: (not row["is_offered"], -row["bought"], row["name"]))  # first what is on offer
    return {
        "players": chosen,
        "games": table["games"],
        "provenance": found["provenance"],
        "bought": list(bought),
        "path": [
            {"id": item, "name": names[item], "others": [*bought[:at], *bought[at + 1 :]]}
            for at, item in enumerate(bought)
        ],
        "left_out": [names[item] for item in (Counter(bought) - Counter(near)).elements()],
        "seats": 0 if node is None else node["seats"],
        "offer": list(offer),
        "rows": rows[:MOST_ROWS],
        "is_deep": len(near) >= MOST_BOUGHT - 1,
    }


def nearest(nodes: Mapping[str, Any], bought: Sequence[str]) -> list[str]:
    """Find the purchases that most strong players shared: all, or else without as few of them as possible."""
    layer: list[tuple[str, ...]] = [tuple(sorted(bought))]
    while layer:
        known = [one for one in layer if key_of(one) in nodes]
        if known:
            return list(max((nodes[key_of(one)]["seats"], one) for one in known)[1])
        layer = sorted({one[:at] + one[at + 1 :] for one in layer for at in range(len(one))})
    return []


def next_row(
    row: Sequence[Any], seats: int, names: Mapping[str, str], offer: Sequence[str]
) -> dict[str, Any]:
    """Tell of an item how often it was bought next, when it could be, and how that ended."""
    item, chances, bought, wins, score = row
    return {
        "id": item,
        "name": names[item],
        "chances": chances,
        "bought": bought,
        "taken": bought / chances,
        "share": bought / max(1, seats),
        "width": round(100 * bought / chances, 1),
        "wins": win_rate({"buyers": bought, "wins": wins}),
        "score": score,
        "is_offered": item in offer,
    }
