"""How fast random play is, as ratios to a peer measured in the same run.

Machines are shared and noisy: ours and the peer's turns alternate, and the medians are compared.
Run it with `make bench`; the peer is OpenSpiel's connect_four driven from Python.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial

import burgomaster as bm
from burgomaster.compiler.struct import dtype_of, zeros
from burgomaster.core.playout import copy_many
from burgomaster.core.registry import game_info, game_names, game_rules
from burgomaster.core.table import Game

COPIES = 2_000_000
BASE = "petersburg"  # the game whose ratio to the peer is watched
GOALS = {"random play": 12.0, "two threads": 1.8}
GAMES_PER_SECOND = {"suburbia": 3000, "spyrium": 5000}  # of two players on one core, at least


@dataclass(frozen=True)
class Rate:
    """How fast random play of one variant is."""

    steps: float  # per second
    games: float


def rate_of_ours(chosen: Game, threads: int, seconds: float, fixed: bool) -> Rate:
    """Steps and games per second of random play."""
    games = 2000
    while True:
        done = bm.simulate(chosen, games=games, seed=games, threads=threads, fixed=fixed)
        if done.seconds > seconds / 2:
            return Rate(done.steps_per_second, done.games / done.seconds)
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
    rules = game_rules(game)
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


def alternate(measures: dict[str, Callable[[], Rate]], rounds: int) -> dict[str, Rate]:
    """Each measure once a round, in turn; the medians."""
    found: dict[str, list[Rate]] = {name: [] for name in measures}
    begun, done, total = time.perf_counter(), 0, rounds * len(measures)
    for turn in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
            done += 1
            left = (time.perf_counter() - begun) / done * (total - done)
            told = f"{found[name][-1].steps / 1e6:8.3f} million steps/s"
            progress(f"round {turn + 1} of {rounds}: {name:32}{told}, {left:4.0f} s to go")
    return {name: median_rate(rates) for name, rates in found.items()}


def progress(words: str) -> None:
    """Tell how far it is, beside the report: a run takes some minutes."""
    print(words, file=sys.stderr, flush=True)


def median_rate(rates: list[Rate]) -> Rate:
    """Find the middle one by its steps, of an even number the lower of the two."""
    return sorted(rates, key=lambda rate: rate.steps)[(len(rates) - 1) // 2]


def variants_of(game: str) -> Iterator[tuple[str, Game]]:
    """The variants of a game with the fewest and the most players."""
    for variant in game_info(game).variants:
        for players in sorted({variant.players[0], variant.players[-1]}):
            yield f"{game} {variant.name}, {players}", bm.game(game, players=players, **variant.options)


def measure_play(games: list[str], rounds: int, seconds: float, fixed: bool) -> dict[str, Rate]:
    """The peer, threads, and every variant."""
    measures: dict[str, Callable[[], Rate]] = {
        "connect_four": lambda: Rate(steps_of_connect_four(seconds), 0.0),
        "one thread": lambda: rate_of_ours(bm.game(BASE), 1, seconds, fixed),
        "two threads": lambda: rate_of_ours(bm.game(BASE), 2, seconds, fixed),
    }
    for game in games:
        for name, chosen in variants_of(game):
            measures[name] = partial(rate_of_ours, chosen, 1, seconds, fixed)
    return alternate(measures, rounds)


def measure_states(games: list[str]) -> dict[str, float]:
    """Sizes, copies and start times."""
    found = {}
    for game in games:
        first_move = (
            f"import burgomaster as bm; bm.game({game!r}, players=2).new(seed=1).moves()[0].text('en')"
        )
        progress(f"states of {game}")
        found[f"{game}: bytes of a state"] = float(dtype_of(game_rules(game).state).itemsize)
        found[f"{game}: copies of a state, million/s"] = copies_per_second(game) / 1e6
        found[f"{game}: first legal move in a new process, s"] = start_seconds(first_move)
    listing = "from burgomaster.cli.main import main; main(['games'])"
    found["burgomaster games in a new process, s"] = start_seconds(listing)
    return found


def lines(rates: dict[str, Rate], states: dict[str, float]) -> Iterator[str]:
    """The report."""
    peer, ours, two = rates["connect_four"].steps, rates["one thread"].steps, rates["two threads"].steps
    yield f"{'OpenSpiel connect_four from Python':46}{peer / 1e6:8.3f} million steps/s"
    ratio = f"{ours / peer:5.1f} x the peer (at least {GOALS['random play']:.0f})"
    yield f"{BASE + ', 2 players, one thread':46}{ours / 1e6:8.3f} million steps/s = {ratio}"
    least = f"(at least {GOALS['two threads']})"
    yield f"{'two threads':46}{two / 1e6:8.3f} million steps/s = {two / ours:5.2f} x one thread {least}"
    yield "variant, players"
    for name, rate in rates.items():
        if "," in name:
            goal = GAMES_PER_SECOND.get(name.split()[0]) if name.endswith(", 2") else None
            least = f" (at least {goal})" if goal else ""
            ratios = f"{rate.steps / peer:5.1f} x the peer, {rate.steps / ours:4.2f} x the first"
            speed = f"{rate.steps / 1e6:8.3f} million steps/s = {ratios}"
            yield f"{name:46}{speed}, {rate.games:7.0f} games/s{least}"
    for name, number in states.items():
        yield f"{name:46}{number:8.2f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measure in each round")
    parser.add_argument("--fixed", action="store_true", help="compile each variant by itself")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    games = [asked.game] if asked.game else game_names()
    rates = measure_play(games, asked.rounds, asked.seconds, asked.fixed)
    states = measure_states(games)
    if asked.json:
        print(json.dumps({"rates": {name: asdict(rate) for name, rate in rates.items()}, "states": states}))
        return
    for line in lines(rates, states):
        print(line)


if __name__ == "__main__":
    main()
