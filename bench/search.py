"""How fast playouts and search are, as ratios to a peer measured in the same run.

Complete random playouts from the middle of a game are what flat Monte Carlo needs; the peer is OpenSpiel's
connect_four driven from Python, playing out from an empty board. Ours and the peer's turns alternate, and the
medians are compared.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import burgomaster as bm
from burgomaster.bots.bot import Budget
from burgomaster.bots.information_set import InformationSet
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import zeros
from burgomaster.core.playout import Scratch, play_out
from burgomaster.core.registry import game_names
from burgomaster.core.rng import seed_rng
from burgomaster.core.table import Table

GOAL = 15_000  # complete playouts a second from the middle of a game of two, on one core
PEER = "connect_four: playouts/s"
PLAYOUTS = 500  # between two looks at the clock
SIMULATIONS = 2000


def connect_four_playouts(seconds: float) -> float:
    """Measure complete random playouts a second of OpenSpiel's connect_four, moves chosen in Python."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    draw = random.Random(1).random
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        done += 1
    return done / spent


@jit
def play_out_many(states: Any, scratches: Any, n_playouts: int) -> int:
    """Play complete random playouts, each from states[0], and count the steps."""
    steps = 0
    for _ in range(n_playouts):
        states[1] = states[0]
        steps += wide(play_out(states[1], scratches[0]))
    return steps


def middle_of(game: str) -> Table:
    """Return a table in the middle of a game of two greedy bots, with a choice to make."""
    table, bot = bm.game(game, players=2).new(seed=1), bm.bot("greedy", seed=1)
    while not table.over:
        table.play(bot.choose(table))
    table.rewind(len(table.steps) // 2)
    while len(table.moves()) < 2:
        table.play(bot.choose(table))
    return table


def playouts_per_second(table: Table, seconds: float) -> float:
    """Measure complete random playouts from a position each second, on one core."""
    states: Any = zeros(table.game.rules.state, 2)
    states[0] = table.state
    scratches: Any = zeros(Scratch, 1)
    seed_rng(scratches[0].rng, 1, 0)
    play_out_many(states, scratches, 1)
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        play_out_many(states, scratches, PLAYOUTS)
        done += PLAYOUTS
    return done / spent


def simulations_per_second(table: Table, seconds: float) -> float:
    """Measure simulations of the search from a position each second, on one core."""
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        choice = bm.bot("search", seed=done, level=5).think(
            InformationSet(table), Budget(SIMULATIONS, seconds)
        )
        done += choice.simulations
    return done / spent


def measure(games: list[str], rounds: int, seconds: float) -> dict[str, float]:
    """Take every measure once a round, in turn, and return the medians."""
    measures: dict[str, Callable[[], float]] = {PEER: partial(connect_four_playouts, seconds)}
    for game in games:
        table = middle_of(game)
        simulations_per_second(table, 0.0)
        measures[f"{game}: playouts/s"] = partial(playouts_per_second, table, seconds)
        measures[f"{game}: simulations/s"] = partial(simulations_per_second, table, seconds)
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, one in measures.items():
            found[name].append(one())
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measure in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure([asked.game] if asked.game else game_names(), asked.rounds, asked.seconds)
    if asked.json:
        print(json.dumps(found))
        return
    peer = found[PEER]
    for name, number in found.items():
        ratio = f" = {number / peer:6.2f} x the peer's" if name.endswith("playouts/s") else ""
        least = f" (at least {GOAL})" if ratio and name != PEER else ""
        print(f"{name:36}{number:12.0f}{ratio}{least}")


if __name__ == "__main__":
    main()
