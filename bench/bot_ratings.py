"""Rate the bots of a game against each other, and write the table that the server rates people by.

Every finished game is kept in the file of --save, and a later run goes on with it:
`nice python bench/bot_ratings.py --game GAME --save outcomes.jsonl --write`. Searches count simulations and
not seconds, so several games at a time change no result.

All games are fitted together by the model of Bradley and Terry: nobody's number depends on the order in which
games were played. One bot is the zero of a game, `ANCHOR`; how far another one is from it is known only so
well, and that uncertainty is kept with it. A result shared by both counts half.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import random
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from burgomaster import __version__
from burgomaster.core.registry import game_folder, game_info, game_names
from burgomaster.core.table import load_game
from burgomaster.lab import arena
from burgomaster.lab.arena import Job, Outcome

SEED = 5000
PLAYERS = 2
LEAST_GAMES = 10  # of a bot whose rating is written
ANCHOR = "search:1"  # keeps its number, so that those of people go on meaning the same
CENTRE, SPREAD = 25.0, 25.0 / 3  # where everybody begins, as openskill has it
BETA = SPREAD / 2
SCALE = math.sqrt(2) * BETA  # a lead of so much makes winning e times as likely as losing
PRIOR = 3 * SPREAD  # how far bots can be from each other, before anything was played
QUICK = ("random", "greedy", *(f"search:{n}" for n in range(1, 5)))
SLOW = (("search:5", "search:4"), ("search:5", "search:3"), ("search:6", "search:5"))
STEPS, SMALL = 100, 1e-9
FILE = "ratings.toml"


def main() -> None:
    """Play what is left to be played, then fit and print, and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True, choices=game_names())
    parser.add_argument("--games", type=int, default=20, help="games of each pair of quick bots")
    parser.add_argument("--slow-games", type=int, default=20, help="games of each pair with a slow bot")
    parser.add_argument("--minutes", type=float, default=1e9, help="play no longer than that")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument("--save", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    options = game_info(asked.game).read(PLAYERS, {})
    jobs = list(make_jobs(asked.game, options, asked.games, asked.slow_games, SEED))
    outcomes = play(jobs, asked.save, time.monotonic() + asked.minutes * 60, asked.workers)
    ratings = fit(outcomes, known_anchor(asked.game))
    found = {name: one for name, one in ratings.items() if one.games >= LEAST_GAMES}
    show(found)
    if asked.write:
        version = load_game(asked.game, **dict(options)).version
        about = {"players": PLAYERS, "games": len(outcomes), "seed": SEED, "game_version": version}
        command = (
            f"bench/bot_ratings.py --game {asked.game} --games {asked.games} --slow-games {asked.slow_games}"
        )
        about |= {"release": __version__, "made": time.strftime("%Y-%m-%d"), "command": command}
        ratings_path(asked.game).write_text(write_toml(found, about), encoding="utf-8")


def play(jobs: list[arena.Job], path: Path, end: float, workers: int) -> list[arena.Outcome]:
    """Play in a mixed order, so that a run that ends early has some of every pair; quick pairs first."""
    wanted = {job.key for job in jobs}
    found = [outcome for outcome in arena.load_outcomes(path) if outcome.job.key in wanted]
    left = arena.left_over(jobs, found)
    random.Random(SEED).shuffle(left)

    def note(outcome: arena.Outcome) -> None:
        arena.keep_outcome(path, outcome)
        found.append(outcome)
        if time.monotonic() > end:
            raise TimeoutError

    with suppress(TimeoutError):
        arena.play_jobs(sorted(left, key=dearness), workers, note)
    return found


def dearness(job: arena.Job) -> int:
    """Tell how slow the slowest bot of a game is: up to level 4 all are quick, the last is the dearest."""
    highest = max(int(name[-1]) if name[-1].isdigit() else 0 for name in job.bots)
    return max(0, highest - 4)


def show(found: dict[str, BotRating]) -> None:
    """Print the ratings as people read them."""
    from burgomaster.server.rating.numbers import shown_rating

    for name, one in sorted(found.items(), key=lambda item: -item[1].mu):
        rating = shown_rating(one.mu, one.sigma)
        print(f"{name:12} {rating.value:5} ± {rating.margin:<4} {one.games:5} games")


if __name__ == "__main__":
    main()


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
