"""Which games a training plays, with earlier nets on some seats, and how its net does against others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import MAX_SEATS, Weights
from burgomaster.core.registry import game_info
from burgomaster.core.table import Game, load_game
from burgomaster.learning.plan import Plan
from burgomaster.learning.player import Job, Played, Players, stack
from burgomaster.learning.self_play import GREEDY, LEARNER

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Variant:
    name: str
    game: Game
    weight: float  # how often it is played


ALONE = 8.0  # weight of a game for one against points: what it asks for is not learned in the others


def variants_of(game: str) -> list[Variant]:
    """List all variants of a game: the first one, two players and one alone are played most."""
    found = []
    for index, variant in enumerate(game_info(game).variants):
        for players in variant.players:
            made = load_game(game, players=players, **dict(variant.options))
            weight = (2.0 if index == 0 else 1.0) * (1.5 if players == 2 else 1.0)
            found.append(Variant(f"{variant.name} {players}", made, ALONE if made.n_seats == 1 else weight))
    return found


def make_jobs(
    variants: Sequence[Variant], plan: Plan, done: float, n_league: int, seed: int, chance: random.Random
) -> list[Job]:
    """Make the jobs of a round: variants by their weights, some games with earlier nets."""
    how = (plan.explore_at(done), plan.win_share, plan.trust_at(done))
    in_a_row = min(plan.games, plan.games_of_job)
    n_jobs = max(1, plan.games // in_a_row)
    chosen = chance.choices(variants, [variant.weight for variant in variants], k=n_jobs)
    found = []
    for number, variant in enumerate(chosen):
        seats = np.full((in_a_row, MAX_SEATS), LEARNER, np.int8)
        if n_league and variant.game.players > 1 and chance.random() < plan.league_share:
            seat_league(seats, variant.game.players, n_league, chance)
        found.append(Job(variant.game, seats, seed + number * in_a_row, *how))
    return found


def seat_league(seats: Array, players: int, n_league: int, chance: random.Random) -> None:
    """Give some seats of each game, not all, to earlier nets."""
    for game in range(len(seats)):
        for seat in chance.sample(range(players), chance.randint(1, players - 1)):
            seats[game, seat] = chance.randint(1, n_league)


# How a net does against players that never learn

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
    players: Players,
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
