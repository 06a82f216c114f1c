"""Read what the trees of a search have found: estimates of moves, lines, scores and chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from burgomaster.bots.bot import Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.tree import NONE
from burgomaster.core.move import Move

MAX_LINE = 6  # moves of a line
N_LINES = 3  # moves that get a line


class TreeReader:
    """The fields of a tree, looked up once, because every access to a field of a record is slow."""

    def __init__(self, tree: Any) -> None:
        self.root = int(tree.root)
        self.first_edge, self.next_edge, self.child = tree.first_edge, tree.next_edge, tree.child
        self.move, self.n_tried, self.result, self.lead = tree.move, tree.n_tried, tree.result, tree.lead

    def edges(self, node: int) -> Iterator[int]:
        edge = int(self.first_edge[node])
        while edge != NONE:
            yield edge
            edge = int(self.next_edge[edge])

    def line(self, node: int) -> list[int]:
        """List the most tried moves from a node on."""
        line: list[int] = []
        while node != NONE and len(line) < MAX_LINE:
            best = max(self.edges(node), key=lambda edge: int(self.n_tried[edge]), default=NONE)
            if best == NONE or self.n_tried[best] == 0:
                break
            line.append(int(self.move[best]))
            node = int(self.child[best])
        return line


def read_estimates(trees: Any, moves: Sequence[Move], information: InformationSet) -> list[MoveEstimate]:
    """Add up what all trees have found for each move; the most visited first."""
    sums = {move.code: [0, 0.0, 0.0] for move in moves}
    nodes: dict[int, tuple[TreeReader, int]] = {}
    for reader in map(TreeReader, trees):
        for edge in reader.edges(reader.root):
            code = int(reader.move[edge])
            if code in sums:
                sums[code][0] += int(reader.n_tried[edge])
                sums[code][1] += float(reader.result[edge])
                sums[code][2] += float(reader.lead[edge])
                nodes.setdefault(code, (reader, int(reader.child[edge])))
    ordered = sorted(moves, key=lambda move: (-sums[move.code][0], -sums[move.code][1]))
    return [
        make_estimate(move, sums[move.code], nodes.get(move.code) if place < N_LINES else None, information)
        for place, move in enumerate(ordered)
    ]


def make_estimate(
    move: Move, sums: Sequence[float], node: tuple[TreeReader, int] | None, information: InformationSet
) -> MoveEstimate:
    """Turn the sums of a move into means, and add the line that follows it."""
    visits = int(sums[0])
    codes = [] if node is None else node[0].line(node[1])
    line = tuple(information.game.rules.write_notation(code) for code in codes)
    return MoveEstimate(move, visits, sums[1] / max(1, visits), sums[2] / max(1, visits), line)


def make_choice(
    trees: Any, move: Move, estimates: Sequence[MoveEstimate], information: InformationSet
) -> Choice:
    """Put a choice together with the mean score and chance of every seat over all simulations."""
    n = max(1, sum(int(tree.n_simulations) for tree in trees))
    seats = range(information.game.n_seats)
    scores = [sum(float(tree.sum_evaluations[seat]) for tree in trees) / n for seat in seats]
    chances = [sum(float(tree.sum_chances[seat]) for tree in trees) / n for seat in seats]
    return Choice(move, estimates, scores, chances, n)
