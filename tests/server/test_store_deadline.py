"""A PostgreSQL that is frozen: everything is answered in time, and no commit is reported wrongly."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from burgomaster.server.group_commit import GroupCommit
from burgomaster.server.match import Entry, Kind
from burgomaster.server.store import CommitFailed, Store, Writing
from tests.campaigns.clients import Seat, open_for_two
from tests.campaigns.stores import Cluster
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.server.matches import header_of, plain_table

SECONDS = 1.0
SLACK = 10.0  # of a busy machine, and for a connection that is being made


@contextmanager
def frozen(cluster: Cluster) -> Iterator[None]:
    """Stop every process of a PostgreSQL, which then acknowledges what it is sent, and answers nothing."""
    postmaster = int((cluster.data / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)  # first: it starts no others
    pids = [postmaster, *map(int, Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split())]
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def ask(url: str, asked: tuple[str, str], seat: Seat) -> tuple[httpx.Response, float]:
    (method, path), begun = asked, time.monotonic()
    headers = {"Accept-Language": "ru", "Authorization": f"Bearer {seat.key}"}
    body = {"text": "hello"} if method == "POST" else None
    answer = httpx.request(method, url + path, headers=headers, json=body, timeout=20, trust_env=False)
    return answer, time.monotonic() - begun


def test_a_frozen_database_is_a_503_in_time(postgres: str, cluster: Cluster) -> None:
    with new_server(settings_for(f"{postgres}&connect_timeout=2")) as running:
        store = running.app.state.store
        store.deadline.seconds = SECONDS
        anna, boris = open_for_two(running.url)
        mover = next(seat for seat in (anna, boris) if seat.get()["can_act"])
        move = str(mover.get()["view"]["moves"][0])
        assert mover.post("chat", text="before").status_code == 200
        everything = [("POST", f"/api/tables/{anna.table}/chat"), ("GET", "/"), ("GET", "/leaders")]
        everything += [("GET", f"/t/{anna.table}"), ("GET", "/api/tables")]
        with ThreadPoolExecutor(20) as threads:
            with frozen(cluster):
                for asked in (everything * 4, everything):  # the second time the silence is known
                    done = list(threads.map(lambda one: ask(running.url, one, anna), asked))
                    for (method, path), (answer, seconds) in zip(asked, done, strict=True):
                        assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0, path
                        assert "хранилищу" in answer.text, path
                        assert seconds < SECONDS + SLACK, (method, path)
                assert mover.play(move).status_code == 503
                assert running.client().get("/healthz").status_code == 200
            until(lambda: running.client().get("/").status_code == 200)
        require_played_once(running, store, mover, move)
        assert "before" in [said["text"] for said in anna.get("/chat")]


def require_played_once(running: Running, store: Store, mover: Seat, move: str) -> None:
    """A move whose outcome was unknown is stored or not, and seen as it is stored."""
    until(lambda: running.client().get("/readyz").status_code == 200)
    played = [entry for entry in store.entries(mover.table, 0) if entry.kind == Kind.MOVE]
    assert len(played) <= 1 and mover.get()["ply"] == len(played)
    if not played:
        assert mover.play(move).status_code == 200


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    made = Store(postgres)
    assert made.deadline is not None
    made.deadline.seconds = SECONDS
    made.create(header_of(plain_table()), {})
    yield made
    made.close()


def writing(number: int, kind: Kind = Kind.MOVE) -> Writing:
    entry = Entry(number, kind, 0, 1000.0, {"move": "pass", "by": "player"})
    return Writing("match", [entry], "running", entry.at, {"seats": [], "who": []})


def test_a_commit_that_was_cut_off_has_an_unknown_outcome(store: Store, cluster: Cluster) -> None:
    store.write(writing(1))
    with frozen_at_commit(store, cluster), pytest.raises(CommitFailed):
        store.write(writing(2))
    until(lambda: len(answered(store)) == 2)  # the database had heard it


@contextmanager
def frozen_at_commit(store: Store, cluster: Cluster) -> Iterator[None]:
    """Freeze a database between the last statement of a transaction and its commit."""
    with frozen_later(cluster) as freeze:
        event.listen(store.engine, "commit", freeze)
        yield
        event.remove(store.engine, "commit", freeze)


@contextmanager
def frozen_later(cluster: Cluster) -> Iterator[Any]:
    """Give a function that freezes a database until the end."""
    held: list[Any] = []

    def freeze(*_given: Any) -> None:
        held.append(frozen(cluster))
        held[-1].__enter__()

    try:
        yield freeze
    finally:
        for one in held:
            one.__exit__(None, None, None)


async def test_moves_have_a_deadline(store: Store, cluster: Cluster) -> None:
    journals = GroupCommit(store)
    await journals.append(writing(1))
    with frozen(cluster):
        begun = time.monotonic()
        for _ in range(5):
            with pytest.raises(OperationalError):
                await journals.append(writing(2))
        assert time.monotonic() - begun < SECONDS + SLACK

    until(lambda: answered(store))


def answered(store: Store) -> list[Entry]:
    try:
        return store.entries("match", 0)
    except OperationalError:
        return []


def test_one_slow_statement_is_cut_and_others_go_on(store: Store) -> None:
    def sleep() -> None:
        with store.engine.connect() as connection:
            connection.execute(text("SELECT pg_sleep(20)"))

    with ThreadPoolExecutor(1) as threads:
        begun = time.monotonic()
        slow = threads.submit(sleep)
        while not slow.done():
            assert store.load("match") is not None
            time.sleep(0.05)
        assert time.monotonic() - begun < SECONDS + SLACK
        assert store.load("match") is not None
        with pytest.raises(OperationalError, match="no answer"):
            slow.result()


def test_a_closed_store_makes_no_connection(postgres: str) -> None:
    store = Store(postgres)
    store.close()
    with pytest.raises(Exception, match="the store is closed"):
        store.ping()
