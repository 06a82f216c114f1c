"""The usual move on PostgreSQL, written by one statement: the same rows as by the long way, and as safe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert, select

from burgomaster.server import models
from burgomaster.server.group_commit import GroupCommit
from burgomaster.server.match import Entry, Kind
from burgomaster.server.news import CHANNEL
from burgomaster.server.outbox import Notice
from burgomaster.server.store import Store
from burgomaster.server.usual_write import MoveWriter, is_usual
from burgomaster.server.writing import CommitFailed, Conflict, Writing
from tests import coroutines
from tests.campaigns.stores import Cluster
from tests.server.matches import header_of, plain_table

SUMMARY = {"seats": [{"name": "Анна \\ \"A\" 'B' %s"}], "who": ["visitor:a"], "points": [1, 2.5, None]}


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    """A store with two empty tables."""
    made = Store(postgres)
    for name in ("one", "two"):
        made.create(replace(header_of(plain_table()), match=name), {})
    yield made
    made.close()


def writing(match: str = "one", number: int = 1, who: str = "visitor:b", **other: Any) -> Writing:
    """One move, after which somebody is to be called if they can be."""
    entry = Entry(number, Kind.MOVE, 0, 1000.25, {"move": "buy 'ключ' \\ \"x\"", "by": "player"})
    notice = Notice("turn", who, 1, number, entry.at, entry.at + 30)
    return Writing(match, [entry], "running", entry.at, SUMMARY, [notice])._replace(**other)


def write(store: Store, work: Callable[[GroupCommit], Coroutine[Any, Any, Any]]) -> Any:
    """Let somebody write, and close what they opened."""

    async def whole() -> Any:
        journals = GroupCommit(store)
        try:
            return await work(journals)
        finally:
            await journals.close()

    return coroutines.run(whole())


def add_way(store: Store, who: str) -> None:
    """Let somebody be called."""
    row = {"who": who, "channel": "mail", "mark": who, "address": "a@b", "details": {}, "events": "turn"}
    row |= {"language": "en", "pace": 0, "created": 1.0, "confirmed": 1.0, "used": 0.0, "failures": 0}
    with store.engine.begin() as connection:
        connection.execute(insert(models.call_ways).values(**row, session=""))


def rows(store: Store, table: Any, match: str) -> list[Any]:
    """Read the rows of a match, without its name."""
    columns = [column for column in table.c if column.name != "match"]
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(*columns).where(table.c.match == match))]


def refuse(*_given: Any) -> None:
    """Be what nobody should call."""
    raise AssertionError("the long way")


def test_a_move_is_stored_as_by_the_long_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write(writing("one"))
    monkeypatch.setattr(store, "write", refuse)
    write(store, lambda journals: journals.append(writing("two")))
    for table in (models.journal, models.matches):
        assert rows(store, table, "one") == rows(store, table, "two") != []


def test_other_processes_hear_of_it(store: Store, postgres: str) -> None:
    url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        write(store, lambda journals: journals.append(writing(number=7)))
        heard = [notice.payload for notice in listening.notifies(timeout=10, stop_after=1)]
    assert heard == ["one 7"]


def test_who_is_to_be_called_is_written_down_with_it(store: Store) -> None:
    add_way(store, "visitor:b")
    write(store, lambda journals: journals.append(writing()))
    assert len(rows(store, models.journal, "one")) == len(rows(store, models.outbox, "one")) == 1
    assert rows(store, models.matches, "one")[0] != rows(store, models.matches, "two")[0]


def test_a_move_that_somebody_else_has_made_is_not_made_again(store: Store) -> None:
    async def twice(journals: GroupCommit) -> None:
        await journals.append(writing())
        listed = rows(store, models.matches, "one")
        with pytest.raises(Conflict):
            await journals.append(writing(status="running", changed=2000.0))
        assert rows(store, models.matches, "one") == listed  # nothing of it is stored
        await journals.append(writing(number=2))

    write(store, twice)
    assert len(rows(store, models.journal, "one")) == 2


def test_one_of_many_racers_wins(store: Store) -> None:
    async def race(journals: GroupCommit) -> list[Any]:
        return await asyncio.gather(*(journals.append(writing()) for _ in range(20)), return_exceptions=True)

    assert sorted(type(one).__name__ for one in write(store, race)) == ["Conflict"] * 19 + ["NoneType"]
    assert len(rows(store, models.journal, "one")) == 1


def test_a_connection_that_was_cut_meanwhile_is_not_noticed(store: Store, cluster: Cluster) -> None:
    async def between(journals: GroupCommit) -> None:
        await journals.append(writing())
        await asyncio.to_thread(cluster.drop_connections, str(store.engine.url.database))
        await asyncio.sleep(0.1)
        await journals.append(writing(number=2))

    write(store, between)
    assert len(rows(store, models.journal, "one")) == 2


def test_where_the_database_does_not_answer_nobody_knows(store: Store) -> None:
    async def work() -> None:
        gone = MoveWriter(store.engine.url.set(query={"host": "/nowhere"}), CHANNEL)
        with pytest.raises(CommitFailed):
            await gone.write(writing())

    coroutines.run(work())


def test_only_a_move_of_a_game_that_goes_on_is_usual() -> None:
    usual = writing()
    assert is_usual(usual) and is_usual(usual._replace(notices=()))
    sat = replace(usual.entries[0], kind=Kind.SIT)
    assert not is_usual(usual._replace(entries=[sat]))
    assert not is_usual(usual._replace(entries=[*usual.entries, *usual.entries]))
    assert not is_usual(usual._replace(status="over"))
    assert not is_usual(usual._replace(results=[{"seat": 0}]))
