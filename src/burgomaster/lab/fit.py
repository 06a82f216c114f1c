"""Fit how far a lead decides a game, from games of two equal searches against each other.

Every few moves the evaluations of both seats are written down. When the game is over, two numbers are fitted
for each round: `spread`, under which the winners were most likely, and `growth`, the points that a seat
scored beyond its evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from burgomaster.bots import bot
from burgomaster.bots.evaluation import load_evaluation
from burgomaster.core.kernels import evaluate
from burgomaster.core.struct import Floats
from burgomaster.core.table import Game, load_game

EVERY = 4  # moves between two moments
SPREADS = np.geomspace(1.0, 60.0, 80)
MIN_MOMENTS = 60  # of a round, to fit its numbers


@dataclass(frozen=True)
class Moment:
    """A position of a game of two, from the first seat's side."""

    round: int
    lead: float  # by evaluation
    margin: float  # when the game was over
    growth: float  # what both seats scored at the end beyond their evaluations, on average


@dataclass(frozen=True)
class Fit:
    """The fitted numbers, and how well evaluations predict margins."""

    spread: list[float]  # by round: points of lead that make winning e times as likely as losing
    growth: list[float]  # by round: points that a seat scores at the end beyond its evaluation
    moments: int
    error: float  # root mean square of the lead by evaluation less the final margin


def play_game(game: Game, seed: int, simulations: int) -> list[Moment]:
    """Play one game of equal searches and return its moments."""
    table = game.new(seed=seed)
    bots = [
        bot("classic", seed=seed * 2 + seat, level=5, simulations=simulations, seconds=math.inf)
        for seat in (0, 1)
    ]
    found, moves = [], 0
    while (seat := table.to_move) is not None:
        if moves % EVERY == 0:
            mine, theirs = (float(evaluate(table.state, side)) for side in (0, 1))
            found.append((table.round, mine, theirs))
        table.play(bots[seat].choose(table))
        moves += 1
    margin, total = float(table.scores[0] - table.scores[1]), float(sum(table.scores))
    return [
        Moment(round_no, mine - theirs, margin, (total - (mine + theirs)) / 2)
        for round_no, mine, theirs in found
    ]


def collect(
    name: str, games: int, seed: int, simulations: int, progress: Callable[[], None] | None = None
) -> list[Moment]:
    """Collect the moments of many games of two."""
    load_evaluation(name)
    game, found = load_game(name, players=2), []
    for number in range(games):
        found += play_game(game, seed + number, simulations)
        if progress is not None:
            progress()
    return found


def fit(moments: Sequence[Moment]) -> Fit:
    """Fit the numbers of every round."""
    rounds = by_round(moments)
    return Fit(
        spread=[fit_spread(leads_of(here), margins_of(here)) for here in rounds],
        growth=[round(float(np.mean([one.growth for one in here])), 2) for here in rounds],
        moments=len(moments),
        error=error(moments),
    )


def by_round(moments: Sequence[Moment]) -> list[list[Moment]]:
    """Sort the moments by round, from the first round on as long as there are many."""
    found: list[list[Moment]] = []
    while True:
        here = [moment for moment in moments if moment.round == len(found) + 1]
        if len(here) < MIN_MOMENTS:
            return found
        found.append(here)


def leads_of(moments: Sequence[Moment]) -> Floats:
    """Return the leads by evaluation."""
    return np.array([moment.lead for moment in moments])


def margins_of(moments: Sequence[Moment]) -> Floats:
    """Return the final margins."""
    return np.array([moment.margin for moment in moments])


def error(moments: Sequence[Moment]) -> float:
    """Measure how far leads are off the final margins: the root mean square."""
    off = leads_of(moments) - margins_of(moments)
    return float(np.sqrt(np.mean(off**2))) if len(moments) else math.nan


def fit_spread(leads: Floats, margins: Floats) -> float:
    """Find the spread under which the winners were most likely."""
    sides = np.sign(margins)
    losses = [np.log1p(np.exp(np.clip(-sides * leads / spread, -50, 50))).sum() for spread in SPREADS]
    return round(float(SPREADS[int(np.argmin(losses))]), 2)
