"""Which variants of a game the conformance suite checks, and how each went."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgomaster.core.registry import game_info
from burgomaster.core.table import load_game

if TYPE_CHECKING:
    from burgomaster.core.check import Report


@dataclass(frozen=True)
class Suite:
    """One game to check: its options, and how many play it."""

    game: str
    options: dict[str, Any]
    players: int

    def variant(self, language: str) -> str:
        """Name the variant that the suite is about."""
        info = game_info(self.game)
        return info.variant_title(info.read(self.players, self.options), language)


@dataclass(frozen=True)
class SuiteOutcome:
    """How a suite went, and how long it took."""

    suite: Suite
    report: Report
    seconds: float


def all_suites(game: str) -> list[Suite]:
    """List every variant of a game with every number of players."""
    return [
        Suite(game, dict(variant.options), players)
        for variant in game_info(game).variants
        for players in variant.players
    ]


def run_suite(suite: Suite, games: int, seed: int, announce: Callable[[Suite, str], None]) -> SuiteOutcome:
    """Run all checks of one suite; `announce` is told the name of each as it begins."""
    from burgomaster.core.check import check_game  # late: loads the compiler

    begun = time.perf_counter()
    game = load_game(suite.game, players=suite.players, **suite.options)
    report = check_game(game, games=games, seed=seed, progress=lambda name: announce(suite, name))
    return SuiteOutcome(suite, report, time.perf_counter() - begun)
