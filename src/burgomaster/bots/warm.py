"""Run as a module: compiles everything once, before many processes start together and all compile it."""

from __future__ import annotations

import sys

from burgomaster.bots.bot import bot
from burgomaster.core import jit
from burgomaster.core.check import check_game
from burgomaster.core.registry import game_names, load_game

BOTS = ({"name": "greedy"}, {"name": "search", "descents": 2})


def main() -> None:
    """Run the conformance suite of every game, which uses every kernel, and let the bots choose."""
    shown = sys.stderr.isatty()
    with jit.on_compile(
        lambda name: print(f"\r\033[Kcompiling {name}", end="", file=sys.stderr) if shown else None
    ):
        for name in game_names():
            check_game(load_game(name), games=1)
            for settings in BOTS:
                bot(**settings, seed=1).choose(load_game(name).new(seed=1))
    print(f"\r{jit.count_compilations()} kernels compiled")


if __name__ == "__main__":
    main()
