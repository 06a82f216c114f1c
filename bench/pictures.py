"""Measure what pictures cost: composing and drawing one of each kind, in processor time.

python bench/pictures.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import burgomaster as bm
from burgomaster.core.registry import game_names
from burgomaster.server.png import png_of
from burgomaster.server.share.pictures import board_svg

MOVES = {2: 40, 3: 60, 4: 60}
REPEATS = 5
Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Do something several times; the least milliseconds of processor time, and what came of it."""
    best, result = float("inf"), work()
    for _ in range(REPEATS):
        begun = time.process_time()
        result = work()
        best = min(best, time.process_time() - begun)
    return 1000 * best, result


def main() -> None:
    """Print a line for each game and number of players."""
    print("game            players  compose ms  draw ms    svg KB  png KB")
    for game in game_names():
        for players in (2, 4):
            table = bm.game(game, players=players).new(seed=1)
            bots = [bm.bot("greedy", seed=seat) for seat in range(players)]
            for _ in range(MOVES[players]):
                if table.to_move is not None:
                    table.play(bots[table.to_move].choose(table.copy()).notation)
            compose, svg = timed(partial(board_svg, table, "Round 3", "en"))
            draw, png = timed(partial(png_of, svg))
            sizes = f"{len(svg) / 1000:9.0f} {len(png) / 1000:7.0f}"
            print(f"{game:15} {players:7} {compose:11.1f} {draw:8.0f} {sizes}")


if __name__ == "__main__":
    main()
