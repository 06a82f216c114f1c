"""An evening that does not end: one server at half the load of a club, watched minute by minute.

250 tables of all games, two open pages at each, 25 moves a second; games that end are followed by others. A
trial is one minute. A finding is an answer that was none, a page that did not hear of a move, a game that is
not stored as it was played, an error in the log, and anything that grows steadily.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations, count
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from sqlalchemy import func, select

from burgomaster.core.registry import game_names
from burgomaster.server import models
from burgomaster.server.backup import open_engine
from burgomaster.server.checking import check_store
from burgomaster.server.match import Kind
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.evening import ACCEPTED, Evening, fill
from tests.campaigns.servers import SECRET, SERVE, Process, environment_for, free_port, until

UNIT = "minutes"
GOAL = 60
SLOW_SECONDS = 0.1
TABLE_KB = 64.0  # that a table which stays in memory may take, whether or not anybody looks at it
LIVE = re.compile(r"^burgomaster_matches_live (\S+)$", re.M)
TASKS = re.compile(r"^burgomaster_tasks (\S+)$", re.M)


@dataclass(frozen=True)
class Load:
    """How hard the evening is; a test takes a small one."""

    tables: int = 250
    rate: float = 25.0  # moves a second
    seconds: float = 60.0  # of a trial
    played: int = 100  # moves that were made before, at most
    warm_up: int = 5  # trials whose growth does not count
    least: int = 10  # trials after them before anything is said
    memory_kb: float = 512.0  # a trial, which is no leak yet
    memory_least_kb: float = 16_384.0  # in all, likewise
    serve: Sequence[str] = SERVE  # the command of the server


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Fill a store, start a server, open all pages; each trial plays a minute."""
    load = Load(**setup.options)
    address = f"sqlite:///{setup.folder / 'soak.db'}"
    tables = fill(address, SECRET, load.tables, load.played, game_names(), random.Random(1))
    with serving(load, address, setup.folder / "soak.log") as server, asyncio.Runner() as runner:
        evening = Evening(server.port, tables, random.Random(1))
        runner.run(gather(evening.open(table) for table in tables))
        watch = Watch(load, server, evening, stored_moves(address))

        def trial(seed: int) -> Trial:
            evening.draw.seed(seed)
            return runner.run(watch.minute(address))

        yield trial
        runner.run(gather(evening.leave(name) for name in list(evening.tables)))


async def gather(work: Any) -> None:
    await asyncio.gather(*work)


# What grows steadily


@dataclass
class Growth:
    """Measurements of one thing, one a trial: a leak is told from caches that fill and from noise.

    The first measurements, while caches fill, do not count. The slope of the rest is the median of all
    slopes between two of them, which a few odd ones do not bend. It is a leak if that is more than so much a
    trial, if it comes to more than so much in all, and if the second half of the time rises like the first.
    """

    unit: str
    warm_up: int  # measurements at the beginning that do not count
    least: int  # measurements after them before anything is said
    a_trial: float  # a slope up to this is no leak
    at_least: float  # nor is a growth up to this in all
    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> str:
        """Keep a measurement; tell how it grows, "" if it does not."""
        self.values.append(value)
        counted = self.values[self.warm_up :]
        if len(counted) < self.least or not self.is_steady(counted):
            return ""
        told = f"{counted[0]:,.0f} to {counted[-1]:,.0f} {self.unit}".strip()
        return f"grows steadily, by {slope(counted):,.1f} a trial over {len(counted)} trials, from {told}"

    def is_steady(self, counted: Sequence[float]) -> bool:
        """Tell whether something grows in both halves of the time, and by more than noise."""
        half = len(counted) // 2
        rises = min(slope(counted), slope(counted[:half]), slope(counted[half:]))
        return rises > self.a_trial and slope(counted) * len(counted) > self.at_least


def slope(values: Sequence[float]) -> float:
    pairs = combinations(enumerate(values), 2)
    return median([(late - early) / (b - a) for (a, early), (b, late) in pairs] or [0.0])


# The server


class Watched(Process):
    """A server as an operator starts it, without limits: everybody plays from one address."""

    def memory_kb(self) -> float:
        return self._status("VmRSS")

    def threads(self) -> float:
        return self._status("Threads")

    def descriptors(self) -> float:
        assert self.process is not None
        return float(len(os.listdir(f"/proc/{self.process.pid}/fd")))

    def figure(self, pattern: re.Pattern[str]) -> float:
        text = httpx.get(f"{self.url}/metrics", trust_env=False, timeout=30).text
        found = pattern.search(text)
        return float(found[1]) if found else 0.0

    def _status(self, name: str) -> float:
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return float(re.findall(rf"{name}:\s+(\d+)", text)[0])


@contextmanager
def serving(load: Load, address: str, log: Path) -> Iterator[Watched]:
    environment = environment_for(address, BURGOMASTER_METRICS="local")
    server = Watched(free_port(), environment, log=log, command=load.serve)
    server.begin()
    try:
        until(server.is_ready)
        yield server
    finally:
        server.stop()


# A minute


class Watch:
    """Plays minutes, and remembers what was measured at the end of each."""

    def __init__(self, load: Load, server: Watched, evening: Evening, before: Counter[str]) -> None:
        self.load, self.server, self.evening = load, server, evening
        self.before = before  # moves that were stored before the evening, by table
        self.games = count()
        self.worst = 0.0
        self.told: set[str] = set()  # what grows is told once
        self.growth = {
            "memory": Growth("KB", load.warm_up, load.least, load.memory_kb, load.memory_least_kb),
            "descriptors": Growth("", load.warm_up, load.least, a_trial=0.5, at_least=8.0),
            "threads": Growth("", load.warm_up, load.least, a_trial=0.25, at_least=8.0),
            "tasks": Growth("", load.warm_up, load.least, a_trial=0.5, at_least=16.0),
        }

    async def minute(self, address: str) -> Trial:
        evening = self.evening
        evening.delays.clear()
        evening.answers.clear()
        evening.troubles.clear()
        ended = evening.ended()
        for name in ended:
            await evening.begin_again(name, game_names()[next(self.games) % len(game_names())])
        await evening.play(self.load.rate, self.load.seconds)
        measured = await asyncio.to_thread(self.measure)
        findings = [*evening.troubles, *self.wrong_answers(), *self.growing(measured), *self.complaints()]
        findings += await asyncio.to_thread(self.lost, address)
        return Trial(self.counts(len(ended)), tuple(findings), measured)

    def counts(self, n_ended: int) -> dict[str, int]:
        slow = sum(delay > SLOW_SECONDS for delay in self.evening.delays)
        return {UNIT: 1, "moves": len(self.evening.delays), "moves over 100 ms": slow, "games ended": n_ended}

    def measure(self) -> dict[str, float]:
        """Measure the server at the end of a minute, when every page has heard of every move."""
        live = self.server.figure(LIVE)
        delays = sorted(self.evening.delays) or [0.0]
        p99 = 1000 * delays[len(delays) * 99 // 100]
        self.worst = max(self.worst, p99)
        return {
            "memory, KB": self.server.memory_kb(),
            "descriptors": self.server.descriptors(),
            "threads": self.server.threads(),
            "tasks": self.server.figure(TASKS),
            "tables in memory": live,
            "p99 of the last minute, ms": round(p99, 1),
            "worst p99 of a minute, ms": round(self.worst, 1),
        }

    def growing(self, measured: dict[str, float]) -> Iterator[str]:
        """Tell what grows steadily; a table that stays in memory may take some of it."""
        values = {
            "memory": measured["memory, KB"] - TABLE_KB * measured["tables in memory"],
            **{name: measured[name] for name in ("descriptors", "threads", "tasks")},
        }
        for name, value in values.items():
            told = self.growth[name].add(value)
            if told and name not in self.told:
                self.told.add(name)
                yield f"{name}: {told}"

    def wrong_answers(self) -> Iterator[str]:
        for status, times in self.evening.answers.items():
            if status not in ACCEPTED:
                yield f"{times} moves were answered with {status}"

    def complaints(self) -> Iterator[str]:
        assert self.server.log is not None
        text = self.server.log.read_text(encoding="utf-8", errors="replace").strip()
        if text and text not in self.told:
            self.told.add(text)
            yield f"the log says: {text[-500:]}"

    def lost(self, address: str) -> list[str]:
        """Find acknowledged moves that are not stored, and games that are not what their lists say."""
        begun = time.time() - self.load.seconds - 1
        _, problems = check_store(address, lambda _done, _all: None, changed_since=begun)
        stored = stored_moves(address)
        short = [
            f"{name}: {accepted} moves were acknowledged, {stored[name] - self.before[name]} are stored"
            for name, accepted in self.evening.accepted.items()
            if stored[name] - self.before[name] < accepted
        ]
        return short + [f"{problem.where}: {problem.key} {problem.detail}" for problem in problems]


def stored_moves(address: str) -> Counter[str]:
    journal, engine = models.journal, open_engine(address)
    played = (journal.c.kind == Kind.MOVE, journal.c.data["by"].as_string() == "player")
    query = select(journal.c.match, func.count()).where(*played).group_by(journal.c.match)
    try:
        with engine.connect() as connection:
            return Counter({str(name): int(number) for name, number in connection.execute(query)})
    finally:
        engine.dispose()
