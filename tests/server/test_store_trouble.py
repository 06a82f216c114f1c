"""A store that is away, half made, newer or taken: a clear answer, and nothing is half done."""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import alembic.op
import httpx
import pytest
from sqlalchemy import event, insert, inspect, make_url, select, text
from sqlalchemy.exc import OperationalError

from burgomaster.cli import serve
from burgomaster.server import metrics, models
from burgomaster.server.store import Store
from burgomaster.server.store_engine import UnusableStore, newest_version, version_of
from burgomaster.server.store_opening import OpenedStore, StoreLock
from burgomaster.server.troubles import TROUBLES
from tests.campaigns.clients import Seat, new_client, open_for_two, open_table, token
from tests.campaigns.stores import Cluster
from tests.cli.fixtures import Run
from tests.server.fixtures import Running, new_server, settings_for, start, until
from tests.server.matches import header_of, plain_table

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Running]:
    TROUBLES.current.clear()
    with new_server(settings_for(f"sqlite:///{tmp_path / 'tables.db'}")) as running:
        yield running


@contextmanager
def away(running: Running, monkeypatch: pytest.MonkeyPatch, after: int = 0) -> Iterator[None]:
    """The store does not answer, after some transactions that it still makes."""
    engine = running.app.state.store.engine
    begin, n_left = engine.begin, [after]

    def fail(*_given: Any) -> Any:
        n_left[0] -= 1
        if n_left[0] >= 0:
            return begin()
        raise OperationalError("BEGIN", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(type(engine), "begin", fail)
        if after == 0:
            patch.setattr(type(engine), "connect", fail)
        yield


# Every verb, every page


def test_a_store_that_is_away_is_a_503_for_everything(
    alone: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna, boris = open_for_two(alone.url)
    mover, first_move = mover_of(anna, boris)
    with new_client(alone.url) as visitor:
        visitor.post("/api/account/register", json={"name": "Clara", "password": "long enough"})
        headers = token(visitor)
        with away(alone, monkeypatch), caplog.at_level(logging.WARNING):
            answers = [
                *api_answers(visitor, anna.table, headers),
                *page_answers(visitor, anna.table, headers),
            ]
            answers.append(mover.play(first_move))
            answers += [anna.post(verb, text="hello") for verb in ("chat", "pause", "leave")]
        for answer in answers:
            asked = f"{answer.request.method} {answer.request.url}"
            assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0, asked
            if answer.request.url.path.startswith("/api/"):
                assert answer.json()["key"] == "store", asked
            else:
                assert "хранилищу" in answer.text and 'lang="ru"' in answer.text, asked
        assert len(caplog.records) == 1, caplog.text
        with away(alone, monkeypatch):
            assert visitor.get("/nothing").status_code == 404
        assert visitor.get("/").status_code == 200
    seen = anna.get()
    assert (seen["ply"], seen["paused"]) == (0, False) and anna.get("/chat") == []
    assert mover.play(first_move).status_code == 200


def mover_of(*seats: Seat) -> tuple[Seat, str]:
    mover = next(seat for seat in seats if seat.get()["can_act"])
    return mover, str(mover.get()["view"]["moves"][0])


def api_answers(visitor: httpx.Client, table: str, headers: dict[str, str]) -> list[httpx.Response]:
    """What the JSON interface says to somebody who is logged in."""
    body = {"name": "Dora", "password": "long enough"}
    verbs = ("register", "login", "logout", "password", "delete")
    return [
        *(visitor.post(f"/api/account/{verb}", json=body, headers=headers) for verb in verbs),
        visitor.post("/api/tables", json={"game": "petersburg", "options": {"players": 2}}, headers=headers),
        visitor.post(f"/api/tables/{table}/chat", json={"text": "hello"}, headers=headers),
        *(visitor.get(path) for path in ("/api/me", "/api/tables", f"/api/tables/{table}/chat")),
        visitor.get("/api/tables/nothing"),
    ]


def page_answers(visitor: httpx.Client, table: str, headers: dict[str, str]) -> list[httpx.Response]:
    """What pages say to a reader of Russian."""
    russian = {**headers, "Accept-Language": "ru"}
    paths = ("/", "/lists", "/account", "/learn/petersburg", f"/t/{table}", f"/t/{table}/live")
    forms = ("/tables", "/account/login", f"/t/{table}/say", f"/t/{table}/move", "/taste")
    return [
        *(visitor.get(path, headers=russian) for path in paths),
        *(visitor.post(path, data={"text": "hello"}, headers=russian) for path in forms),
    ]


def test_a_store_that_fails_in_the_middle_leaves_nothing_half_done(
    alone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked for is one transaction: a second one is never needed."""
    with new_client(alone.url) as client:
        headers = token(client)
        with new_client(alone.url) as other, away(alone, monkeypatch, after=1):
            answer = other.post("/api/account/register", json={"name": "Clara", "password": "long enough"})
            assert answer.status_code == 200 and other.get("/api/me").json()["account"] == "Clara"
        waiting = open_table(client)
        with new_client(alone.url) as other, away(alone, monkeypatch, after=1):
            sat = other.post(f"/api/tables/{waiting['table']}/seats/1", json={"name": "Boris"})
            assert sat.status_code == 200 and sat.json()["status"] == "running"
        with away(alone, monkeypatch, after=1):
            made = open_table(client, bots=["greedy"])
            assert made["status"] == "running" and made["key"]
        with away(alone, monkeypatch, after=0):
            answer = client.post(
                "/api/tables", json={"game": "petersburg", "options": {"players": 2}}, headers=headers
            )
            assert answer.status_code == 503
    with alone.app.state.store.engine.connect() as connection:
        assert len(connection.execute(select(models.matches)).all()) == 2


def test_a_stream_ends_quietly_and_is_asked_for_again(
    alone: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna, _boris = open_for_two(alone.url)
    live = alone.app.state.match_manager.live[anna.table]
    with httpx.stream("GET", f"{alone.url}/t/{anna.table}/events", timeout=30) as response:
        lines = response.iter_lines()
        next(line for line in lines if line.startswith("event: table"))
        with away(alone, monkeypatch), caplog.at_level(logging.WARNING):
            live.forget_chat()
            alone.server.servers[0].get_loop().call_soon_threadsafe(live.notify)
            assert not [line for line in lines if line.startswith("event: table")]
    assert "Traceback" not in caplog.text
    assert anna.get()["ply"] == 0


@pytest.mark.slow
def test_a_postgresql_that_is_away_is_a_503_and_comes_back(postgres: str, cluster: Cluster) -> None:
    running = start(settings_for(postgres))
    try:
        anna, boris = open_for_two(running.url)
        mover, move = mover_of(anna, boris)
        cluster.stop()
        with new_client(running.url) as client:
            for path in ("/", "/api/tables", f"/t/{anna.table}"):
                assert client.get(path).status_code == 503, path
            assert anna.post("chat", text="hello").status_code == 503
            assert mover.play(move).json()["key"] == "store"
            cluster.start()
            assert client.get("/").status_code == 200
        assert mover.play(move).status_code == 200
    finally:
        if not (cluster.data / "postmaster.pid").exists():
            cluster.start()
        running.stop()


def test_a_server_with_a_full_disk_is_not_ready_until_it_can_write(
    alone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "KEPT_SECONDS", 0.0)
    engine, client = alone.app.state.store.engine, alone.client()
    anna, _boris = open_for_two(alone.url)

    def fill_disk(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")  # as many as there are

    event.listen(engine, "connect", fill_disk)
    engine.dispose()
    until(lambda: anna.post("chat", text="x" * 200).status_code == 503)
    for _ in range(2):  # nothing else is written
        answer = client.get("/readyz")
        told = {"ready": False, "missing": ["store"], "reason": "SQLITE_FULL"}
        assert (answer.status_code, answer.json()) == (503, told)
    event.remove(engine, "connect", fill_disk)
    engine.dispose()
    assert client.get("/readyz").json() == {"ready": True, "missing": []}
    assert anna.post("chat", text="hello").status_code == 200
    assert "probe" not in inspect(engine).get_table_names()


@pytest.mark.slow
def test_a_postgresql_that_cannot_write_makes_its_servers_unready(
    postgres: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "KEPT_SECONDS", 0.0)
    name = str(make_url(postgres).database)
    with new_server(settings_for(postgres)) as running:
        anna, boris = open_for_two(running.url)
        mover, move = mover_of(anna, boris)
        cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        cluster.drop_connections(name)
        assert mover.play(move).status_code == 503
        answer = running.client().get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "ReadOnlySqlTransaction")
        cluster.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        cluster.drop_connections(name)
        assert running.client().get("/readyz").status_code == 200
        assert mover.play(move).status_code == 200
        assert "probe" not in inspect(running.app.state.store.engine).get_table_names()


def test_a_fault_of_ours_is_no_trouble_of_the_store(
    alone: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And a log tells neither who asked nor what is hidden."""
    store, secret = alone.app.state.store, {"secret": "Pick" + "pocket"}  # a log shows lines of code

    def ask(wrong: str) -> None:
        with store.engine.begin() as connection:
            connection.execute(text(wrong), secret)

    def fail(*_given: Any) -> None:
        ask("INSERT INTO journal VALUES ('no such match', 1, '', 0, 0, :secret)")

    with pytest.raises(OperationalError) as caught:
        ask("SELECT :secret FROM nowhere")
    TROUBLES.report("some store", caught.value)
    monkeypatch.setattr(type(store), "_list", fail)
    answer = alone.client().get("/api/tables")
    assert answer.status_code == 500 and "retry-after" not in answer.headers
    assert secret["secret"] not in answer.text + caplog.text and "sqlalche.me" not in caplog.messages[0]


# Files


def half_made(path: Path, n_tables: int, version: str | None) -> None:
    """The file that an old server left which was killed during its first start."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        for table in models.metadata.sorted_tables[:n_tables]:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            connection.execute(f'CREATE TABLE "{table.name}" ({columns})')
        if version is not None:
            connection.execute("INSERT INTO alembic_version VALUES (?)", [version])
    connection.close()


def test_a_half_made_file_of_an_old_server_is_made_whole(tmp_path: Path) -> None:
    for n_tables in (0, 1, 4, len(models.metadata.sorted_tables)):
        path = tmp_path / f"{n_tables}.db"
        half_made(path, n_tables, None)
        store = Store(f"sqlite:///{path}")
        store.create(header_of(plain_table()), {})
        assert store.load("match") is not None and version_of(store.engine) == newest_version()
        store.close()


@pytest.mark.usefixtures("real_upgrade")
def test_a_migration_that_breaks_off_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.db"
    make = alembic.op.create_table
    for n_made in range(6):
        left = [n_made]

        def break_off(*given: Any, left: list[int] = left, **other: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return make(*given, **other)

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(alembic.op, "create_table", break_off)
            Store(f"sqlite:///{path}")
        with sqlite3.connect(path) as connection:
            assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
        connection.close()
    Store(f"sqlite:///{path}").close()


def test_something_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    half_made(path, 2, None)
    with sqlite3.connect(path) as connection:
        connection.execute(f'INSERT INTO "{models.metadata.sorted_tables[0].name}" DEFAULT VALUES')
    connection.close()
    with pytest.raises(UnusableStore, match="no version"):
        Store(f"sqlite:///{path}")


def test_the_store_of_a_newer_version_is_not_touched(database: str, run: Run, monkeypatch: Any) -> None:
    store = Store(database)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    monkeypatch.setenv("BURGOMASTER_DATABASE", database)
    monkeypatch.setenv("BURGOMASTER_SECRET", "secret")
    for language, word in (("en", "newer Burgomaster"), ("ru", "более новая версия")):
        done = run("serve", "--port", "0", "--lang", language)
        assert done.code == 1 and word in done.err and "9999" in done.err and done.err.count("\n") == 1
    with pytest.raises(UnusableStore, match="9999"):
        Store(database)


@pytest.mark.parametrize(
    "address", ["postgresql://nobody@/nothing?host=/nowhere", "sqlite:////proc/nowhere/tables.db"]
)
def test_a_database_that_is_away_at_the_start_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BURGOMASTER_DATABASE", address)
    monkeypatch.setenv("BURGOMASTER_SECRET", "secret")
    done = run("serve", "--port", "0")
    assert done.code == 1 and "the database cannot be used" in done.err and done.err.count("\n") == 1
    assert "sqlalche.me" not in done.err


# One server for one file, one program for one port


def test_a_second_server_on_a_file_is_told_who_has_it(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    monkeypatch.setattr(StoreLock.__init__, "__defaults__", (0.0,))
    monkeypatch.setenv("BURGOMASTER_DATABASE", address)
    monkeypatch.setenv("BURGOMASTER_SECRET", "secret")
    opened = OpenedStore(address)
    for language, word in (("en", "another Burgomaster"), ("ru", "другой Burgomaster")):
        done = run("serve", "--port", "0", "--lang", language)
        assert done.code == 1 and word in done.err and str(os.getpid()) in done.err
    opened.close()
    OpenedStore(address).close()


def test_a_killed_server_frees_its_file(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    code = (
        "import sys, time; from burgomaster.server.store_opening import StoreLock; "
        "lock = StoreLock(sys.argv[1]); print('locked', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, address], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"locked\n"
    with pytest.raises(UnusableStore, match=str(process.pid)):
        StoreLock(address, patience=0.0)
    process.kill()
    process.wait()
    process.stdout.close()
    StoreLock(address, patience=0.0).free()


def test_a_taken_port_is_said(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BURGOMASTER_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("BURGOMASTER_SECRET", "secret")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for language, word in (("en", "taken by another program"), ("ru", "занят другой программой")):
            done = run("serve", "--port", str(port), "--lang", language)
            assert done.code == 1 and word in done.err and str(port) in done.err and done.out == ""
        monkeypatch.setattr(serve, "PORT", port)
        monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
        done = run("serve")
        assert f"Port {port} is taken by another program; listening at" in done.err
        assert "The table is at" in done.out


def test_two_that_start_at_once_do_not_share_a_port() -> None:
    first = serve.listen("127.0.0.1", 0)
    with first, pytest.raises(Exception, match="taken by another program"):
        serve.listen("127.0.0.1", first.getsockname()[1])


def test_an_account_and_its_session_are_one(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(insert(models.accounts).values(name="A", key="a", password="", created=0.0))
        connection.execute(insert(models.sessions).values(token="taken", account=1, created=0.0))
    assert store.accounts.add("Anna", "anna", "hash", 1.0, "taken") is None
    assert store.accounts.find("anna") is None
