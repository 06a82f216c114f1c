"""Run as a module, with names of games or for all: compile everything before many processes need it."""

from __future__ import annotations

import sys
import time

from burgomaster.bots.preparing import BATCH, BOTS, CHECKS, RULES, Preparer
from burgomaster.core.registry import game_names

SECONDS = 0.2  # between two looks


def main() -> None:
    """Compile what the games that are named need, also for the conformance suite."""
    warm(sys.argv[1:] or game_names())


def warm(games: list[str]) -> None:
    """Compile everything of some games, and say how far it is."""
    preparer = Preparer()
    for stage in (RULES, BOTS, CHECKS, BATCH):
        for game in games:
            preparer.add(game, stage)
    for stage in (RULES, BOTS, CHECKS, BATCH):
        for game in games:
            while not preparer.wait(game, stage, SECONDS):
                show(preparer, game, stage)
    preparer.close()
    print(f"{', '.join(games)}: compiled in {time.perf_counter() - BEGUN:.0f} s")


def show(preparer: Preparer, game: str, stage: str) -> None:
    """Say on a terminal how far a stage is."""
    if sys.stderr.isatty():
        done, total, _ = preparer.progress(game, stage)
        print(f"\r\033[Kcompiling {game}, {stage}: {done}/{total}", end="\r", file=sys.stderr)


BEGUN = time.perf_counter()

if __name__ == "__main__":
    main()
