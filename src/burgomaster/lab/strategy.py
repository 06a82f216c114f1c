"""What strong players do: many games of a net against itself, counted for the page of a game's strategy.

For every number of players of the game's first variant: where points come from, what is bought in which
round, how often its buyers win, and what buying it is worth against the best other move, by the net. Of the
first games the first purchases are counted as a tree. A node is what a seat has bought so far, in any order;
its rows say of every item how often it could be bought next, how often it was, and how those games ended.
Why this is the key: docs/data.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from burgomaster.bots.net import new_space
from burgomaster.bots.net_bot import WIN_SHARE
from burgomaster.bots.net_file import layout_of, net_of
from burgomaster.compiler.struct import zeros
from burgomaster.core.log import MAX_EVENTS
from burgomaster.core.playout import Scratch
from burgomaster.core.registry import game_info
from burgomaster.core.statistics import Statistics, statistics_of
from burgomaster.core.table import Game, load_game
from burgomaster.lab import strategy_kernels as kernels
from burgomaster.lab.rows_kernels import MAX_ITEMS, UNDEALT, Counts, Ends

PART = 20  # games that are played and counted together
NO_ROUND = -1  # of a place where nothing was bought
LEAST_OFFERS = 20  # of an item in a round, to say what it is worth then
FOLLOWED = 2000  # games whose first purchases are counted as a tree: its file stays small
DEPTH = 6  # purchases of the tree
FEWEST = 40  # seats that have bought the same, to be a node
FEWEST_CHANCES = 10  # to buy an item next, to be a row

Described = tuple[dict[str, Any], dict[str, Any]]  # numbers of one kind of games, and the tree
Node = tuple[int, ...]  # items, in order of their numbers


@dataclass(frozen=True)
class Counted:
    """Some games as arrays: by game and seat, by item and round."""

    steps: Any
    scores: Any
    ranks: Any
    points: Any  # by game, seat and source
    items: Any  # by game and seat, in the order in which they were bought
    n_items: Any
    rounds: Any  # of the same
    offers: Any  # by item and round: how often it could be bought, and what that was worth in all
    offered: Any  # by game, seat, purchases before and item: whether it could be bought; of the first games


def kinds_of(game: str) -> list[Game]:
    """List what is played: the first variant of a game with each of its numbers of players."""
    variant = game_info(game).variants[0]
    return [load_game(game, players=players, **dict(variant.options)) for players in variant.players]


def play(
    game: Game, games: int, seed: int, threads: int, progress: Callable[[int], None] | None = None
) -> Described:
    """Play many games of one kind and describe what was counted; the same on any number of threads."""
    statistics = statistics_of(game.name)
    assert statistics is not None
    counted = count(game, games, seed, threads, progress)
    return describe(game, statistics, counted), describe_tree(game, statistics, counted)


def count(
    game: Game, games: int, seed: int, threads: int, progress: Callable[[int], None] | None = None
) -> Counted:
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(partial(play_part, game, games, seed), range(0, games, PART))
        found = list(told(parts, progress))
        names = ("steps", "scores", "ranks", "points", "items", "n_items", "rounds")
        joined = {name: np.concatenate([getattr(part, name) for part in found]) for name in names}
        offered = np.concatenate([part.offered for part in found if part.offered.shape[2]])
        return Counted(**joined, offers=np.sum([part.offers for part in found], axis=0), offered=offered)


def told(parts: Iterator[Counted], progress: Callable[[int], None] | None) -> Iterator[Counted]:
    """Hand parts on and say how many games they have."""
    for part in parts:
        if progress is not None:
            progress(len(part.steps))
        yield part


def play_part(game: Game, games: int, seed: int, start: int) -> Counted:
    """Play some games, from the number `start` on."""
    statistics = statistics_of(game.name)
    assert statistics is not None
    n = min(PART, games - start)
    made = empty(n, game.n_seats, statistics, DEPTH if start < FOLLOWED else 0)
    kernels.play_by_net(net_games(game, statistics, made), seed + start)
    return made


def net_games(game: Game, statistics: Statistics, made: Counted) -> kernels.NetGames:
    """Collect what games of the net of a game are played with, and where they are counted."""
    layout = layout_of(game.name)
    assert layout is not None
    states: Any = zeros(game.rules.state, kernels.N_STATES)
    states[UNDEALT] = game.rules.undealt(game.options)[0]
    scratches: Any = zeros(Scratch, 1)
    scratches[0].log.room = MAX_EVENTS
    weights = net_of(game.name, n_seats=game.n_seats)
    space = new_space(game.rules.state, layout.size)
    return kernels.NetGames(
        states=states,
        scratches=scratches,
        players=kernels.NetPlayers(space, weights, game.n_seats, WIN_SHARE),
        counts=Counts(statistics.rows, statistics.bought_kinds, made.points, made.items, made.n_items),
        rounds=made.rounds,
        offers=kernels.Offers(made.offers, np.zeros(len(statistics.items) + 1)),
        offered=made.offered,
        ends=Ends(made.steps, made.scores, made.ranks),
    )


def empty(n: int, n_seats: int, statistics: Statistics, depth: int = DEPTH) -> Counted:
    """Make arrays for some games, of which so many purchases are looked at for the tree."""
    points = np.zeros((n, n_seats, len(statistics.sources)), np.int32)
    for source, start in statistics.start.items():
        points[:, :, statistics.sources.index(source)] = start
    return Counted(
        steps=np.zeros(n, np.int32),
        scores=np.zeros((n, n_seats), np.int32),
        ranks=np.zeros((n, n_seats), np.int32),
        points=points,
        items=np.zeros((n, n_seats, MAX_ITEMS), np.int16),
        n_items=np.zeros((n, n_seats), np.int32),
        rounds=np.full((n, n_seats, MAX_ITEMS), NO_ROUND, np.int32),
        offers=np.zeros((len(statistics.items), kernels.MAX_ROUNDS, 2)),
        offered=np.zeros((n, n_seats, depth, len(statistics.items)), np.int8),
    )


# Described


def describe(game: Game, statistics: Statistics, counted: Counted) -> dict[str, Any]:
    """Describe games of one kind by numbers that take little room."""
    wins = shares_of_victory(counted.ranks)
    return {
        "players": game.players,
        "games": len(counted.steps),
        "steps": round(float(counted.steps.mean()), 1),
        "rounds": round(float(counted.rounds.max(axis=(1, 2)).mean()), 1),
        "scores": describe_scores(counted, wins),
        "seats": [round(float(share), 4) for share in wins.mean(0)],
        "sources": describe_sources(statistics, counted, wins),
        "items": describe_items(statistics, counted, wins),
        "openings": describe_openings(statistics, counted, wins),
    }


def shares_of_victory(ranks: Any) -> Any:
    is_first = ranks == 0
    return is_first / is_first.sum(1, keepdims=True)


def describe_scores(counted: Counted, wins: Any) -> dict[str, float]:
    others = 1.0 - wins
    won, lost = (counted.scores * wins).sum() / wins.sum(), (counted.scores * others).sum() / others.sum()
    return {"winners": round(float(won), 1), "others": round(float(lost), 1)}


def describe_sources(statistics: Statistics, counted: Counted, wins: Any) -> list[dict[str, Any]]:
    """Tell where points come from: of winners and of the others."""
    found = []
    for place, source in enumerate(statistics.sources):
        points = counted.points[:, :, place]
        won = float((points * wins).sum() / wins.sum())
        lost = float((points * (1.0 - wins)).sum() / (1.0 - wins).sum())
        if points.any():
            found.append({"id": source, "winners": round(won, 2), "others": round(lost, 2)})
    return sorted(found, key=lambda one: -one["winners"])


def describe_items(statistics: Statistics, counted: Counted, wins: Any) -> list[dict[str, Any]]:
    """Tell of every item how often it is bought, how its buyers fare, and both by round with its worth."""
    found = []
    is_slot = np.arange(counted.items.shape[2]) < counted.n_items[:, :, None]
    for number, name in enumerate(statistics.items):
        is_item = (counted.items == number) & is_slot
        if not is_item.any() and not counted.offers[number].any():
            continue
        buyers = is_item.any(2)
        found.append(
            {
                "id": name,
                "copies": int(is_item.sum()),
                "buyers": int(buyers.sum()),
                "wins": round(float(wins[buyers].sum()), 1),
                "rounds": describe_rounds(counted, number, is_item),
            }
        )
    return sorted(found, key=lambda one: (-one["copies"], one["id"]))


def describe_rounds(counted: Counted, number: int, is_item: Any) -> list[list[float | None]]:
    """List the rounds with the item: round, copies bought, chances to buy it, and what those were worth."""
    copies = np.bincount(counted.rounds[is_item], minlength=kernels.MAX_ROUNDS)
    found: list[list[float | None]] = []
    for round_no in range(kernels.MAX_ROUNDS):
        n, total = counted.offers[number, round_no]
        if n or copies[round_no]:
            worth = round(float(total / n), 2) if n >= LEAST_OFFERS else None
            found.append([round_no, int(copies[round_no]), int(n), worth])
    return found


def describe_openings(statistics: Statistics, counted: Counted, wins: Any) -> list[dict[str, Any]]:
    """Tell what seats buy first, and how often they win."""
    first, has_any = counted.items[:, :, 0], counted.n_items > 0
    found = []
    for number in np.unique(first[has_any]):
        buyers = (first == number) & has_any
        won = round(float(wins[buyers].sum()), 1)
        found.append({"id": statistics.items[number], "buyers": int(buyers.sum()), "wins": won})
    return sorted(found, key=lambda one: (-one["buyers"], one["id"]))


# The first purchases


@dataclass
class TreeNode:
    """Seats that had bought the same and then bought something more."""

    sums: Any  # by item: chances, purchases, wins, points
    seats: int = 0


def describe_tree(game: Game, statistics: Statistics, counted: Counted) -> dict[str, Any]:
    """Describe the tree of first purchases; rare nodes and rare chances are left out."""
    nodes, names = count_tree(counted, len(statistics.items)), statistics.items
    known = sorted(
        (node for node, one in nodes.items() if one.seats >= FEWEST), key=lambda node: (len(node), node)
    )
    described = [
        {
            "id": ",".join(sorted(names[item] for item in node)),
            "seats": nodes[node].seats,
            "rows": describe_rows(nodes[node].sums, names),
        }
        for node in known
    ]
    return {"players": game.players, "games": len(counted.offered), "nodes": described}


def count_tree(counted: Counted, n_items: int) -> dict[Node, TreeNode]:
    """Count what seats bought first, one purchase after the other, in the games that are followed."""
    nodes: dict[Node, TreeNode] = defaultdict(lambda: TreeNode(np.zeros((n_items, 4))))
    wins, offered = shares_of_victory(counted.ranks), counted.offered
    for game, seat in np.ndindex(offered.shape[:2]):
        bought = counted.items[game, seat, : min(DEPTH, counted.n_items[game, seat])]
        end = float(wins[game, seat]), float(counted.scores[game, seat])
        for n, item in enumerate(bought):
            node = nodes[tuple(sorted(int(one) for one in bought[:n]))]
            node.sums[:, 0] += offered[game, seat, n]
            node.sums[item] += (not offered[game, seat, n, item], 1.0, *end)
            node.seats += 1
    return nodes


def describe_rows(sums: Any, names: Sequence[str]) -> list[list[Any]]:
    """List items: id, chances, purchases, wins and mean score of who bought them; the most bought first."""
    found = [
        [
            names[item],
            int(sums[item, 0]),
            int(sums[item, 1]),
            round(float(sums[item, 2]), 1),
            round(float(sums[item, 3] / sums[item, 1]), 1) if sums[item, 1] else None,
        ]
        for item in np.flatnonzero(sums[:, 0] >= FEWEST_CHANCES).tolist()
    ]
    return sorted(found, key=lambda row: (-row[2], row[0]))
