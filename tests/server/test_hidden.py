"""What the bytes of a state hide, and the deal of a waiting table; tests/campaigns/leak.py has the rest."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.campaigns.clients import NOBODY, new_client, open_table
from tests.server.fixtures import Running

BOTH = {"players": 2, "edition": "2004", "expansions": ["banquet", "new_society"]}
MATCHES = [
    ("petersburg", {"players": 3}),
    ("petersburg", BOTH),
    ("suburbia", {"players": 2}),
]


def answers(server: Running, name: str, headers: dict[str, str], cookies: dict[str, str]) -> dict[str, str]:
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
    text = ""
    for piece in response.iter_text():
        text += piece
        if "\n\n" in text:
            break
    return text.partition("\n\n")[0]


def test_the_bytes_of_a_state_hide_the_rest(server: Running, client: httpx.Client) -> None:
    made = open_table(client, options={"players": 2}, bots=["random"])
    public = NOBODY.get(f"{server.url}/api/tables/{made['table']}/state").json()
    mine = NOBODY.get(
        f"{server.url}/api/tables/{made['table']}/state", headers={"Authorization": f"Bearer {made['key']}"}
    ).json()
    assert public["seat"] is None and mine["seat"] == 0 and public["state"] != mine["state"]


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
