"""Nobody opens more tables than they can play at, the lobby is not flooded, empty tables are closed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from burgomaster.server import models
from burgomaster.server.background import Caretaker, is_quick
from burgomaster.server.match import Match, seats
from burgomaster.server.match.seats import send_away
from burgomaster.server.new_match import make_header
from burgomaster.server.security import LIMITS, MOST_KEYS, NAME_BUCKETS, RateLimiter
from burgomaster.server.settings import Settings, read_settings
from tests import coroutines
from tests.campaigns.clients import Seat, new_client, open_table, token
from tests.server.fixtures import Running, new_server, settings_for
from tests.server.matches import Sitting, plain_table, refusal

FEW = {"rate_limits": True, "most_running": 3, "most_waiting": 2, "most_open": 1, "crowd": 2}
DAY = 24 * 3600


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("limited")
    with new_server(settings_for(f"sqlite:///{folder / 'tables.db'}", **FEW)) as running:
        yield running


@pytest.fixture
def server(limited: Running) -> Running:
    """The same server, as if it had never been used."""
    with limited.app.state.store.engine.begin() as connection:
        connection.execute(update(models.matches).values(status="cancelled"))
    limited.app.state.limiter = RateLimiter()
    return limited


def ask(client: httpx.Client, language: str = "en", **asked: Any) -> httpx.Response:
    body = {"game": "petersburg", "options": {"players": 2}, "name": "Anna", **asked}
    headers = {**token(client), "Accept-Language": language}
    return client.post("/api/tables", json=body, headers=headers)


def age(server: Running, table: str, seconds: float) -> None:
    with server.app.state.store.engine.begin() as connection:
        row = models.matches.c.match == table
        connection.execute(update(models.matches).where(row).values(changed=time.time() - seconds, seen=0))


KINDS = [
    ("running", {"bots": ["random"]}, 3, {"en": "Finish one of them", "ru": "закончите одну"}),
    ("waiting", {}, 2, {"en": "Cancel one of them", "ru": "Отмените один"}),
    ("open", {"open": True}, 1, {"en": "in the lobby", "ru": "в лобби"}),
]


@pytest.mark.parametrize(("kind", "asked", "most", "words"), KINDS)
def test_one_person_and_one_address_have_a_few_tables(
    server: Running, kind: str, asked: Any, most: int, words: dict[str, str]
) -> None:
    with new_client(server.url) as anna:
        made = [ask(anna, **asked) for _ in range(most)]
        assert {answer.status_code for answer in made} == {201}
        for language, said in words.items():
            refused = ask(anna, language, **asked)
            assert refused.status_code == 409 and refused.json()["key"] == f"too_many_{kind}"
            assert said in refused.json()["error"] and str(most) in refused.json()["error"]
    for _ in range(most):  # another person at the same address
        with new_client(server.url) as other:
            assert ask(other, **asked).status_code == 201
    with new_client(server.url) as third:
        refused = ask(third, **asked)
        assert refused.json()["key"] == f"too_many_{kind}_here"
        page = third.post("/tables", data={"form": token(third)["X-Form-Token"], **FORMS[kind]})
        assert page.status_code == 409 and "<html" in page.text
        table = made[0].json()["table"]
        age(server, table, 2 * DAY)
        if kind != "running":
            assert Seat(server.url, table, made[0].json()["key"], 0).post("cancel").status_code == 200
        assert ask(third, **asked).status_code == 201  # there is room again


FORMS = {
    "running": {"preset": "petersburg|0", "players": "2", "how": "bots", "bot": "random"},
    "waiting": {"preset": "petersburg|0", "players": "2", "how": "friends"},
    "open": {"preset": "petersburg|0", "players": "2", "how": "open"},
}


def test_tables_opened_at_once_are_counted_one_by_one(server: Running) -> None:
    async def open_many() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            body = {"game": "petersburg", "options": {"players": 2}}
            answers = [client.post("/api/tables", json=body) for _ in range(12)]
            return [answer.status_code for answer in await asyncio.gather(*answers)]

    assert sorted(coroutines.run(open_many())) == [201] * 4 + [409] * 8


def test_nobody_sits_at_every_table(server: Running) -> None:
    with new_client(server.url) as squatter:
        answers = []
        for number in range(3):
            with new_client(server.url) as host:
                table = open_table(host, options={"players": 3})["table"]
                set_origin(server, table, f"place {number}")
            path = f"/api/tables/{table}/seats/1"
            answers.append(squatter.post(path, json={"name": "S"}, headers=token(squatter)))
        assert [answer.status_code for answer in answers] == [200, 200, 409]
        assert answers[-1].json()["key"] == "too_many_seats"


def set_origin(server: Running, table: str, origin: str) -> None:
    with server.app.state.store.engine.begin() as connection:
        row = models.matches.c.match == table
        connection.execute(update(models.matches).where(row).values(origin=origin))


def test_limits_can_be_chosen_and_switched_off(tmp_path: Path) -> None:
    usual = read_settings({"BURGOMASTER_DATA": str(tmp_path)})
    assert usual == Settings(
        usual.database, usual.secret, prepare=True, drawers=usual.drawers, drawers_wait=True
    )
    chosen = read_settings(
        {
            "BURGOMASTER_DATA": str(tmp_path),
            "BURGOMASTER_LIMITS": "0",
            "BURGOMASTER_MOST_RUNNING": "7",
            "BURGOMASTER_MOST_WAITING": "5",
            "BURGOMASTER_MOST_OPEN": "4",
            "BURGOMASTER_CROWD": "9",
            "BURGOMASTER_OPEN_MINUTES": "1440",
            "BURGOMASTER_WAITING_DAYS": "30",
            "BURGOMASTER_ATTENDED_SECONDS": "60",
        }
    )
    counts = (chosen.most_running, chosen.most_waiting, chosen.most_open, chosen.crowd)
    assert counts == (7, 5, 4, 9) and not chosen.rate_limits
    assert (chosen.open_minutes, chosen.waiting_days, chosen.attended_seconds) == (1440, 30, 60)


# The lobby


def test_the_lobby_has_pages_and_honest_tables_stand_on_the_first(server: Running) -> None:
    with new_client(server.url) as host:
        honest = open_table(host, open=True)["table"]
        set_origin(server, honest, "home")
    for number in range(25):
        header = make_header(
            "petersburg", {"players": 2}, f"visitor:{number}", {"kind": "none"}, True, "flood"
        )
        server.app.state.store.create(header, Match(header).summary)
    with new_client(server.url) as guest:
        first, second = guest.get("/").text, guest.get("/?page=2").text
        assert f"row-{honest}" in first and first.count('<li id="row-') == 20
        assert second.count('<li id="row-') == 6 and "page=2#opened" in first and "page=1#opened" in second
        for wrong in ("0", "-1", "x", "99999999999", "2.5"):
            assert guest.get("/", params={"page": wrong}).status_code == 200
        assert guest.get("/lists", params={"page": "2"}).text.count('<li id="row-') == 6
        listed = guest.get("/api/tables").json()["open"]
        assert honest in [row["match"] for row in listed[:2]] and len(listed) == 26
        assert guest.get("/api/tables?page=2").json()["open"] == []
        assert not any("origin" in row or "host" in row for row in listed)


# Tables that everybody has left


def round_of(server: Running, n_rounds: int = 2) -> None:
    caretaker = Caretaker(server.app.state.match_manager)

    async def look() -> None:
        for _ in range(n_rounds):
            await caretaker.make_round()

    loop = server.app.state.loop
    asyncio.run_coroutine_threadsafe(look(), loop).result(30)


@pytest.fixture
def looked_after(server: Running) -> Running:
    """The server with the loop it runs in."""
    if not hasattr(server.app.state, "loop"):

        async def loop_of() -> dict[str, str]:
            server.app.state.loop = asyncio.get_running_loop()
            return {}

        server.app.router.add_api_route("/loop-of-tests", loop_of)
        route = server.app.router.routes.pop()
        server.app.router.routes.insert(0, route)
        assert httpx.get(f"{server.url}/loop-of-tests", trust_env=False).status_code == 200
    return server


def leave_all(server: Running, table: str) -> None:
    server.app.state.match_manager.live[table].people_seen = 0.0 - 10**9


def test_a_table_that_everybody_has_left_is_closed(looked_after: Running) -> None:
    server = looked_after
    with new_client(server.url) as host, new_client(server.url) as other:
        made = open_table(host, open=True)
        table, key = made["table"], made["key"]
        age(server, table, 3600)
        round_of(server)  # the host has just been there
        assert other.get(f"/api/tables/{table}").json()["status"] == "waiting"
        age(server, table, 3600)
        leave_all(server, table)
        round_of(server, 1)  # right after a start nothing is closed
        assert other.get(f"/api/tables/{table}").json()["status"] == "waiting"
        round_of(server)
        assert other.get(f"/api/tables/{table}").json()["status"] == "cancelled"
        assert table not in other.get("/").text + other.get("/api/tables").text
        for language, words in {"en": "Everybody had left", "ru": "Все ушли"}.items():
            page = other.get(f"/t/{table}", headers={"Accept-Language": language}).text
            assert words in page
        refused = other.post(f"/api/tables/{table}/seats/1", json={"name": "B"}, headers=token(other))
        assert refused.status_code == 422 and refused.json()["key"] == "expired"
        assert Seat(server.url, table, key, 0).post("cancel").json()["key"] == "expired"


def test_tables_for_friends_and_for_days_wait_longer(looked_after: Running) -> None:
    server = looked_after
    with new_client(server.url) as host:
        slow = open_table(host, open=True, clock={"kind": "move", "seconds": 3 * DAY})["table"]
    with new_client(server.url) as host:
        link = open_table(host)["table"]
    for table, waited, status in (
        (slow, DAY, "waiting"),
        (link, DAY, "waiting"),
        (link, 8 * DAY, "cancelled"),
    ):
        age(server, table, waited)
        leave_all(server, table)
        round_of(server)
        assert server.client().get(f"/api/tables/{table}").json()["status"] == status
    assert not is_quick({"is_open": False, "clock": {}}) and is_quick({"is_open": True, "clock": {}})


def test_somebody_who_watches_their_table_keeps_it(looked_after: Running) -> None:
    server = looked_after
    with new_client(server.url) as host:
        table = open_table(host, open=True)["table"]
        leave_all(server, table)
        live = server.app.state.match_manager.live[table]
        with live.watched(lambda: [0]):
            age(server, table, 3600)
            round_of(server)
            assert live.match.status == "waiting"
        leave_all(server, table)
        with live.watched():  # a stranger who looks does not
            age(server, table, 3600)
            round_of(server)
            assert live.match.status == "cancelled"


# Seats


def test_an_address_is_sent_away_with_its_person_unless_it_is_that_of_the_host() -> None:
    made = Sitting(plain_table(players=3))
    made.do(lambda match, now: seats.sit(match, 1, "visitor:x", "X", now, origin="there"))
    made.do(lambda match, now: send_away(match, 1, now))
    for who in ("visitor:x", "visitor:y"):
        again = refusal(lambda w=who: seats.sit(made.match, 1, w, "Y", made.now, origin="there"))
        assert again == "sent_away"
    made.do(lambda match, now: seats.sit(match, 1, "visitor:z", "Z", now, origin="elsewhere"))
    assert made.again().sent_origins == {"there"}
    made = Sitting(plain_table(players=3))
    object.__setattr__(made.match.header, "origin", "home")
    made.do(lambda match, now: seats.sit(match, 1, "visitor:x", "X", now, origin="home"))
    made.do(lambda match, now: send_away(match, 1, now))
    made.do(lambda match, now: seats.sit(match, 1, "visitor:y", "Y", now, origin="home"))
    assert refusal(lambda: seats.sit(made.match, 2, "visitor:x", "X", made.now)) == "sent_away"


# How often


def test_coming_and_going_chat_and_wishes_have_limits_of_their_own(server: Running) -> None:
    with new_client(server.url) as host, new_client(server.url) as other:
        made = open_table(host, options={"players": 3})
        path, header = f"/api/tables/{made['table']}", token(other)
        codes = []
        for _ in range(12):
            codes.append(other.post(f"{path}/seats/1", json={"name": "B"}, headers=header).status_code)
            codes.append(other.post(f"{path}/leave", json={}, headers=header).status_code)
        burst = int(LIMITS["seat"].burst)
        assert codes[:burst] == [200] * burst and 429 in codes[burst:]
        key = {
            "Authorization": f"Bearer {made['key']}"
        }  # a key has no cookie, and is one person all the same
        talk = [server.client().post(f"{path}/chat", json={"text": "?"}, headers=key) for _ in range(20)]
        assert [answer.status_code for answer in talk].count(200) <= LIMITS["chat"].burst + 2


def test_spectators_do_not_talk_the_players_down(server: Running) -> None:
    with new_client(server.url) as host:
        made = open_table(host)
        path, codes = f"/api/tables/{made['table']}/chat", []
        for _ in range(4):
            with new_client(server.url) as other:
                sent = [other.post(path, json={"text": "!"}, headers=token(other)) for _ in range(4)]
                codes += [answer.status_code for answer in sent]
        assert codes.count(200) <= LIMITS["spectators"].burst + 1
        said = server.client().post(path, json={"text": "!"})
        assert said.json()["key"] == "spectators_talk"
        key = {"Authorization": f"Bearer {made['key']}"}
        assert host.post(path, json={"text": "Hello"}, headers=key).status_code == 200


def test_made_up_visitors_and_names_take_no_memory_and_make_nothing_forgotten() -> None:
    limiter = RateLimiter()
    for _ in range(5):
        assert limiter.allow("register", "address:1.2.3.4", now=0.0)
    for number in range(MOST_KEYS + 10):
        limiter.allow("page", f"visitor:{number}", now=0.0)
    assert not limiter.allow("register", "address:1.2.3.4", now=0.0)
    assert len(limiter._visitors) <= MOST_KEYS and len(limiter._addresses) == 1
    limiter = RateLimiter()
    while limiter.allow_name("login_name", "anna", now=0.0):
        pass
    for number in range(2 * MOST_KEYS):
        limiter.allow_name("login_name", f"made up {number}", now=0.0)
    assert not limiter.allow_name("login_name", "anna", now=0.0)
    assert len(limiter._names) <= NAME_BUCKETS < MOST_KEYS and not limiter._visitors
    assert limiter.allow_name("login_name", "anna", now=60 / LIMITS["login_name"].per_minute)
