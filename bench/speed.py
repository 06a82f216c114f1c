"""How fast random play is, as ratios to a peer measured in the same run.

Machines are shared and noisy: ours and the peer's turns alternate, and the medians are compared.
Run it with `make bench`; the peer is OpenSpiel's connect_four driven from Python.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import burgomaster as bm
from burgomaster.core.game import Game
from burgomaster.core.playout import copy_many
from burgomaster.core.records import dtype_of, zeros
from burgomaster.core.registry import game_info, game_names

COPIES = 2_000_000
GOALS = {"random play": 12.0, "two threads": 1.8, "copies per second": 5e6}
GAMES_GOALS = {"spyrium": 5000}  # random games each second, where a game is asked for that


def steps_of_ours(chosen: Game, threads: int, seconds: float) -> float:
    """Steps per second of random play."""
    games = 2000
    while True:
        done = bm.simulate(chosen, games=games, seed=games, threads=threads)
        if done.seconds > seconds / 2:
            return done.steps_per_second
        games *= 2


def games_of_ours(chosen: Game, seconds: float) -> float:
    """Random games per second, dealing included, on one thread."""
    games = 2000
    while True:
        done = bm.simulate(chosen, games=games, seed=games)
        if done.seconds > seconds / 2:
            return done.games / done.seconds
        games *= 2


def steps_of_connect_four(seconds: float) -> float:
    """Steps per second of OpenSpiel's connect_four, uniformly random moves chosen in Python."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    draw = random.Random(1).random
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
    return steps / (time.perf_counter() - begun)


def copies_per_second(game: str) -> float:
    """How often a state can be copied in a second, on one core."""
    rules = bm.game(game).rules
    states = zeros(rules.state, 64)
    copy_many(states, 1)
    begun = time.perf_counter()
    copy_many(states, COPIES)
    return COPIES / (time.perf_counter() - begun)


def start_seconds(code: str) -> float:
    """How long a fresh Python process takes for some code; the best of five."""
    return min(_run_seconds([sys.executable, "-c", code]) for _ in range(5))


def _run_seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun


def alternate(measures: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Each measure once a round, in turn; the medians."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


def measure(game: str, rounds: int, seconds: float) -> dict[str, float]:
    """All numbers of one run."""
    base = bm.game(game)
    measures: dict[str, Callable[[], float]] = {
        "connect_four": lambda: steps_of_connect_four(seconds),
        "one thread": lambda: steps_of_ours(base, 1, seconds),
        "two threads": lambda: steps_of_ours(base, 2, seconds),
        "games": lambda: games_of_ours(base, seconds),
    }
    for variant in game_info(game).variants:
        for players in {variant.players[0], variant.players[-1]}:
            chosen = bm.game(game, players=players, **variant.options)
            name = f"{variant.name}, {players} players"
            measures[name] = partial(steps_of_ours, chosen, 1, seconds)
    found = alternate(measures, rounds)
    found["copies"] = copies_per_second(game)
    found["state bytes"] = dtype_of(bm.game(game).rules.state).itemsize
    first_move = f"import burgomaster as bm; bm.game({game!r}).new(seed=1).moves()[0].text('en')"
    found["start: games (s)"] = start_seconds("from burgomaster.cli.main import main; main(['games'])")
    found["start: first legal move (s)"] = start_seconds(first_move)
    return found


def lines(game: str, found: dict[str, float]) -> list[str]:
    """The report of one game."""
    goal = f"  (at least {GAMES_GOALS[game]:,})" if game in GAMES_GOALS else ""
    peer, ours = found["connect_four"], found["one thread"]
    table = [
        f"OpenSpiel connect_four from Python          {peer / 1e6:8.3f} million steps/s",
        f"random play, 2 players, one thread          {ours / 1e6:8.3f} million steps/s"
        f"  = {ours / peer:5.1f} x the peer  (at least {GOALS['random play']:.0f})",
        f"two threads                                 {found['two threads'] / 1e6:8.3f} million steps/s"
        f"  = {found['two threads'] / ours:5.2f} x one thread  (at least {GOALS['two threads']})",
    ]
    table.append(f"random games, 2 players, one thread         {found['games']:8,.0f} games/s{goal}")
    for name in found:
        if name.endswith("players"):
            rate = found[name]
            table.append(
                f"{name:44}{rate / 1e6:8.3f} million steps/s"
                f"  = {rate / peer:5.1f} x the peer, {rate / ours:4.2f} x the first"
            )
    table.append(
        f"copies of a state                           {found['copies'] / 1e6:8.1f} million/s  (at least 5)"
    )
    table.append(
        f"state                                       {found['state bytes']:8.0f} bytes  (under 1024)"
    )
    table += [f"{name:44}{found[name]:8.2f}" for name in found if name.startswith("start")]
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=game_names(), help="default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measure in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {}
    for game in asked.game or game_names():
        found[game] = measure(game, asked.rounds, asked.seconds)
        if not asked.json:
            print("\n".join([game, *lines(game, found[game])]), flush=True)
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
