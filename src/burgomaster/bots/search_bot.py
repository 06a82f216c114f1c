"""Information-set Monte Carlo tree search (bots/simulation.py) with the evaluation of the game.

Several threads each grow a tree of their own, and their visits are added. The same seed, threads and
simulations give the same choice as long as the time is enough. A bot that is kept goes on with its trees
while its seat has seen everything done since.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache, partial
from mmap import mmap
from typing import Any

import numpy as np

from burgomaster.bots import simulation, tree
from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import Level, SearchParams, levels_of, search_params_of
from burgomaster.bots.simulation import N_STATES, ROOT
from burgomaster.bots.tree import MAX_EDGES, NONE, ParamsRecord, Tree, used_bytes
from burgomaster.bots.tree_reader import make_choice, read_estimates
from burgomaster.core.errors import OptionError
from burgomaster.core.move import Move
from burgomaster.core.rng import seed_rng
from burgomaster.core.struct import dtype_of, zeros

LEVELS = (1, 2, 3, 4, 5)
BLOCK = 32  # simulations of a thread between two looks at the clock
MAX_THREADS = 64
KEPT = 0.5  # the part of a budget that visits of an earlier search may stand for
SMALL = 1 << 20  # bytes of a tree that is cleared instead of made anew


class SearchBot(BaseBot):
    """Searches as deep as its level allows; one search at a time."""

    name = "search"

    def __init__(
        self, seed: int | None, level: int, budget: Budget, threads: int, params: SearchParams | None
    ) -> None:
        self.level = level
        self.budget = budget
        self.threads = threads
        self.params = params
        self._random = random.Random(seed)
        self._trees: Any = None  # made by the first search
        self._touched: list[int] = []  # bytes of each tree that were ever written to
        self._key: bytes | None = None  # of the position at the root
        self._searching = threading.Lock()

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose the most visited move, or at a low level one that seemed as good."""
        moves = information.moves()
        if len(moves) == 1:
            return Choice(moves[0], (MoveEstimate(moves[0], 0, 0.5, 0.0),))
        level = self._level_at(information)
        with self._searching:
            self._search(information, *self._limits(level, budget))
            estimates = read_estimates(self._trees, moves, information)
            return make_choice(self._trees, self._pick(estimates, level), estimates, information)

    def estimate_move(
        self, information: InformationSet, move: Move, budget: Budget | None = None
    ) -> MoveEstimate:
        """Spend a whole search on one move."""
        limits = self._limits(self._level_at(information), budget)
        with self._searching:
            self._key = None
            self._search(information, *limits, only=move.code)
            self._key = None
            return read_estimates(self._trees, [move], information)[0]

    @property
    def memory_bytes(self) -> int:
        """Estimate the memory of the trees: parts that nothing was written to take none."""
        return sum(self._touched)

    def _level_at(self, information: InformationSet) -> Level:
        """Find the numbers of the bot's level in a game."""
        return levels_of(information.game.name)[self.level - 1]

    def _pick(self, estimates: Sequence[MoveEstimate], level: Level) -> Move:
        """Pick the most visited move; a beginner misjudges moves, and blunders now and then."""
        if level.blunder_rate > 0.0 and self._random.random() < level.blunder_rate:
            return self._random.choice(estimates).move
        if level.noise == 0.0:
            return estimates[0].move
        tried = [estimate for estimate in estimates if estimate.visits > 0]
        return max(tried, key=lambda estimate: estimate.lead + self._random.gauss(0.0, level.noise)).move

    def _limits(self, level: Level, budget: Budget | None) -> tuple[int, float]:
        """Return simulations and seconds: those asked for now, else the bot's own, else the level's."""
        asked = budget or Budget()
        simulations = _first(asked.simulations, self.budget.simulations, level.simulations)
        seconds = _first(asked.seconds, self.budget.seconds, level.seconds)
        return max(1, int(simulations)), seconds

    def _search(
        self, information: InformationSet, simulations: int, seconds: float, only: int = NONE
    ) -> None:
        """Grow the trees until the budget is spent or nothing can change the choice."""
        load_evaluation(information.game.name)
        begun = time.perf_counter()
        kept = self._prepare(information)
        trees, params = self._trees, make_params(information, self.params, only)
        states: Any = zeros(information.game.rules.state, N_STATES * len(trees))
        for index in range(len(trees)):
            seed_rng(trees[index].rng, self._random.getrandbits(62), index)
            states[index * N_STATES + ROOT] = information.determinize(trees[index].rng)[0]
        left = simulations - min(kept, int(KEPT * simulations))
        grow = partial(self._grow, states, params, left // len(trees), begun + seconds)
        if len(trees) == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(grow, range(len(trees))))
        self._touched = [max(pair) for pair in zip(self._touched, map(used_bytes, trees), strict=True)]

    def _grow(self, states: Any, params: Any, left: int, deadline: float, index: int) -> None:
        """Grow one tree until its budget or the time is spent, or its choice cannot change."""
        while left > 0:
            simulation.run_simulations(states, self._trees, index, params, min(BLOCK, left))
            left -= BLOCK
            is_sure = params[0].only == NONE and tree.is_decided(self._trees, index, left)
            if is_sure or time.perf_counter() >= deadline:
                break

    def _prepare(self, information: InformationSet) -> int:
        """Go on with the trees of the last search if they lead here; count the visits they have."""
        moves = None if self._key is None else information.moves_since(self._key)
        self._key = information.key()
        if moves is None:
            self._clear()
            return 0
        return sum(self._advance(index, moves) for index in range(len(self._trees)))

    def _advance(self, index: int, moves: Sequence[int]) -> int:
        """Move the root of a tree along the moves and count its visits; clear a tree without these moves."""
        one = self._trees[index]
        if one.n_edges < MAX_EDGES // 2 and all(
            tree.advance_root(self._trees, index, move) for move in moves
        ):
            return int(one.visits[one.root])
        tree.clear_tree(self._trees, index)
        return 0

    def _clear(self) -> None:
        """Empty the trees; large ones are made anew, which gives their memory back."""
        if self._trees is None or self.memory_bytes > SMALL * self.threads:
            self._trees = new_trees(self.threads)
            self._touched = [0] * self.threads
        for index in range(self.threads):
            tree.clear_tree(self._trees, index)


def new_trees(n: int) -> Any:
    """Make empty trees in pages of their own: a tree is large, and only what is written to takes memory."""
    return np.frombuffer(mmap(-1, n * dtype_of(Tree).itemsize), dtype_of(Tree))


def _first(*values: Any) -> Any:
    """Return the first value that is given."""
    return next(value for value in values if value is not None)


def make_params(information: InformationSet, params: SearchParams | None, only: int) -> Any:
    """Fill in the record that the kernels read for a search of this position."""
    found = params_array(params or search_params_of(information.game.name)).copy()
    found[0].n_seats, found[0].seat, found[0].only = information.game.n_seats, information.seat, only
    return found


@cache
def params_array(params: SearchParams) -> Any:
    """Make an array of one record with what all searches of these parameters have in common."""
    found: Any = zeros(ParamsRecord, 1)
    for name, number in asdict(params).items():
        setattr(found[0], name, number)
    return found


def make(
    seed: int | None = None,
    level: int = 3,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    params: SearchParams | None = None,
) -> SearchBot:
    """Make a searching player."""
    if level not in LEVELS:
        raise OptionError("option.value", name="level", given=repr(level), allowed="1-5")
    if type(threads) is not int or not 1 <= threads <= MAX_THREADS:
        raise OptionError(
            "option.value", name="threads", given=repr(threads)[:40], allowed=f"1-{MAX_THREADS}"
        )
    return SearchBot(seed, level, Budget(simulations, seconds), threads, params)
