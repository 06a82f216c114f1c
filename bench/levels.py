"""Measure the levels: against the level below, greedy, random, a field of lower ones, and themselves.

Every finished game is kept in the file of --save, and a later run goes on with it. The rows are those of
docs/experiments.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from burgomaster.bots.search_bot import LEVELS
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.lab import arena
from burgomaster.lab.arena import Job, Outcome

SEED = 1000
STEP = 0.70  # what a level wins against the one below, at least
FIELD = 3  # the level of the others where the strongest plays among several
GOALS = {"greedy": 0.85, "random": 0.99}  # what the strongest wins, at least


def pairs() -> Iterator[tuple[str, str, float]]:
    """List who plays whom, with the rate that is hoped for."""
    strongest = f"search:{LEVELS[-1]}"
    yield strongest, "greedy", GOALS["greedy"]
    for lower, upper in pairwise(LEVELS):
        yield f"search:{upper}", f"search:{lower}", STEP
    yield strongest, "random", GOALS["random"]


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
        arena.make_bot(name, 0).choose(table)


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


def field_jobs(game: str, players: int, games: int, level: int, others: int) -> list[Job]:
    """Make games of one seat of a level among others of a lower one, each deal from every seat."""
    jobs = []
    for number in range(games):
        seats = [f"search:{others}"] * players
        seats[number % players] = f"search:{level}"
        jobs.append(Job(game, {"players": players}, tuple(seats), SEED + number // players))
    return jobs


def field_row(game: str, level: int, others: int, outcomes: list[Outcome]) -> str:
    """Write how often one seat of a level wins among others of a lower one as a row."""
    one, field = f"search:{level}", f"search:{others}"
    players = len(outcomes[0].scores)
    mine = arena.pair_standings(outcomes)[one, field]
    rate = f"{100 * mine.rate:.1f} % ({100 * mine.low:.1f}–{100 * mine.high:.1f})"
    among = f"{one} among {players - 1} {field}"
    cells = (game, players, among, mine.games, rate, f"{100 / players:.0f} %", f"{mine.margin:+.1f}")
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), action="append", help="may be repeated")
    parser.add_argument("--games", type=int, default=100, help="of each level against the one below")
    parser.add_argument("--rival-games", type=int, default=200, help="of level 5 against greedy and random")
    parser.add_argument("--self", type=int, default=0, metavar="PLAYERS", help="the strongest against itself")
    parser.add_argument("--field", type=int, default=0, metavar="PLAYERS", help="the strongest among level 3")
    parser.add_argument("--save", type=Path, default=Path("levels.jsonl"))
    asked: Any = parser.parse_args()
    for game in asked.game or game_names():
        if asked.self:
            jobs = self_jobs(game, asked.self, asked.games, LEVELS[-1])
            print(self_row(game, play(jobs, asked.save)), flush=True)
            continue
        if asked.field:
            jobs = field_jobs(game, asked.field, asked.games, LEVELS[-1], FIELD)
            print(field_row(game, LEVELS[-1], FIELD, play(jobs, asked.save)), flush=True)
            continue
        for one, other, hoped in pairs():
            games = asked.rival_games if other in GOALS else asked.games
            jobs = arena.make_jobs(game, {"players": 2}, [one, other], games, SEED)
            print(pair_row(game, one, other, hoped, play(jobs, asked.save)), flush=True)


if __name__ == "__main__":
    main()
