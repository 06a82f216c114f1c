"""Work beside requests begins again whatever goes wrong; clocks and bots go on when the store comes back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from burgomaster.server import background, match_manager
from burgomaster.server.background import supervise
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Header, Kind, Refused, moves, seats
from burgomaster.server.match.apply import begin_if_full
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.new_match import new_name
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store, Writing
from burgomaster.server.troubles import CALM_SECONDS, Troubles
from tests import coroutines
from tests.campaigns.stores import Cluster
from tests.server.fixtures import settings_for
from tests.server.matches import header_of, plain_table

AWAY = OperationalError("SELECT 1", {}, Exception("the store is away"))


async def soon(condition: Callable[[], Any], seconds: float = 30.0) -> Any:
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "still waiting"
        await asyncio.sleep(0.01)
    return found


# The supervisor


def test_work_begins_again_after_growing_pauses_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    errors = [OSError("gone"), ValueError("bad"), RuntimeError("odd"), *[OSError("gone")] * 7]

    async def work() -> None:
        if errors:
            raise errors.pop()

    monkeypatch.setattr(background, "asyncio", SimpleNamespace(sleep=sleep))  # of this module alone
    with caplog.at_level(logging.WARNING):
        coroutines.run(supervise("some work", work, Troubles()))
    assert errors == []
    assert pauses == sorted(pauses) and pauses[0] < 1 and pauses[-1] == background.LONGEST_PAUSE
    assert [record.message for record in caplog.records] == [
        "some work broke off and begins again: OSError: gone"
    ]


def test_a_trouble_is_logged_when_it_comes_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    time_now = 0.0
    troubles = Troubles(lambda: time_now)
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            troubles.report("the store", AWAY)
            time_now += 0.1
        troubles.drop_past()
        assert len(caplog.records) == 1 and len(caplog.text) < 1000
        time_now += CALM_SECONDS
        troubles.drop_past()
        assert "1000 times in 100 seconds" in caplog.records[1].message
        troubles.report("the store", AWAY)
    assert len(caplog.records) == 3


async def test_all_background_work_is_supervised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from burgomaster.server import app as app_module

    begun, others = [], []

    async def note(name: str, work: Callable[[], Awaitable[None]]) -> None:
        begun.append(name)
        await asyncio.Event().wait()

    monkeypatch.setattr(app_module, "supervise", note)
    made = app_module.create_app(settings_for(f"sqlite:///{tmp_path / 'tables.db'}"))
    async with app_module._lifespan(made):
        await asyncio.sleep(0)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        others.extend(task for task in tasks if "note" not in repr(task.get_coro()))
    assert {"waking tables", "calling people", "trimming caches"} <= set(begun)
    assert others == []


async def test_a_store_is_closed_when_the_last_thread_is_done_with_it(tmp_path: Path) -> None:
    from burgomaster.server import app as app_module

    done: list[str] = []

    def write(store: Store, begun: asyncio.Event, loop: asyncio.AbstractEventLoop) -> None:
        with store.engine.begin() as connection:
            loop.call_soon_threadsafe(begun.set)
            time.sleep(0.2)
            connection.execute(text("UPDATE matches SET status = 'over'"))
        done.append("written")

    made = app_module.create_app(settings_for(f"sqlite:///{tmp_path / 'tables.db'}"))
    async with app_module._lifespan(made):
        store, begun = made.state.store, asyncio.Event()
        close = store.close
        store.close = lambda: (done.append("closed"), close())
        loop = asyncio.get_running_loop()
        task = asyncio.create_task(asyncio.to_thread(write, store, begun, loop))
        await begun.wait()
        task.cancel()  # as all work is when a server stops: the thread goes on
    assert done == ["written", "closed"]


# Listening


async def test_listening_survives_every_error(
    cluster: Cluster, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dropped connection, an error of the system while a notice is read, a journal that nobody can read."""
    from burgomaster.server.news import listen

    monkeypatch.setattr(background, "FIRST_PAUSE", 0.05)
    heard: list[str] = []
    connected: list[float] = []
    broken = {"os": OSError("while a notice is read"), "value": ValueError("no such kind")}
    name = postgres.partition("/test_")[2].partition("?")[0]

    async def on_notification(payload: str) -> None:
        if payload in broken:
            raise broken.pop(payload)
        heard.append(payload)

    async def on_connect() -> None:
        connected.append(time.monotonic())

    def tell(payload: str) -> None:
        cluster.execute("SELECT pg_notify('burgomaster', %s)", payload, database=f"test_{name}")

    work = supervise("listening", lambda: listen(postgres, on_notification, on_connect), Troubles())
    task = asyncio.create_task(work)
    for place, trouble in enumerate(("os", "value", "cut")):
        await soon(lambda n=place: len(connected) > n)
        await asyncio.to_thread(tell, trouble)
        if trouble == "cut":
            await soon(lambda: "cut" in heard)
            await asyncio.to_thread(cluster.drop_connections, f"test_{name}")
    await soon(lambda: len(connected) == 4)
    await asyncio.to_thread(tell, "last")
    await soon(lambda: heard[-1] == "last")
    task.cancel()


# Tables in memory, whose store fails when the test says so


class Shaky(Store):
    """A store that is away when it is told to be."""

    is_away = False

    def entries(self, match: str, after: int) -> Any:
        self.fail()
        return super().entries(match, after)

    def write(self, *given: Any) -> None:
        self.fail()
        super().write(*given)

    def fail(self) -> None:
        if self.is_away:
            raise AWAY


class Forgetful(Shaky):
    """A store whose connection is lost after it has written, before it can say so."""

    def write(self, *given: Any) -> None:
        super().write(*given)
        if self.is_away:
            raise AWAY

    def fail(self) -> None:
        pass


def new_header(clock: dict[str, Any] | None = None) -> Header:
    return replace(header_of(plain_table(), clock), match=new_name(), created=now())


@asynccontextmanager
async def managed(tmp_path: Path, kind: type[Store] = Shaky, **settings: Any) -> AsyncIterator[MatchManager]:
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    manager = MatchManager(kind(address), settings_for(address, **settings))
    yield manager
    await manager.close()
    manager.store.close()


@pytest.fixture
def manager(tmp_path: Path) -> AbstractAsyncContextManager[MatchManager]:
    return managed(tmp_path)


async def people(manager: MatchManager, clock: dict[str, Any] | None = None) -> LiveMatch:
    return await manager.create(
        new_header(clock),
        lambda match, at: seats.sit(match, 0, "visitor:anna", "Anna", at),
        lambda match, at: seats.sit(match, 1, "visitor:boris", "Boris", at),
        begin_if_full,
    )


async def test_a_clock_falls_when_the_store_is_back(
    manager: MatchManager, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(match_manager, "RETRY_SECONDS", 0.02)

    live = await people(manager, {"kind": "move", "seconds": 5})
    live.offset = 4.9
    manager.store.is_away = True  # type: ignore[attr-defined]
    manager._schedule(live)
    await asyncio.sleep(0.5)
    assert not live.match.seats[0].left
    manager.store.is_away = False  # type: ignore[attr-defined]
    await soon(lambda: live.match.seats[0].left)
    assert len(caplog.records) <= 1


async def test_a_move_that_was_stored_before_the_connection_broke_is_made(tmp_path: Path) -> None:
    async with managed(tmp_path, Forgetful) as manager:
        live = await people(manager)
        manager.store.is_away = True  # type: ignore[attr-defined]
        await manager.submit(live, lambda match, at: moves.play(match, 0, "pass", None, at))
        assert live.match.ply == 1 and not live.is_behind


async def test_what_nobody_could_read_is_read_by_the_next_who_looks(manager: MatchManager) -> None:
    live = await people(manager)
    manager.store.is_away = True  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="storage"):
        await manager.submit(live, lambda match, at: moves.play(match, 0, "pass", None, at))
    manager.store.is_away = False  # type: ignore[attr-defined]
    entry = moves.play(live.match, 0, "pass", None, now())  # it was stored after all
    manager.store.write(Writing(live.name, entry, "running", now(), {"seats": []}))
    assert (await manager.find(live.name)) is live and live.match.ply == 1


async def test_a_journal_that_cannot_be_read_makes_nobody_deaf(manager: MatchManager) -> None:
    broken, sound = await people(manager), await people(manager)
    good = moves.play(sound.match, 0, "pass", None, now())
    manager.store.write(Writing(sound.name, good, "running", now(), {"seats": []}))
    bad = [replace(entry, kind="of a newer server") for entry in good]
    manager.store.write(Writing(broken.name, bad, "running", now(), {"seats": []}))
    for live in (broken, sound):
        await manager.on_notification(f"{live.name} {live.match.number + 1}")
    assert sound.match.ply == 1 and broken.is_behind
    await manager.on_reconnect()
    with pytest.raises(ValueError, match="newer server"):
        await manager.find(broken.name)


# What another process writes to a game at which nobody looks here


async def written_elsewhere(
    manager: MatchManager, clock: dict[str, Any] | None = None, thought: float = 0.0
) -> LiveMatch:
    """A table that people have left for another process, which has written a move there."""
    live = await people(manager, clock)
    if thought:  # for so many seconds before
        live.offset = thought
        manager._schedule(live)
    live.visited -= 1000
    entries = moves.play(live.match, 0, "pass", None, now())
    manager.store.write(Writing(live.name, entries, "running", now(), {"seats": []}))
    await manager.on_notification(f"{live.name} {entries[-1].number}")
    return live


async def test_it_is_read_when_somebody_looks_and_at_once_where_a_page_is_open(manager: MatchManager) -> None:
    live = await written_elsewhere(manager)
    assert live.match.ply == 0 and live.is_behind
    assert (await manager.find(live.name)) is live
    assert live.match.ply == 1 and not live.is_behind
    live = await people(manager)
    live.visited -= 1000
    with live.watched() as changed:
        entries = moves.play(live.match, 0, "pass", None, now())
        manager.store.write(Writing(live.name, entries, "running", now(), {"seats": []}))
        await manager.on_notification(f"{live.name} {entries[-1].number}")
        assert live.match.ply == 1 and changed.is_set()


async def test_it_is_read_after_a_while(manager: MatchManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_manager, "UNREAD_SECONDS", 0.1)

    live = await written_elsewhere(manager)
    assert live.match.ply == 0
    await soon(lambda: live.match.ply == 1)


async def test_a_clock_that_would_have_run_out_lets_it_be_read(manager: MatchManager) -> None:
    begun = time.monotonic()
    live = await written_elsewhere(manager, {"kind": "move", "seconds": 5}, thought=4.5)
    assert live.match.ply == 0
    await soon(lambda: live.match.ply >= 1)
    assert time.monotonic() - begun < 7 < match_manager.UNREAD_SECONDS
    assert not live.match.seats[0].left  # who had moved in time


# Bots of another process


async def looked_at(manager: MatchManager, name: str) -> LiveMatch:
    live = await manager.find(name)
    assert live is not None
    return live


async def test_bots_are_taken_over_however_often_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_manager, "TAKE_OVER_SECONDS", 0.1)

    async with managed(tmp_path, Store, bot_seconds=0.3) as manager:
        manager.store.is_sqlite = False  # from now on it may seem that other processes use it, too
        header = new_header()
        steps = [
            lambda match, at, seat=seat: seats.seat_bot(match, seat, "random", f"bot {seat}", at)
            for seat in (0, 1)
        ]
        opened, entries = match_manager.open_match(header, [*steps, begin_if_full])
        manager.store.create(header, opened.summary, entries, opened.status)
        begun = time.monotonic()
        while (await looked_at(manager, header.match)).match.ply == 0:
            assert time.monotonic() - begun < 20
            await asyncio.sleep(0.01)
        assert time.monotonic() - begun > 0.1


async def test_a_silent_process_is_waited_for_no_longer_than_a_bot_may_think(tmp_path: Path) -> None:
    async with managed(tmp_path, bot_seconds=10.0) as manager:
        live = await people(manager)
        fresh = manager._take_over_at(live) - time.monotonic()
        assert fresh == pytest.approx(manager._take_over_at(live) - time.monotonic(), abs=0.1)
        live.awaited, live.offset = (-1, 0.0), 3600.0
        long_silent = manager._take_over_at(live) - time.monotonic()
        assert long_silent <= 2 * match_manager.TAKE_OVER_SECONDS < 10 < fresh


def test_what_was_due_before_the_server_was_killed_is_done_when_it_starts(tmp_path: Path) -> None:
    async def begin() -> str:
        async with managed(tmp_path) as manager:
            live = await people(manager)
            await manager.submit(live, lambda match, at: moves.play(match, 0, "pass", None, at))
            asked = live.match.next_entry(Kind.TAKEBACK_ASKED, 0, now(), ply=0)
            manager.store.write(Writing(live.name, [asked], "running", now(), {"seats": []}))
            gone = replace(asked, number=asked.number + 1, kind=Kind.SIT, seat=1)
            gone = replace(gone, data={"who": "", "name": "bot", "bot": "random", "left": False})
            manager.store.write(Writing(live.name, [gone], "running", now(), {"seats": []}))
            return live.name

    async def go_on(name: str) -> None:
        async with managed(tmp_path) as manager:
            live = await manager.find(name)
            assert live is not None and live.match.takeback is not None
            await soon(lambda: live.match.takeback is None)

    coroutines.run(go_on(coroutines.run(begin())))
