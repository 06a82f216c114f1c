"""How fast games are stepped from Python for learning, as ratios to peers measured in the same run.

A step is seen by the caller: a random legal action chosen, carried out, and what can be seen and done then
described (observation and action mask). Ours are `bm.batch` on one and on two threads, `bm.batch` with random
opponents inside, the vector environment of Gymnasium on it, and single environments. Where opponents play
inside, a step is one action of the agent and all moves of the others until it is asked again; the moves of
all seats are printed beside it. They are what a batch without opponents counts as steps, but there every one
is also chosen by the caller and described. The peers are
connect_four of OpenSpiel, without and with its observation, and the simplest classic games of PettingZoo,
driven from Python as their documentations do it.

Machines are shared and noisy: all take turns, and the medians are compared. Run it with
`python bench/batch.py` or `make bench`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np

import burgomaster as bm
from burgomaster.core.registry import game_names
from burgomaster.envs import pettingzoo
from burgomaster.envs.gymnasium import environment_id

BASE = "petersburg"  # the game whose goal is watched
GOAL = 5.0  # million steps a second of it on two threads
CONNECT_FOUR = "OpenSpiel connect_four"
OBSERVED = "OpenSpiel connect_four, observed"
CLASSICS = ("tictactoe_v3", "connect_four_v3", "rps_v2")  # of PettingZoo, the simplest
AGAINST = "batch, two threads, random opponents"
VECTOR, COPIES = "vector environment", "vector environment, copies"
INSIDE = (AGAINST, VECTOR, COPIES)  # what steps one seat, and the others inside
COUNTED = 1000  # steps of a batch whose seats are counted
Measure = Callable[[float], float]


# Ours


def rate_of_batch(batch: bm.Batch, seconds: float) -> float:
    """Steps a second of random legal actions, mask and observations written every time."""
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(8):
            batch.step(batch.random_actions())
        steps += 8 * batch.n
    return steps / (time.perf_counter() - begun)


def rate_of_vector(envs: Any, seconds: float) -> float:
    """Steps a second of the agent's seat in a vector environment of Gymnasium."""
    envs.reset(seed=1)
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(8):
            envs.step(envs.unwrapped.batch.random_actions())
        steps += 8 * envs.num_envs
    return steps / (time.perf_counter() - begun)


def rate_of_turns(env: Any, seconds: float) -> float:
    """Steps a second of an environment of PettingZoo, ours or a peer's."""
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        env.reset()
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            env.step(None if termination or truncation else choose(env, agent, observation))
            steps += 1
    return steps / (time.perf_counter() - begun)


def choose(env: Any, agent: str, observation: Any) -> Any:
    """Choose a random action, legal where there is a mask."""
    if not isinstance(observation, dict):
        return env.action_space(agent).sample()
    legal = np.flatnonzero(observation["action_mask"]).tolist()
    return legal[int(random.random() * len(legal))]


def rate_of_seat(env: Any, seconds: float) -> float:
    """Steps a second of a single environment of Gymnasium."""
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        _, info = env.reset()
        ended = False
        while not ended:
            legal = np.flatnonzero(info["action_mask"])
            _, _, ended, _, info = env.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
    return steps / (time.perf_counter() - begun)


def moves_of_a_step(game: str, n: int) -> float:
    """Count how many moves all seats make in a step of one of them, if everybody plays at random."""
    batch, n_own = bm.batch(game, n, threads=1), 0
    for _ in range(COUNTED):
        n_own += int((batch.to_move == 0).sum())
        batch.step(batch.random_actions())
    return COUNTED * n / n_own


def with_moves(rates: dict[str, float], n: int) -> dict[str, float]:
    """Put the moves of all seats behind every rate that counts the steps of one seat."""
    found = {}
    for name, rate in rates.items():
        found[name] = rate
        game, _, measured = name.partition(": ")
        if measured in INSIDE:
            found[f"{name}, moves of all seats"] = rate * moves_of_a_step(game, n)
    return found


# Peers


def rate_of_connect_four(with_observation: bool, seconds: float) -> float:
    """Steps a second of OpenSpiel's connect_four: legal actions, one of them, the observation if wanted."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if with_observation:
                state.observation_tensor()
            state.apply_action(actions[int(random.random() * len(actions))])
            steps += 1
    return steps / (time.perf_counter() - begun)


def peers() -> dict[str, Measure]:
    """Find the peers that are installed; the others are named."""
    found: dict[str, Measure] = {}
    if can_import("pyspiel"):
        found[CONNECT_FOUR] = partial(rate_of_connect_four, False)
        found[OBSERVED] = partial(rate_of_connect_four, True)
    for name in CLASSICS:
        if can_import(f"pettingzoo.classic.{name}"):
            found[f"PettingZoo {name}"] = partial(
                rate_of_turns, import_module(f"pettingzoo.classic.{name}").env()
            )
    return found


def can_import(module: str) -> bool:
    """Tell whether a peer is there, and say what is missing."""
    try:
        import_module(module)
    except ImportError as error:
        tell(f"{module} cannot be measured: {error} (pip install 'burgomaster[lab,envs]')")
        return False
    return True


# Measuring


def ours(game: str, n: int) -> dict[str, Measure]:
    """Make everything of one game that is measured."""
    make_vec = partial(
        gymnasium.make_vec, environment_id(game), num_envs=n, vectorization_mode="vector_entry_point"
    )
    single = gymnasium.make(environment_id(game))
    return {
        f"{game}: batch, one thread": partial(rate_of_batch, bm.batch(game, n, threads=1)),
        f"{game}: batch, two threads": partial(rate_of_batch, bm.batch(game, n, threads=2)),
        f"{game}: {AGAINST}": partial(rate_of_batch, bm.batch(game, n, threads=2, opponents="random")),
        f"{game}: {VECTOR}": partial(rate_of_vector, make_vec(threads=2, copy=False)),
        f"{game}: {COPIES}": partial(rate_of_vector, make_vec(threads=2)),
        f"{game}: PettingZoo environment": partial(rate_of_turns, pettingzoo.env(game)),
        f"{game}: Gymnasium environment": partial(rate_of_seat, single),
    }


def alternate(measures: dict[str, Measure], rounds: int, seconds: float) -> dict[str, float]:
    """Each measure once a round, in turn; the medians."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for name, measure in measures.items():
        measure(0.01)  # loads or compiles
        tell(f"ready: {name}")
    for turn in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure(seconds))
            tell(f"round {turn + 1} of {rounds}: {name:55}{found[name][-1] / 1e6:9.4f} million steps/s")
    return {name: statistics.median_low(rates) for name, rates in found.items()}


def tell(words: str) -> None:
    """Tell how far it is, beside the report."""
    print(words, file=sys.stderr, flush=True)


def lines(rates: dict[str, float]) -> Iterator[str]:
    """The report."""
    spiel = rates.get(CONNECT_FOUR)
    classics = {name: rate for name, rate in rates.items() if name.startswith("PettingZoo")}
    fastest = max(classics, key=lambda name: classics[name], default=None)
    for name, rate in rates.items():
        is_ours, ratios = ":" in name, []
        if spiel and is_ours:
            ratios.append(f"{rate / spiel:7.2f} x {CONNECT_FOUR}")
        if fastest and is_ours:
            ratios.append(f"{rate / rates[fastest]:8.1f} x {fastest}")
        yield f"{name:70}{rate / 1e6:9.4f} million steps/s  {', '.join(ratios)}"
    for game in game_names():
        inside = rates.get(f"{game}: {AGAINST}")
        if inside:
            shares = [rates[f"{game}: {name}"] / inside for name in (VECTOR, COPIES)]
            told = f"{shares[0]:.2f} x its batch, with copies {shares[1]:.2f} x"
            yield f"{game}: the vector environment is {told}"
    if (two := rates.get(f"{BASE}: batch, two threads")) is not None:
        yield f"{BASE} on two threads: {two / 1e6:.2f} million steps/s (goal {GOAL:.0f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--games", type=int, default=512, help="games of a batch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measure in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    measures = peers()
    for game in [asked.game] if asked.game else game_names():
        measures |= ours(game, asked.games)
    rates = with_moves(alternate(measures, asked.rounds, asked.seconds), asked.games)
    print(json.dumps(rates, indent=1) if asked.json else "\n".join(lines(rates)))


if __name__ == "__main__":
    main()
