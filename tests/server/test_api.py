"""The JSON interface on a live server: whole games, races, and everything that is refused."""

from __future__ import annotations

import json
import re

import httpx
import pytest

import burgomaster as bm
from burgomaster.core.table import Record
from burgomaster.server.security import HEADERS, Signer
from tests.campaigns.clients import NOBODY, Seat, new_client, open_for_two, open_table, token
from tests.server.fixtures import SECRET, Running, new_server, settings_for, until


def test_a_whole_game_against_bots(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 3}, bots=["greedy", "random"])
    anna = Seat(server.url, made["table"], made["key"], 0)
    assert made["status"] == "running" and made["seat"] == 0
    while True:
        seen = until(lambda: (now := anna.get())["can_act"] or (now["status"] == "over" and now))
        if seen is not True:
            break
        anna.play_first()
    assert seen["winners"]
    record = Record.from_json(anna.get("/record"))
    assert record.check().scores == seen["scores"]
    assert any("Anna" in line for line in anna.get("/log", language="ru"))
    assert anna.get("/replay", ply=3)["ply"] == 3


def test_two_clients_play_each_other(server: Running) -> None:
    seats = open_for_two(server.url)
    for _ in range(40):
        for seat in seats:
            seat.play_first()
    assert seats[0].get()["ply"] >= 40
    assert seats[0].get()["position"] != seats[1].get()["position"]


def test_every_game_can_be_opened_in_every_variant(client: httpx.Client) -> None:
    for game in bm.games():
        for variant in game["variants"]:
            players = variant["players"][0]
            options = {**variant["options"], "players": players}
            made = open_table(client, game=game["game"], options=options, bots=["random"] * (players - 1))
            assert made["status"] == "running"


def test_nobody_acts_for_another_seat(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    stranger = Seat(server.url, anna.table, "", 0)
    for seat in (0, 1):
        assert (
            NOBODY.post(
                f"{server.url}/api/tables/{anna.table}/moves", json={"move": "pass", "seat": seat}
            ).status_code
            == 403
        )
    assert anna.post("moves", move="pass", seat=1).status_code == 403
    for verb in ("undo", "takeback", "answer", "pause", "resume", "passing", "leave", "return"):
        assert stranger.post(verb).status_code == 403, verb
        assert anna.post(verb, seat=1).status_code == 403, verb
    assert boris.get()["seat"] == 1
    assert NOBODY.get(f"{server.url}/api/tables/{anna.table}?seat=1").json()["seat"] is None
    assert anna.get(seat="1")["seat"] == 0  # one sees through one's own eyes only


def test_forged_and_edited_keys_open_nothing(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    other, _ = open_for_two(server.url)
    words, _, signature = anna.key.rpartition(".")
    table, seat, since = words.split(":")
    signer = Signer("another secret")
    forged = [
        anna.key[:-1] + ("A" if anna.key[-1] != "A" else "B"),
        f"{table}:1:{since}.{signature}",
        f"{table}:{seat}:99.{signature}",
        signer.sign("seat", words),
        Signer(SECRET).sign("visitor", words),
        other.key,
        words,
        "",
        "..",
        "é" * 50,
        f"{table}:0.{signature}",
    ]
    for key in forged:
        headers = {b"Authorization": b"Bearer " + (key.encode() or b"x")}
        answer = NOBODY.post(
            f"{server.url}/api/tables/{anna.table}/moves",
            json={"move": "pass"},
            headers=headers,
        )
        assert answer.status_code == 403, key
        page = NOBODY.get(f"{server.url}/t/{anna.table}", params={"key": key})
        assert page.status_code == 403, key
    assert boris.get()["ply"] == 0


def test_a_key_ends_when_the_seat_changes_hands(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 3})
    anna = Seat(server.url, made["table"], made["key"], 0)
    assert anna.post("leave").status_code == 200
    assert anna.get()["seat"] is None
    with new_client(server.url) as other:
        answer = other.post(f"/api/tables/{made['table']}/seats/0", json={"name": "Eve"})
    eve = Seat(server.url, made["table"], answer.json()["key"], 0)
    assert eve.get()["seat"] == 0
    assert anna.get()["seat"] is None and anna.post("pause").status_code == 403


def test_a_seat_is_left_to_a_bot_and_taken_back(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    assert anna.post("leave").status_code == 200
    assert anna.get()["seats"][0] == {"name": "Anna", "bot": "greedy", "free": False, "left": True}
    until(lambda: boris.get()["can_act"])
    assert anna.play("pass").status_code == 422
    assert anna.post("return").status_code == 200
    assert anna.get()["seats"][0]["bot"] is None
    assert anna.post("return").status_code == 422


def test_only_who_sits_there_fills_a_table_with_bots(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 3}, open=True)
    path = f"/api/tables/{made['table']}/seats"
    stranger = server.client()
    assert stranger.post(f"{path}/1", json={"bot": "random"}).status_code == 403
    assert client.post(f"{path}/1", json={"bot": "alphazero"}, headers=token(client)).status_code == 422
    assert client.post(f"{path}/1", json={"bot": "greedy:9x"}, headers=token(client)).status_code == 422
    assert client.post(f"{path}/1", json={"bot": "random"}, headers=token(client)).status_code == 200
    assert client.post(f"{path}/1", json={"bot": "random"}, headers=token(client)).status_code == 422
    listed = stranger.get("/api/tables").json()["open"]
    assert made["table"] in [row["match"] for row in listed]
    key = {"Authorization": f"Bearer {made['key']}"}
    assert stranger.post(f"{path}/2", json={"bot": "random"}, headers=key).status_code == 200


def test_undo_takeback_pause_and_passing(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    first, second = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    assert first.post("undo").status_code == 422
    first.play_first()
    assert first.get()["can_undo"] and first.post("undo").status_code == 200
    first.play_first()
    second.play_first()
    assert second.post("takeback").status_code == 200
    assert first.get()["takeback"] == {"seat": second.number}
    assert first.post("answer", yes=True).status_code == 200
    assert first.get()["ply"] == 1
    assert first.post("pause").status_code == 200
    assert second.play("pass").json()["key"] == "paused"
    assert second.post("resume").status_code == 200
    assert second.post("passing", mode="sometimes").status_code == 422
    assert second.post("passing", mode="phase").status_code == 200
    assert first.get()["ply"] == 2 and second.get()["passing"] == "phase"
    assert first.get()["passing"] == "off"


def test_the_record_is_open_when_the_game_is_over(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    for path in (f"/api/tables/{anna.table}/record", f"/t/{anna.table}/record.json"):
        answer = NOBODY.get(server.url + path, headers=anna.headers)
        assert answer.status_code == 422 and "decks" not in answer.text
    assert "seed" not in NOBODY.get(f"{server.url}/api/tables/{anna.table}").text


def test_uploads(client: httpx.Client) -> None:
    table = bm.game("petersburg", players=2).new(seed=3)
    bot = bm.bot("random", seed=3)
    while not table.over:
        table.play(bot.choose(table))
    table.seats[0]["name"] = "<b>Анна</b>\x00"
    answer = client.post("/api/records", json=table.record().to_json(), headers=token(client))
    assert answer.status_code == 201, answer.text
    name = answer.json()["table"]
    again = Record.from_json(client.get(f"/api/tables/{name}/record").json())
    assert again.moves == table.history
    assert again.check().scores == table.scores
    page = client.get(f"/t/{name}/replay?ply=5")
    assert page.status_code == 200 and "<b>Анна" not in page.text and "&lt;b&gt;Анна" in page.text
    half = table.record().to_json()
    half.pop("result")
    half["moves"] = half["moves"][:10]
    name = client.post("/api/records", json=half, headers=token(client)).json()["table"]
    assert client.get(f"/t/{name}").status_code == 200  # it stays as it is: nobody plays on
    assert client.get(f"/api/tables/{name}").json()["can_act"] is False


def test_a_game_that_began_with_a_position_is_replayed(client: httpx.Client) -> None:
    table = bm.game("suburbia", players=2).new(seed=3)
    for _ in range(8):
        table.step(table.legal_codes()[0])
    table = bm.from_position(table.position(0), seed=4)
    while not table.over:
        table.step(table.legal_codes()[-1])
    answer = client.post("/api/records", json=table.record().to_json(), headers=token(client))
    assert answer.status_code == 201, answer.text
    name = answer.json()["table"]
    assert Record.from_json(client.get(f"/api/tables/{name}/record").json()).check().scores == table.scores
    for path in (f"/t/{name}/replay?ply=0", f"/t/{name}/replay?ply=5", f"/t/{name}"):
        assert client.get(path).status_code == 200


def record_with(**changes: object) -> bytes:
    usual = {
        "format": "burgomaster/1",
        "game": "petersburg",
        "version": 1,
        "options": {"players": 2},
        "seed": 1,
    }
    return json.dumps({**usual, "moves": [], **changes}).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": "burgomaster/1"}',
        record_with(game="chess"),
        record_with(options={"players": 99}),
        record_with(options={"players": [2]}),
        record_with(seed=10**30),
        record_with(moves=["\ud800"]),
        record_with(moves=["pass"] * 5000),
        record_with(setup={"decks": {"worker": ["pass"]}}),
        record_with(setup={"position": "bm1.petersburg.1.2.all.3.AAAAAA.AAA"}),
        record_with(setup={"position": ["bm1"]}),
    ],
)
def test_hostile_uploads_are_explained(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/records", content=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]


def test_chat(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    assert anna.post("chat", text="  привет \x00 \n мир ").status_code == 200
    assert anna.post("chat", text="\ud800").status_code == 422
    assert anna.post("chat", text=" \n ").status_code == 422
    said = anna.get("/chat")
    assert (said[0]["name"], said[0]["text"], said[0]["seat"]) == ("Anna", "привет мир", 0)
    watcher = NOBODY.post(f"{server.url}/api/tables/{anna.table}/chat", json={"text": "hi", "name": "Anna"})
    assert watcher.status_code == 200
    assert anna.get("/chat")[1]["seat"] == -1  # who watches cannot pass for who plays


def test_every_answer_has_the_headers_of_safety(client: httpx.Client) -> None:
    made = open_table(client)
    table = made["table"]
    paths = [
        "/",
        f"/t/{table}",
        f"/t/{table}/replay",
        "/account",
        "/cards/petersburg",
        "/nowhere",
        "/static/base.css",
    ]
    paths += [
        "/static/nothing.css",
        "/api/games",
        "/api/openapi.json",
        "/api/tables/none",
        f"/t/{table}/record.json",
    ]
    for path in paths:
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
        assert "cache-control" in answer.headers
    for answer in (client.post("/taste"), client.put("/"), client.post("/api/tables", content=b"{")):
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        assert answer.status_code < 500
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_what_costs_is_limited(tmp_path: object) -> None:
    with new_server(settings_for(f"sqlite:///{tmp_path}/tables.db", rate_limits=True)) as running:
        client = running.client()
        made = open_table(client)
        tokens = token(client)
        codes = [
            client.post(f"/api/tables/{made['table']}/chat", json={"text": "x"}, headers=tokens).status_code
            for _ in range(15)
        ]
        assert codes[0] == 200 and codes[-1] == 429
        form = client.get("/api/me").json()["form_token"]
        login = {"form": form, "name": "anna", "password": "wrong password"}
        codes = [client.post("/account/login", data=login).status_code for _ in range(12)]
        assert codes[0] == 422 and codes[-1] == 429
        fresh = running.client()
        fresh_form = fresh.get("/api/me").json()["form_token"]
        refused = fresh.post("/account/login", data={**login, "form": fresh_form})
        assert refused.status_code == 429  # new cookies do not help who guesses passwords
        assert 'href="/account">Try again' in refused.text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_refused_account_stays_on_its_form(client: httpx.Client, language: str) -> None:
    """What was typed is still there, and what is wrong stands beside its field."""
    client.headers["Accept-Language"] = language
    name, right = f"Olga {language}", "correct horse"

    def refused(verb: str, field: str, **fields: str) -> str:
        form = client.get("/api/me").json()["form_token"]
        answer = client.post(f"/account/{verb}", data={"form": form, **fields})
        assert answer.status_code == 422 and answer.text.count('role="alert"') == 1
        described = re.search(r'<input name="(\w+)"[^>]* aria-describedby="([\w-]+)"', answer.text)
        assert described and described[1] == field
        said = re.search(rf'id="{described[2]}" role="alert">([^<]+)<', answer.text)
        assert said and fields["password"] not in answer.text
        assert f'<html lang="{language}"' in answer.text
        return answer.text

    shown = refused("login", "password", name=name, password="wrong password")
    assert f'name="name" value="{name}"' in shown and 'name="back" value="/account"' in shown
    refused("register", "name", name="O", password=right)
    refused("register", "password", name=name, password="short")
    form = client.get("/api/me").json()["form_token"]
    fields = {"form": form, "name": name, "password": right}
    assert client.post("/account/register", data=fields).status_code == 303
    refused("password", "password", password="wrong password", new="another horse")
    refused("password", "new", password=right, new="short")
    refused("delete", "password", password="wrong password")
    form = client.get("/api/me").json()["form_token"]
    assert client.post("/account/logout", data={"form": form}).status_code == 303
    shown = refused("register", "name", name=name, password=right)
    assert f'name="name" value="{name}"' in shown


def test_an_account_by_json(client: httpx.Client) -> None:
    words = {"name": "Vera", "password": "correct horse"}
    assert client.post("/api/account/register", json={**words, "password": "short"}).status_code == 422
    assert client.post("/api/account/register", json=words).json() == {"done": "register"}
    assert client.post("/api/account/logout", json={}).status_code == 403  # not without the token
    mine = {"X-Form-Token": client.get("/api/me").json()["form_token"]}
    assert client.get("/api/me").json()["account"] == "Vera"
    change = {"password": "correct horse", "new": "another horse"}
    assert client.post("/api/account/password", json=change, headers=mine).status_code == 200
    assert client.post("/api/account/logout", json={}, headers=mine).status_code == 200
    assert client.get("/api/me").json()["account"] is None
    assert client.post("/api/account/login", json=words, headers=mine).status_code == 422
    again = {**words, "password": "another horse"}
    assert client.post("/api/account/login", json=again, headers=mine).status_code == 200
    assert client.post("/api/account/delete", json=again, headers=mine).status_code == 200
    assert client.get("/api/me").json()["account"] is None
    assert client.post("/api/account/nonsense", json={}, headers=mine).status_code == 422
