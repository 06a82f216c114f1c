"""Games of a guest: they belong to the account that is made in the same browser, once and for good."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from sqlalchemy import Connection, select, text

from burgomaster.server import models
from burgomaster.server.match import replay
from burgomaster.server.people.history import Filters, History
from burgomaster.server.people.own_data import forget
from burgomaster.server.people.takeover import claim, ended_ones, take_over
from burgomaster.server.store import Store
from tests.campaigns.clients import new_client, token
from tests.campaigns.servers import until
from tests.server.endings import finished, keep
from tests.server.fixtures import Running

GUEST = "visitor:guest"


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with closing(Store(database)) as made:
        yield made


def account(store: Store, name: str, guest: str = GUEST) -> int:
    number = store.accounts.add(name, name, "hash", 1.0, "", lambda made, number: claim(made, guest, number))
    assert number is not None
    return number


def take_all(store: Store) -> None:
    for row in ended_ones(store):
        take_over(store, *row)


def test_what_a_guest_played_is_in_the_history_of_their_account(store: Store) -> None:
    keep(store, finished("first", [GUEST, "visitor:other"], rated=False))
    number = account(store, "anna")
    keep(store, finished("later", [GUEST, "visitor:other"], rated=False, seed=2))  # after logging out again
    take_all(store)
    who = f"account:{number}"
    rows, _ = History(store.engine).games(who, Filters(), True)
    assert [row["match"] for row in rows] == ["first"]
    loaded = store.load("first")
    assert loaded is not None
    match = replay(*loaded)
    assert [seat.who for seat in match.seats] == [who, "visitor:other"] and match.is_over
    assert match.summary["who"] == [who, "visitor:other"]
    assert {row["match"] for row in store.matches_of([who])} == {"first"}
    assert {row["match"] for row in store.matches_of([GUEST])} == {"later"}
    assert ended_ones(store) == []
    take_over(store, "first", GUEST, 99)  # a second process comes late
    assert replay(*(store.load("first") or loaded)).seats[0].who == who


def test_a_second_account_takes_nothing_from_the_first_and_a_deleted_one_nothing_at_all(store: Store) -> None:
    keep(store, finished("first", [GUEST, "visitor:other"], rated=False))
    anna, boris = account(store, "anna"), account(store, "boris")
    take_all(store)
    history = History(store.engine)
    games = [history.games(f"account:{number}", Filters(), True)[0] for number in (anna, boris)]
    assert [len(rows) for rows in games] == [1, 0]
    keep(store, finished("second", [GUEST, "visitor:other"], rated=False, seed=3))
    clara = account(store, "clara")
    store.accounts.delete(clara, "token", forget)
    take_all(store)
    with store.engine.connect() as connection:
        assert connection.execute(select(models.takeovers)).all() == []
        whos = set(connection.scalars(select(models.results.c.who).where(models.results.c.match == "second")))
    assert whos == {GUEST, "visitor:other"}


@pytest.mark.slow
def test_a_game_that_goes_on_is_taken_over_when_it_ends(server: Running) -> None:
    with new_client(server.url) as client:
        opened = client.post(
            "/api/tables",
            json={"game": "spyrium", "options": {"players": 2}, "bots": ["random"], "name": "Guest"},
            headers=token(client),
        ).json()
        fields = {"name": "Taking Over", "password": "long enough"}
        assert client.post("/api/account/register", json=fields, headers=token(client)).is_success
        number = int(client.get("/api/me").json()["number"])
        table, key = opened["table"], {"Authorization": f"Bearer {opened['key']}"}
        assert client.get(f"/api/tables/{table}", headers=key).json()["seat"] == 0  # still theirs to play
        play_to_end(client, table, key)
        server.app.state.takeovers.wake()
        until(lambda: bool(client.get(f"/api/people/{number}").json()["games"]))
        assert client.get(f"/api/people/{number}").json()["games"][0]["match"] == table


def play_to_end(client: httpx.Client, table: str, key: dict[str, str]) -> None:
    """Leave the game to a bot: it ends soon."""
    assert client.post(f"/api/tables/{table}/leave", json={}, headers=key).is_success
    until(lambda: client.get(f"/api/tables/{table}").json()["status"] == "over")


def test_two_accounts_made_at_the_same_moment_are_both_made(postgres: str) -> None:
    store = Store(postgres)
    keep(store, finished("game", [GUEST, "visitor:other"], rated=False))
    begun, second = threading.Event(), list[int]()

    def slowly(connection: Connection, number: int) -> None:
        claim(connection, GUEST, number)
        begun.set()
        until(lambda: waiting_for_lock(store))

    other = threading.Thread(target=lambda: (begun.wait(10), second.append(account(store, "boris"))))
    other.start()
    first = store.accounts.add("anna", "anna", "hash", 1.0, "", slowly)
    other.join(20)
    assert first is not None and len(second) == 1
    assert [row[2] for row in ended_ones(store)] == [first]  # who was first has the game
    store.close()


def waiting_for_lock(store: Store) -> bool:
    """Tell whether somebody waits for another transaction."""
    with store.engine.connect() as connection:
        return bool(connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))
