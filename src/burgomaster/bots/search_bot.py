"""Search: a tree over everything the seat does not know, judged by the value of the game (bots/descent.py).

Several threads each grow a tree of their own, and their visits are added. The same seed, threads and descents
give the same answer as long as the time is enough.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache, partial
from importlib import import_module
from typing import Any

from burgomaster.bots import descent, tree
from burgomaster.bots.bot import Answer, Budget, Thinker, Thought
from burgomaster.bots.descent import N_STATES, ROOT
from burgomaster.bots.fitted import fitted_at
from burgomaster.bots.levels import LEVELS as LEVELS_BY_GAME
from burgomaster.bots.levels import MANNERS, Level, Manner
from burgomaster.bots.sight import Sight
from burgomaster.bots.tree import MAX_EDGES, NONE, Setting, Tree
from burgomaster.core.errors import OptionError
from burgomaster.core.move import Move
from burgomaster.core.registry import game_package
from burgomaster.core.rng import seed_rng
from burgomaster.core.struct import zeros

LEVELS = (1, 2, 3, 4, 5)
BLOCK = 32  # descents of a thread between two looks at the clock
MAX_THREADS = 64
LINE = 6  # moves of a line that is told
TOLD = 3  # moves whose line is told
KEPT = 0.5  # the part of a budget that visits of an earlier search may stand for


class SearchBot(Thinker):
    """Looks ahead as far as its level allows."""

    name = "search"

    def __init__(
        self, seed: int | None, level: int, budget: Budget, threads: int, manner: Manner | None
    ) -> None:
        self.level = level
        self.budget = budget
        self.manner = manner
        self._random = random.Random(seed)
        self._trees: Any = zeros(Tree, threads)
        self._key: bytes | None = None  # of the position at the root

    def think(self, sight: Sight, budget: Budget | None = None) -> Answer:
        """The move that was tried most often, or at a low level one that seemed as good."""
        moves = sight.moves()
        if len(moves) == 1:
            return Answer(moves[0], (Thought(moves[0], 0, 0.5, 0.0),))
        level = LEVELS_BY_GAME[sight.game.name][self.level - 1]
        self._search(sight, *self._limits(level, budget))
        thoughts = read_thoughts(self._trees, moves, sight)
        return make_answer(self._trees, self._pick(thoughts, level), thoughts, sight)

    def think_of(self, sight: Sight, move: Move, budget: Budget | None = None) -> Thought:
        """One move by itself, as often tried as a whole search would try all."""
        level = LEVELS_BY_GAME[sight.game.name][self.level - 1]
        self._key = None
        self._search(sight, *self._limits(level, budget), only=move.code)
        self._key = None
        return next(found for found in read_thoughts(self._trees, [move], sight))

    def _pick(self, thoughts: Sequence[Thought], level: Level) -> Move:
        """The move tried most; a beginner misjudges what he tried, and now and then plays just anything."""
        if level.slips > 0.0 and self._random.random() < level.slips:
            return self._random.choice(thoughts).move
        if level.noise == 0.0:
            return thoughts[0].move
        tried = [thought for thought in thoughts if thought.visits > 0]
        return max(tried, key=lambda thought: thought.lead + self._random.gauss(0.0, level.noise)).move

    def _limits(self, level: Level, budget: Budget | None) -> tuple[int, float]:
        """Descents and seconds: what is asked for now, else what the bot was made with, else the level's."""
        asked = budget or Budget()
        descents = _first(asked.descents, self.budget.descents, level.descents)
        seconds = _first(asked.seconds, self.budget.seconds, level.seconds)
        return max(1, int(descents)), seconds

    def _search(self, sight: Sight, descents: int, seconds: float, only: int = NONE) -> None:
        """Grow the trees until the budget is spent or nothing can change the choice."""
        import_module(f"{game_package(sight.game.name)}.bot.features")  # hands the judgement of the game over
        begun = time.perf_counter()
        trees, settings = self._trees, make_settings(sight, self.manner, only)
        kept = self._prepare(sight)
        states: Any = zeros(sight.game.rules.state, N_STATES * len(trees))
        for index in range(len(trees)):
            seed_rng(trees[index].rng, self._random.getrandbits(62), index)
            states[index * N_STATES + ROOT] = sight.world(trees[index].rng)[0]
        left = descents - min(kept, int(KEPT * descents))
        grow = partial(self._grow, states, settings, left // len(trees), begun + seconds)
        if len(trees) == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(grow, range(len(trees))))

    def _grow(self, states: Any, settings: Any, left: int, deadline: float, index: int) -> None:
        """Let one tree grow until its budget or the time is spent, or its choice cannot change."""
        while left > 0:
            descent.descend_many(states, self._trees, index, settings, min(BLOCK, left))
            left -= BLOCK
            is_sure = settings[0].only == NONE and tree.is_decided(self._trees, index, left)
            if is_sure or time.perf_counter() >= deadline:
                break

    def _prepare(self, sight: Sight) -> int:
        """Go on with the trees of the last search if they lead here; how many visits they have."""
        way = None if self._key is None else sight.way_from(self._key)
        self._key = sight.key()
        kept = 0
        for index in range(len(self._trees)):
            is_kept = way is not None and self._trees[index].n_edges < MAX_EDGES // 2
            if is_kept and all(tree.go_down(self._trees, index, code) for code in way or ()):
                kept += int(self._trees[index].visits[self._trees[index].root])
            else:
                tree.clear_tree(self._trees, index)
        return kept


def _first(*values: Any) -> Any:
    """The first that is given."""
    return next(value for value in values if value is not None)


def make_settings(sight: Sight, manner: Manner | None, only: int) -> Any:
    """How a search of this position is done."""
    settings = usual_settings(manner or MANNERS[sight.game.name]).copy()
    settings[0].n_seats, settings[0].seat, settings[0].only = sight.game.n_seats, sight.seat, only
    return settings


@cache
def usual_settings(manner: Manner) -> Any:
    """What all searches of one manner have in common."""
    settings: Any = zeros(Setting, 1)
    for name, number in asdict(manner).items():
        setattr(settings[0], name, number)
    return settings


# Reading the trees


class Reading:
    """The fields of a tree, looked up once, because every look at a field of a record is dear."""

    def __init__(self, one: Any) -> None:
        self.root = int(one.root)
        self.first_edge, self.next_edge, self.child = one.first_edge, one.next_edge, one.child
        self.move, self.n_tried, self.result, self.lead = one.move, one.n_tried, one.result, one.lead

    def edges(self, node: int) -> Iterator[int]:
        """The edges of a node."""
        edge = int(self.first_edge[node])
        while edge != NONE:
            yield edge
            edge = int(self.next_edge[edge])

    def line(self, node: int) -> list[int]:
        """The moves tried most from a node on."""
        line: list[int] = []
        while node != NONE and len(line) < LINE:
            best = max(self.edges(node), key=lambda edge: int(self.n_tried[edge]), default=NONE)
            if best == NONE or self.n_tried[best] == 0:
                break
            line.append(int(self.move[best]))
            node = int(self.child[best])
        return line


def read_thoughts(trees: Any, moves: Sequence[Move], sight: Sight) -> list[Thought]:
    """What the trees together say of each move, the most tried first."""
    sums = {move.code: [0, 0.0, 0.0] for move in moves}
    nodes: dict[int, tuple[Reading, int]] = {}
    for one in map(Reading, trees):
        for edge in one.edges(one.root):
            code = int(one.move[edge])
            if code in sums:
                sums[code][0] += int(one.n_tried[edge])
                sums[code][1] += float(one.result[edge])
                sums[code][2] += float(one.lead[edge])
                nodes.setdefault(code, (one, int(one.child[edge])))
    ordered = sorted(moves, key=lambda move: (-sums[move.code][0], -sums[move.code][1]))
    return [
        make_thought(move, sums[move.code], nodes.get(move.code) if place < TOLD else None, sight)
        for place, move in enumerate(ordered)
    ]


def make_thought(
    move: Move, sums: Sequence[float], node: tuple[Reading, int] | None, sight: Sight
) -> Thought:
    """A move with the means of its sums, and how it may go on."""
    visits = int(sums[0])
    line = (
        () if node is None else tuple(sight.game.rules.write_notation(code) for code in node[0].line(node[1]))
    )
    return Thought(move, visits, sums[1] / max(1, visits), sums[2] / max(1, visits), line)


def make_answer(trees: Any, move: Move, thoughts: Sequence[Thought], sight: Sight) -> Answer:
    """The choice with what the descents found for every seat; what all seats still make is in the scores."""
    n = max(1, sum(int(one.n_descents) for one in trees))
    growth, seats = fitted_at(sight.game.name, "growth", sight.round, 0.0), range(sight.game.n_seats)
    scores = [growth + sum(float(one.sum_worths[seat]) for one in trees) / n for seat in seats]
    chances = [sum(float(one.sum_chances[seat]) for one in trees) / n for seat in seats]
    return Answer(move, thoughts, scores, chances, n)


def make(
    seed: int | None = None,
    level: int = 3,
    descents: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    manner: Manner | None = None,
) -> SearchBot:
    """A searching player."""
    if level not in LEVELS:
        raise OptionError("option.value", name="level", given=repr(level), allowed="1-5")
    if type(threads) is not int or not 1 <= threads <= MAX_THREADS:
        raise OptionError(
            "option.value", name="threads", given=repr(threads)[:40], allowed=f"1-{MAX_THREADS}"
        )
    return SearchBot(seed, level, Budget(descents, seconds), threads, manner)
