"""Let bots play bots: round robin with mirrored deals and seats, on all cores.

A job is one game; it depends on nothing but its own line, so jobs can be played anywhere in any order, kept
in a file, and gone on with later. The same jobs give the same results as long as no bot runs out of time.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from burgomaster.bots import bot
from burgomaster.core.table import load_game
from burgomaster.lab.totals import interval


@dataclass(frozen=True)
class Job:
    game: str
    options: Mapping[str, Any]  # with players
    bots: tuple[str, ...]  # one a seat, such as search:3
    seed: int

    @property
    def key(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class Outcome:
    """How a game went."""

    job: Job
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seconds: tuple[float, ...]  # spent by each seat
    moves: tuple[int, ...]
    slowest: tuple[float, ...]  # seconds of the slowest move of each seat


@dataclass(frozen=True)
class Standing:
    """What a bot has reached against the others, or against one of them."""

    games: int
    wins: float  # a shared win counts as its share
    low: float
    high: float
    margin: float  # to the best of the others, on average
    milliseconds: float  # a move
    slowest: float

    @property
    def rate(self) -> float:
        return self.wins / self.games


def make_jobs(game: str, options: Mapping[str, Any], bots: Sequence[str], games: int, seed: int) -> list[Job]:
    """Make a round robin: each pair of bots plays so many games, every deal from both sides."""
    players = int(options["players"])
    jobs = []
    for one, other in itertools.combinations(bots, 2):
        for number in range(games):
            pair = (one, other) if number % 2 == 0 else (other, one)
            seats = tuple(pair[seat % 2] for seat in range(players))
            jobs.append(Job(game, dict(options), seats, seed + number // 2))
    return jobs


def play_job(job: Job) -> Outcome:
    table = load_game(job.game, **dict(job.options)).new(seed=job.seed)
    bots = [bot(name, seed=job.seed * 101 + seat) for seat, name in enumerate(job.bots)]
    spent = [[0.0] for _ in bots]
    while (seat := table.to_move) is not None:
        begun = time.perf_counter()
        move = bots[seat].choose(table)
        spent[seat].append(time.perf_counter() - begun)
        table.play(move)
    return Outcome(
        job,
        tuple(table.scores),
        tuple(table.winners),
        tuple(sum(times) for times in spent),
        tuple(len(times) - 1 for times in spent),
        tuple(max(times) for times in spent),
    )


# Playing many


def play_jobs(jobs: Sequence[Job], workers: int, progress: Callable[[Outcome], None]) -> None:
    """Play jobs on this machine, several at a time; call `progress` with each outcome."""
    pool = new_pool(workers) if workers > 1 else None
    if pool is None:
        for job in jobs:
            progress(play_job(job))
        return
    with pool:
        for outcome in pool.map(play_job, jobs, chunksize=1):
            progress(outcome)


def new_pool(workers: int) -> ProcessPoolExecutor | None:
    """Make processes that play; None where the system lends no memory to share, as with a closed /dev/shm."""
    try:
        return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    except (OSError, NotImplementedError):
        return None


# Storing outcomes


def load_outcomes(path: Path) -> list[Outcome]:
    """Load the outcomes of a file; a line cut short by a crash is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            row = json.loads(line)
            about = row["job"]
            job = Job(about["game"], about["options"], tuple(about["bots"]), about["seed"])
            rest = {name: tuple(row[name]) for name in ("scores", "winners", "seconds", "moves", "slowest")}
            found.append(Outcome(job, **rest))
        except (ValueError, KeyError, TypeError):
            continue
    return found


def keep_outcome(path: Path, outcome: Outcome) -> None:
    """Append an outcome to a file; a line cut short by a crash is ended first."""
    is_cut = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * is_cut + json.dumps(asdict(outcome), sort_keys=True) + "\n")


def left_over(jobs: Iterable[Job], outcomes: Iterable[Outcome]) -> list[Job]:
    done = {outcome.job.key for outcome in outcomes}
    return [job for job in jobs if job.key not in done]


# Standings


def standings(outcomes: Sequence[Outcome]) -> dict[str, Standing]:
    names = sorted({name for outcome in outcomes for name in outcome.job.bots})
    return {name: standing(list(results_of(outcomes, name))) for name in names}


def pair_standings(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Standing]:
    """Compare every bot with every other one."""
    found = {}
    names = sorted({name for outcome in outcomes for name in outcome.job.bots})
    for one, other in itertools.permutations(names, 2):
        games = [outcome for outcome in outcomes if set(outcome.job.bots) == {one, other}]
        if games:
            found[one, other] = standing(list(results_of(games, one)))
    return found


Result = tuple[float, float, float, int, float]  # wins, margin, seconds, moves, slowest


def results_of(outcomes: Iterable[Outcome], name: str) -> Iterator[Result]:
    """Go through the results of a bot in each game, all its seats together."""
    for outcome in outcomes:
        seats = [seat for seat, other in enumerate(outcome.job.bots) if other == name]
        others = [seat for seat in range(len(outcome.scores)) if seat not in seats]
        if seats and others:
            wins = sum(seat in outcome.winners for seat in seats) / len(outcome.winners)
            best = max(outcome.scores[seat] for seat in seats)
            margin = best - max(outcome.scores[seat] for seat in others)
            spent = sum(outcome.seconds[seat] for seat in seats)
            moves = sum(outcome.moves[seat] for seat in seats)
            yield wins, margin, spent, moves, max(outcome.slowest[seat] for seat in seats)


def standing(results: Sequence[Result]) -> Standing:
    games = len(results)
    wins = sum(result[0] for result in results)
    low, high = interval(wins, games)
    moves = max(1, sum(result[3] for result in results))
    return Standing(
        games=games,
        wins=wins,
        low=low,
        high=high,
        margin=sum(result[1] for result in results) / games,
        milliseconds=1000 * sum(result[2] for result in results) / moves,
        slowest=max(result[4] for result in results),
    )


def ratings(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """Compute openskill ratings: mean and deviation of each bot."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for outcome in outcomes for name in outcome.job.bots}
    for outcome in outcomes:
        names = list(dict.fromkeys(outcome.job.bots))
        if len(names) > 1:
            ranks = [float(rank_of(outcome, name)) for name in names]
            updated = model.rate([[rated[name]] for name in names], ranks=ranks)
            rated |= {name: team[0] for name, team in zip(names, updated, strict=True)}
    return {name: (rating.mu, rating.sigma) for name, rating in rated.items()}


def rank_of(outcome: Outcome, name: str) -> int:
    """Rank a bot in a game: 0 if one of its seats won, else by its best score."""
    seats = [seat for seat, other in enumerate(outcome.job.bots) if other == name]
    if set(seats) & set(outcome.winners):
        return 0
    best = max(outcome.scores[seat] for seat in seats)
    return 1 + sum(score > best for score in outcome.scores)
