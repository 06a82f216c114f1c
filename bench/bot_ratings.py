"""Rate the bots of a game against each other, and write the table that the server rates people by.

Every finished game is kept in the file of --save, and a later run goes on with it:
`nice python bench/bot_ratings.py --game GAME --save outcomes.jsonl --write`. Searches count simulations and
not seconds, so several games at a time change no result.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from contextlib import suppress
from pathlib import Path

from burgomaster import __version__
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import load_game
from burgomaster.lab import arena
from burgomaster.lab.bot_ratings import BotRating, fit, known_anchor, make_jobs, ratings_path, write_toml

SEED = 5000
PLAYERS = 2
LEAST_GAMES = 10  # of a bot whose rating is written


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
