"""Run as a module, with names of games or for all: compile everything before many processes need it.

With `--quick` nothing is compiled that steps games in lockstep: `make test` steps none.
"""

from __future__ import annotations

import sys
import time

from burgomaster.bots.preparing import BATCH, BOTS, CHECKS, RULES, Preparer
from burgomaster.core.registry import game_names

SECONDS = 0.2  # between two looks
QUICK = "--quick"


def main() -> None:
    quick = QUICK in sys.argv[1:]
    games = [word for word in sys.argv[1:] if word != QUICK] or game_names()
    warm(games, [] if quick else games)


def warm(games: list[str], in_lockstep: list[str]) -> None:
    """Compile everything of some games, some of them in lockstep as well, and say how far it is."""
    preparer = Preparer()
    stages = [(game, stage) for stage in (RULES, BOTS, CHECKS) for game in games]
    stages += [(game, BATCH) for game in in_lockstep]
    for game, stage in stages:
        preparer.add(game, stage)
    for game, stage in stages:
        while not preparer.wait(game, stage, SECONDS):
            show(preparer, game, stage)
    preparer.close()
    print(f"{', '.join(games)}: compiled in {time.perf_counter() - BEGUN:.0f} s")


def show(preparer: Preparer, game: str, stage: str) -> None:
    if sys.stderr.isatty():
        done, total, _ = preparer.progress(game, stage)
        print(f"\r\033[Kcompiling {game}, {stage}: {done}/{total}", end="\r", file=sys.stderr)


BEGUN = time.perf_counter()

if __name__ == "__main__":
    main()
