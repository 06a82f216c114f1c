"""Servers that are killed while tables are played, talked at and opened, and databases beneath them.

After each blow everything that was acknowledged must be in the store, nothing may have been shown that is
not, the server must start, and the games must go on, those of bots too.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from burgomaster.server import models
from burgomaster.server.store import Store
from tests.campaigns.callers import (
    Called,
    Caller,
    Commentator,
    Guest,
    Newcomer,
    Organiser,
    Player,
    Sharer,
    Solver,
    Student,
)
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.clients import Line
from tests.campaigns.judge import find_lost, find_unstored, unopened_tables
from tests.campaigns.nursery import Nursery, nursery_for
from tests.campaigns.receivers import CHANNELS, PostOffice, post_office
from tests.campaigns.scene import Place, make_scene
from tests.campaigns.servers import until
from tests.campaigns.stores import BreakableStore, Cluster, DatabaseStore, FileStore, cluster_for

UNIT = "kills"
GOAL = 1000
STORES = ("sqlite", "postgresql")
KILLS = 12  # of one trial
FAULTS = 0.15  # the share of blows that the store gets, not the server
START_KILLS = 0.15  # the share of kills after which the next start is killed, too
LONGEST_PLAY, LONGEST_FAULT, LONGEST_START = 0.15, 0.5, 0.25  # seconds: before a kill, of a fault, of a start
GOES_ON_SECONDS = 30.0


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Load what servers need once, and run a PostgreSQL of our own."""
    stores = setup.options.get("stores", STORES)
    with ExitStack() as stack:
        nursery = stack.enter_context(nursery_for(setup))
        cluster = stack.enter_context(cluster_for(setup)) if "postgresql" in stores else None
        kills = int(setup.options.get("kills", KILLS))
        post = stack.enter_context(post_office())
        nursery.smtp = post.smtp.port

        def trial(seed: int) -> Trial:
            kind = stores[seed % len(stores)]
            store = new_store(setup.folder, cluster if kind == "postgresql" else None, seed)
            blows = Blows(random.Random(seed), store, nursery, post, kills)
            try:
                KINDS[seed // len(stores) % len(KINDS)](blows)
            finally:
                blows.server.kill()
                blows.witness.kill()
                store.drop()
            counts = {**blows.counts, f"kills on {kind}": blows.counts[UNIT]}
            return Trial(counts, tuple(dict.fromkeys(blows.findings)))

        yield trial


def new_store(folder: Path, cluster: Cluster | None, seed: int) -> BreakableStore:
    if cluster is None:
        return FileStore(folder / f"kill{seed}.db")
    cluster.make_database(f"kill{seed}")
    return DatabaseStore(cluster, f"kill{seed}")


@dataclass
class Blows:
    """One trial: a store, a server that uses it, and what happens to both."""

    chance: random.Random
    store: BreakableStore
    nursery: Nursery
    post: PostOffice
    kills: int
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.server = self.nursery.make(self.store.address)
        self.witness = self.nursery.make(self.store.address, "witness")  # not killed, where two can be
        self.called: Called | None = None

    def seeds(self) -> Iterator[int]:
        while True:
            yield self.chance.getrandbits(30)

    def opened_store(self) -> closing[Store]:
        return closing(Store(self.store.address))

    # Blows

    def strike(self, callers: Sequence[Caller], at_end: Callable[[], None]) -> None:
        """Strike while some people do what they do; at the end something must go on by itself."""
        self.restart()
        for caller in callers:
            caller.start()
        try:
            while self.counts[UNIT] < self.kills and not self.findings:
                self.require_progress(callers)
                time.sleep(self.chance.uniform(0, LONGEST_PLAY))
                self.hit()
                self.judge(callers)
            if not self.findings:
                self.require_progress(callers)
        finally:
            for caller in callers:
                caller.stop()
        if not self.findings:
            at_end()
        self.judge(callers, is_end=True)
        self.counts["acknowledged"] += sum(caller.memory.n_done for caller in callers)

    def hit(self) -> None:
        """Let something bad happen to the store or the server."""
        if self.chance.random() < FAULTS:
            fault = self.chance.choice(self.store.faults)
            getattr(self.store, fault)(self.server.pid, self.chance.uniform(0, LONGEST_FAULT))
            self.counts[fault.replace("_", " ")] += 1
            if self.chance.random() < 0.5:
                return
        self.kill()
        while self.chance.random() < START_KILLS:
            self.kill_start()
        self.restart()

    def kill(self) -> None:
        self.server.kill()
        self.counts[UNIT] += 1
        if self.called is not None:
            with self.opened_store() as store, store.engine.connect() as connection:
                self.called.excuse(connection.execute(select(models.outbox)).mappings().all())

    def kill_start(self) -> None:
        self.server.begin()
        time.sleep(self.chance.uniform(0, LONGEST_START))
        self.kill()

    def restart(self) -> None:
        try:
            self.server.start()
        except AssertionError as error:
            raise AssertionError(f"the server does not start: {error}") from None

    # Judging

    def judge(self, callers: Sequence[Caller], is_end: bool = False) -> None:
        memories = [caller.memory for caller in callers]
        with self.opened_store() as store:
            self.findings += find_lost(store, memories)
            if is_end:
                self.findings += find_unstored(store, memories)

    def require(self, condition: Callable[[], bool], otherwise: str) -> None:
        try:
            until(condition, GOES_ON_SECONDS)
        except AssertionError:
            self.findings.append(f"{otherwise}; the server says: {self.server.last_words()[-500:]}")

    def require_progress(self, callers: Sequence[Caller]) -> None:
        before = [caller.memory.n_done for caller in callers]

        def went_on() -> bool:
            return all(one.memory.n_done > n for one, n in zip(callers, before, strict=True))

        self.require(went_on, "somebody could not go on")

    def require_bots(self, places: Sequence[Place]) -> None:
        """Wait until bots move, at every table of theirs that is not over."""
        with closing(Line(self.server.port)) as line:

            def n_moves(table: str) -> int:
                """Count the moves of a table; when it is over, something new each time."""
                status, seen = line.ask(f"/api/tables/{table}")
                if status != 200:
                    return -1
                return int(seen["ply"]) if seen["status"] != "over" else self.chance.getrandbits(60)

            for place in places:
                known = {-1, n_moves(place.table)}
                self.require(lambda: n_moves(place.table) not in known, "bots do not move")  # noqa: B023


# Kinds of trials


def first_starts(blows: Blows) -> None:
    """Kill a server while it makes its tables, or completes those of an old one; then let it start."""
    if isinstance(blows.store, FileStore) and blows.chance.random() < 0.5:
        leave_half(blows.store.path, blows.chance)
    for _ in range(blows.kills):
        blows.kill_start()
    blows.restart()
    opened = Newcomer(blows.server.port, 0)
    with closing(opened.line):
        blows.require(lambda: bool(opened.open_table()), "no table can be opened")
    blows.judge([opened], is_end=True)
    blows.counts["killed first starts"] += blows.kills


def leave_half(path: Path, chance: random.Random) -> None:
    """Leave some of the first tables without a version, as a start did that was killed before version 0.4."""
    tables = models.metadata.sorted_tables
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        for table in tables[: chance.randint(0, len(tables))]:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            connection.execute(f'CREATE TABLE "{table.name}" ({columns})')
        connection.commit()


def play(blows: Blows) -> None:
    """Kill a server again and again while tables are played."""
    with blows.opened_store() as store:
        scene = make_scene(store, next(blows.seeds()))
    port, places = blows.server.port, (*scene.begun, *scene.late)
    players = [Player(port, seed, place) for seed, place in zip(blows.seeds(), places, strict=False)]
    newcomer = Newcomer(port, next(blows.seeds()))
    blows.strike([*players, newcomer], lambda: blows.require_bots(scene.bots))


def beside_the_tables(blows: Blows) -> None:
    """Kill a server again and again while people play tournaments, solve puzzles, study and register."""
    port, seeds = blows.server.port, blows.seeds()
    with blows.opened_store() as store:
        callers = [
            Organiser(port, next(seeds)),
            Solver(port, next(seeds), store),
            Student(port, next(seeds), store),
            Guest(port, next(seeds)),
        ]

    def require_rounds() -> None:
        with blows.opened_store() as store:
            blows.require(lambda: not unopened_tables(store), "tables of a round are not opened")

    blows.strike(callers, require_rounds)
    blows.counts["acknowledged beside tables"] += sum(len(caller.memory.facts) for caller in callers)


def shown_and_told(blows: Blows) -> None:
    """Kill a server again and again while players agree to commentary, share and are notified."""
    is_shared, seeds = isinstance(blows.store, DatabaseStore), blows.seeds()
    others = [blows.witness.port] if is_shared else []
    with blows.opened_store() as store:
        commentator = Commentator(blows.server.port, next(seeds), store, others)
        sharer = Sharer(blows.server.port, next(seeds), store)
        called = blows.called = Called(blows.server.port, next(seeds), store, blows.post)
    if is_shared:
        blows.witness.start()

    def require_calls() -> None:
        blows.require(lambda: not called.missing(), "somebody was not called")
        if blows.findings:
            blows.findings.append(f"not called: {called.missing()[:3]}")

    blows.strike([commentator, sharer, called], require_calls)
    blows.findings += called.doubled()
    blows.counts["calls"] += len(called.tables) * len(CHANNELS)
    blows.counts["calls that nobody knows of"] += len(called.excused)
    blows.counts["hands shown to commentators"] += commentator.n_open
    blows.counts["links dropped"] += len(sharer.dropped)


KINDS = (first_starts, beside_the_tables, play, shown_and_told, play)  # of trials, by seed
