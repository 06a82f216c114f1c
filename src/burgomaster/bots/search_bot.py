"""Information-set Monte Carlo tree search, by the net of a game or, without one, by what its rules expect.

Several threads each grow a tree of their own, and their visits are added. The same seed, threads and
simulations give the same choice as long as the time is enough. A bot that is kept goes on with its trees
while its seat has seen everything done since.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import cache, partial
from mmap import mmap
from typing import Any, NamedTuple

import numpy as np

from burgomaster.bots import tree
from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import DEFAULT_LEVELS, Level, SearchParams, levels_of, params_of
from burgomaster.bots.net import NO_NET, NetSpace, Weights, new_space
from burgomaster.bots.net_bot import NetBot
from burgomaster.bots.net_file import SUFFIX, has_net, layout_of, net_of
from burgomaster.bots.simulation import run_simulations
from burgomaster.bots.tree import MAX_EDGES, N_STATES, NONE, ROOT, ParamsRecord, Tree, used_bytes
from burgomaster.compiler.struct import dtype_of, zeros
from burgomaster.core.errors import OptionError
from burgomaster.core.move import Move
from burgomaster.core.rng import seed_rng
from burgomaster.core.table import Game

LEVELS = (1, 2, 3, 4, 5, 6)
LEAST = 60  # simulations of a careful search
BLOCK = 32  # simulations of a thread between two looks at the clock
MAX_THREADS = 64
KEPT = 0.5  # the part of a budget that visits of an earlier search may stand for
SMALL = 1 << 20  # bytes of a tree that is cleared instead of made anew


class Judge(NamedTuple):
    """What evaluates the positions of a search, and how the search is done."""

    weights: Weights  # of a net; without numbers the rules say what a seat can expect
    space: NetSpace
    params: SearchParams


def judge_of(game: Game, path: str = "", threads: int = 1) -> Judge:
    """Find what evaluates the positions of a game: a net from a file, the net of the game, or its rules."""
    layout = layout_of(game.name)  # first of all: kernels are compiled with it, if the game has one
    by_net = bool(path) or has_net(game.name)
    weights = net_of(game.name, path, game.n_seats) if by_net else NO_NET
    space = new_space(game.rules.state, 0 if layout is None else layout.size, threads)
    return Judge(weights, space, params_of(game.name, by_net))


class SearchBot(BaseBot):
    """Searches as deep as its level allows; one search at a time."""

    name = "search"

    def __init__(
        self,
        seed: int | None,
        level: int,
        budget: Budget,
        threads: int = 1,
        params: SearchParams | None = None,
        is_careful: bool = False,
        path: str = "",
    ) -> None:
        self.level = level
        self.budget = budget
        self.threads = threads
        self.params = params
        self._is_careful, self._path = is_careful, path
        self._random = random.Random(seed)
        self._glance = NetBot(self._random.getrandbits(62), path)
        self._judge: Judge | None = None  # found by the first search, with the game
        self._judges = ("", False)  # that game, and whether it is played alone
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
        simulations, seconds = self._limits(level, budget)
        with self._searching:
            if simulations == 0:
                seen = self._glance.think(information)
                return replace(seen, move=self._pick(seen.estimates, level))
            self._search(information, simulations, seconds)
            estimates = read_estimates(self._trees, moves, information)
            chosen = self._pick(estimates, level)
            n = max(1, sum(int(one.n_simulations) for one in self._trees))
            seats = range(information.game.n_seats)
            scores = [sum(float(one.sum_evaluations[seat]) for one in self._trees) / n for seat in seats]
            chances = [sum(float(one.sum_chances[seat]) for one in self._trees) / n for seat in seats]
            return Choice(chosen, estimates, scores, chances, n)

    def estimate_move(
        self, information: InformationSet, move: Move, budget: Budget | None = None
    ) -> MoveEstimate:
        """Spend a whole search on one move."""
        limits = self._limits(self._level_at(information), budget)
        with self._searching:
            self._key = None
            self._search(information, max(1, limits[0]), limits[1], only=move.code)
            self._key = None
            return read_estimates(self._trees, [move], information)[0]

    @property
    def memory_bytes(self) -> int:
        """Estimate the memory of the trees: parts that nothing was written to take none."""
        return sum(self._touched)

    def _level_at(self, information: InformationSet) -> Level:
        game = information.game.name
        found = levels_of(game)[self.level - 1]
        if self._is_careful:
            return Level(max(LEAST, found.simulations), found.seconds)
        return found if self._path or has_net(game) or found.simulations else DEFAULT_LEVELS[self.level - 1]

    def _pick(self, estimates: Sequence[MoveEstimate], level: Level) -> Move:
        """Pick the most visited move; a beginner overlooks and misjudges moves."""
        if level.blunder_rate > 0.0 and self._random.random() < level.blunder_rate:
            return self._random.choice(estimates).move
        if level.noise == 0.0:
            return estimates[0].move
        tried = [estimate for estimate in estimates if estimate.visits > 0]
        seen = [estimate for estimate in tried if self._random.random() >= level.overlooks] or tried
        return max(seen, key=lambda estimate: estimate.lead + self._random.gauss(0.0, level.noise)).move

    def _limits(self, level: Level, budget: Budget | None) -> tuple[int, float]:
        """Return simulations and seconds: those asked for now, else the bot's own, else the level's."""
        asked = budget or Budget()
        simulations = _first(asked.simulations, self.budget.simulations, level.simulations)
        seconds = _first(asked.seconds, self.budget.seconds, level.seconds)
        least = min(1, level.simulations)  # only a level that looks once does without
        return max(least, int(simulations)), seconds

    def _search(
        self, information: InformationSet, simulations: int, seconds: float, only: int = NONE
    ) -> None:
        """Grow the trees until the budget is spent or nothing can change the choice."""
        judge = self._judge_of(information.game)
        begun = time.perf_counter()
        kept = self._prepare(information)
        trees, params = self._trees, make_params(information, self.params or judge.params, only)
        states: Any = zeros(information.game.rules.state, N_STATES * len(trees))
        for index in range(len(trees)):
            seed_rng(trees[index].rng, self._random.getrandbits(62), index)
            states[index * N_STATES + ROOT] = information.determinize(trees[index].rng)[0]
        left = simulations - min(kept, int(KEPT * simulations))
        grow = partial(self._grow, judge, states, params, left // len(trees), begun + seconds)
        if len(trees) == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(grow, range(len(trees))))
        self._touched = [max(pair) for pair in zip(self._touched, map(used_bytes, trees), strict=True)]

    def _judge_of(self, game: Game) -> Judge:
        """Find what evaluates the positions of a game: played alone, another net may."""
        asked = game.name, game.n_seats == 1
        if self._judge is None or self._judges != asked:
            self._judge, self._judges = judge_of(game, self._path, self.threads), asked
        return self._judge

    def _grow(self, judge: Judge, states: Any, params: Any, left: int, deadline: float, index: int) -> None:
        """Grow one tree until its budget or the time is spent, or its choice cannot change."""
        while left > 0:
            n = min(BLOCK, left)
            run_simulations(states, self._trees, index, params, n, judge.weights, judge.space)
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
    return next(value for value in values if value is not None)


def make_params(information: InformationSet, params: SearchParams, only: int) -> Any:
    """Fill in the record that the kernels read for a search of this position."""
    found = params_array(params).copy()
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
    setting: str = "",
    careful: bool = False,
) -> SearchBot:
    """Make a searching player; `setting` is the file of a net, `careful` leaves a level's mistakes out."""
    check_choice("level", level, LEVELS)
    check_choice("threads", threads, range(1, MAX_THREADS + 1))
    if setting and not setting.endswith(SUFFIX):
        raise OptionError("option.bot_setting", name="search", given=repr(setting)[:60])
    budget = Budget(simulations, seconds)
    return SearchBot(seed, LEVELS[-2] if setting else level, budget, threads, params, careful, setting)


def check_choice(name: str, given: Any, allowed: Sequence[int]) -> None:
    if type(given) is not int or given not in allowed:
        text = f"{allowed[0]}-{allowed[-1]}"
        raise OptionError("option.value", name=name, given=repr(given)[:40], allowed=text)


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
