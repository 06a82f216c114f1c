"""Puzzles of a game by the hundred: games are hunted through on all cores, and what is found is chosen from.

A job is one game. It depends on nothing but its number and the seed, so that any number of processes finds
the same; finished jobs are kept in a journal beside the file, and a run that was stopped goes on from there.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from burgomaster.bots.puzzles import DIFFICULTIES, SCHEMA, read_puzzle
from burgomaster.core.registry import game_info
from burgomaster.lab.puzzle_search import Counts, Hunt, examine_levels, examine_text

JOURNAL = ".games"  # what a journal is called behind the name of its file
SAME = 0.34  # of all puzzles: so many may have the same kind of move as their solution
LONGEST = 3600.0  # seconds that are waited at once
AHEAD = 2  # jobs for each process that wait for their turn
CENTRE, CENTRAL = 1500, 2  # the rating of one level, and its place
SCALE = 400 / math.log(10)  # points that make an answer e times as likely
FAR = 1.0 / 2.3**2  # how strongly ratings are drawn to the middle: 400 points are their usual deviation
STEPS = 60


@dataclass(frozen=True)
class Job:
    """One game to be hunted through, or a known puzzle to be checked, or asked about, again."""

    number: int
    game: str
    options: Mapping[str, Any]
    seed: int
    puzzle: Mapping[str, Any] | None = None
    is_known_best: bool = False  # the move of the puzzle is not checked: only the levels are asked


@dataclass(frozen=True)
class Done:
    """What a game gave."""

    number: int
    rows: Sequence[Mapping[str, Any]]
    counts: Mapping[str, int]


def make_jobs(game: str, games: int, seed: int, players: Sequence[int]) -> list[Job]:
    """List the games: all variants and numbers of players in turn, or only some numbers."""
    kinds = [
        {"players": n, **dict(variant.options)}
        for variant in game_info(game).variants
        for n in variant.players
        if not players or n in players
    ]
    return [Job(at, game, kinds[at % len(kinds)], seed + at) for at in range(games)] if kinds else []


def hunt(job: Job) -> Done:
    counts = Counts()
    rows = list(Hunt(job.game, job.options, job.seed, counts).run())
    return Done(job.number, rows, asdict(counts))


def jobs_of(known: Mapping[str, Any], is_known_best: bool = False) -> list[Job]:
    """List the puzzles of a file, to be checked again, or for the levels of today to answer."""
    rows = known["puzzles"]
    return [Job(at, known["game"], {}, 0, row, is_known_best) for at, row in enumerate(rows)]


def work_of(job: Job) -> Done:
    if job.puzzle is None:
        return hunt(job)
    if job.is_known_best:
        return Done(job.number, [examine_levels(job.puzzle)], asdict(Counts()))
    counts = Counts(positions=1, seeming=1)  # left out if its move is not clearly best any more
    row = examine_text(job.game, job.puzzle["position"], counts)
    return Done(job.number, [] if row is None else [row], asdict(counts))


def run_jobs(jobs: Sequence[Job], processes: int, deadline: float, note: Callable[[Done], None]) -> None:
    """Do jobs, several at a time, until all are done or the time is over."""
    if processes <= 1:
        for job in jobs:
            if time.monotonic() < deadline:
                note(work_of(job))
        return
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
    workers: Sequence[Any] = ()
    try:
        for done in results(pool, jobs, processes * AHEAD, deadline):
            note(done)
        workers = list(pool._processes.values()) if time.monotonic() >= deadline else ()
    finally:
        pool.shutdown(wait=not workers, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def results(pool: ProcessPoolExecutor, jobs: Sequence[Job], ahead: int, deadline: float) -> Iterator[Done]:
    """Give what jobs found, as they are done; a few wait at a time."""
    left, waiting = list(jobs[::-1]), set[Future[Done]]()
    while (left or waiting) and (seconds := deadline - time.monotonic()) > 0:
        while left and len(waiting) < ahead:
            waiting.add(pool.submit(work_of, left.pop()))
        done, waiting = wait(waiting, min(seconds, LONGEST), FIRST_COMPLETED)
        yield from (one.result() for one in done)


# The journal


def journal_path(path: Path) -> Path:
    return path.with_name(path.name + JOURNAL)


def load_journal(path: Path, head: Mapping[str, Any]) -> list[Done]:
    """Load the games of a journal that was begun with the same settings; a line cut short is left out."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [row for row in map(read_line, lines) if row is not None]
    if not rows or rows[0] != dict(head):
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    return [Done(row["number"], row["rows"], row["counts"]) for row in rows[1:] if "number" in row]


def read_line(line: str) -> Any:
    """Read a line of a journal, None if it was cut short."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def keep(path: Path, done: Done) -> None:
    is_cut = path.read_bytes()[-1:] != b"\n"
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * is_cut + json.dumps(asdict(done)) + "\n")


# The file


def describe(
    game: str,
    found: Sequence[Done],
    count: int,
    provenance: Mapping[str, Any],
    known: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Choose puzzles from what was found, rate them, and describe them with where they come from.

    known: puzzles that were there before, and are chosen from and rated together with these.
    """
    in_order = sorted(found, key=lambda done: done.number)
    candidates = [*(known["puzzles"] if known else ()), *(row for done in in_order for row in done.rows)]
    rows = list({row["id"]: row for row in candidates}.values())
    chosen = choose(rows, count)
    names = list(asdict(Counts()))
    counts = {"games": len(found), **{name: sum(done.counts[name] for done in found) for name in names}}
    about = {**provenance, "counts": {**counts, "chosen": len(chosen)}}
    return {
        "schema": SCHEMA,
        "game": game,
        "rules_version": game_info(game).version,
        "provenance": {**about, "added_to": known["provenance"]} if known else about,
        **rate(rows, chosen),
    }


def rate(rows: Sequence[Mapping[str, Any]], chosen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rate levels and puzzles by all that were asked; describe the levels and those that were chosen."""
    ratings, levels = fit_ratings([row["found"] for row in rows], rows[0]["asked"]) if rows else ([], [])
    rated = {row["id"]: rating for row, rating in zip(rows, ratings, strict=True)}
    puzzles = [{**row, "rating": rated[row["id"]]} for row in chosen]
    return {"levels": levels, "puzzles": sorted(puzzles, key=lambda row: (row["rating"], row["id"]))}


def choose(rows: Sequence[Mapping[str, Any]], count: int) -> list[Mapping[str, Any]]:
    """Take as many puzzles of each difficulty, as far as there are; the earliest found first."""
    varied = vary(rows)
    left = {n: [row for row in varied if read_puzzle(row).difficulty == n] for n in DIFFICULTIES}
    chosen: list[Mapping[str, Any]] = []
    while len(chosen) < count and any(left.values()):
        for kind in left.values():
            chosen += kind[:1] if len(chosen) < count else []
            del kind[:1]
    return chosen


def vary(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Leave puzzles out until no kind of move, the first word of a notation, solves more than a part of all.

    Else the same answer would be right too often; the hardest ones are kept.
    """
    kinds = Counter(row["solution"].split()[0] for row in rows)
    most = max(1, int(SAME * len(rows)))
    hardest_first = sorted(rows, key=lambda row: (sum(row["found"]), row["id"]))
    kept: Counter[str] = Counter()
    names = set()
    for row in hardest_first:
        kind = row["solution"].split()[0]
        kept[kind] += 1
        if len(kinds) == 1 or kept[kind] <= most:
            names.add(row["id"])
    return [row for row in rows if row["id"] in names]


def to_text(described: Mapping[str, Any]) -> str:
    """Write puzzles one a line: differences can be read."""
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    return text.replace('{"id"', '\n{"id"').replace('"puzzles":[', '\n"puzzles":[') + "\n"


# Ratings of puzzles and levels on one scale, from how often each level finds each puzzle
#
# The model is Rasch's: the chance that a level finds a puzzle depends on the difference of their ratings
# alone, as in chess. All are fitted together; level 3 is put at 1500. Ratings are drawn to the middle: else a
# puzzle that every level or no level found would have an infinite one.


def fit_ratings(found: Any, asked: int) -> tuple[list[int], list[int]]:
    """Fit the ratings of puzzles (rows) and of levels (columns); rows and columns of counts are given."""
    right = np.asarray(found, float)
    wanted, missed = right.sum(1), asked * right.shape[0] - right.sum(0)
    levels, puzzles = np.zeros(right.shape[1]), np.zeros(right.shape[0])
    for _ in range(STEPS):
        puzzles += rating_step(puzzles, levels, wanted, asked)
        levels += rating_step(levels, puzzles, missed, asked)
        puzzles, levels = puzzles - levels[CENTRAL], levels - levels[CENTRAL]
    return to_ratings(puzzles), to_ratings(levels)


def rating_step(ours: Any, theirs: Any, wanted: Any, asked: int) -> Any:
    """Find by how much ratings are to grow so that the others do as well as they did."""
    chance = 1.0 / (1.0 + np.exp(ours[:, None] - theirs[None, :]))
    slope = asked * (chance * (1.0 - chance)).sum(1) + FAR
    return np.clip((asked * chance.sum(1) - wanted - FAR * ours) / slope, -1.0, 1.0)


def to_ratings(numbers: Any) -> list[int]:
    return [round(CENTRE + SCALE * float(number)) for number in numbers]
