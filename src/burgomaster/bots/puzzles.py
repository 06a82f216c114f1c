"""Puzzles: positions of strong games in which one move is clearly best, as a game's file has them.

`burgomaster puzzles` finds them (lab/puzzles.py) and writes `bot/puzzles.json`: what the seat to move knows
of a position, the best move, what comes of others, and how often each level finds it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from burgomaster.bots.bot import MoveEstimate
from burgomaster.core.registry import game_folder
from burgomaster.core.table import Table, load_position

SCHEMA = 1  # raised whenever a field changes its meaning
FILE = "puzzles.json"
LEVELS = (1, 2, 3, 4, 5)  # that were asked
HARDEST = len(LEVELS) + 1  # of a puzzle that no level finds more often than not
DIFFICULTIES = range(1, HARDEST + 1)
GAP = 0.04  # what every other move gives away of the result, at least (bots/advice.py)
DRAW = 0  # the seed of what the seat does not know, wherever a puzzle is shown


@dataclass(frozen=True)
class Puzzle:
    """One position, and what is known of it."""

    id: str
    position: str  # as the seat to move knows it (docs/positions.md)
    solution: str  # the notation of the best move
    outcomes: Mapping[str, tuple[float, float]]  # of moves that were compared: result and lead
    found: tuple[int, ...]  # how often each of the levels found it
    asked: int  # how often each was asked
    rating: int  # on the scale on which level 3 has 1500

    @property
    def difficulty(self) -> int:
        """Return the lowest level that finds it more often than not, `HARDEST` if none does."""
        return next(
            (n for n, times in zip(LEVELS, self.found, strict=True) if 2 * times > self.asked), HARDEST
        )

    @property
    def gap(self) -> float:
        best = self.outcomes[self.solution][1]
        return best - max(lead for move, (_, lead) in self.outcomes.items() if move != self.solution)

    def table(self) -> Table:
        """Lay the position out; what the seat does not know is drawn, the same every time."""
        return load_position(self.position, seed=DRAW)

    def estimate(self, table: Table, code: int) -> MoveEstimate | None:
        """Tell what comes of a move, if it was compared with the others."""
        move = next(one for one in table.moves() if one.code == code)
        known = self.outcomes.get(move.notation)
        return None if known is None else MoveEstimate(move, 1, *known)


@dataclass(frozen=True)
class Collection:
    """All puzzles of a game, the easiest first, with where they come from."""

    game: str
    puzzles: Sequence[Puzzle]
    levels: Sequence[int]  # the rating that each level has among them
    provenance: Mapping[str, Any]

    def get(self, name: str) -> Puzzle | None:
        return next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)

    def of_difficulty(self, difficulty: int | None) -> Sequence[Puzzle]:
        return [one for one in self.puzzles if difficulty is None or one.difficulty == difficulty]


def puzzles_path(game: str) -> Path:
    return game_folder(game) / "bot" / FILE


@cache
def puzzles_of(game: str) -> Collection | None:
    path = puzzles_path(game)
    if not path.is_file():
        return None
    document = json.loads(path.read_text(encoding="utf-8"))
    puzzles = sorted(map(read_puzzle, document["puzzles"]), key=lambda one: (one.rating, one.id))
    return Collection(document["game"], puzzles, document["levels"], document["provenance"])


def read_puzzle(row: Mapping[str, Any]) -> Puzzle:
    outcomes = {move: (float(result), float(lead)) for move, (result, lead) in row["outcomes"].items()}
    rest = (tuple(row["found"]), int(row["asked"]), int(row.get("rating", 0)))
    return Puzzle(row["id"], row["position"], row["solution"], outcomes, *rest)
