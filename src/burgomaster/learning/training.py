"""Training: rounds of self-play and learning, with a league of earlier nets, until the time is over.

While one round is played on all processors, the net learns from the rounds before. Every now and then the net
is measured against the greedy player and kept; a training that was killed goes on from the last of these.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

import numpy as np
import torch

from burgomaster.bots.net import Weights
from burgomaster.bots.net_file import layout_of
from burgomaster.learning.learner import Net, Samples, learn
from burgomaster.learning.plan import Plan
from burgomaster.learning.player import Job, Played, Players, stack
from burgomaster.learning.variants import Variant, choose_measured, make_jobs, measure

FORMAT = 1  # of what is needed to go on
SEEDS = 1_000_000_000  # of games that one seed of a training has for itself


class Training:
    def __init__(
        self, game: str, plan: Plan, device: str, players: Players, variants: Sequence[Variant]
    ) -> None:
        layout = layout_of(game)
        assert layout is not None
        self.game, self.plan, self.device, self.layout = game, plan, device, layout
        self.variants, self.players = list(variants), players
        self.net = Net(layout.size, plan.seed).to(device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), plan.rate)
        self.first_seed, self.is_from_net = plan.seed, False
        self.random = random.Random(plan.seed)
        self.order = torch.Generator().manual_seed(plan.seed)  # in which samples are learned
        self.rounds, self.games, self.seed, self.spent = 0, 0, plan.seed * SEEDS, 0.0
        self.errors = [0.0, 0.0, 0.0]
        self.league: list[Weights] = []
        self.kept: deque[list[Played]] = deque(maxlen=plan.kept_rounds)
        self.curve: list[dict[str, Any]] = []

    # Rounds

    def run(self, on_round: Callable[[], None], on_measure: Callable[[dict[str, Any]], None]) -> None:
        """Train until the time is over; the two are told of every round and of every measure."""
        begun = time.monotonic() - self.spent
        measured = self.spent
        with ThreadPoolExecutor(1) as pool:
            try:
                coming = pool.submit(self.play_round, *self.next_round())
                while self.done() < 1.0:
                    newest = coming.result()
                    coming = pool.submit(self.play_round, *self.next_round())
                    self.learn_round(newest)
                    self.spent = time.monotonic() - begun
                    on_round()
                    if self.spent >= min(measured + self.plan.pause, self.plan.seconds):
                        coming.result()
                        on_measure(self.note())
                        self.spent = measured = time.monotonic() - begun
            finally:
                self.players.close()

    def next_round(self) -> tuple[list[Job], Weights]:
        """Choose the games of the next round and the nets that play them, as they are now."""
        jobs = make_jobs(self.variants, self.plan, self.done(), len(self.league), self.seed, self.random)
        self.seed += sum(len(job.seat_nets) for job in jobs)
        return jobs, stack([self.net.weights(), *self.league])

    def play_round(self, jobs: Sequence[Job], nets: Weights) -> list[Played]:
        return list(self.players.play(jobs, nets))

    def learn_round(self, newest: list[Played]) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate_at(self.done())
        older = [played for one in self.kept for played in one]
        n = min(len(older), int(self.plan.replay * len(newest)))
        samples = Samples(newest + self.random.sample(older, n), self.device)
        self.errors = learn(self.net, self.optimizer, samples, self.plan.batch, self.order)
        self.kept.append(newest)
        self.rounds += 1
        self.games += sum(played.n_games for played in newest)

    def done(self) -> float:
        return min(1.0, self.spent / self.plan.seconds)

    # Measures

    def note(self) -> dict[str, Any]:
        """Measure the net, take it into the league, and return a line of the curve."""
        weights = self.net.weights()
        if len(self.league) < self.plan.league:
            self.league.append(weights)
        else:
            self.league[self.random.randrange(len(self.league))] = weights
        plan, turn = self.plan, len(self.curve)
        found = [
            measure(self.players, weights, variant, plan.measured_games, plan.win_share)
            for variant in choose_measured(self.variants, turn)
        ]
        line = {
            "round": self.rounds,
            "seconds": round(self.spent, 1),
            "games": self.games,
            "errors": [round(error, 4) for error in self.errors],
            "points": round(float(np.mean([played.mean_score for played in self.kept[-1]])), 1),
            "against_greedy": [asdict(one) for one in found],
        }
        self.curve.append(line)
        return line

    # Going on later

    def begin_from(self, weights: Weights) -> None:
        self.net.set_weights(*weights)

    def state(self) -> dict[str, Any]:
        """Return everything that is needed to go on, but for the games that were played."""
        return {
            "format": FORMAT, "game": self.game,
            "inputs": self.layout.version, "n_inputs": self.layout.size,
            "net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(),
            "rounds": self.rounds, "games": self.games, "spent": self.spent,
            "first_seed": self.first_seed, "seed": self.seed, "is_from_net": self.is_from_net,
            "random": self.random.getstate(), "order": self.order.get_state(),
            "errors": self.errors, "curve": self.curve,
            "league": [tuple(torch.from_numpy(part).half() for part in net) for net in self.league],
        }  # fmt: skip

    def set_state(self, state: Mapping[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.rounds, self.games, self.spent = state["rounds"], state["games"], state["spent"]
        self.first_seed, self.seed = state["first_seed"], state["seed"]
        self.random.setstate(state["random"])
        self.order.set_state(state["order"])
        self.errors, self.curve = state["errors"], state["curve"]
        self.league = [
            Weights(lines.float().numpy(), tail.float().numpy()) for lines, tail in state["league"]
        ]
