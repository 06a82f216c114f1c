"""A run of games for tables of data: what is played and by whom, how games end, and their decisions."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgomaster.bots import bot
from burgomaster.bots.bot import Budget
from burgomaster.bots.information_set import InformationSet
from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.encoding import NO_ACTION
from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.log import MAX_EVENTS
from burgomaster.core.playout import Scratch
from burgomaster.core.registry import game_info
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.seating import read_count, read_seed
from burgomaster.core.statistics import Statistics, statistics_of
from burgomaster.core.table import Game, Table, load_game
from burgomaster.lab import rows_kernels as kernels

SCHEMA = 1  # raised whenever a column changes its meaning; new columns are appended
ROWS = ("game", "decision")
COMPILED = ("random", "greedy")  # bots that play inside kernels
PART_GAMES = {"game": 10_000, "decision": 1_000}  # that are written, and lost by a kill, together
THOUGHTFUL_GAMES = 20  # the same where bots think for seconds
ROOM = 32 * kernels.MAX_PLIES  # decisions that are written before they are handed on
WIDTH = 7  # of a decision
NO_ITEM = -1
UNHURRIED = Budget(seconds=float("inf"))  # the same moves, however busy the machine is
BOT_SEEDS = 101  # seats have seeds of their own


@dataclass(frozen=True)
class Run:
    """Games that are played and written down; equal runs give equal files."""

    game: str
    options: Mapping[str, Any]  # with players
    bots: tuple[str, ...]  # one a player
    games: int
    seed: int
    rows: str = "game"

    @property
    def is_compiled(self) -> bool:
        """Tell whether all moves are made inside kernels."""
        return all(bot in COMPILED for bot in self.bots)

    @property
    def part_games(self) -> int:
        return PART_GAMES[self.rows] if self.is_compiled else THOUGHTFUL_GAMES

    @property
    def n_parts(self) -> int:
        return -(-self.games // self.part_games)

    def part(self, number: int) -> range:
        return range(number * self.part_games, min(self.games, (number + 1) * self.part_games))

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "rows": self.rows,
            "game": self.game,
            "rules_version": game_info(self.game).version,
            "options": dict(self.options),
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "part_games": self.part_games,
        }

    def options_text(self) -> str:
        """Write the options as one word of JSON, the same for equal options."""
        return json.dumps(dict(self.options), sort_keys=True, separators=(",", ":"))


def make_run(
    game: str,
    options: Mapping[str, Any],
    games: int = 10_000,
    seed: int = 1,
    bots: tuple[str, ...] = ("random",),
    rows: str = "game",
) -> Run:
    """Check what is asked for; one bot plays on all seats."""
    if rows not in ROWS:
        raise OptionError("option.value", name="rows", given=repr(rows)[:40], allowed=", ".join(ROWS))
    games = read_count("games", games)
    seed = read_seed(seed, MAX_SEED - games)
    players = int(options["players"])
    seats = tuple(bots) * players if len(bots) == 1 else tuple(bots)
    if len(seats) != players:
        raise SetupError("setup.seats", given=len(seats), players=players)
    return Run(game, dict(options), seats, games, seed, rows)


# Games as arrays


@dataclass(frozen=True)
class GameRows:
    """How games ended; arrays by game, by game and seat, and by game, seat and source or item."""

    steps: Any
    scores: Any
    ranks: Any
    finals: Any  # the last positions
    points: Any
    items: Any
    n_items: Any


@dataclass(frozen=True)
class DecisionRows:
    """Decisions: seat, move, action, legal moves, score, round, item; and how each of their games ended."""

    rows: Any
    steps: Any
    scores: Any
    ranks: Any


class Player:
    """Plays the games of a run, on any number of threads at once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        options = dict(run.options)
        self.game: Game = load_game(run.game, players=options.pop("players"), **options)
        self.statistics: Statistics | None = statistics_of(run.game)
        self._own = threading.local()

    # One row a game

    def play_games(self, games: range) -> GameRows:
        """Play some games of the run and return how they ended."""
        made = self._empty(len(games))
        if self.run.is_compiled:
            states, scratches, spares = self._scratch()
            ends = kernels.Ends(made.steps, made.scores, made.ranks)
            gains = self.statistics.rows if self.statistics else np.zeros((0, 8), np.int64)
            counts = kernels.Counts(gains, self._bought(), made.points, made.items, made.n_items)
            seed = self.run.seed + games.start
            if self._is_random():
                kernels.play_randomly(states, scratches, seed, counts, made.finals, ends)
            else:
                kinds = self._kinds()
                kernels.play_mixed(states, scratches, seed, counts, made.finals, ends, spares, kinds)
        else:
            for place, number in enumerate(games):
                self._note_game(made, place, self._play(number))
        return made

    def _empty(self, n: int) -> GameRows:
        n_seats = self.game.n_seats
        n_sources = len(self.statistics.sources) if self.statistics else 1
        points = np.zeros((n, n_seats, n_sources), np.int32)
        if self.statistics:
            for source, start in self.statistics.start.items():
                points[:, :, self.statistics.sources.index(source)] = start
        return GameRows(
            steps=np.zeros(n, np.int32),
            scores=np.zeros((n, n_seats), np.int32),
            ranks=np.zeros((n, n_seats), np.int32),
            finals=zeros(self.game.rules.state, n),
            points=points,
            items=np.zeros((n, n_seats, kernels.MAX_ITEMS), np.int16),
            n_items=np.zeros((n, n_seats), np.int32),
        )

    def _note_game(self, made: GameRows, place: int, table: Table) -> None:
        made.steps[place] = len(table.steps)
        made.finals[place] = table.state
        made.scores[place], made.ranks[place] = table.scores, _ranks(table)
        if self.statistics is None:
            return
        made.points[place] = 0
        for earned in self.statistics.earned(table.events(), self.game.n_seats):
            made.points[place, earned.seat, self.statistics.sources.index(earned.source)] += earned.points
        for seat, item in self.statistics.items_of(table.events()):
            if made.n_items[place, seat] < kernels.MAX_ITEMS:
                made.items[place, seat, made.n_items[place, seat]] = item
                made.n_items[place, seat] += 1

    # One row a decision

    def play_decisions(self, games: range) -> DecisionRows:
        n, n_seats = len(games), self.game.n_seats
        scores, ranks = (np.zeros((n, n_seats), np.int32) for _ in range(2))
        ends = kernels.Ends(np.zeros(n, np.int32), scores, ranks)
        if self.run.is_compiled and self.game.rules.encoding is not None:
            rows = self._decide(games, ends)
        else:
            rows = np.concatenate([self._note_decisions(ends, at, no) for at, no in enumerate(games)])
        return DecisionRows(rows, *ends)

    def _decide(self, games: range, ends: kernels.Ends) -> Any:
        """Play games in kernels, as many at a time as there is room for."""
        states, scratches, spares = self._scratch()
        rows, found = np.zeros((ROOM, WIDTH), np.int64), np.zeros(2, np.int64)
        decisions = kernels.Decisions(self._bought(), self._numbers(), rows, found)
        seed, parts = self.run.seed + games.start, []
        while found[0] < len(games):
            found[1] = 0
            if self._is_random():
                kernels.decide_randomly(states, scratches, seed, decisions, ends)
            else:
                kernels.decide_mixed(states, scratches, seed, decisions, ends, spares, self._kinds())
            parts.append(rows[: found[1]].copy())
        return np.concatenate(parts)

    def _note_decisions(self, ends: kernels.Ends, place: int, number: int) -> Any:
        """Play one game at a table and write its decisions down."""
        rows: list[tuple[int, ...]] = []
        table = self._play(number, rows)
        ends.steps[place], ends.scores[place], ends.ranks[place] = len(rows), table.scores, _ranks(table)
        return np.array(rows, np.int64).reshape(-1, WIDTH)

    # Inside

    def _play(self, number: int, rows: list[tuple[int, ...]] | None = None) -> Table:
        """Let bots play a game at a table; note decisions where rows are wanted."""
        seed = self.run.seed + number
        table = self.game.new(seed=seed)
        bots = [bot(name, seed=seed * BOT_SEEDS + seat) for seat, name in enumerate(self.run.bots)]
        while (seat := table.to_move) is not None:
            code = bots[seat].think(InformationSet(table), UNHURRIED).move.code
            before = self._before(table, seat, code) if rows is not None else ()
            table.step(code)
            if rows is not None:
                rows.append((*before, self._item(table, seat)))
        return table

    def _before(self, table: Table, seat: int, code: int) -> tuple[int, ...]:
        encoding = self.game.rules.encoding
        action = NO_ACTION
        if encoding is not None:
            number_of = getattr(encoding.number_of, "py_func", encoding.number_of)
            action = int(self._numbers()[int(number_of(None, code))])
        return seat, code, action, len(table.legal_codes()), table.scores[seat], table.round

    def _item(self, table: Table, seat: int) -> int:
        if self.statistics is None:
            return NO_ITEM
        items = [item for owner, item in self.statistics.items_of(table.steps[-1].events) if owner == seat]
        return items[0] if items else NO_ITEM

    def _scratch(self) -> tuple[Any, Any, Any]:
        """Return what kernels of this thread work in."""
        if not hasattr(self._own, "made"):
            states: Any = zeros(self.game.rules.state, 2)
            states[kernels.UNDEALT] = self.game.rules.undealt(self.game.options)[0]
            scratches = zeros(Scratch, 1)
            scratches[0].log.room = MAX_EVENTS
            self._own.made = states, scratches, zeros(self.game.rules.state, 2)
        made: tuple[Any, Any, Any] = self._own.made
        return made

    def _bought(self) -> Any:
        return self.statistics.bought_kinds if self.statistics else np.zeros(256, np.int8)

    def _numbers(self) -> Any:
        if not hasattr(self, "_space"):
            assert self.game.rules.encoding is not None
            self._space = self.game.rules.encoding.space(self.game.options)
        return self._space.numbers

    def _is_random(self) -> bool:
        return all(bot == "random" for bot in self.run.bots)

    def _kinds(self) -> Any:
        kinds = [kernels.GREEDY if bot == "greedy" else kernels.RANDOM for bot in self.run.bots]
        return np.array(kinds + [kernels.RANDOM] * len(self.game.automatic_seats), np.int64)


def _ranks(table: Table) -> list[int]:
    return [int(python_api.rank(table._states, 0, seat)) for seat in range(table.game.n_seats)]
