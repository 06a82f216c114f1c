"""Fitting what positions are worth: the margins of self-play at fixed moments, by least squares.

Two equal searches play each other. Every few moves the features of both seats are written down. When the
game is over, what the hand-written value did not foresee of the margin is explained by the differences of the
features, now and times the part of the game that was left. How far a lead decides the game is fitted round by
round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from burgomaster.bots import bot
from burgomaster.bots.fitted import Features, features_of
from burgomaster.core.kernels import worth
from burgomaster.core.registry import game_package
from burgomaster.core.struct import Floats
from burgomaster.core.table import Game, Table, load_game

EVERY = 4  # moves between two moments
RIDGE = 30.0  # pulls weights of rare features towards nothing, in moments
SPREADS = np.geomspace(1.0, 60.0, 80)
LEAST_MOMENTS = 60  # of a round, to judge its spread
PLACES = 4  # decimals of a weight that are kept


@dataclass(frozen=True)
class Moment:
    """A position of a game of two, from the first seat's side."""

    game: int
    round: int
    lead: float  # by the hand-written value
    differences: Floats  # of the features, then the same times the rest of the game
    margin: float  # when the game was over
    growth: float  # what both seats scored at the end beyond what they were worth, on average


@dataclass(frozen=True)
class Fit:
    """What was found."""

    weights: dict[str, tuple[float, float]]
    spread: list[float]  # by round: points of lead that make winning e times as likely as losing
    growth: list[float]  # by round: points that a seat makes in the end beyond what it is worth
    moments: int
    error_before: float  # of the margin, on games that were left out; root of the mean square
    error_after: float


def play_game(game: Game, seed: int, descents: int) -> list[Moment]:
    """One game of equal searches, and its moments."""
    table = game.new(seed=seed)
    bots = [
        bot("search", seed=seed * 2 + seat, level=5, descents=descents, seconds=math.inf) for seat in (0, 1)
    ]
    found, moves = [], 0
    while (seat := table.to_move) is not None:
        if moves % EVERY == 0:
            found.append((table.round, *look(table)))
        table.play(bots[seat].choose(table))
        moves += 1
    margin, total = float(table.scores[0] - table.scores[1]), float(sum(table.scores))
    return [
        Moment(seed, round_no, lead, differences, margin, (total - worths) / 2)
        for round_no, lead, worths, differences in found
    ]


def look(table: Table) -> tuple[float, float, Floats]:
    """The lead of the first seat by the hand-written value, both values, the differences of the features."""
    features = features_of(table.game.name)
    worths = [float(worth(table.state, seat)) for seat in (0, 1)]
    rows = [feature_row(features, table.state, seat) for seat in (0, 1)]
    difference = rows[0] - rows[1]
    both = np.concatenate([difference, difference * features.rest(table.state)])
    return worths[0] - worths[1], sum(worths), both


def feature_row(features: Features, state: Any, seat: int) -> Floats:
    """All features of a seat."""
    return np.array([features.feature(state, seat, index) for index in range(len(features.names))])


def collect(
    name: str, games: int, seed: int, descents: int, progress: Callable[[], None] | None = None
) -> list[Moment]:
    """The moments of many games of two."""
    import_module(f"{game_package(name)}.bot.features")
    game, found = load_game(name, players=2), []
    for number in range(games):
        found += play_game(game, seed + number, descents)
        if progress is not None:
            progress()
    return found


# Least squares


def fit(name: str, moments: Sequence[Moment]) -> Fit:
    """Weights from all games; the errors from the tenth of the games that another fit did not see."""
    tested = [moment for moment in moments if moment.game % 10 == 0]
    learnt = [moment for moment in moments if moment.game % 10 != 0]
    trial = solve(learnt)
    weights = solve(moments)
    names, n = features_of(name).names, len(features_of(name).names)
    rounded = weights.round(PLACES)
    return Fit(
        weights={each: (float(rounded[at]), float(rounded[at + n])) for at, each in enumerate(names)},
        spread=[fit_spread(predict(here, weights), margins_of(here)) for here in by_round(moments)],
        growth=[round(float(np.mean([one.growth for one in here])), 2) for here in by_round(moments)],
        moments=len(moments),
        error_before=error(tested, np.zeros_like(trial)),
        error_after=error(tested, trial),
    )


def solve(moments: Sequence[Moment]) -> Floats:
    """The weights that explain best what the hand-written value did not; seats are alike, so no constant."""
    rows = np.stack([moment.differences for moment in moments])
    wanted = np.array([moment.margin - moment.lead for moment in moments])
    scale = np.maximum(rows.std(axis=0), 1e-9)
    scaled = rows / scale
    normal = scaled.T @ scaled + RIDGE * np.eye(rows.shape[1])
    found: Floats = np.linalg.solve(normal, scaled.T @ wanted) / scale
    return found


def predict(moments: Iterable[Moment], weights: Floats) -> Floats:
    """The margins as they are foreseen."""
    return np.array([moment.lead + float(moment.differences @ weights) for moment in moments])


def error(moments: Sequence[Moment], weights: Floats) -> float:
    """How far the foreseen margins are off."""
    off = predict(moments, weights) - margins_of(moments)
    return float(np.sqrt(np.mean(off**2))) if len(moments) else math.nan


def by_round(moments: Sequence[Moment]) -> list[list[Moment]]:
    """The moments of each round from the first on, as long as there are many."""
    found: list[list[Moment]] = []
    while True:
        here = [moment for moment in moments if moment.round == len(found) + 1]
        if len(here) < LEAST_MOMENTS:
            return found
        found.append(here)


def margins_of(moments: Sequence[Moment]) -> Floats:
    """How the games ended."""
    return np.array([moment.margin for moment in moments])


def fit_spread(leads: Floats, margins: Floats) -> float:
    """The spread under which the winners were most likely."""
    sides = np.sign(margins)
    losses = [np.log1p(np.exp(np.clip(-sides * leads / spread, -50, 50))).sum() for spread in SPREADS]
    return round(float(SPREADS[int(np.argmin(losses))]), 2)
