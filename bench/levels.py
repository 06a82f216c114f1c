"""Measure the levels: against the level below, greedy, a field of it, and themselves.

Every finished game is kept in the file of --save, and a later run goes on with it. The rows are those of
docs/experiments.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from burgomaster.bots import bot
from burgomaster.bots.search_bot import LEVELS
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.lab import arena
from burgomaster.lab.arena import Job, Outcome

SEED = 1000
STEP = 0.70  # what a level wins against the one below, at least
STRONG = "search:5"
RIVAL = "greedy"
# What the net alone and the strong level win against it, at least, by game.
GOALS = {"petersburg": (0.99, 0.99), "suburbia": (0.90, 0.95), "spyrium": (0.98, 0.99)}
FIELD_GOALS = {"petersburg": 2.5, "suburbia": 2.0, "spyrium": 2.0}  # times the equal share, among others


def pairs(game: str) -> Iterator[tuple[str, str, float]]:
    """List who plays whom, with the rate that is hoped for."""
    for one, hoped in zip(("net", STRONG), GOALS[game], strict=True):
        yield one, RIVAL, hoped
    for lower, upper in pairwise(LEVELS):
        yield f"search:{upper}", f"search:{lower}", STEP
    yield "search:1", "greedy", 0.5


def play(jobs: list[Job], path: Path) -> list[Outcome]:
    """Play the jobs that the file does not have yet, one at a time, and return all outcomes."""
    rehearse(jobs[0])
    wanted = {job.key for job in jobs}
    found = [outcome for outcome in arena.load_outcomes(path) if outcome.job.key in wanted]
    for job in arena.left_over(jobs, found):
        outcome = arena.play_job(job)
        arena.keep_outcome(path, outcome)
        found.append(outcome)
    return found


def rehearse(job: Job) -> None:
    """Let every bot choose once, so that no time of a move is that of the compiler."""
    table = load_game(job.game, **dict(job.options)).new(seed=job.seed)
    while len(table.moves()) == 1:
        table.play(table.moves()[0])
    for name in set(job.bots):
        bot(name, seed=0).choose(table)


def pair_row(game: str, one: str, other: str, hoped: float, outcomes: list[Outcome]) -> str:
    """Write a pair as a row of the table."""
    found = arena.pair_standings(outcomes)
    mine, theirs = found[one, other], found[other, one]
    rate = f"{100 * mine.rate:.1f} % ({100 * mine.low:.1f}–{100 * mine.high:.1f})"
    times = f"{mine.milliseconds:.0f} ms ≤ {1000 * mine.slowest:.0f} : {theirs.milliseconds:.0f} ms"
    cells = (game, f"{one} : {other}", mine.games, rate, f"{mine.margin:+.1f}", times, f"{100 * hoped:.0f} %")
    return f"| {' | '.join(map(str, cells))} |"


def self_jobs(game: str, players: int, games: int, level: int) -> list[Job]:
    """Make games of a level against itself."""
    seats = (f"search:{level}",) * players
    return [Job(game, {"players": players}, seats, SEED + number) for number in range(games)]


def self_row(game: str, outcomes: list[Outcome]) -> str:
    """Write what a level scores against itself as a row."""
    scores = [outcome.scores for outcome in outcomes]
    winners = sum(max(row) for row in scores) / len(scores)
    everybody = sum(sum(row) for row in scores) / sum(len(row) for row in scores)
    first = outcomes[0].job
    return (
        f"| {game} | {first.bots[0]} | {len(first.bots)} | {len(scores)} | {winners:.1f} | {everybody:.1f} |"
    )


def field_jobs(game: str, players: int, games: int) -> list[Job]:
    """Make games of one strong seat among greedy ones, each deal from every seat."""
    jobs = []
    for number in range(games):
        seats = [RIVAL] * players
        seats[number % players] = STRONG
        jobs.append(Job(game, {"players": players}, tuple(seats), SEED + number // players))
    return jobs


def field_row(game: str, outcomes: list[Outcome]) -> str:
    """Write how often the strong seat wins among the others as a row."""
    players = len(outcomes[0].scores)
    mine = arena.pair_standings(outcomes)[STRONG, RIVAL]
    rate = f"{100 * mine.rate:.1f} % ({100 * mine.low:.1f}–{100 * mine.high:.1f})"
    among = f"{STRONG} among {players - 1} {RIVAL}"
    share = f"{100 / players:.0f} %, hoped for {100 * min(1.0, FIELD_GOALS[game] / players):.0f} %"
    cells = (game, players, among, mine.games, rate, share, f"{mine.margin:+.1f}")
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), action="append", help="may be repeated")
    parser.add_argument("--games", type=int, default=100, help="of each level against the one below")
    parser.add_argument("--rival-games", type=int, default=200, help="against greedy")
    parser.add_argument("--self", type=int, default=0, metavar="PLAYERS", help="the strongest against itself")
    parser.add_argument("--field", type=int, default=0, metavar="PLAYERS", help="level 5 among others")
    parser.add_argument("--save", type=Path, default=Path("levels.jsonl"))
    asked: Any = parser.parse_args()
    for game in asked.game or game_names():
        if asked.self:
            jobs = self_jobs(game, asked.self, asked.games, LEVELS[-2])
            print(self_row(game, play(jobs, asked.save)), flush=True)
            continue
        if asked.field:
            jobs = field_jobs(game, asked.field, asked.games)
            print(field_row(game, play(jobs, asked.save)), flush=True)
            continue
        for one, other, hoped in pairs(game):
            games = asked.rival_games if other == RIVAL else asked.games
            jobs = arena.make_jobs(game, {"players": 2}, [one, other], games, SEED)
            print(pair_row(game, one, other, hoped, play(jobs, asked.save)), flush=True)


if __name__ == "__main__":
    main()
