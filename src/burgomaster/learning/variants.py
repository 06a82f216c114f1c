"""Which games a training plays: all variants of a game, some seats for earlier nets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import MAX_SEATS
from burgomaster.core.registry import game_info
from burgomaster.core.table import Game, load_game
from burgomaster.learning.plan import Plan
from burgomaster.learning.player import Job
from burgomaster.learning.self_play import LEARNER

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Variant:
    """A variant with a number of players."""

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
