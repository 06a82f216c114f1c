"""The conformance suite: what every game must hold, whatever its options and number of players.

Used by the tests and by `burgomaster check --game`. Each check is a function that raises `Failed` with
what it saw; a game passes when none does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from burgomaster.compiler.struct import dtype_of, zeros
from burgomaster.core import check_kernels, interpreted, python_api
from burgomaster.core.check_kernels import MINE, N_STATES, NOW, OTHER, UNDEALT
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import LANGUAGES
from burgomaster.core.move_list import Moves
from burgomaster.core.playout import Scratch
from burgomaster.core.registry import game_info
from burgomaster.core.rng import PLAY_STREAM, draw_below, new_rng, seed_rng
from burgomaster.core.table import Game, Record, Table, load_game

TRIES = 300  # moves asked about in each position
SLOW_GAMES = 2  # games of the checks that go through Python
INTERPRETED_MOVES = 150


class Failed(Exception):
    """A check that did not hold."""


@dataclass(frozen=True)
class Check:
    """One check and how it went."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True)
class Report:
    checks: list[Check]

    @property
    def ok(self) -> bool:
        return all(check.passed for check in self.checks)


def check_game(
    game: Game,
    games: int = 200,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
    without: Collection[str] = (),
) -> Report:
    """Run every check but those left out by name; `progress` is told the name of each as it begins."""
    done = []
    for name, check in CHECKS.items():
        if name in without:
            continue
        if progress is not None:
            progress(name)
        try:
            done.append(Check(name, True, check(game, games, seed)))
        except (Failed, BurgomasterError) as error:
            done.append(Check(name, False, str(error)))
    return Report(done)


def demand(holds: bool, otherwise: str, table: Table | None = None) -> None:
    """Fail with what was seen, and with the moves that led there, unless something holds.

    Moves are written down only on failure: it takes far longer than most checks.
    """
    if not holds:
        raise Failed(otherwise if table is None else f"{otherwise} after {table.history}")


def random_tables(game: Game, n_games: int, seed: int) -> Iterator[Table]:
    """List every position of some random games; the table must not be changed."""
    for number in range(seed, seed + n_games):
        table = game.new(seed=number)
        rng = new_rng()
        seed_rng(rng, number, PLAY_STREAM)
        yield table
        while not table.over:
            moves = table.moves()
            table.step(moves[draw_below(rng, len(moves))].code)
            yield table


def play_random(game: Game, seed: int) -> Table:
    *_, last = random_tables(game, 1, seed)
    return last


# The checks


def state_is_small(game: Game, games: int, seed: int) -> str:
    n_bytes = dtype_of(game.rules.state).itemsize
    most = game.rules.max_state_bytes
    demand(n_bytes <= most, f"a state has {n_bytes} bytes, {most} are allowed")
    return f"{n_bytes} bytes"


def invariants_hold(game: Game, games: int, seed: int) -> str:
    """Random games end, and no step breaks an invariant of the rules."""
    return f"{games} games, {count_sound_steps(game, games, seed)} steps"


def count_sound_steps(game: Game, games: int, seed: int) -> int:
    """Play random games and test the invariants after every step; return how many steps were made."""
    states, scratches = _work_space(game)
    found: Any = np.zeros(4, np.int64)
    check_kernels.check_rules(states, scratches, 0, games, seed, found)
    steps, broken, number, step = (int(value) for value in found)
    demand(broken == 0, f"invariant {broken} broken in the game of seed {seed + number} after {step} moves")
    return steps


def legal_is_what_is_accepted(game: Game, games: int, seed: int) -> str:
    """Check that a move is on the list exactly if it is accepted, and it is on the list once."""
    states, scratches = _work_space(game)
    seed_rng(scratches[0].rng, seed, PLAY_STREAM)
    pool: Any = np.array(sorted(_all_moves(game, seed)), np.int64)
    n_positions = 0
    for table in random_tables(game, SLOW_GAMES, seed):
        states[NOW] = table.state
        code = check_kernels.check_refusals(states, scratches, pool, TRIES)
        demand(code == -1, f"legal and refuse differ on move {code}", table)
        n_positions += 1
    return f"{n_positions} positions, {TRIES} other moves each"


def notation_is_unique(game: Game, games: int, seed: int) -> str:
    """Notation and parser are inverse to each other, and every choice has its own."""
    codes = _all_moves(game, seed)
    notations = {game.rules.write_notation(code): code for code in codes}
    demand(len(notations) == len(codes), "two moves share a notation")
    for notation, code in notations.items():
        demand(game.rules.read_notation(notation) == code, f"{notation!r} is not read back")
    return f"{len(codes)} moves"


def same_seed_same_game(game: Game, games: int, seed: int) -> str:
    """Check that a seed gives the same game again, another seed another one."""
    first, again, other = (play_random(game, number) for number in (seed, seed, seed + 1))
    demand(first.state_bytes() == again.state_bytes(), "the same seed gave another game")
    demand(first.history != other.history, "another seed gave the same game")
    return f"{len(first.history)} moves"


def records_replay(game: Game, games: int, seed: int) -> str:
    """Check that a record, saved and loaded, replays to the same bytes, from its set-up as from its seed."""
    table = play_random(game, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        table.record().save(path)
        loaded = Record.load(path)
    demand(loaded.check().state_bytes() == table.state_bytes(), "the set-up does not replay")
    by_seed = Record.from_json({**loaded.to_json(), "setup": None})
    demand(by_seed.check().state_bytes() == table.state_bytes(), "the seed does not replay")
    return f"{len(table.history)} moves"


def copies_are_independent(game: Game, games: int, seed: int) -> str:
    """Playing on a copy leaves the table as it was, and undo gives every earlier position back."""
    trail: list[bytes] = []
    for table in random_tables(game, 1, seed):
        trail.append(table.state_bytes())
        if not table.over:
            twin = table.copy()
            twin.play(twin.moves()[-1])
            demand(table.state_bytes() == trail[-1], "a copy changed the table", table)
    while table.steps:  # one undo may take back several: moves that were made by themselves go along
        table.undo()
        earlier = trail[len(table.steps)]
        demand(table.state_bytes() == earlier, "undo does not give back the position", table)
    return "every position of a game"


def views_leak_nothing(game: Game, games: int, seed: int) -> str:
    """Check that a seat sees the same whatever is hidden from it, and that what might be hidden fits."""
    states, _ = _work_space(game)
    rng, n_views = new_rng(), 0
    seed_rng(rng, seed, PLAY_STREAM)
    for table in random_tables(game, SLOW_GAMES, seed):
        for seat in (*range(game.n_seats), -1):
            states[NOW] = table.state
            broken = check_kernels.check_hidden(states, seat, rng)
            demand(broken == 0, f"determinize breaks invariant {broken} for seat {seat}", table)
            same = states[MINE].tobytes() == states[OTHER].tobytes()
            demand(same, f"seat {seat} can tell hidden things", table)
            check_kernels.check_canonical(states, seat, rng)
            same = states[MINE].tobytes() == states[OTHER].tobytes()
            demand(same, f"a bot on seat {seat} can tell hidden things", table)
            n_views += 1
        _check_own_moves(table, rng)
    return f"{n_views} views"


def everything_has_words(game: Game, games: int, seed: int) -> str:
    """Check that every view is JSON, every move and event has a text in every language.

    Each position is viewed by who is to move and by one of the others in turn, a spectator among them.
    """
    others = cycle((*range(game.n_seats), None))
    for table in random_tables(game, 1, seed):
        for seat in {table.to_move, next(others)}:
            json.dumps(table.view(seat))
        for language in LANGUAGES:
            for move in table.moves():
                demand(bool(move.text(language)), f"move {move.code} has no text in {language}")
    lines = {language: len(table.log(0, language)) for language in LANGUAGES}
    demand(len(set(lines.values())) == 1, f"the log has different lengths: {lines}")
    return f"{next(iter(lines.values()))} log lines"


def interpreted_is_compiled(game: Game, games: int, seed: int) -> str:
    """Check that the same source without the compiler gives the same bytes, legal moves and views."""
    record = beginning_of(play_random(game, seed), INTERPRETED_MOVES)
    n_positions = compare_interpreted([record])
    return f"{n_positions} positions"


CHECKS: dict[str, Callable[[Game, int, int], str]] = {
    check.__name__: check
    for check in (
        state_is_small,
        invariants_hold,
        legal_is_what_is_accepted,
        notation_is_unique,
        same_seed_same_game,
        records_replay,
        copies_are_independent,
        views_leak_nothing,
        everything_has_words,
        interpreted_is_compiled,
    )
}


# What the checks share


def beginning_of(table: Table, n_moves: int) -> dict[str, Any]:
    record = table.record().to_json()
    return {**record, "moves": record["moves"][:n_moves], "result": None}


def compare_interpreted(records: list[dict[str, Any]]) -> int:
    """Compare records replayed by both, without the compiler in one process for all; how many positions."""
    n_positions = 0
    for record, found in zip(records, _run_interpreted(records), strict=True):
        compiled = interpreted.digests(record)
        for number, (mine, theirs) in enumerate(zip(compiled, found, strict=True)):
            demand(
                mine == theirs, f"interpreted and compiled differ after move {number} of {record['options']}"
            )
        n_positions += len(compiled)
    return n_positions


def _work_space(game: Game) -> tuple[Any, Any]:
    states: Any = zeros(game.rules.state, N_STATES)
    states[UNDEALT] = game.rules.undealt(game.options)[0]
    return states, zeros(Scratch, 1)


def _all_moves(game: Game, seed: int) -> set[int]:
    """List every move that was legal somewhere in a few games."""
    found: set[int] = set()
    moves = zeros(Moves, 1)
    states: Any = zeros(game.rules.state, 1)
    for table in random_tables(game, SLOW_GAMES * 3, seed + 1000):
        states[0] = table.state
        n_moves = python_api.legal(states, 0, moves)
        found.update(int(code) for code in moves[0].codes[:n_moves])
    return found


def _check_own_moves(table: Table, rng: Any) -> None:
    """Check that what is hidden from the seat to move does not change what it may do."""
    seat = table.to_move
    if seat is None:
        return
    imagined = table.determinized(seat, rng)
    moves = zeros(Moves, 1)
    n_moves = python_api.legal(imagined, 0, moves)
    legal = [move.code for move in table.moves()]
    demand(legal == [int(code) for code in moves[0].codes[:n_moves]], "legal moves leak", table)


def _run_interpreted(records: list[Any]) -> list[list[str]]:
    """Replay records in a process that has the compiler switched off and warnings made errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "burgomaster.core.interpreted"],
        input=json.dumps(records),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    demand(done.returncode == 0, f"the interpreted run failed: {done.stderr.strip()[-300:]}")
    found: list[list[str]] = json.loads(done.stdout)
    return found


# Suites: the variants of a game that are checked


@dataclass(frozen=True)
class Suite:
    """One game to check: its options, and how many play it."""

    game: str
    options: dict[str, Any]
    players: int

    def variant(self, language: str) -> str:
        info = game_info(self.game)
        return info.variant_title(info.read(self.players, self.options), language)


@dataclass(frozen=True)
class SuiteOutcome:
    """How a suite went, and how long it took."""

    suite: Suite
    report: Report
    seconds: float


def all_suites(game: str) -> list[Suite]:
    return [
        Suite(game, dict(variant.options), players)
        for variant in game_info(game).variants
        for players in variant.players
    ]


def run_suite(suite: Suite, games: int, seed: int, announce: Callable[[Suite, str], None]) -> SuiteOutcome:
    """Run all checks of one suite; `announce` is told the name of each as it begins."""
    begun = time.perf_counter()
    game = load_game(suite.game, players=suite.players, **suite.options)
    report = check_game(game, games=games, seed=seed, progress=lambda name: announce(suite, name))
    return SuiteOutcome(suite, report, time.perf_counter() - begun)
