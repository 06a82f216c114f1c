"""Run as a module, with names of games or for all: compile everything before many processes need it."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from burgomaster.bots.bot import bot
from burgomaster.core import jit
from burgomaster.core.check import check_game
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game

BOTS = ({"name": "greedy"}, {"name": "search", "simulations": 2})


def main() -> None:
    """Warm the games that are named, each in a process of its own if there are several."""
    games = sys.argv[1:] or game_names()
    if len(games) == 1:
        warm(games[0])
        return
    with ThreadPoolExecutor(os.cpu_count()) as several:
        list(several.map(warm_apart, games))


def warm_apart(game: str) -> None:
    """Warm a game in another process."""
    subprocess.run([sys.executable, "-m", "burgomaster.bots.warm", game], check=True)


def warm(game: str) -> None:
    """Run the conformance suite of a game, which uses every kernel, and let the bots choose."""
    shown = sys.stderr.isatty()
    with jit.on_compile(
        lambda name: print(f"\r\033[Kcompiling {name}", end="", file=sys.stderr) if shown else None
    ):
        check_game(load_game(game), games=1)
        for settings in BOTS:
            bot(**settings, seed=1).choose(load_game(game).new(seed=1))
    print(f"\r{game}: {jit.count_compilations()} kernels compiled")


if __name__ == "__main__":
    main()
