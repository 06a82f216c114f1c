"""Tournaments from outside: forms without a script, both languages, and the JSON interface."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgomaster.core.registry import game_names
from tests.campaigns.clients import Seat, finish, new_client
from tests.campaigns.nursery import Forked
from tests.server.fixtures import Running, until
from tests.server.test_pages import form_of
from tests.server.test_study import signed

GAME = game_names()[-1]


def send(client: httpx.Client, path: str, **fields: str) -> httpx.Response:
    form = {"form": form_of(client, "/tournaments")}
    return client.post(path, data={**form, **fields}, follow_redirects=True)


def set_up(client: httpx.Client, **fields: str) -> str:
    asked = {"title": "Friday", "preset": f"{GAME}|0", "players": "2", "play": "1", "name": "Helga", **fields}
    answer = send(client, "/tournaments", **asked)
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def test_a_club_evening_with_forms_alone(server: Running) -> None:
    host, guest, reader = server.client(), server.client(headers={"Accept-Language": "ru"}), server.client()
    page = host.get(f"/tournaments/new?game={GAME}").text
    assert 'name="title"' in page and "<script" not in page.split("<main")[1].split("</main>")[0]
    url = set_up(host, rounds="2", title="Evening <b>of</b> mine")
    page = host.get(url).text
    assert "Evening &lt;b&gt;of&lt;/b&gt; mine" in page and f'action="{url}/start"' in page
    assert url in reader.get("/tournaments").text
    shown = guest.get(url).text
    assert (
        f'action="{url}/enter"' in shown and f'action="{url}/start"' not in shown and "Идёт запись" in shown
    )
    assert re.search(r"<button[^>]* disabled[^>]*>Start now", page)
    assert "at least 2 players have entered." in page
    alone = send(host, f"{url}/start")
    assert alone.status_code == 422 and f'href="{url}">Back to the tournament' in alone.text
    assert "Фёдор" in send(guest, f"{url}/enter", name="Фёдор").text
    assert send(guest, f"{url}/start").status_code == 403
    assert re.search(r'<button class="primary big">Start now', host.get(url).text)
    started = send(host, f"{url}/start").text
    (table,) = set(re.findall(r'href="(/t/[\w-]+)"', started))
    assert table in guest.get("/").text and url in guest.get("/").text  # the lobby leads there
    assert table in guest.get(url).text and table not in reader.get(url).text
    assert table in reader.get(f"{url}/rounds").text  # everybody may watch
    seen = re.search(r'data-lists="([^"]*)" data-seen="(\w+)"', started)
    assert seen is not None
    live = seen[1].replace("&amp;", "&") + seen[2]
    assert host.get(live).status_code == 204 and host.get(live + "x").status_code == 200
    decided = send(host, f"{url}/result", round="1", table="1", place_0="1", place_1="2")
    assert decided.status_code == 200 and "decided by the organiser" in decided.text
    until(lambda: "What comes next begins" in host.get(url).text)
    assert "Round 2 of 2" in send(host, f"{url}/hurry").text
    assert send(guest, f"{url}/leave").status_code == 200
    assert "Finished" in send(host, f"{url}/end").text
    for page in ("", "/rounds"):
        assert "Helga" in reader.get(url + page).text and "Фёдор" in reader.get(url + page).text
    assert url in reader.get("/tournaments").text  # among the finished


def test_nobody_is_asked_about_games_for_one(client: httpx.Client) -> None:
    page = client.get("/tournaments/new?game=suburbia").text
    assert "redline_tiles_mirror" in page and "dale_win" not in page and "lone_end" not in page
    page = client.get("/tournaments/new?game=petersburg").text
    assert re.search(r'class="option" data-presets="petersburg\|5"[^>]*>.*?market_pile_ends_game', page, re.S)
    assert 'value="petersburg|0" data-players="2 3 4"' in page


def test_what_is_wrong_is_refused_in_words(server: Running) -> None:
    host = server.client()
    for wrong in (
        {"players": "2", "rounds": "99"},
        {"format": "knockout"},
        {"bot": "nobody"},
        {"clock": "none"},
        {"clock": "move:86400", "round_days": "400"},
        {"preset": "nothing|7"},
        {"rated": "1"},
    ):
        answer = send(host, "/tournaments", **{"title": "x", "preset": f"{GAME}|0", **wrong})
        assert answer.status_code == 422, (wrong, answer.status_code)
    url = set_up(host)
    for verb, status in (("nonsense", 404), ("result", 422), ("remove", 422), ("add", 404)):
        assert send(host, f"{url}/{verb}", name="Nobody At All").status_code == status, verb
    for path in ("/tournament/nothing", "/tournament/%20%3Cb%3E", "/tournament/nothing/rounds"):
        assert host.get(path).status_code == 404
    assert host.post(f"{url}/start", data={"form": "forged"}).status_code == 403


def test_a_tournament_by_link_is_in_nobody_elses_lists(server: Running) -> None:
    host, guest, other = (signed(server.client()) for _ in range(3))
    url = set_up(host, entry="link", title="Secret meeting")
    send(guest, f"{url}/enter", name="Guest")
    send(host, f"{url}/start")
    (table,) = set(re.findall(r"/t/([\w-]+)", host.get(url).text))
    for page in ("/tournaments", "/", "/lists?page=1"):
        assert "Secret meeting" not in other.get(page).text and table not in other.get(page).text
    assert url.rpartition("/")[2] not in other.get("/api/tournaments").text
    assert "Secret meeting" in guest.get("/tournaments").text
    send(host, f"{url}/end")


# JSON


def post(client: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/tournaments{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    return dict(answer.json())


def new_cup(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    return post(client, "", title="League", game=GAME, options={"players": 2}, **asked)


def test_the_json_interface(server: Running) -> None:
    host, anna, boris = (signed(server.client()) for _ in range(3))
    cup = new_cup(host, rounds=1, name="Helga")
    path = f"/{cup['tournament']}"
    assert cup["status"] == "entering" and cup["is_organiser"] and cup["organiser"] == "Helga"
    assert cup["tournament"] in [
        one["tournament"] for one in anna.get("/api/tournaments").json()["tournaments"]
    ]
    own = post(anna, f"{path}/enter", name="Anna")["own"]
    assert own == {"number": 1, "name": "Anna", "state": "in", "table": None, "seat": None, "key": None}
    post(boris, f"{path}/enter", name="Boris")
    for verb, body in (("start", {}), ("entries", {"open": False}), ("hurry", {}), ("end", {})):
        answer = anna.post(f"/api/tournaments{path}/{verb}", json=body)
        assert (answer.status_code, answer.json()["key"]) == (403, "cup_not_host")
    post(host, f"{path}/start")
    seats = []
    for client in (anna, boris):
        own = client.get(f"/api/tournaments{path}").json()["own"]
        seats.append(Seat(server.url, own["table"], own["key"], own["seat"]))
    seen = seats[0].get()
    assert seen["tournament"] == cup["tournament"] and seen["status"] == "running"
    assert sum(seat.play_first() is not None for seat in seats) >= 1
    nobody = server.client().get(f"/api/tournaments{path}").json()
    assert nobody["own"] is None and "key" not in json.dumps(nobody["rounds"])
    assert nobody["rounds"][0]["tables"][0]["scores"] is None  # nothing of a running game
    done = post(host, f"{path}/result", round=1, table=1, places=[2, 1])
    winner = done["rounds"][0]["tables"][0]["seats"][1]
    assert done["standing"][0]["number"] == winner and done["standing"][0]["points"] == 1.0
    post(host, f"{path}/end")
    late = boris.post(f"/api/tournaments{path}/enter", json={})
    assert late.status_code == 200  # they take part already
    gone = boris.post(f"/api/tournaments{path}/leave")
    assert (gone.status_code, gone.json()["key"]) == (422, "cup_over")


def test_bodies_that_make_no_sense_change_nothing(server: Running) -> None:
    host = signed(server.client())
    good = {"game": GAME, "options": {"players": 2}}
    for wrong in (
        {**good, "options": {}},
        {**good, "options": {"players": 9}},
        {**good, "options": {"players": True}},
        {**good, "rounds": -1},
        {**good, "fill": "cats"},
        {**good, "clock": {"kind": "none"}},
        {**good, "round_seconds": 1e300},
        {**good, "group_size": "many"},
        {**good, "game": "chess"},
        {**good, "rated": True},
        [],
    ):
        answer = host.post("/api/tournaments", json=wrong)
        assert answer.status_code == 422, (wrong, answer.text)
    assert host.get("/api/tournaments").json()["own"] == []
    for game in game_names():  # options that nobody gives are filled in, or lists could not name the variant
        made = post(host, "", game=game, options={"players": 3}, fill="smaller")
        assert host.get(f"/tournament/{made['tournament']}").status_code == 200
        assert host.get("/tournaments").status_code == 200 and len(made["options"]) > 1
        post(host, f"/{made['tournament']}/end")
    assert host.post("/api/tournaments/nothing/start").status_code == 404
    described = host.get("/api/openapi.json").json()
    assert "TournamentAnswer" in described["components"]["schemas"]


# A whole evening, with a kill


def enter(url: str, name: str, path: str) -> httpx.Client:
    client = signed(new_client(url))
    post(client, f"{path}/enter", name=name)
    return client


def play(client: httpx.Client, url: str, path: str) -> None:
    own = client.get(f"/api/tournaments{path}").json()["own"]
    if own["table"]:
        finish(Seat(url, own["table"], own["key"], own["seat"]))


@pytest.mark.slow
def test_an_evening_by_json_with_people_bots_and_a_kill(
    make_forked: Callable[[str], Forked], tmp_path: Path
) -> None:
    process = make_forked(f"sqlite:///{tmp_path / 'tables.db'}")
    process.bot_pause = 0.0
    process.start()
    host = signed(new_client(process.url))
    cup = new_cup(host, rounds=2, bot="random")
    path = f"/{cup['tournament']}"
    people = [enter(process.url, name, path) for name in ("Anna", "Boris", "Clara")]
    post(host, f"{path}/start")
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda one: play(one, process.url, path), people))
    process.kill()  # the round is over, the next one is not drawn
    process.start()
    ended = until(lambda: read_ended(host, path, 1))
    assert [table["status"] for table in ended["rounds"][0]["tables"]] == ["over"] * 2
    assert post(host, f"{path}/hurry")["round"] == 2
    process.kill()  # people sit at the tables of the second one
    process.start()
    for table in (1, 2):
        post(host, f"{path}/result", round=2, table=table, places=[1, 2])
    until(lambda: read_ended(host, path, 2))
    done = post(host, f"{path}/hurry")
    assert done["status"] == "over" and [row["games"] for row in done["standing"]] == [2, 2, 2]
    tables = [table["match"] for one in done["rounds"] for table in one["tables"]]
    assert len(set(tables)) == 4
    for client in (host, *people):
        client.close()


def read_ended(client: httpx.Client, path: str, number: int) -> dict[str, Any] | None:
    seen = dict(client.get(f"/api/tournaments{path}").json())
    return seen if seen["rounds"][number - 1]["ended"] else None
