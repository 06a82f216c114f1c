"""The store, on SQLite and on a real PostgreSQL: what was appended is there, and nothing else."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import InvalidRequestError

from burgomaster.server.match import Entry, Kind, Match, replay
from burgomaster.server.store import MOST_OF_HOST, Conflict, Store, Writing
from burgomaster.server.store_engine import MIGRATIONS, newest_version, version_of
from tests.server.fixtures import empty_store
from tests.server.matches import header_of, plain_table, secret_sitting


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of each kind also in `make test`."""
    return empty_store(request, tmp_path)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with closing(Store(database)) as made:
        yield made


def keep(store: Store, entries: list[Entry], match: str = "match") -> None:
    store.write(Writing(match, entries, "running", entries[-1].at, {"seats": []}))


def move(number: int, move: str = "pass") -> Entry:
    return Entry(number, Kind.MOVE, 0, 1000.0 + number, {"move": move, "by": "player"})


def test_what_was_kept_is_read_back(store: Store) -> None:
    made = secret_sitting()
    store.create(made.match.header, Match(made.match.header).summary)
    keep(store, made.entries)
    loaded = store.load("match")
    assert loaded is not None
    header, entries = loaded
    assert entries == made.entries
    assert replay(header, entries).table.state_bytes() == made.match.table.state_bytes()
    assert store.load("nothing") is None
    assert [entry.number for entry in store.entries("match", 3)] == list(range(4, len(entries) + 1))


def test_a_number_is_given_once(store: Store) -> None:
    store.create(header_of(plain_table()), {})
    keep(store, [move(1)])
    with pytest.raises(Conflict):
        keep(store, [move(1, "buy author")])
    with pytest.raises(Conflict):
        keep(store, [move(2), move(1)])  # all or nothing
    assert store.entries("match", 0) == [move(1)]


def test_of_racing_writers_one_wins(store: Store) -> None:
    store.create(header_of(plain_table()), {})
    won: list[int] = []
    barrier = threading.Barrier(6)

    def write(writer: int) -> None:
        barrier.wait()
        for number in range(1, 6):
            try:
                keep(store, [move(number, f"move of {writer}")])
                won.append(number)
            except Conflict:
                pass

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(write, range(6)))
    assert sorted(won) == [1, 2, 3, 4, 5]
    assert [entry.number for entry in store.entries("match", 0)] == [1, 2, 3, 4, 5]


def test_lists_show_what_is_open_and_what_is_mine(store: Store) -> None:
    header = header_of(plain_table())
    store.create(header, {"who": []})
    assert store.open_matches() == []  # it is not for everybody
    assert [row["match"] for row in store.matches_of(["visitor:anna"])] == ["match"]
    assert store.matches_of(["visitor:boris"]) == []
    entry = Entry(1, Kind.SIT, 1, 1.0, {"who": "visitor:boris", "name": "Boris", "bot": "", "left": False})
    keep(store, [entry])
    assert [row["match"] for row in store.matches_of(["visitor:boris"])] == ["match"]
    assert store.running(0.0) == ["match"] and store.running(2.0) == []


def test_accounts_and_sessions(store: Store) -> None:
    number = store.accounts.add("Anna", "anna", "hash", 1.0)
    assert number is not None
    assert store.accounts.add("ANNA", "anna", "other", 2.0) is None
    found = store.accounts.find("anna")
    assert found is not None and found["password"] == "hash"
    assert store.accounts.find("boris") is None
    store.accounts.add_session("token", number, 100.0)
    assert store.accounts.find_by_session("token", 50.0) is not None
    assert store.accounts.find_by_session("token", 101.0) is None
    store.accounts.forget_sessions(101.0)
    assert store.accounts.find_by_session("token", 50.0) is None
    store.accounts.add_session("token", number, 100.0)
    store.accounts.end_session("token")
    assert store.accounts.find_by_session("token", 50.0) is None


def test_chat_is_kept_in_order(store: Store) -> None:
    store.create(header_of(plain_table()), {})
    for place in range(5):
        store.say("match", place, -1, "Анна", f"слово {place}", 1.0)
    assert [row["text"] for row in store.chat_of("match", limit=3)] == ["слово 2", "слово 3", "слово 4"]


def test_a_store_is_opened_again_and_knows_the_form_of_its_tables(database: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == newest_version()
    with closing(Store(database)) as first:
        first.create(header_of(plain_table()), {})
    with closing(Store(database)) as second:
        assert second.load("match") is not None and version_of(second.engine) == newest_version()


def test_a_closed_store_keeps_no_connection_and_makes_none(database: str) -> None:
    store = Store(database)
    late = store.engine.connect()
    raw = late.connection.driver_connection
    assert late.scalar(text("SELECT 1")) == 1 and raw is not None
    store.close()
    assert late.scalar(text("SELECT 2")) == 2  # whoever is in the middle of something finishes it
    late.close()
    with pytest.raises(InvalidRequestError, match="closed"):
        store.ping()
    closed = sqlite3.ProgrammingError if store.is_sqlite else psycopg.OperationalError
    with pytest.raises(closed, match="closed"):
        raw.execute("SELECT 3")


def test_sqlite_syncs_before_it_answers(tmp_path: object) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    store.close()


def test_processes_that_start_together_make_the_tables_once(bare_postgres: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for opened in threads.map(Store, [bare_postgres] * 4):
            opened.close()


def test_postgresql_tells_of_every_change(postgres: str) -> None:
    store = Store(postgres)
    store.create(header_of(plain_table()), {})
    with psycopg.connect(postgres.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("LISTEN burgomaster")
        keep(store, [move(1)])
        store.say("match", 0, 0, "Anna", "hello", time.time())
        heard = [notice.payload for notice in connection.notifies(timeout=5, stop_after=2)]
    assert heard == ["match 1", "match said"]
    store.close()


# Lists for everybody


def open_in_lobby(
    store: Store, name: str, host: str, origin: str, at: float, status: str = "waiting"
) -> None:
    header = replace(header_of(plain_table()), match=name, host=host, origin=origin, is_open=True, created=at)
    store.create(header, {"seats": [], "who": [host]})
    if status != "waiting":
        store.write(Writing(name, [Entry(1, Kind.BEGIN, -1, at)], status, at, {"seats": [], "who": [host]}))


@pytest.mark.slow
def test_a_flood_pushes_no_honest_table_out_of_the_lobby(store: Store) -> None:
    for status, listed in (("waiting", store.open_matches), ("running", lambda *n: store.watchable(0.0, *n))):
        for number in range(3):
            open_in_lobby(
                store, f"{status} honest {number}", f"visitor:{number}", f"home {number}", 1.0, status
            )
        open_in_lobby(store, f"{status} old", "visitor:old", "", 0.5, status)  # of an older server
        for number in range(55):
            host = f"visitor:flood {number % 11}"
            open_in_lobby(store, f"{status} flood {number}", host, "there", 2.0 + number, status)
        names = [str(row["match"]).removeprefix(f"{status} ") for row in listed(20)]
        assert names[0] == "flood 54" and set(names[1:5]) == {"honest 0", "honest 1", "honest 2", "old"}
        pages = [[str(row["match"]) for row in listed(20, 20 * page)] for page in range(4)]
        assert sum(map(len, pages), 0) == len({name for page in pages for name in page}) == 59
    open_many = [f"many {number}" for number in range(9)]
    for name in open_many:
        open_in_lobby(store, name, "visitor:many", "club", 100.0)
    assert sum(row["match"] in open_many for row in store.open_matches(500)) == MOST_OF_HOST


def test_tables_are_counted_by_host_and_by_origin(store: Store) -> None:
    for number in range(3):
        open_in_lobby(store, f"w{number}", f"visitor:{number % 2}", "home", 5.0)
    open_in_lobby(store, "running", "visitor:0", "home", 5.0, "running")
    open_in_lobby(store, "old", "visitor:0", "home", 1.0, "running")
    assert store.count_tables("host", "visitor:0", 2.0) == {"running": 1, "waiting": 2, "open": 2}
    assert store.count_tables("origin", "home", 0.0) == {"running": 2, "waiting": 3, "open": 3}
    assert store.count_tables("host", "visitor:9", 0.0) == {"running": 0, "waiting": 0, "open": 0}
    assert store.count_joined("visitor:0") == 0
    store.mark_seen(["w0"], 50.0)
    assert {row["match"] for row in store.waiting_unseen(40.0)} == {"w1", "w2"}


def test_set_ups_of_all_tables_share_their_words(store: Store) -> None:
    for name in ("one", "two"):
        header = replace(header_of(plain_table()), match=name, setup={"deck": ["author of one table", [1]]})
        store.create(header, {})
    one, two = (store.load(name) for name in ("one", "two"))
    assert one is not None and two is not None
    assert one[0].setup == two[0].setup == {"deck": ["author of one table", [1]]}
    assert one[0].setup["deck"][0] is two[0].setup["deck"][0]
    assert one[0].setup["deck"] is not two[0].setup["deck"]
