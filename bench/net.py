"""How long a net takes for a position, as ratios to numpy, which computes the same net in the same run.

Ours write the inputs as well: `from nothing` is what a leaf of a search costs, `after a move` what one
of all moves costs that are evaluated together, the move itself included. The peer gets the inputs for free.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import burgomaster as bm
from burgomaster.bots.net import HIDDEN, Weights, evaluate_after, evaluate_by_net, new_space, set_base
from burgomaster.bots.net_file import layout_of, net_of, split_tail
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints, zeros
from burgomaster.core.kernels import apply
from burgomaster.core.playout import Scratch
from burgomaster.core.registry import game_names
from burgomaster.core.table import Table

GOAL = 5.0  # microseconds for a position, at most
MOST_CHOICES = 40  # moves of a game among which the position with the longest list is looked for
REPEATS = 20  # between two looks at the clock
AFTER, WHOLE, PEER = "after a move", "from nothing", "numpy"


@jit
def evaluate_moves(
    states: Any, scratches: Any, codes: Ints, seat: int, n_seats: int, weights: Any, space: Any, n: int
) -> None:
    """Evaluate what every move makes of a position, some times over."""
    for _ in range(n):
        set_base(states[0], seat, weights, space, 0)
        for index in range(codes.shape[0]):
            states[1] = states[0]
            apply(states[1], wide(codes[index]), scratches[0].log)
            evaluate_after(states[1], seat, n_seats, weights, space, 0)


@jit
def evaluate_positions(states: Any, seat: int, n_seats: int, weights: Any, space: Any, n: int) -> None:
    """Evaluate a position from nothing, some times over."""
    for _ in range(n):
        evaluate_by_net(states[0], seat, n_seats, weights, space, 0)


def busy_middle(game: str) -> Table:
    """Return the position with the most moves among the first ones of a game of two."""
    table, bot = bm.game(game, players=2).new(seed=1), bm.bot("greedy", seed=1)
    longest, ply = 0, 0
    while not table.over and len(table.steps) < MOST_CHOICES:
        if len(table.moves()) > longest:
            longest, ply = len(table.moves()), len(table.steps)
        table.play(bot.choose(table))
    table.rewind(ply)
    return table


def microseconds(work: Callable[[], None], each: int, seconds: float) -> float:
    """Measure what something takes of this thread's time that is done so many times at each call."""
    done, begun = 0, time.thread_time()
    while (spent := time.thread_time() - begun) < seconds:
        work()
        done += each
    return 1e6 * spent / done


def numpy_evaluates(weights: Weights, places: Any, numbers: Any) -> None:
    """Compute the layers of one position."""
    parts = split_tail(weights.tail)
    first = np.maximum(numbers @ weights.lines.reshape(-1, HIDDEN)[places] + parts["offsets"], 0)
    second = np.maximum(first @ parts["second"] + parts["second_offsets"], 0)
    second @ parts["last"] + parts["last_offsets"]


def measures_of(game: str, seconds: float) -> dict[str, Callable[[], float]]:
    """Make the measures of one game, compiled already."""
    table, weights = busy_middle(game), net_of(game, "")
    space = new_space(table.game.rules.state, layout_of(game).size)
    states, scratches = zeros(table.game.rules.state, 2), zeros(Scratch, 1)
    states[0] = table.state
    codes = np.array(table.legal_codes(), np.int64)
    about = (table.to_move, table.game.n_seats, weights, space)
    moves = partial(evaluate_moves, states, scratches, codes, *about, REPEATS)
    positions = partial(evaluate_positions, states, *about, REPEATS)
    moves()
    positions()
    inputs: Any = space.evaluations[0].inputs
    places, numbers = inputs.places[: inputs.n].astype(np.int64), inputs.numbers[: inputs.n].copy()
    peer = partial(numpy_evaluates, weights, places, numbers)
    return {
        f"{game}, {AFTER} ({len(codes)} moves)": partial(microseconds, moves, REPEATS * len(codes), seconds),
        f"{game}, {WHOLE} ({inputs.n} inputs)": partial(microseconds, positions, REPEATS, seconds),
        f"{game}, {PEER}": partial(microseconds, peer, 1, seconds),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each measure in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else game_names():
        measures = measures_of(game, asked.seconds)
        rounds = [{name: one() for name, one in measures.items()} for _ in range(asked.rounds)]
        found = {name: statistics.median(one[name] for one in rounds) for name in measures}
        if asked.json:
            print(json.dumps(found))
            continue
        peer = found[f"{game}, {PEER}"]
        for name, number in found.items():
            goal = f" (goal under {GOAL:.0f})" if AFTER in name else ""
            print(f"{name:48}{number:8.2f} microseconds, {peer / number:5.1f} times as fast as numpy{goal}")


if __name__ == "__main__":
    main()
