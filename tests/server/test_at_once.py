"""What several processes do at once on one PostgreSQL, also one that has not heard of the others."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select

from burgomaster.server import models, news
from burgomaster.server.calls import ways as ways_module
from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.match import Entry, after, commentaries, moves, replay
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.outbox import Notice, write_notice
from burgomaster.server.people.own_data import forget_once
from burgomaster.server.store import Store, Writing
from burgomaster.server.study.store import StudyStore
from burgomaster.server.study.tree import Place as StudyPlace
from burgomaster.server.study.tree import Study
from tests.campaigns.callers import SHOWN_HAND
from tests.campaigns.scene import Place, add_table, new_member
from tests.server.fixtures import new_server, settings_for

BORIS = "visitor:boris"
A_MOMENT = 0.2  # seconds in which a thread comes to where it has to wait


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    with closing(Store(postgres)) as made:
        yield made


def say(store: Store, place: Place, seat: int, yes: bool) -> None:
    """Another process writes that somebody agrees, or withdraws."""
    header, entries = store.load(place.table) or pytest.fail("no table")
    match = replay(header, entries)
    new: list[Entry] = commentaries.set_commentary(match, seat, yes, time.time())
    changed = after(match, new)
    store.write(Writing(place.table, new, changed.status, changed.changed, changed.summary))


def test_a_withdrawal_holds_at_a_process_that_has_not_heard_of_it(
    store: Store, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(*_: Any) -> None:
        await asyncio.sleep(1e6)

    monkeypatch.setattr(news, "listen", deaf)
    monkeypatch.setattr(commentaries, "DELAY_SECONDS", 0.0)
    place = add_table(store, random.Random(1), is_late=True)
    for seat in range(2):
        say(store, place, seat, True)
    with new_server(settings_for(postgres)) as server:
        client = server.client()
        path = f"/t/{place.table}/commentary"
        assert SHOWN_HAND in client.get(path).content
        say(store, place, 1, False)
        assert SHOWN_HAND not in client.get(path).content


async def test_who_was_forgotten_meanwhile_is_forgotten_when_a_process_hears_again(
    store: Store, postgres: str
) -> None:
    member = new_member(store, random.Random(1))
    place = add_table(store, random.Random(1), whos=(member.who, BORIS))

    manager = MatchManager(store, settings_for(postgres))
    live = await manager.find(place.table)
    assert live is not None and live.match.seats[0].name == "Player 0"
    forget_once(store, place.table, member.who)
    await manager.on_reconnect()
    assert live.match.seats[0].name == "N. N."
    replayed = live.match
    await manager.on_reconnect()
    assert live.match is replayed  # nothing is read again for nothing
    await manager.close()


async def test_a_name_that_was_written_by_a_process_that_had_not_heard_goes_from_lists(
    store: Store, postgres: str
) -> None:
    member = new_member(store, random.Random(1))
    place = add_table(store, random.Random(1), whos=(member.who, BORIS))

    def listed() -> str:
        found = store.matches_of([BORIS])
        return str(found[0]["summary"]["seats"][0]["name"])

    manager = MatchManager(store, settings_for(postgres))
    live = await manager.find(place.table)
    assert live is not None and listed() == "Player 0"
    forget_once(store, place.table, member.who)
    assert listed() == "N. N."
    seat, move = live.match.table.to_move, live.match.table.moves()[0].notation
    assert seat is not None
    await manager.submit(live, lambda match, now: moves.play(match, seat, move, None, now))
    assert listed() == "Player 0"  # by whoever has not heard
    await manager.on_reconnect()
    assert live.match.seats[0].name == listed() == "N. N."
    await manager.close()


def test_forgetting_once_more_mends_what_was_written_meanwhile(store: Store) -> None:
    member = new_member(store, random.Random(1))
    place = add_table(store, random.Random(1), whos=(member.who, BORIS))
    header, entries = store.load(place.table) or pytest.fail("no table")
    stale = replay(header, entries)
    forget_once(store, place.table, member.who)
    seat, move = stale.table.to_move, stale.table.moves()[0].notation
    assert seat is not None
    new = list(moves.play(stale, seat, move, None, time.time()))
    changed = after(stale, new)
    store.write(Writing(place.table, new, changed.status, changed.changed, changed.summary))
    forget_once(store, place.table, member.who)
    assert store.matches_of([BORIS])[0]["summary"]["seats"][0]["name"] == "N. N."


async def test_a_forgotten_name_goes_from_results_that_were_written_later(
    store: Store, postgres: str
) -> None:
    member = new_member(store, random.Random(1))
    place = add_table(store, random.Random(1), whos=(member.who, BORIS))

    def write_result(name: str) -> None:
        """End the game as a process does that has not heard."""
        row = {"match": place.table, "seat": 0, "game": "petersburg", "variant": "2004", "players": 2}
        row |= {"who": member.who, "name": name, "score": 1, "place": 0, "kind": "played", "ended": 1.0}
        with store.engine.begin() as connection:
            connection.execute(delete(models.results))
            connection.execute(insert(models.results).values(**row, is_public=True, rated=False))

    def shown() -> str:
        with store.engine.connect() as connection:
            return str(connection.scalar(select(models.results.c.name)))

    manager = MatchManager(store, settings_for(postgres))
    assert await manager.find(place.table) is not None
    forget_once(store, place.table, member.who)
    write_result("Player 0")
    await manager.on_reconnect()
    await manager.close()

    assert shown() == "N. N."
    write_result("Player 0")
    forget_once(store, place.table, member.who)
    assert shown() == "N. N."


@contextmanager
def meanwhile(
    store: Store, begin: Callable[[Connection], Any], do: Callable[[], Any]
) -> Iterator[Future[Any]]:
    """Something is begun by one process, and done by another one, which waits until the first one commits."""
    with ThreadPoolExecutor(1) as threads:
        with store.engine.begin() as connection:
            begin(connection)
            done = threads.submit(do)
            time.sleep(A_MOMENT)
        yield done


def test_a_way_is_forgotten_while_a_move_calls_by_it(store: Store) -> None:
    place = add_table(store, random.Random(1))
    ways = Ways(store.engine)
    way = ways.add(Way(BORIS, "webhook", "https://example.org/", "en", confirmed=1.0), 1.0)
    notice = Notice("turn", BORIS, 1, 5, 1.0, 2.0)
    with meanwhile(
        store,
        lambda connection: write_notice(connection, place.table, notice),
        lambda: ways.remove([BORIS], way.id),
    ) as removed:
        removed.result(20)
    assert ways.of([BORIS]) == []


def test_somebody_who_gives_two_addresses_at_once_has_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways, usual = Ways(store.engine), ways_module._require_room

    def slow(connection: Connection, way: Way) -> None:
        usual(connection, way)
        time.sleep(A_MOMENT)

    monkeypatch.setattr(ways_module, "_require_room", slow)
    given = [Way(BORIS, "mail", f"{name}@example.org", "en") for name in "ab"]
    with ThreadPoolExecutor(2) as threads:
        for one in [threads.submit(ways.add, way, 1.0) for way in given]:
            one.result(20)
    assert len(ways.of([BORIS])) == 1


def test_a_study_is_dropped_while_a_move_is_tried_there(store: Store) -> None:
    place = add_table(store, random.Random(1))
    studies = StudyStore(store)
    record = {"game": "spyrium", "moves": ["a"], "seats": []}
    for name in ("whole", "branch"):
        studies.add(Study(name, BORIS, "title", place.table, record, 0.0, 0.0))
        studies.add_moves(name, StudyPlace(0), ["x"], 1.0)

    def try_move(name: str) -> Callable[[Connection], None]:
        row = {"study": name, "number": 2, "parent": 1, "ply": 0, "move": "y", "name": ""}

        def write(connection: Connection) -> None:
            studies._touch(connection, name, 2.0)
            connection.execute(insert(models.study_moves).values(row))

        return write

    with meanwhile(store, try_move("whole"), lambda: studies.drop("whole")) as dropped:
        dropped.result(20)
    assert studies.find("whole") is None
    with meanwhile(store, try_move("branch"), lambda: studies.drop_moves("branch", 1, 3.0)) as dropped:
        dropped.result(20)
    found = studies.find("branch")
    assert found is not None and found.nodes == {}  # nothing is left behind a move that is gone
