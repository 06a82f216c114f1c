"""Ratings of bots from games in the arena, on the scale that people are rated on.

All games are fitted together by the model of Bradley and Terry: nobody's number depends on the order in which
games were played. One bot is the zero of a game, `ANCHOR`; how far another one is from it is known only so
well, and that uncertainty is kept with it. A result shared by both counts half.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from burgomaster.core.registry import game_folder
from burgomaster.lab.arena import Job, Outcome

ANCHOR = "search:1"  # keeps its number, so that those of people go on meaning the same
CENTRE, SPREAD = 25.0, 25.0 / 3  # where everybody begins, as openskill has it
BETA = SPREAD / 2
SCALE = math.sqrt(2) * BETA  # a lead of so much makes winning e times as likely as losing
PRIOR = 3 * SPREAD  # how far bots can be from each other, before anything was played
QUICK = ("random", "greedy", *(f"search:{n}" for n in range(1, 5)))
SLOW = (("search:5", "search:4"), ("search:5", "search:3"), ("search:6", "search:5"))
STEPS, SMALL = 100, 1e-9
FILE = "ratings.toml"


@dataclass(frozen=True)
class BotRating:
    """How strong a bot is, how well that is known, and from how many games."""

    mu: float
    sigma: float
    games: int


def ratings_path(game: str) -> Path:
    """Name the file with the ratings of a game's bots."""
    return game_folder(game) / "bot" / FILE


def make_jobs(game: str, options: Mapping[str, Any], games: int, slow_games: int, seed: int) -> Iterator[Job]:
    """List the games to be played: all quick bots against each other, slow ones against who is near."""
    pairs = [(pair, games) for pair in itertools.combinations(QUICK, 2)] + [
        (pair, slow_games) for pair in SLOW
    ]
    for pair, times in pairs:
        for number in range(times):
            seats = pair if number % 2 == 0 else pair[::-1]
            yield Job(game, dict(options), seats, seed + number // 2)


def known_anchor(game: str) -> float:
    """Read the number of the anchor in a game; where nothing was measured it is that of a newcomer."""
    path = ratings_path(game)
    if not path.is_file():
        return CENTRE
    return float(tomllib.loads(path.read_text(encoding="utf-8"))["bots"][ANCHOR]["mu"])


def fit(outcomes: Sequence[Outcome], anchor: float = CENTRE) -> dict[str, BotRating]:
    """Find the ratings that make what happened most likely, with their deviations."""
    names = sorted({name for outcome in outcomes for name in outcome.job.bots})
    wins = count_wins(names, outcomes)
    strength, inverse = solve(wins, names.index(ANCHOR))
    games = (wins + wins.T).sum(axis=1)
    return {
        name: BotRating(
            round(anchor + SCALE * float(strength[place]), 2),
            round(SCALE * math.sqrt(max(0.0, float(inverse[place, place]))), 2),
            round(float(games[place])),
        )
        for place, name in enumerate(names)
    }


def count_wins(names: Sequence[str], outcomes: Sequence[Outcome]) -> np.ndarray[Any, Any]:
    """Count how often each bot won against each other one; games of two."""
    wins = np.zeros((len(names), len(names)))
    for outcome in outcomes:
        one, other = (names.index(name) for name in outcome.job.bots)
        share = (0 in outcome.winners) / len(outcome.winners)
        wins[one, other] += share
        wins[other, one] += 1 - share
    return wins


def solve(wins: np.ndarray[Any, Any], anchor: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Find the strengths by Newton's way, and the covariance at the end; the anchor stays at 0."""
    n_bots, weight = len(wins), (SCALE / PRIOR) ** 2
    free = [place for place in range(n_bots) if place != anchor]
    strength, covariance = np.zeros(n_bots), np.zeros((n_bots, n_bots))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        games = wins + wins.T
        slope = (wins - games * chance).sum(axis=1) - weight * strength
        bend = -games * chance * (1 - chance)
        curve = bend - np.diag(bend.sum(axis=1) - weight)
        part = np.ix_(free, free)
        step = np.linalg.solve(curve[part], slope[free])
        strength[free] += step
        covariance[part] = np.linalg.inv(curve[part])
        if float(np.abs(step).max()) < SMALL:
            break
    return strength, covariance


def write_toml(ratings: Mapping[str, BotRating], about: Mapping[str, Any]) -> str:
    """Write ratings as the file of a game has them, with where they come from."""
    lines = ["# How strong the bots are: written by bench/bot_ratings.py, read by the server.", "", "[about]"]
    lines += [f"{name} = {toml(value)}" for name, value in about.items()]
    for name, found in sorted(ratings.items(), key=lambda item: item[1].mu):
        lines += [
            "",
            f'[bots."{name}"]',
            f"mu = {found.mu}",
            f"sigma = {found.sigma}",
            f"games = {found.games}",
        ]
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """Write a number or a text."""
    return str(value) if isinstance(value, int) else f'"{value}"'
