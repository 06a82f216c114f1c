"""What a seat gets over the wire is the same whatever the others hide: pages, JSON, streams, lists."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import httpx
import pytest

import burgomaster as bm
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.server.describe import brief
from burgomaster.server.match import Match, after, moves
from tests.cases import always, sweep
from tests.server.fixtures import Running, until
from tests.server.matches import header_of, secret_sitting
from tests.server.seats import NOBODY, listening, new_client, open_table

BOTH = {"players": 2, "edition": "2004", "expansions": ["banquet", "new_society"]}
MATCHES = [
    ("petersburg", {"players": 3}),
    ("petersburg", BOTH),
    ("suburbia", {"players": 2}),
]


def mixed(match: Match, seat: int | None, seed: int) -> Match:
    """A match that a seat cannot tell from another: everything it may not know is dealt anew."""
    twin = match.fork()
    rng = new_rng()
    seed_rng(rng, seed, 0)
    looked = seat if seat is not None else -1
    twin.table._states = match.table.determinized(looked, rng)
    return twin


def answers(server: Running, name: str, headers: dict[str, str], cookies: dict[str, str]) -> dict[str, str]:
    """Everything that one visitor can read of a table."""
    shown: dict[str, str] = {}
    with new_client(server.url, headers=headers, cookies=cookies) as client:
        for path in (f"/t/{name}", f"/t/{name}/live", f"/api/tables/{name}", f"/api/tables/{name}/state"):
            shown[path] = client.get(path).text
        for language in ("en", "ru"):
            shown[language] = client.get(f"/api/tables/{name}/log", params={"language": language}).text
        for path in (f"/t/{name}/events", f"/api/tables/{name}/stream"):
            with client.stream("GET", path) as response:
                shown[path] = first_event(response)
    own = re.compile(r'(name="form" value=|"X-Form-Token": |placeholder=)"[^"]*"')  # a new visitor's are new
    return {path: own.sub("", text) for path, text in shown.items()}


def first_event(response: httpx.Response) -> str:
    """The first whole event of a stream, in however many pieces it comes."""
    text = ""
    for piece in response.iter_text():
        text += piece
        if "\n\n" in text:
            break
    return text.partition("\n\n")[0]


def put(server: Running, name: str, match: Match) -> None:
    """Let a live server show another match under a name."""
    server.app.state.match_manager.live[name].match = match


@pytest.mark.parametrize(("game", "options"), sweep(MATCHES, lambda game, options: options != BOTH, always))
def test_a_seat_reads_the_same_whatever_others_hide(
    server: Running, client: httpx.Client, game: str, options: dict[str, Any]
) -> None:
    made = open_table(client, game=game, options=options)
    name = made["table"]
    for seat in range(1, options["players"]):
        with new_client(server.url) as other:
            other.post(f"/api/tables/{name}/seats/{seat}", json={"name": f"Seat {seat}"})
    live = server.app.state.match_manager.live[name]
    chance = random.Random(5)
    bot = bm.bot("random", seed=5)
    visitors = [
        ({"Authorization": f"Bearer {made['key']}"}, {}, 0),
        ({}, dict(client.cookies), 0),
        ({}, {}, None),
    ]
    for _ in range(3):
        match = live.match.fork()
        for _ in range(chance.randrange(15, 40)):
            if match.table.over or match.to_move is None:
                break
            match = after(
                match, moves.play(match, match.to_move, bot.choose(match.table).notation, None, 2e9)
            )
        put(server, name, match)
        for headers, cookies, seat in visitors:
            first = answers(server, name, headers, cookies)
            for seed in (1, 2):
                put(server, name, mixed(match, seat, seed))
                assert answers(server, name, headers, cookies) == first
            put(server, name, match)


def test_the_bytes_of_a_state_hide_the_rest(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 2}, bots=["random"])
    public = NOBODY.get(f"{server.url}/api/tables/{made['table']}/state").json()
    mine = NOBODY.get(
        f"{server.url}/api/tables/{made['table']}/state", headers={"Authorization": f"Bearer {made['key']}"}
    ).json()
    assert public["seat"] is None and mine["seat"] == 0 and public["state"] != mine["state"]


def test_lists_do_not_tell_of_a_secret_question() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    rows = []
    for made in (asked, spared):
        header = header_of(made.match.table)
        row = {
            "match": header.match,
            "game": header.game,
            "options": {},
            "created": header.created,
            "clock": {},
        }
        row |= {"status": made.match.status, "changed": made.match.changed, "summary": made.match.summary}
        rows.append(brief(row))
    assert rows[0] == rows[1]
    later = copy.copy(asked)
    later.now += 100
    later.play(0, "decline")
    assert later.match.changed == asked.match.changed


def test_nothing_is_sent_when_somebody_answers_in_secret(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 2, "expansions": ["banquet"]})
    name = made["table"]
    with new_client(server.url) as other:
        key = other.post(f"/api/tables/{name}/seats/1", json={"name": "Boris"}).json()["key"]
    live = server.app.state.match_manager.live[name]
    secret = secret_sitting("pickpocket").match
    secret.seats = list(live.match.seats)
    secret.header = live.match.header
    secret.number = live.match.number
    secret.table.seats = live.match.table.seats
    put(server, name, secret)
    url = f"{server.url}/api/tables/{name}/stream"
    with (
        listening(url, {"Authorization": f"Bearer {key}"}) as boris,
        listening(url) as watcher,
        listening(url, {"Authorization": f"Bearer {made['key']}"}) as anna,
    ):
        until(lambda: boris.heard and watcher.heard and anna.heard)
        answer = NOBODY.post(
            f"{server.url}/api/tables/{name}/moves",
            json={"move": "decline"},
            headers={"Authorization": f"Bearer {made['key']}"},
        )
        assert answer.status_code == 200, answer.text
        until(lambda: len(anna.heard) == 2)
        assert len(boris.heard) == len(watcher.heard) == 1
        seen = boris.last
        moves = seen["view"]["moves"]
        played = NOBODY.post(
            f"{server.url}/api/tables/{name}/moves",
            json={"move": moves[-1], "position": seen["position"]},
            headers={"Authorization": f"Bearer {key}"},
        )
        assert played.status_code == 200  # what Boris saw before the answer is what he sees after it
        until(lambda: len(watcher.heard) == 2)
        assert json.loads(watcher.heard[1])["ply"] == json.loads(watcher.heard[0])["ply"] + 1


# Before the game begins


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_the_deal_of_a_waiting_table_is_told_to_nobody(
    server: Running, game: str, options: dict[str, Any]
) -> None:
    with new_client(server.url) as host:
        made = open_table(host, game=game, options={**options, "players": 3 if game == "suburbia" else 2})
    live = server.app.state.match_manager.live[made["table"]]
    keys: list[dict[str, str]] = [{}, {"Authorization": f"Bearer {made['key']}"}]
    first = [answers(server, live.name, headers, {}) for headers in keys]
    other = live.match.game.new(seed=4711)
    assert other.state_bytes() != live.match.table.state_bytes()
    live.match.table._states, live.match.table._beginning = other._states, other._beginning
    assert [answers(server, live.name, headers, {}) for headers in keys] == first
    for headers in keys:
        with new_client(server.url, headers=headers) as client:
            for path in (f"/t/{live.name}/replay", f"/api/tables/{live.name}/replay"):
                assert client.get(path).status_code == 422
            shown = client.get(f"/api/tables/{live.name}/state").json()
            assert shown["view"]["game"] == game and "moves" not in shown["view"] and shown["state"] == ""
            assert 'id="board"' not in client.get(f"/t/{live.name}").text
