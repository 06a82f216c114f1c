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
from functools import partial
from pathlib import Path

from sqlalchemy import select

from burgomaster.server import models
from burgomaster.server.store import Store
from tests.campaigns.callers import Caller, Line, Newcomer, Player
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.club_callers import club_callers
from tests.campaigns.club_judge import find_lost_facts, unopened_tables
from tests.campaigns.clusters import Cluster, cluster_for
from tests.campaigns.judge import find_lost, find_unstored
from tests.campaigns.nursery import Forked, Nursery, nursery_for
from tests.campaigns.post_office import CHANNELS, PostOffice, post_office
from tests.campaigns.scene import Scene, make_scene
from tests.campaigns.servers import until
from tests.campaigns.show_callers import Called, show_callers
from tests.campaigns.stores import BreakableStore, DatabaseStore, FileStore

UNIT = "kills"
GOAL = 1000
STORES = ("sqlite", "postgresql")
KILLS = 12  # of one trial
FAULTS = 0.15  # the share of blows that the store gets, not the server
START_KILLS = 0.15  # the share of kills after which the next start is killed, too
FIRST_STARTS = 5  # one trial in so many is about first starts
CLUBS, SHOWS = 1, 3  # of so many, what people do beside the tables, and what others are shown and told
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
                blows.strike(seed // len(stores))
            finally:
                blows.server.kill()
                blows.witness.kill()
                store.drop()
            counts = {**blows.counts, f"kills on {kind}": blows.counts[UNIT]}
            return Trial(counts, tuple(dict.fromkeys(blows.findings)))

        yield trial


def new_store(folder: Path, cluster: Cluster | None, seed: int) -> BreakableStore:
    """Make an empty store."""
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
        self.server: Forked = self.nursery.make(self.store.address)
        # not killed, where two can be
        self.witness: Forked = self.nursery.make(self.store.address, "witness")
        self.called: Called | None = None

    def strike(self, number: int) -> None:
        """Strike in one of four ways."""
        kind = number % FIRST_STARTS
        if kind == 0:
            self.strike_starts()
        elif kind == CLUBS:
            self.strike_clubs()
        elif kind == SHOWS:
            self.strike_shows()
        else:
            self.strike_play()

    # First starts

    def strike_starts(self) -> None:
        """Kill a server while it makes its tables, or makes whole what an old one left; then let it start."""
        left = self.chance.choice(LEFT_BEHIND)
        if isinstance(self.store, FileStore):
            left(self.store.path, self.chance)
        for _ in range(self.kills):
            self.kill_start()
        self.restart()
        opened = Newcomer(self.server.port, 0)
        while not opened.memory.tables:
            opened.act()
        opened.line.close()
        self.judge([opened], is_end=True)
        self.counts["killed first starts"] += self.kills

    def kill_start(self) -> None:
        """Kill a server soon after it was begun."""
        self.server.begin()
        time.sleep(self.chance.uniform(0, LONGEST_START))
        self.kill()

    # Play

    def strike_play(self) -> None:
        """Kill a server again and again while tables are played."""
        with closing(Store(self.store.address)) as made:
            scene = make_scene(made, self.chance.getrandbits(30))
        self.restart()
        self.strike_callers(self.callers(scene), lambda: self.require_bots(scene))

    def strike_clubs(self) -> None:
        """Kill a server again and again while people do everything else."""
        with closing(Store(self.store.address)) as made:
            callers = club_callers(self.server.port, made, self.chance)
        self.restart()
        self.strike_callers(callers, self.require_rounds)
        self.counts["acknowledged beside tables"] += sum(len(caller.memory.facts) for caller in callers)

    def strike_shows(self) -> None:
        """Kill a server again and again while others are shown and told what people agreed to."""
        is_shared = isinstance(self.store, DatabaseStore)
        others = [self.witness.port] if is_shared else []
        with closing(Store(self.store.address)) as made:
            callers = show_callers(self.server.port, made, self.chance, self.post, others)
        commentator, sharer, self.called = callers
        if is_shared:
            self.witness.start()
        self.restart()
        self.strike_callers(callers, self.require_calls)
        self.findings += self.called.doubled()
        self.counts["calls"] += len(self.called.tables) * len(CHANNELS)
        self.counts["calls that nobody knows of"] += len(self.called.excused)
        self.counts["hands shown to commentators"] += commentator.n_open
        self.counts["links dropped"] += len(sharer.dropped)

    def strike_callers(self, callers: Sequence[Caller], at_end: Callable[[], None]) -> None:
        """Strike while some people do what they do; at the end something must go on by itself."""
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

    def callers(self, scene: Scene) -> list[Caller]:
        """Let people come."""
        port = self.server.port
        places = (*scene.begun, *scene.late)
        players = [Player(port, self.chance.getrandbits(30), place) for place in places]
        return [*players, Newcomer(port, self.chance.getrandbits(30))]

    def hit(self) -> None:
        """Do something bad."""
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
        """Kill the server without warning."""
        self.server.kill()
        self.counts[UNIT] += 1
        if self.called is not None:
            with closing(Store(self.store.address)) as store, store.engine.connect() as connection:
                self.called.excuse(connection.execute(select(models.outbox)).mappings().all())

    def restart(self) -> None:
        """Start it, perhaps again; that it does not start is a finding."""
        try:
            self.server.start()
        except AssertionError as error:
            raise AssertionError(f"the server does not start: {error}") from None

    # Judging

    def require_progress(self, callers: Sequence[Caller]) -> None:
        """Wait until everybody has done something more."""
        before = [caller.memory.n_done for caller in callers]

        def went_on() -> bool:
            return all(one.memory.n_done > n for one, n in zip(callers, before, strict=True))

        self.require(went_on, "somebody could not go on")

    def require_rounds(self) -> None:
        """Wait until all tables of tournaments that were drawn are open."""
        with closing(Store(self.store.address)) as store:
            self.require(lambda: not unopened_tables(store), "tables of a round are not opened")

    def require_calls(self) -> None:
        """Wait until everybody was called who had to be."""
        called = self.called
        assert called is not None
        self.require(lambda: not called.missing(), "somebody was not called")
        if self.findings:
            self.findings.append(f"not called: {called.missing()[:3]}")

    def require_bots(self, scene: Scene) -> None:
        """Wait until bots move, at every table of theirs that is not over."""
        line = Line(self.server.port)
        for place in scene.bots:
            known = {-1, self.bots_at(line, place.table)}
            self.require(partial(self.has_moved, line, place.table, known), "bots do not move")
        line.close()

    def has_moved(self, line: Line, table: str, known: set[int]) -> bool:
        """Tell whether bots have come further than is known."""
        return self.bots_at(line, table) not in known

    def bots_at(self, line: Line, table: str) -> int:
        """Count the moves of a table of bots; when it is over, something new each time."""
        status, seen = line.ask(f"/api/tables/{table}")
        if status != 200:
            return -1
        return int(seen["ply"]) if seen["status"] != "over" else self.chance.getrandbits(60)

    def require(self, condition: Callable[[], bool], otherwise: str) -> None:
        """Wait for something; that it does not come is a finding."""
        try:
            until(condition, GOES_ON_SECONDS)
        except AssertionError:
            self.findings.append(f"{otherwise}; the server says: {self.server.last_words()[-500:]}")

    def judge(self, callers: Sequence[Caller], is_end: bool = False) -> None:
        """Compare what was told with what is stored."""
        memories = [caller.memory for caller in callers]
        with closing(Store(self.store.address)) as store:
            self.findings += find_lost(store, memories)
            self.findings += find_lost_facts(store, memories)
            if is_end:
                self.findings += find_unstored(store, memories)


# What servers of older versions left behind


def leave_nothing(path: Path, chance: random.Random) -> None:
    """Leave no file at all."""


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


LEFT_BEHIND = (leave_nothing, leave_half)
