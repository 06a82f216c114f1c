"""Profiles, games, leaderboards and friends: everybody sees what they may, forms and JSON alike."""

from __future__ import annotations

import itertools
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select

from burgomaster.server import models
from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.match import Refused, replay
from burgomaster.server.people import own_data
from burgomaster.server.people.circle import MOST_OPEN_REPORTS, Circle
from burgomaster.server.people.history import Filters, History, read_cursor
from burgomaster.server.people.leaders import FIRST, Leaders, read_place
from burgomaster.server.people.own_data import NOBODYS_NAME, forget, gone_accounts
from burgomaster.server.people.pages import People
from burgomaster.server.rating.numbers import ALL_TIME, certain, season_of
from burgomaster.server.store import Store
from tests.campaigns.clients import new_client, token
from tests.campaigns.servers import until
from tests.server.endings import GAME, finished, keep
from tests.server.fixtures import Running, new_server, settings_for

NUMBERS = itertools.count(1)
PASSWORD = "long enough"


class Guest:
    def __init__(self, server: Running, name: str = "") -> None:
        self.client = new_client(server.url)
        self.name = f"{name or 'Guest'} {next(NUMBERS)}"
        fields = {"name": self.name, "password": PASSWORD}
        assert self.client.post("/api/account/register", json=fields, headers=token(self.client)).is_success
        self.number = int(self.client.get("/api/me").json()["number"])
        self.who = f"account:{self.number}"

    def get(self, path: str, **params: Any) -> Any:
        answer = self.client.get(path, params=params)
        assert answer.status_code == 200, (path, answer.text[:300])
        return answer.json() if path.startswith("/api") else answer.text

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body, headers=token(self.client))

    def form(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(path, data={**fields, "form": token(self.client)["X-Form-Token"]})


@pytest.fixture
def people(server: Running) -> Iterator[tuple[Guest, Guest, Guest]]:
    made = (Guest(server, "Anna"), Guest(server, "Boris"), Guest(server, "Clara"))
    yield made
    for one in made:
        one.client.close()


def play(server: Running, *sitters: Guest | str, rated: bool = True, seed: int = 1) -> str:
    name = f"game{next(NUMBERS)}"
    whos = [one if isinstance(one, str) else one.who for one in sitters]
    names = [one if isinstance(one, str) else one.name for one in sitters]
    keep(server.app.state.store, finished(name, whos, rated=rated, seed=seed, names=names))
    return name


def test_a_profile_shows_what_its_reader_may_see(server: Running, people: tuple[Guest, Guest, Guest]) -> None:
    anna, boris, clara = people
    shown = play(server, anna, boris, "bot:greedy")
    secret = play(server, anna, boris, rated=False, seed=2)  # a table that only its link leads to
    path = f"/api/people/{anna.number}"
    own, other = anna.get(path), clara.get(path)
    assert [game["match"] for game in own["games"]] == [secret, shown]
    assert [game["match"] for game in other["games"]] == [shown]
    assert sum(game["games"] for game in own["statistics"]) == 2
    assert sum(game["games"] for game in other["statistics"]) == 1
    assert {one["name"]: one["games"] for one in other["opponents"]}[boris.name] == 1
    rating = other["ratings"][0]
    assert (
        rating["game"] == GAME and rating["games"] == 1 and rating["provisional"] and rating["margin"] > 200
    )
    for language, words in (("en", "Statistics"), ("ru", "Статистика")):
        html = clara.client.get(f"/people/{anna.number}", headers={"Accept-Language": language}).text
        assert words in html and anna.name in html and shown in html and secret not in html
    assert secret not in clara.client.get(f"/people/{anna.number}/games").text
    assert secret in anna.client.get(f"/people/{anna.number}/games").text
    assert anna.client.get("/people/999999").status_code == 404
    assert anna.client.get("/people/x").status_code == 404
    for seen_by, status in (("nobody", 403), ("friends", 403), ("all", 200)):
        assert anna.form("/account/profile", about="I  play\nslowly", seen_by=seen_by).status_code == 303
        assert clara.client.get(f"{path}/games").status_code == status
        found = clara.get(path)
        assert found["is_shown"] == (status == 200) and bool(found["games"]) == (status == 200)
        assert found["about"] == ("I play slowly" if status == 200 else "") and found["ratings"]
    anna.post("/api/me/profile", seen_by="friends", face="face-guest-1", about="")
    for one, two in ((anna, clara), (clara, anna)):
        assert one.post(f"/api/people/{two.number}/friend").is_success
    assert clara.get(path)["is_shown"] and clara.get(path)["face"] == "face-guest-1"
    assert anna.post("/api/me/profile", face="face-of-somebody").json()["key"] == "no_face"


def test_games_are_filtered_and_paged(server: Running, people: tuple[Guest, Guest, Guest]) -> None:
    anna, boris, clara = people
    page = f"/people/{anna.number}/games"
    empty = anna.client.get(page).text
    assert "No finished games yet" in empty and 'class="filters"' not in empty
    made = [play(server, anna, boris, seed=seed) for seed in range(1, 5)]
    made.append(play(server, anna, clara, "bot:search:1", seed=5))
    path = f"/api/people/{anna.number}/games"
    listed = anna.get(path)["games"]
    assert [game["match"] for game in listed] == made[::-1] and anna.get(path)["more"] is None
    with_clara = anna.get(path, opponent=clara.who)["games"]
    assert [game["match"] for game in with_clara] == [made[-1]] and len(with_clara[0]["seats"]) == 3
    assert len(anna.get(path, players=2)["games"]) == 4 and not anna.get(path, game="tulips")["games"]
    won = [game["match"] for game in anna.get(path, outcome="won")["games"]]
    lost = [game["match"] for game in anna.get(path, outcome="lost")["games"]]
    assert sorted([*won, *lost]) == sorted(made) and anna.get(path, outcome="left")["games"] == []
    filtered = anna.client.get(page, params={"outcome": "left"}).text
    assert "None of the games" in filtered and 'class="filters"' in filtered
    assert len(anna.get(path, opponent="bot:search:1")["games"]) == 1
    variant = listed[0]["variant"]
    assert variant and len(anna.get(path, variant="2004")["games"]) == 5
    history, seen, before = History(server.app.state.store.engine), [], None
    while True:
        rows, before = history.games(anna.who, Filters(), True, before, limit=2)
        seen += [row["match"] for row in rows]
        if before is None:
            break
        before = read_cursor(str(before))
    assert seen == made[::-1]
    for nonsense in ("x", "nan~", "1e999~a", "~", "-1~" + "a" * 99):
        assert anna.client.get(f"/people/{anna.number}/games", params={"before": nonsense}).is_success
        assert anna.client.get(f"/leaders/{GAME}", params={"after": nonsense, "season": nonsense}).is_success
    assert read_place("1.5~7~3").account == 7 and read_place("x") == FIRST


def test_friends_invitations_blocks_and_reports(server: Running, people: tuple[Guest, Guest, Guest]) -> None:
    anna, boris, clara = people
    assert anna.form(f"/people/{boris.number}/friend").status_code == 303
    assert [one["name"] for one in boris.get("/api/me/people")["requests"]] == [anna.name]
    assert boris.name in anna.get("/people") and anna.name in boris.get("/people")
    table = anna.post("/api/tables", game=GAME, options={"players": 3}, name="A").json()["table"]
    asked = anna.post(f"/api/tables/{table}/invite", account=boris.number)
    assert asked.json()["key"] == "not_friends"
    assert boris.form(f"/people/{anna.number}/friend", back="/people").headers["location"] == "/people"
    assert anna.get(f"/api/people/{boris.number}")["standing"] == "friends"
    assert clara.post(f"/api/tables/{table}/invite", account=boris.number).status_code == 403
    assert f'value="{boris.number}"' in anna.get(f"/t/{table}")  # the waiting room offers friends
    assert anna.form(f"/t/{table}/invite", account=str(boris.number)).status_code == 303
    assert anna.post(f"/api/tables/{table}/invite", account=boris.number).is_success  # twice is once
    assert [one["match"] for one in boris.get("/api/me/people")["invitations"]] == [table]
    assert table in boris.get("/") and table not in clara.get("/")
    assert boris.form(f"/invitations/{table}/decline").status_code == 303
    assert boris.get("/api/me/people")["invitations"] == [] and table not in boris.get("/")
    assert anna.form(f"/people/{boris.number}/block").status_code == 303
    assert anna.get(f"/api/people/{boris.number}")["standing"] == "block"
    assert boris.post(f"/api/people/{anna.number}/friend").json()["key"] == "blocked"
    assert boris.post(f"/api/tables/{table}/seats/1", name="B").json()["key"] == "not_welcome"
    assert not boris.get(f"/api/people/{anna.number}")["is_shown"]
    assert boris.get(f"/api/people/{anna.number}")["standing"] == ""  # it is not told
    assert clara.post(f"/api/tables/{table}/seats/1", name="C").is_success
    assert anna.form(f"/people/{boris.number}/unblock").status_code == 303
    assert anna.get(f"/api/people/{boris.number}")["standing"] == ""
    assert anna.post(f"/api/people/{anna.number}/friend").json()["key"] == "not_yourself"
    assert anna.post("/api/people/999999/friend").status_code == 404
    reported = {"reason": "chat", "text": "rude\x00 words", "match": table}
    for _ in range(MOST_OPEN_REPORTS):
        assert anna.post(f"/api/people/{clara.number}/report", **reported).is_success
    assert anna.post(f"/api/people/{clara.number}/report", **reported).status_code == 429
    assert anna.post(f"/api/people/{clara.number}/report", reason="x").json()["key"] == "no_reason"
    with new_client(server.url) as guest:
        for path in ("/api/me/people", "/api/me/export", "/account/export", "/account/profile"):
            answer = guest.get(path)
            assert answer.status_code == 422 and "log in" in answer.text
        answer = guest.post(f"/api/people/{anna.number}/friend", headers=token(guest))
        assert answer.json()["key"] == "not_logged_in"
        assert guest.get("/people").is_success and guest.get(f"/people/{anna.number}").is_success
    assert anna.client.post(f"/people/{boris.number}/block").status_code == 403  # without our token


def test_an_account_is_exported_and_then_forgotten(
    server: Running, people: tuple[Guest, Guest, Guest]
) -> None:
    anna, boris, clara = people
    store: Store = server.app.state.store
    name = play(server, anna, boris)
    waiting = anna.post("/api/tables", game=GAME, options={"players": 3}, name=anna.name).json()["table"]
    boris.post(f"/api/tables/{waiting}/seats/1", name=boris.name)
    anna.post(f"/api/tables/{waiting}/chat", text="hello there")
    anna.post(f"/api/people/{clara.number}/friend")
    found = anna.get("/api/me/export")
    assert [row["match"] for row in found["results"]] == [name] and waiting in found["tables"]
    assert [row["text"] for row in found["chat"]] == ["hello there"] and found["ties"]
    assert "password" not in str(found) and "token" not in str(found["sessions"])
    assert boris.name not in str(found)  # nothing of others
    assert anna.client.get("/account/export").headers["content-disposition"].startswith("attachment")
    before = boris.get(f"/api/people/{boris.number}")
    assert anna.post("/api/account/delete", password=PASSWORD).is_success
    live = server.app.state.match_manager.live[waiting]
    until(lambda: live.match.seats[0].name == NOBODYS_NAME)
    until(lambda: gone_accounts(store) == [])  # tables come one after another, those that go on first
    after = boris.get(f"/api/people/{boris.number}")
    assert [game["match"] for game in after["games"]] == [name]
    assert after["ratings"][0]["rating"] == before["ratings"][0]["rating"]
    names = {seat["name"]: seat["account"] for seat in after["games"][0]["seats"]}
    assert names == {boris.name: boris.number, NOBODYS_NAME: None}
    assert boris.client.get(f"/people/{anna.number}").status_code == 404
    assert anna.name not in boris.get(f"/api/leaders/{GAME}")["leaders"]
    assert boris.get(f"/api/tables/{waiting}")["seats"][0]["name"] == NOBODYS_NAME
    assert boris.get(f"/api/tables/{waiting}/chat")[0]["name"] == NOBODYS_NAME
    with store.engine.connect() as connection:
        for table in models.metadata.sorted_tables:
            rows = [dict(row) for row in connection.execute(select(table)).mappings()]
            assert anna.name not in str(rows), table.name
    header, entries = store.load(name) or pytest.fail("gone")
    assert replay(header, entries).names == [NOBODYS_NAME, boris.name]  # it is still a whole game


def test_a_leaderboard_has_pages_seasons_and_bots(store: Store) -> None:
    season = season_of(time.time())
    with store.engine.begin() as connection:
        for number in range(1, 131):
            made = {"id": number, "name": f"P{number}", "key": f"p{number}", "password": "", "created": 0.0}
            connection.execute(insert(models.accounts).values(made))
            mu = 30.0 - (number // 2) * 0.1  # always two are equal
            row = {"game": GAME, "account": number, "mu": mu, "sigma": 1.0, "certain": certain(mu, 1.0)}
            row |= {"games": 9, "wins": 3, "changed": 1.0}
            connection.execute(insert(models.ratings).values(season=ALL_TIME, **row))
        connection.execute(insert(models.ratings).values(**{**row, "season": season, "account": 7}))
    leaders, seen, after = Leaders(store.engine), [], FIRST
    while True:
        rows, more = leaders.page(ALL_TIME, GAME, after)
        seen += rows
        if more is None:
            break
        after = read_place(str(more))
    people = [one for one in seen if one.account is not None]
    assert [one.rank for one in people] == list(range(1, 131))
    assert sorted(one.account or 0 for one in people) == list(range(1, 131))
    bots = [one.name for one in seen if one.account is None]
    assert len(bots) == len(set(bots)) and {"greedy", "random", "search:1"} <= set(bots)
    assert leaders.ranks(leaders.of(64)) == [next(one.rank for one in people if one.account == 64)]
    worth = [certain(one.mu, one.sigma) for one in seen]
    assert worth == sorted(worth, reverse=True)
    assert [one.account for one in leaders.page(season, GAME)[0] if one.account] == [7]
    shown = People(store.engine).board(seen[:3], "ru")
    assert shown[0]["name"] and shown[0]["rating"] and "provisional" in shown[0]


def test_ties_hold_when_asked_for_at_once_and_have_a_limit(store: Store, monkeypatch: Any) -> None:
    numbers = [store.accounts.add(f"P{n}", f"p{n}", "", 1.0) or 0 for n in range(4)]
    circle = Circle(store.engine)
    monkeypatch.setattr("burgomaster.server.people.circle.MOST_TIES", 2)
    for other in numbers[1:3]:
        circle.change(numbers[0], other, "friend", 1.0)
        circle.change(numbers[0], other, "friend", 2.0)
    with pytest.raises(Refused):
        circle.change(numbers[0], numbers[3], "friend", 3.0)
    circle.change(numbers[1], numbers[0], "friend", 3.0)
    assert [row["id"] for row in circle.friends(numbers[0])] == [numbers[1]]
    assert [row["id"] for row in circle.asked(numbers[0])] == [numbers[2]]
    circle.change(numbers[1], numbers[0], "unfriend", 4.0)
    assert circle.friends(numbers[0]) == [] and circle.standing(numbers[0], numbers[1]) == ""
    store.accounts.delete(numbers[2], "token", forget)
    assert circle.asked(numbers[0]) == []
    with pytest.raises(Refused):
        circle.change(numbers[0], numbers[2], "friend", 5.0)


def test_no_byte_of_a_deleted_address_stays_in_the_files_of_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_data, "EMPTY_AGAIN_SECONDS", 0.05, raising=False)
    file, log = tmp_path / "tables.db", tmp_path / "tables.db-wal"
    with new_server(settings_for(f"sqlite:///{file}")) as running:
        store: Store = running.app.state.store
        anna, boris = Guest(running), Guest(running)
        for person, address in ((anna, "anna@example.org"), (boris, "boris@example.org")):
            Ways(store.engine).add(Way(person.who, "mail", address, "en", confirmed=1.0), 1.0)
        with closing(sqlite3.connect(file, isolation_level=None)) as reader:  # a backup, say
            reader.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert b"anna@example.org" in file.read_bytes()
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM accounts").fetchall()
            assert anna.post("/api/account/delete", password=PASSWORD).is_success
            time.sleep(0.3)
            assert b"anna@example.org" in file.read_bytes() + log.read_bytes()
        until(lambda: b"anna@example.org" not in file.read_bytes() + log.read_bytes(), 20)
        assert b"boris@example.org" in file.read_bytes()
        for person in (anna, boris):
            person.client.close()
