"""A study as a tree: the moves of a game, and branches that leave it.

A place in it is a moment of the game (`12`: after twelve moves) or a move of a branch (`n7`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from burgomaster.core.table import Record, Table

NODE = "n"
MOST_DIGITS = 6


class Place(NamedTuple):
    """Where in a study somebody is."""

    ply: int  # moves of the game before any branch
    node: int = 0  # the last move of a branch; 0: in the game itself

    def __str__(self) -> str:
        return f"{NODE}{self.node}" if self.node else str(self.ply)


@dataclass(frozen=True)
class Node:
    number: int  # from 1
    parent: int  # the move before it; 0: it leaves the game
    ply: int  # moves of the game before the branch
    move: str
    name: str = ""  # of the branch that begins here


@dataclass(frozen=True)
class Line:
    """A branch without those that leave it: a move, and each time the first that was tried after it."""

    nodes: Sequence[Node]

    @property
    def first(self) -> Node:
        return self.nodes[0]


@dataclass(frozen=True)
class Study:
    """A game, and what was tried instead."""

    study: str
    owner: str
    title: str
    match: str  # where the game was played
    record: Mapping[str, Any]
    created: float
    changed: float
    nodes: Mapping[int, Node] = field(default_factory=dict)

    @cached_property
    def n_moves(self) -> int:
        return len(self.record["moves"])

    @cached_property
    def children(self) -> Mapping[int, Sequence[Node]]:
        """List the moves after each move of a branch, the first that was tried first."""
        found: dict[int, list[Node]] = {}
        for node in sorted(self.nodes.values(), key=lambda node: node.number):
            found.setdefault(node.parent, []).append(node)
        return found

    def place(self, text: str) -> Place | None:
        """Read a place; None if there is no such one."""
        is_node = text.startswith(NODE)
        digits = text[1:] if is_node else text
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
            return None
        number = int(digits)
        if is_node:
            return Place(self.nodes[number].ply, number) if number in self.nodes else None
        return Place(number) if number <= self.n_moves else None

    def path(self, place: Place) -> list[Node]:
        """List the moves of branches that lead to a place, the first one first."""
        found: list[Node] = []
        number = place.node
        while number:
            found.append(self.nodes[number])
            number = self.nodes[number].parent
        return found[::-1]

    def after(self, place: Place) -> list[Node]:
        """List the moves that were tried at a place."""
        tried = self.children.get(place.node, ())
        return [node for node in tried if place.node or node.ply == place.ply]

    def back(self, place: Place) -> Place | None:
        """Go a move back; None at the beginning."""
        if not place.node:
            return Place(place.ply - 1) if place.ply else None
        return Place(place.ply, self.nodes[place.node].parent)

    def on(self, place: Place) -> Place | None:
        """Go a move on: in a branch along it, else along the game; None where nothing follows."""
        if place.node:
            tried = self.after(place)
            return Place(place.ply, tried[0].number) if tried else None
        return Place(place.ply + 1) if place.ply < self.n_moves else None

    def lines(self) -> list[Line]:
        """List all branches, in the order of the game; those that leave a branch follow it."""
        roots = sorted(self.children.get(0, ()), key=lambda node: (node.ply, node.number))
        return [line for root in roots for line in self._lines_from(root)]

    def _lines_from(self, first: Node) -> Iterator[Line]:
        waiting = [first]
        while waiting:
            nodes, others = [waiting.pop()], list[Node]()
            while tried := self.children.get(nodes[-1].number, ()):
                others.extend(tried[1:])
                nodes.append(tried[0])
            waiting.extend(others)  # the last one, which leaves latest, comes next
            yield Line(nodes)

    def below(self, number: int) -> set[int]:
        found, waiting = set[int](), [number]
        while waiting:
            one = waiting.pop()
            found.add(one)
            waiting.extend(node.number for node in self.children.get(one, ()))
        return found


def game_of(study: Study) -> Table:
    return Record.from_json(study.record).replay()


def table_at(study: Study, game: Table, place: Place) -> Table:
    """Set a table up as it stands at a place; `game` is the game at its end, and is left alone."""
    table = game.copy()
    table.rewind(place.ply)
    for node in study.path(place):
        table.play(node.move)
    return table
