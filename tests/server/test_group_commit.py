"""Writing to many matches at once: one sync for all, and nobody suffers from another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from burgomaster.server.group_commit import MOST_TOGETHER, GroupCommit
from burgomaster.server.match import Entry, Kind
from burgomaster.server.store import CommitFailed, Conflict, Store, Writing
from tests.campaigns.stores import Cluster
from tests.server.matches import header_of, plain_table


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    for number in range(8):
        made.create(replace(header_of(plain_table()), match=f"match-{number}"), {})
    yield made
    made.close()


def writing(match: int, number: int = 1) -> Writing:
    entry = Entry(number, Kind.MOVE, 0, 1000.0, {"move": "pass", "by": "player"})
    return Writing(f"match-{match}", [entry], "running", entry.at, {"seats": []})


def commits_of(store: Store) -> list[int]:
    counted: list[int] = []
    event.listen(store.engine, "commit", lambda _connection: counted.append(1))
    return counted


def written(store: Store) -> set[str]:
    return {f"match-{number}" for number in range(8) if store.entries(f"match-{number}", 0)}


def at_once(store: Store, writings: Sequence[Writing]) -> list[Any]:
    """Write while somebody else is writing; what came of each."""

    async def work() -> list[Any]:
        journals, begun, go_on = GroupCommit(store), threading.Event(), threading.Event()
        write = store.write

        def slowly(*given: Writing) -> None:
            begun.set()
            go_on.wait(10)
            write(*given)

        store.write = slowly  # type: ignore[method-assign]
        first = asyncio.create_task(journals.append(writing(7)))
        await asyncio.to_thread(begun.wait, 10)
        others: list[Coroutine[Any, Any, None]] = [journals.append(one) for one in writings]
        waiting = asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)
        go_on.set()
        await first
        return await waiting

    return asyncio.run(work())


def test_what_comes_while_the_disk_is_busy_is_written_together(store: Store) -> None:
    counted = commits_of(store)
    assert at_once(store, [writing(number) for number in range(7)]) == [None] * 7
    assert len(counted) == 2 and len(written(store)) == 8


def test_a_conflict_concerns_one_alone(store: Store) -> None:
    store.write(writing(3))
    found = at_once(store, [writing(number) for number in range(7)])
    assert [type(one) for one in found] == [*[type(None)] * 3, Conflict, *[type(None)] * 3]
    assert len(written(store)) == 8 and len(store.entries("match-3", 0)) == 1


def test_when_a_commit_fails_everybody_has_to_look(store: Store) -> None:
    def fail(_connection: Any) -> None:
        if len(written(store)) == 1:  # the first one was written
            raise OperationalError("COMMIT", {}, Exception("disk full"))

    event.listen(store.engine, "commit", fail)
    found = at_once(store, [writing(number) for number in range(7)])
    assert [type(one) for one in found] == [CommitFailed] * 7
    assert written(store) == {"match-7"}


async def test_whoever_waits_is_told_and_the_next_can_write(store: Store) -> None:
    journals = GroupCommit(store)
    gone = asyncio.create_task(journals.append(writing(0)))
    await asyncio.sleep(0)
    gone.cancel()  # it is written nevertheless
    many = [journals.append(writing(1, number)) for number in range(1, MOST_TOGETHER + 3)]
    assert await asyncio.gather(*many) == [None] * len(many)
    with pytest.raises(Conflict):
        await journals.append(writing(1))
    assert written(store) == {"match-0", "match-1"}
    assert len(store.entries("match-1", 0)) == MOST_TOGETHER + 2


async def test_an_error_that_nobody_foresaw_leaves_nobody_waiting(store: Store, monkeypatch: Any) -> None:
    def break_off(*_given: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(store, "write", break_off)
    with pytest.raises(RuntimeError):
        await asyncio.wait_for(GroupCommit(store).append(writing(0)), 10)


# PostgreSQL, which has transactions of several connections at once


@pytest.fixture
def shared(postgres: str) -> Iterator[Store]:
    made = Store(postgres)
    made.create(replace(header_of(plain_table()), match="match-0"), {})
    yield made
    made.close()


async def test_one_of_many_racers_wins(shared: Store) -> None:
    journals = GroupCommit(shared)
    racing = (journals.append(writing(0)) for _ in range(20))
    found = await asyncio.gather(*racing, return_exceptions=True)
    assert sorted(type(one).__name__ for one in found) == ["Conflict"] * 19 + ["NoneType"]
    assert len(shared.entries("match-0", 0)) == 1


async def test_a_connection_that_was_cut_meanwhile_is_not_noticed(shared: Store, cluster: Cluster) -> None:
    journals = GroupCommit(shared)
    await journals.append(writing(0))
    await asyncio.to_thread(cluster.drop_connections, str(shared.engine.url.database))
    await asyncio.sleep(0.1)
    await journals.append(writing(0, number=2))
    assert len(shared.entries("match-0", 0)) == 2
