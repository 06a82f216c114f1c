"""Bots think for people who are there, and in fair turns: nobody waits behind a flood of others."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from burgomaster.server.bot_runner import BotRunner, BotSeat
from burgomaster.server.fair_turns import MOST_REMEMBERED, NOBODY_IN_PARTICULAR, FairTurns, Owner, Shares
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Entry, Kind, Match, seats
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.new_match import make_header
from burgomaster.server.news import listen
from burgomaster.server.store import Store
from tests.server.fixtures import settings_for
from tests.server.matches import BEGINNING, Sitting, plain_table

FLOOD, HONEST = Owner("flood", "visitor:f"), Owner("home", "visitor:h")
N_FLOODED = 120


# Turns


class Work:
    """Pieces of work that end when the test says so; what was done is written down in order."""

    def __init__(self, n_at_once: int) -> None:
        self.now = 0.0
        self.turns = FairTurns(n_at_once, clock=lambda: self.now)
        self.begun: list[str] = []
        self.open: dict[str, asyncio.Event] = {}

    async def do(self, name: str, owner: Owner) -> None:
        async with self.turns.turn(owner):
            self.begun.append(name)
            self.open[name] = asyncio.Event()
            await self.open[name].wait()

    async def want(self, name: str, owner: Owner) -> asyncio.Task[None]:
        task = asyncio.create_task(self.do(name, owner))
        await settle()
        return task

    async def end(self, name: str, seconds: float = 1.0) -> None:
        self.now += seconds
        self.open.pop(name).set()
        await settle()


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


@pytest.mark.parametrize("n_at_once", [1, 2, 4])
async def test_a_flood_of_one_address_delays_others_by_one_thought(n_at_once: int) -> None:
    work, tasks, waits = Work(n_at_once), [], []
    for number in range(N_FLOODED):
        tasks.append(await work.want(f"flood {number}", FLOOD._replace(person=f"visitor:{number % 40}")))
    for turn in range(6):
        before = len(work.begun)
        tasks.append(await work.want(f"honest {turn}", HONEST))
        while f"honest {turn}" not in work.begun:
            await work.end(next(iter(work.open)), 3.0)
        waits.append(len(work.begun) - before)
        await work.end(f"honest {turn}", 0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert max(waits) == 1  # the first that begins after the honest one came is theirs


async def test_people_behind_one_address_share_its_turn() -> None:
    work = Work(1)
    busy = [await work.want(f"busy {n}", Owner("club", "visitor:busy")) for n in range(9)]
    calm = [await work.want("calm", Owner("club", "visitor:calm"))]
    for _ in range(2):
        await work.end(next(iter(work.open)))
    for task in busy + calm:
        task.cancel()
    await asyncio.gather(*busy, *calm, return_exceptions=True)
    assert work.begun[:2] == ["busy 0", "calm"]


async def test_time_is_shared_and_not_the_number_of_turns() -> None:
    """Whose bots think ten times as long gets one turn for ten of another."""
    work = Work(1)
    tasks = [await work.want("first", Owner("x", "x"))]
    for number in range(30):
        tasks.append(await work.want(f"long {number}", FLOOD))
        tasks.append(await work.want(f"short {number}", HONEST))
    while len(work.begun) < 30:
        name = next(iter(work.open))
        await work.end(name, 10.0 if name.startswith("long") else 1.0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert 2 <= sum(name.startswith("long") for name in work.begun[:30]) <= 5


async def test_who_gives_up_waiting_leaves_no_gap() -> None:
    work = Work(1)
    first = await work.want("first", FLOOD)
    gone = await work.want("gone", HONEST)
    last = await work.want("last", HONEST)
    gone.cancel()
    await settle()
    first.cancel()  # in the middle of its work
    await settle()
    await work.end("last")
    await asyncio.gather(first, gone, last, return_exceptions=True)
    again = await work.want("again", FLOOD)
    await work.end("again")
    await again
    assert (work.begun, work.turns.n_waiting) == (["first", "last", "again"], 0)


def test_shares_forget_who_is_not_there() -> None:
    shares = Shares()
    shares.join(HONEST)
    for number in range(MOST_REMEMBERED + 100):
        owner = Owner(str(number), "x")
        shares.join(owner)
        shares.begin(owner)
        shares.end(owner, 1.0)
    assert len(shares._spent) <= MOST_REMEMBERED + 2 and len(shares._wanting) == 2
    shares.leave(HONEST)
    assert not shares._spent and not shares._wanting and not shares._running


# Whom bots think for


def live_of(*bots: str, people: int = 0, timed_out: bool = False) -> LiveMatch:
    made = Sitting(plain_table(players=people + len(bots)), {"kind": "move", "seconds": 60})
    for seat in range(people):
        made.do(lambda match, now, s=seat: seats.sit(match, s, f"visitor:{s}", f"P{s}", now))
    for seat, bot in enumerate(bots, start=people):
        made.do(lambda match, now, s=seat, b=bot: seats.seat_bot(match, s, b, f"{b} {s}", now))
    made.do(seats.begin)
    if timed_out:
        made.wait(61)
    return LiveMatch(made.match)


def test_bots_think_for_people_who_watch_or_play_and_for_nobody_else() -> None:
    alone = live_of("greedy", "greedy")
    assert alone.bots_owner(180) is None
    with alone.watched():
        assert alone.bots_owner(180) is not None
    assert alone.bots_owner(180) is not None  # they have just looked away
    alone.visited -= 181
    assert alone.bots_owner(180) is None
    alone.visit()
    assert alone.bots_owner(180) == Owner("visitor:anna", "visitor:anna")
    assert live_of("greedy", people=1).bots_owner(180) is not None  # somebody plays, wherever they are
    assert live_of("greedy", people=1, timed_out=True).bots_owner(180) == NOBODY_IN_PARTICULAR


# The whole server, with bots that think for exactly one turn each


class TurnCounter:
    """Bots that count: how many thoughts of others began between the wish of a table and its thought."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thoughts: list[str] = []
        self.waits: dict[str, list[int]] = defaultdict(list)
        self.wished: dict[str, int] = {}
        self.gate = threading.Event()
        monkeypatch.setattr(BotRunner, "_think", self.think)
        choose = BotRunner.choose

        async def choose_counted(runner: BotRunner, table: Any, seat: BotSeat, *owner: Any) -> str:
            self.wished[seat.match] = len(self.thoughts)
            return await choose(runner, table, seat, *owner)

        monkeypatch.setattr(BotRunner, "choose", choose_counted)

    def think(self, table: Any, seat: BotSeat) -> str:
        self.gate.wait(10)
        self.waits[seat.match].append(len(self.thoughts) - self.wished[seat.match])
        self.thoughts.append(seat.match)
        return str(table.moves()[0].notation)


async def open_bots_table(matches: MatchManager, origin: str) -> LiveMatch:
    header = make_header("petersburg", {"players": 2}, f"visitor:{origin}", {"kind": "none"}, False, origin)
    live = await matches.create(header)

    def sit_down(match: Match, now: float) -> list[Entry]:
        sat = [seats.seat_bot(match, seat, "search:5", f"b{seat}", now) for seat in range(2)]
        begun = match.next_entry(Kind.BEGIN, -1, now)
        return [replace(entry, number=number) for number, entry in enumerate([*sat, begun], start=1)]

    await matches.submit(live, sit_down)
    return live


async def test_a_flood_of_tables_holds_up_nobody_else(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """First come, first served let an honest table wait behind a thought of every table of the flood."""
    counter = TurnCounter(monkeypatch)

    matches = MatchManager(store, settings_for("sqlite://"))
    for _ in range(40):
        await open_bots_table(matches, "flood")
    honest = await open_bots_table(matches, "home")
    counter.gate.set()
    while len(counter.waits[honest.name]) < 8:
        await asyncio.sleep(0.01)
    await matches.close()
    waits = counter.waits[honest.name]
    assert max(waits) <= 2 * (os.cpu_count() or 1), waits  # those that think already, and no other


async def test_bots_of_a_table_that_nobody_looks_at_wait(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    counter = TurnCounter(monkeypatch)
    counter.gate.set()

    matches = MatchManager(store, settings_for("sqlite://"))
    live = await open_bots_table(matches, "flood")
    while len(counter.thoughts) < 4:
        await asyncio.sleep(0.01)
    live.visited -= 1000
    while live.bot_task is not None:
        await asyncio.sleep(0.01)
    stopped = live.match.ply
    await matches.wake()  # a start of the server is no visit
    await asyncio.sleep(0.05)
    assert live.match.ply == stopped and not live.match.is_over
    assert await matches.find(live.name) is live
    while live.match.ply == stopped:
        await asyncio.sleep(0.01)
    await matches.close()


async def test_another_process_is_told_that_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    """The process that let the bots think last goes on at once, however its own people are gone."""
    counter = TurnCounter(monkeypatch)
    counter.gate.set()
    told: list[str] = []
    monkeypatch.setattr(Store, "notify_visit", lambda self, match: told.append(match))

    here, there = (MatchManager(store, settings_for("sqlite://")) for _ in range(2))
    live = await open_bots_table(here, "flood")
    live.visited -= 1000
    while live.bot_task is not None:
        await asyncio.sleep(0.01)
    stopped = live.match.ply
    seen = await there.find(live.name, is_visit=False)
    assert seen is not None
    seen.leads = False  # as with PostgreSQL
    for _ in range(3):
        assert await there.find(live.name) is seen
    await settle()
    while not told:
        await asyncio.sleep(0.01)
    assert told == [live.name]
    await here.on_notification(f"{live.name} visited")
    while live.match.ply == stopped:
        await asyncio.sleep(0.01)
    await here.close()
    await there.close()
    assert counter.thoughts


def test_a_header_without_an_origin_is_its_hosts(store: Store) -> None:
    live = live_of("greedy", "greedy")
    live.visit()
    live.match.header = replace(live.match.header, origin="mark")
    assert live.bots_owner(1) == Owner("mark", live.match.header.host)
    store.create(live.match.header, Match(live.match.header).summary)
    loaded = store.load("match")
    assert loaded is not None and loaded[0].origin == "mark" and loaded[0].created == BEGINNING


async def test_processes_on_one_postgresql_tell_each_other_who_looks(
    monkeypatch: pytest.MonkeyPatch, postgres: str
) -> None:
    """Bots of a table that everybody at one process has left go on as soon as somebody looks at another."""
    counter = TurnCounter(monkeypatch)
    counter.gate.set()
    made = Store(postgres)

    async with asyncio.timeout(60):
        settings = settings_for(postgres, bot_seconds=600.0)  # nobody takes over in this test
        here, there = MatchManager(made, settings), MatchManager(made, settings)
        listening = [asyncio.Event(), asyncio.Event()]

        async def ready(event: asyncio.Event) -> None:
            event.set()

        tasks = [
            asyncio.create_task(listen(postgres, one.on_notification, lambda e=event: ready(e)))
            for one, event in zip((here, there), listening, strict=True)
        ]
        for event in listening:
            await event.wait()
        live = await open_bots_table(here, "flood")
        live.visited -= 1000
        while live.bot_task is not None:
            await asyncio.sleep(0.01)
        stopped = live.match.ply
        assert not live.match.is_over
        seen = await there.find(live.name)
        assert seen is not None and not seen.leads
        while live.match.ply == stopped:
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await here.close()
        await there.close()
    made.close()
