"""Training: rounds of self-play and learning, with a league of earlier nets, until the time is over.

While one round is played on all processors, the net learns from the rounds before. Every few rounds the net
is measured against the greedy player and kept as a file; a training that was killed goes on from the last of
these.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.net import MAX_SEATS
from burgomaster.bots.net_file import Weights, layout_of, write_net
from burgomaster.core.registry import game_info
from burgomaster.core.table import Game, load_game
from burgomaster.learning.learner import Net, Samples, learn
from burgomaster.learning.player import Job, Played, Players, stack
from burgomaster.learning.self_play import GREEDY, LEARNER

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Plan:
    """How a training goes."""

    minutes: float = 10.0
    games: int = 2048  # of a round
    games_of_job: int = 16  # that one thread plays in a row
    kept_rounds: int = 8  # that are learned from
    replay: float = 2.0  # how many older games are learned from for each new one
    batch: int = 16384
    rate: float = 1e-3
    last_rate: float = 1e-4
    explore: float = 0.3
    last_explore: float = 0.02
    explore_until: float = 0.4  # part of the time after which little is explored
    win_share: float = 0.3
    trust: float = 0.9  # in the end of a game, against what was expected a move later
    league: int = 6  # earlier nets that are kept
    league_share: float = 0.25  # of games with some of them
    measure_every: int = 10  # rounds
    measured_games: int = 256
    seed: int = 1


@dataclass(frozen=True)
class Measure:
    """How the net does against greedy players, in one variant."""

    variant: str
    won: float  # percent of games
    points: float
    others: float


class Training:
    """One training of one game."""

    def __init__(
        self,
        game: str,
        folder: Path,
        plan: Plan,
        device: str,
        threads: int | None = None,
        variants: Sequence[tuple[str, Game, float]] | None = None,
    ) -> None:
        layout = layout_of(game)
        assert layout is not None
        load_evaluation(game)
        self.game, self.folder, self.plan, self.device, self.layout = game, folder, plan, device, layout
        self.variants = list(variants or variants_of(game))
        self.players = Players(self.variants[0][1].rules.state, layout, threads)
        torch.manual_seed(plan.seed)
        self.random = random.Random(plan.seed)
        self.net = Net(layout.size).to(device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), plan.rate)
        self.rounds, self.seed, self.spent = 0, plan.seed * 1_000_000_000, 0.0
        self.league: list[Weights] = []
        self.kept: deque[list[Played]] = deque(maxlen=plan.kept_rounds)
        self.curve: list[dict[str, Any]] = []

    # Rounds

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Train until the time is over; `tell` is told of every measure."""
        with ThreadPoolExecutor(1) as pool:
            begun, before = time.monotonic(), self.spent
            coming = pool.submit(self.play_round, *self.next_round())
            while self.spent < 60 * self.plan.minutes:
                self.kept.append(coming.result())
                coming = pool.submit(self.play_round, *self.next_round())
                errors = self.learn_round()
                self.rounds += 1
                self.spent = before + time.monotonic() - begun
                if self.rounds % self.plan.measure_every == 0:
                    coming.result()
                    tell(self.note(errors))
            coming.result()
        tell(self.note(errors))

    def next_round(self) -> tuple[list[Job], tuple[Array, Array]]:
        """Choose the games of the next round and the nets that play them, as they are now."""
        return self.jobs(), stack([self.net.weights(), *self.league])

    def play_round(self, jobs: Sequence[Job], nets: tuple[Array, Array]) -> list[Played]:
        """Play one round."""
        return list(self.players.play(jobs, nets))

    def jobs(self) -> list[Job]:
        """Make the jobs of a round: variants by their weights, some games with earlier nets."""
        plan, weights = self.plan, [weight for _, _, weight in self.variants]
        found = []
        for _, game, _ in self.random.choices(self.variants, weights, k=plan.games // plan.games_of_job):
            seats = np.full((plan.games_of_job, MAX_SEATS), LEARNER, np.int8)
            if self.league and game.players > 1 and self.random.random() < plan.league_share:
                self.seat_league(seats, game.players)
            found.append(Job(game, seats, self.seed, self.explore(), plan.win_share, self.trust()))
            self.seed += plan.games_of_job
        return found

    def seat_league(self, seats: Array, players: int) -> None:
        """Give some seats of each game, not all, to earlier nets."""
        for game in range(len(seats)):
            for seat in self.random.sample(range(players), self.random.randint(1, players - 1)):
                seats[game, seat] = self.random.randint(1, len(self.league))

    def done(self) -> float:
        """Tell what part of the time is over."""
        return min(1.0, self.spent / (60 * self.plan.minutes))

    def explore(self) -> float:
        """Tell how often any move is made now."""
        left = max(0.0, 1.0 - self.done() / self.plan.explore_until)
        return self.plan.last_explore + left * (self.plan.explore - self.plan.last_explore)

    def trust(self) -> float:
        """Tell how much the end of a game counts now: at first all, while the net knows nothing."""
        return 1.0 - (1.0 - self.plan.trust) * min(1.0, self.done() / self.plan.explore_until)

    def learn_round(self) -> list[float]:
        """Learn from the last rounds."""
        done = self.done()
        rate = self.plan.rate * (self.plan.last_rate / self.plan.rate) ** max(0.0, (done - 0.3) / 0.7)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        newest = self.kept[-1]
        older = [played for one in list(self.kept)[:-1] for played in one]
        n = min(len(older), int(self.plan.replay * len(newest)))
        chosen = newest + self.random.sample(older, n)
        return learn(self.net, self.optimizer, Samples(chosen, self.device), 1, self.plan.batch)

    # Measuring and keeping

    def note(self, errors: Sequence[float]) -> dict[str, Any]:
        """Measure the net, keep it, and return a line of the curve."""
        weights = self.net.weights()
        if len(self.league) < self.plan.league:
            self.league.append(weights)
        else:
            self.league[self.random.randrange(len(self.league))] = weights
        newest = self.kept[-1]
        mean = float(np.mean([played.scores.mean() for played in newest]))
        line = {
            "round": self.rounds,
            "seconds": round(self.spent),
            "games": self.rounds * self.plan.games,
            "errors": [round(error, 4) for error in errors],
            "points": round(mean, 1),
            "against_greedy": [asdict(one) for one in self.measure(weights)],
        }
        self.curve.append(line)
        self.save(weights)
        return line

    def measure(self, weights: Weights) -> list[Measure]:
        """Let the net play one seat against greedy players, in some variants."""
        found = []
        for name, game, _ in self.measured():
            n = self.plan.measured_games
            seats = np.full((n, MAX_SEATS), GREEDY, np.int8)
            mine = np.arange(n) % game.players
            seats[np.arange(n), mine] = LEARNER
            parts = range(0, n, 16)
            jobs = [Job(game, seats[at : at + 16], 1 + at, 0.0, self.plan.win_share) for at in parts]
            played = list(self.players.play(jobs, stack([weights])))
            places = np.concatenate([one.places for one in played])
            scores = np.concatenate([one.scores for one in played])
            found.append(count_measure(name, places, scores, mine[: len(places)]))
        return found

    def measured(self) -> list[tuple[str, Game, float]]:
        """Choose variants to measure: the heaviest, and two others in turn."""
        by_weight = sorted(self.variants, key=lambda one: -one[2])
        others = by_weight[1:]
        at = 2 * (self.rounds // self.plan.measure_every)
        return [by_weight[0], *(others[(at + k) % len(others)] for k in range(min(2, len(others))))]

    def save(self, weights: Weights) -> None:
        """Write the net, the curve, and what is needed to go on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_net(self.folder / "net.safetensors", weights, self.facts())
        text = "".join(json.dumps(line) + "\n" for line in self.curve)
        (self.folder / "curve.jsonl").write_text(text, encoding="utf-8")
        state = {
            "net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "rounds": self.rounds,
            "seed": self.seed, "spent": self.spent, "curve": self.curve,
            "league": [tuple(part.astype(np.float16) for part in net) for net in self.league],
        }  # fmt: skip
        torch.save(state, self.folder / "state.new")
        os.replace(self.folder / "state.new", self.folder / "state.pt")

    def load(self) -> bool:
        """Go on from what was saved; return False if nothing was."""
        path = self.folder / "state.pt"
        if not path.exists():
            return False
        state = torch.load(path, map_location=self.device, weights_only=False)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.rounds, self.seed, self.spent = state["rounds"], state["seed"], state["spent"]
        self.curve = state["curve"]
        self.league = [(lines.astype(np.float32), tail.astype(np.float32)) for lines, tail in state["league"]]
        return True

    def begin_from(self, weights: Weights) -> None:
        """Begin with the numbers of another net."""
        self.net.set_weights(*weights)

    def facts(self) -> dict[str, str]:
        """Tell where a net comes from."""
        return {
            "game": self.game,
            "inputs": str(self.layout.version),
            "rounds": str(self.rounds),
            "games": str(self.rounds * self.plan.games),
            "minutes": f"{self.spent / 60:.1f}",
            "device": self.device,
            "plan": json.dumps(asdict(self.plan)),
        }


def count_measure(name: str, places: Array, scores: Array, mine: Array) -> Measure:
    """Count what one seat of each game won, with equal shares of a shared victory."""
    rows = np.arange(len(places))
    winners = (places == 0).sum(1)
    won = (places[rows, mine] == 0) / np.maximum(1, winners)
    own = scores[rows, mine]
    others = (scores.sum(1) - own) / max(1, scores.shape[1] - 1)
    figures = (100 * won.mean(), own.mean(), others.mean())
    return Measure(name, *(round(float(figure), 1) for figure in figures))


def variants_of(game: str) -> list[tuple[str, Game, float]]:
    """List all variants of a game with how often they are played: the first ones most."""
    found = []
    for index, variant in enumerate(game_info(game).variants):
        for players in variant.players:
            made = load_game(game, players=players, **dict(variant.options))
            weight = (2.0 if index == 0 else 1.0) * (1.5 if players == 2 else 1.0)
            found.append((f"{variant.name} {players}", made, weight))
    return found
