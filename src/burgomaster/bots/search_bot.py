"""Search: a tree over everything the seat does not know, judged by the value of the game (bots/tree.py)."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from burgomaster.bots import tree as kernels
from burgomaster.bots.tree import N_STATES, NONE, ROOT, Setting, Tree
from burgomaster.core.errors import OptionError
from burgomaster.core.records import zeros
from burgomaster.core.rng import seed_rng
from burgomaster.core.table import Move, Table

BLOCK = 64  # descents between two looks at the clock


@dataclass(frozen=True)
class Level:
    """How long and how a level thinks."""

    descents: int
    seconds: float
    noise: float  # points of noise on the choice, so that a beginner meets mistakes
    explore: float = 1.2


LEVELS = {
    1: Level(24, 0.3, 6.0),
    2: Level(60, 0.3, 2.0),
    3: Level(300, 0.3, 0.0),
    4: Level(2000, 1.0, 0.0),
    5: Level(12000, 3.0, 0.0),
}
MARGIN_SCALE = {"petersburg": 12.0, "suburbia": 16.0, "spyrium": 10.0}
PRIOR_SCALE = {"petersburg": 2.0, "suburbia": 2.5, "spyrium": 2.0}


@dataclass(frozen=True)
class Thought:
    """One move as a search sees it."""

    move: Move
    visits: int
    result: float  # between 0 and 1


class SearchBot:
    """Looks ahead as far as its level allows."""

    name = "search"

    def __init__(self, seed: int | None, level: int, descents: int | None, seconds: float | None) -> None:
        if level not in LEVELS:
            raise OptionError("option.value", name="level", given=repr(level), allowed="1-5")
        self.level = LEVELS[level]
        self.descents = self.level.descents if descents is None else descents
        self.seconds = self.level.seconds if seconds is None else seconds
        self.thoughts: list[Thought] = []
        self._random = random.Random(seed)
        self._trees = zeros(Tree, 1)

    def choose(self, table: Table) -> Move:
        """The move that was tried most often; equal ones by their results."""
        moves = table.moves()
        if len(moves) == 1:
            self.thoughts = [Thought(moves[0], 0, 0.5)]
            return moves[0]
        self.think(table)
        noise = self.level.noise
        return max(
            self.thoughts, key=lambda thought: thought.visits * self._random.uniform(1.0, 1.0 + noise)
        ).move

    def think(self, table: Table) -> None:
        """Search; what was found is in `thoughts`, the best first."""
        seat = table.to_move
        assert seat is not None
        import_module(f"burgomaster.bots.{table.game.name}_value")  # hands its judgement over
        states: Any = zeros(table.game.rules.state, N_STATES)
        rng = self._trees[0].rng
        seed_rng(rng, self._random.getrandbits(62), 0)
        states[ROOT] = table.determinized(seat, rng)[0]
        settings = make_setting(table, seat, self.level)
        kernels.clear_tree(self._trees[0])
        begun, done = time.perf_counter(), 0
        while done < self.descents and (done == 0 or time.perf_counter() - begun < self.seconds):
            block = min(BLOCK, self.descents - done)
            kernels.descend_many(states, self._trees, 0, settings, block)
            done += block
        self.thoughts = self._read(table)

    def _read(self, table: Table) -> list[Thought]:
        """The edges of the root."""
        tree: Any = self._trees[0]
        by_code = {move.code: move for move in table.moves()}
        found, edge = [], int(tree.first_edge[0])
        while edge != NONE:
            visits = int(tree.n_tried[edge])
            if int(tree.move[edge]) in by_code:
                result = float(tree.result[edge]) / visits if visits else 0.0
                found.append(Thought(by_code[int(tree.move[edge])], visits, result))
            edge = int(tree.next_edge[edge])
        return sorted(found, key=lambda thought: -thought.visits)


def make_setting(table: Table, seat: int, level: Level) -> Any:
    """How a search of this table is done."""
    settings = zeros(Setting, 1)
    setting = settings[0]
    setting.n_seats, setting.seat = table.game.n_seats, seat
    setting.widen_first, setting.widen_power = 4, 0.45
    setting.playout = 0
    setting.explore = level.explore
    setting.prior_scale = PRIOR_SCALE.get(table.game.name, 2.0)
    setting.margin_scale = MARGIN_SCALE.get(table.game.name, 12.0)
    setting.win_share = 0.7
    return settings


def make(
    seed: int | None = None, level: int = 3, descents: int | None = None, seconds: float | None = None
) -> SearchBot:
    """A searching player."""
    return SearchBot(seed, level, descents, seconds)
