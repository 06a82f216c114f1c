"""How strong players begin a game, as `burgomaster strategy` counted it: the openings in `web/strategy.json`.

One walks from purchase to purchase. What a seat has bought, in any order, is a node; rows say what it could
buy next, how often strong players did, and what came of it. Names come from the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from burgomaster.core.statistics import item_names
from burgomaster.web.strategy import read_strategy, win_rate

MOST_BOUGHT = 6  # purchases that can be walked
MOST_OFFERED = 40  # items of an offer that are told apart
MOST_TEXT = 2000  # letters of a list of items
MOST_ROWS = 24

Row = Sequence[Any]  # id, chances, purchases, wins, mean score


def read_openings(game: str) -> dict[str, Any] | None:
    """Read what was counted; None where that was not done."""
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
    rows = [] if node is None else [row_of(row, node["seats"], names, offer) for row in node["rows"]]
    return {
        "players": chosen,
        "games": table["games"],
        "provenance": found["provenance"],
        "bought": list(bought),
        "path": path_of(bought, names),
        "left_out": [names[item] for item in (Counter(bought) - Counter(near)).elements()],
        "seats": 0 if node is None else node["seats"],
        "offer": list(offer),
        "rows": in_order(rows)[:MOST_ROWS],
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


def path_of(bought: Sequence[str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """List the purchases so far, each with what is left without it."""
    return [
        {"id": item, "name": names[item], "others": [*bought[:at], *bought[at + 1 :]]}
        for at, item in enumerate(bought)
    ]


def row_of(row: Row, seats: int, names: Mapping[str, str], offer: Sequence[str]) -> dict[str, Any]:
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


def in_order(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort rows: what is on offer first, then what was bought most."""
    return sorted(rows, key=lambda row: (not row["is_offered"], -row["bought"], row["name"]))
