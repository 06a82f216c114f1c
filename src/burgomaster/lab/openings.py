"""How strong players begin: the first purchases of a net that plays against itself, as a tree.

A node is what a seat has bought so far, in any order; its rows say of every item how often it could be bought
next, how often it was, and how those games ended. Why this is the key: docs/data.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Game
from burgomaster.lab.opening_kernels import play_openings
from burgomaster.lab.strategy import empty, net_games, shares_of_victory

PART = 20  # games that are played together
DEPTH = 6  # purchases that are looked at
FEWEST = 40  # seats that have bought the same, to be told of
FEWEST_CHANCES = 10  # to buy an item next

Node = tuple[int, ...]  # items, in order of their numbers
Sums = Any  # by item: chances, purchases, wins, points


class Tree:
    """What was counted of the games of one number of players."""

    def __init__(self, n_items: int) -> None:
        self.games = 0
        self.nodes: dict[Node, Sums] = defaultdict(lambda: np.zeros((n_items, 4)))
        self.seats: dict[Node, int] = defaultdict(int)

    def add(self, made: Any, offered: Any) -> None:
        """Count some games."""
        wins = shares_of_victory(made.ranks)
        self.games += len(made.steps)
        for game, seat in np.ndindex(made.n_items.shape):
            bought = made.items[game, seat, : min(DEPTH, made.n_items[game, seat])]
            end = float(wins[game, seat]), float(made.scores[game, seat])
            for n, item in enumerate(bought):
                node = tuple(sorted(int(one) for one in bought[:n]))
                sums = self.nodes[node]
                sums[:, 0] += offered[game, seat, n]
                sums[item] += (not offered[game, seat, n, item], 1.0, *end)
                self.seats[node] += 1


def play(game: Game, games: int, seed: int, threads: int, progress: Callable[[int], None]) -> Tree:
    """Play many games of one kind and count how seats began; the same on any number of threads."""
    statistics = statistics_of(game.name)
    assert statistics is not None
    tree = Tree(len(statistics.items))
    with ThreadPoolExecutor(threads) as pool:
        for made, offered in pool.map(partial(play_part, game, games, seed), range(0, games, PART)):
            tree.add(made, offered)
            progress(len(made.steps))
    return tree


def play_part(game: Game, games: int, seed: int, start: int) -> tuple[Any, Any]:
    """Play some games, from the number `start` on."""
    statistics = statistics_of(game.name)
    assert statistics is not None
    n, n_items = min(PART, games - start), len(statistics.items)
    made = empty(n, game.n_seats, statistics)
    offered = np.zeros((n, game.n_seats, DEPTH, n_items), np.int8)
    play_openings(net_games(game, statistics, made), seed + start, offered)
    return made, offered


# Described


def describe(game: Game, tree: Tree) -> dict[str, Any]:
    """Describe the tree by numbers that take little room: rare nodes and rare chances are left out."""
    statistics = statistics_of(game.name)
    assert statistics is not None
    names = statistics.items
    known = sorted(
        (node for node in tree.nodes if tree.seats[node] >= FEWEST), key=lambda node: (len(node), node)
    )
    nodes = [
        {
            "id": ",".join(sorted(names[item] for item in node)),
            "seats": tree.seats[node],
            "rows": describe_rows(tree.nodes[node], names),
        }
        for node in known
    ]
    return {"players": game.players, "games": tree.games, "nodes": nodes}


def describe_rows(sums: Sums, names: Any) -> list[list[Any]]:
    """List items: id, chances, purchases, wins and mean score of who bought them; the most bought first."""
    found = [
        [
            names[item],
            int(sums[item, 0]),
            int(sums[item, 1]),
            round(float(sums[item, 2]), 1),
            round(float(sums[item, 3] / sums[item, 1]), 1) if sums[item, 1] else None,
        ]
        for item in np.flatnonzero(sums[:, 0] >= FEWEST_CHANCES)
    ]
    return sorted(found, key=lambda row: (-row[2], row[0]))
