"""How a net does against players that never learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from burgomaster.bots.net import MAX_SEATS, Weights
from burgomaster.learning.player import Job, Played, Playing, stack
from burgomaster.learning.self_play import GREEDY, LEARNER
from burgomaster.learning.variants import Variant

IN_A_ROW = 16  # games that one thread plays
FIRST_SEED = 1


@dataclass(frozen=True)
class Measure:
    """How the net does against the others, in one variant."""

    variant: str
    won: float | None  # percent of games, a shared victory by its share; None where nobody else has points
    points: float
    others: float | None
    games: int


def measure(
    players: Playing,
    weights: Weights,
    variant: Variant,
    n_games: int,
    win_share: float,
    opponent: int = GREEDY,
) -> Measure:
    """Let the net play one seat of each game against others of one kind, every seat as often."""
    seats = np.full((n_games, MAX_SEATS), opponent, np.int8)
    mine = np.arange(n_games) % variant.game.players
    seats[np.arange(n_games), mine] = LEARNER
    jobs = [
        Job(variant.game, seats[at : at + IN_A_ROW], FIRST_SEED + at, 0.0, win_share)
        for at in range(0, n_games, IN_A_ROW)
    ]
    return count_measure(variant.name, list(players.play(jobs, stack([weights]))))


def count_measure(name: str, played: Sequence[Played]) -> Measure:
    """Count what the seat of the net has won and scored in all games."""
    places = np.concatenate([one.places for one in played])
    scores = np.concatenate([one.scores for one in played])
    mine = np.concatenate([(one.job.seat_nets[: len(one.places)] == LEARNER).argmax(1) for one in played])
    rows, n_seats = np.arange(len(places)), scores.shape[1]
    own = scores[rows, mine]
    points = round(float(own.mean()), 1)
    if n_seats == 1:
        return Measure(name, None, points, None, len(rows))
    won = (places[rows, mine] == 0) / np.maximum(1, (places == 0).sum(1))
    others = (scores.sum(1) - own) / (n_seats - 1)
    return Measure(name, round(100 * float(won.mean()), 1), points, round(float(others.mean()), 1), len(rows))


def choose_measured(variants: Sequence[Variant], turn: int) -> list[Variant]:
    """Choose variants to measure: the one that is played most, and two others in turn."""
    first, *others = sorted(variants, key=lambda variant: -variant.weight)
    return [first, *(others[(2 * turn + k) % len(others)] for k in range(min(2, len(others))))]
