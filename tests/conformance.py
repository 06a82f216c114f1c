"""The conformance suite as the tests run it: quickly for all options, at length in `make thorough`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import burgomaster as bm

if TYPE_CHECKING:
    from burgomaster.core.check import Report

INTERPRETED = "interpreted_is_compiled"  # a process of its own for each game: tested for all games in one
FEW_GAMES, MANY_GAMES = 10, 500
FEW_MOVES = 25

Options = Mapping[str, Any]


def conform(game: str, options: Options, seed: int = 1) -> None:
    """Run all checks that need no other process on few games."""
    from burgomaster.core.check import CHECKS, check_game

    report = check_game(bm.game(game, **options), games=FEW_GAMES, seed=seed, without=(INTERPRETED,))
    demand_passed(report, set(CHECKS) - {INTERPRETED})


def conform_at_length(game: str, options: Options, seed: int = 2) -> None:
    """Run every check, on many games."""
    from burgomaster.core.check import CHECKS, check_game

    report = check_game(bm.game(game, **options), games=MANY_GAMES, seed=seed)
    demand_passed(report, set(CHECKS))


def demand_passed(report: Report, names: set[str]) -> None:
    """Every check was run and has passed."""
    assert report.ok, [found for found in report.checks if not found.passed]
    assert {found.name for found in report.checks} == names


def compare_interpreted(game: str, option_sets: Iterable[Options]) -> None:
    """The beginnings of games with many sets of options are the same without the compiler."""
    from burgomaster.core import check

    tables = [check.play_random(bm.game(game, **options), seed=5) for options in option_sets]
    records = [check.beginning_of(table, FEW_MOVES) for table in tables]
    assert check.compare_interpreted(records) == sum(len(record["moves"]) + 1 for record in records)
