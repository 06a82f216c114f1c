"""What the host of a waiting table may do: change seats, send somebody away, call it off. Nobody else may."""

from __future__ import annotations

import httpx
import pytest

from burgomaster.server.match import Refused, replay
from burgomaster.server.match.seats import cancel, send_away, swap
from tests.campaigns.clients import NOBODY, Seat, new_client, open_table, token
from tests.server.fixtures import Running
from tests.server.matches import sitting
from tests.server.test_pages import form_of, open_by_form


@pytest.fixture
def host(client: httpx.Client) -> httpx.Client:
    return client


def press(client: httpx.Client, path: str, verb: str, **fields: str) -> int:
    return client.post(f"{path}/{verb}", data={"form": form_of(client), **fields}).status_code


def seats_of(client: httpx.Client, path: str) -> list[str]:
    """Who sits where; "" for a free seat."""
    seen = client.get(f"/api/tables/{path.split('/')[2]}").json()
    return [seat["name"] for seat in seen["seats"]]


def test_the_host_changes_seats_and_links_follow(server: Running, host: httpx.Client) -> None:
    path = open_by_form(host, how="friends", players="4", name="Anna")
    table = path.split("/")[2]
    boris = server.client()
    key = boris.post(f"/api/tables/{table}/seats/1", json={"name": "Boris"}).json()["key"]
    assert press(host, path, "swap", seat="0", other="3") == 303
    assert press(host, path, "swap", seat="1", other="0") == 303
    assert seats_of(host, path) == ["Boris", "", "", "Anna"]
    assert Seat(server.url, table, key, 0).get()["seat"] == 0  # the key of seat 1 opens where Boris sits now
    assert 'class="seat mine' in boris.get(path).text


def test_others_may_only_move_to_a_free_seat(server: Running, host: httpx.Client) -> None:
    path = open_by_form(host, how="friends", players="3", name="Anna")
    boris, stranger = server.client(), server.client()
    assert press(boris, path, "sit", seat="1", name="Boris") == 303
    assert press(boris, path, "swap", seat="1", other="2") == 303
    assert seats_of(host, path) == ["Anna", "", "Boris"]
    assert press(boris, path, "swap", seat="2", other="0") == 403
    assert press(stranger, path, "swap", seat="2", other="1") == 403
    for verb in ("kick", "cancel"):
        assert press(boris, path, verb, seat="0") == press(stranger, path, verb, seat="0") == 403
    assert seats_of(host, path) == ["Anna", "", "Boris"]
    page = boris.get(path).text
    assert f'action="{path}/kick"' not in page and f'action="{path}/cancel"' not in page


def test_somebody_who_was_sent_away_stays_away(server: Running, host: httpx.Client) -> None:
    path = open_by_form(host, how="friends", players="3", name="Anna")
    boris = server.client()
    assert press(boris, path, "sit", seat="1", name="Boris") == 303
    assert press(host, path, "kick", seat="1") == 303
    assert seats_of(host, path) == ["Anna", "", ""]
    assert press(boris, path, "sit", seat="2", name="Boris") == 422
    assert press(host, path, "bot", seat="1", bot="search:1") == 303
    assert press(host, path, "kick", seat="1") == 303  # a bot goes without a word
    assert press(host, path, "kick", seat="1") == 422
    assert press(host, path, "kick", seat="7") == 422


def test_a_cancelled_table_is_gone_from_every_list(server: Running, host: httpx.Client) -> None:
    path = open_by_form(host, how="open", players="2", name="Anna")
    name = path.split("/")[2]
    assert name in NOBODY.get(f"{server.url}/").text
    assert press(host, path, "cancel") == 303
    assert name not in NOBODY.get(f"{server.url}/").text and name not in host.get("/").text
    friend = server.client()
    page = friend.get(path).text
    assert "cancelled" in page and f'action="{path}/sit"' not in page
    assert press(friend, path, "sit", seat="1", name="Boris") == 422
    assert press(host, path, "cancel") == 422
    assert host.get(f"/api/tables/{name}").json()["status"] == "cancelled"


def test_programs_host_too(server: Running) -> None:
    with new_client(server.url) as client:
        made = open_table(client, options={"players": 3})
        other = client.post(f"/api/tables/{made['table']}/swap", json={"seat": 0, "other": 1})
        assert other.status_code == 403  # a cookie without the token
        with new_client(server.url) as boris:
            boris.post(f"/api/tables/{made['table']}/seats/1", json={"name": "Boris"})
            refused = boris.post(
                f"/api/tables/{made['table']}/kick", json={"seat": 0}, headers=token(boris)
            ).json()
            assert refused["key"] == "not_host"
    anna = Seat(server.url, made["table"], made["key"], 0)
    assert anna.post("swap", seat=0, other=2).json()["names"] == ["1", "Boris", "Anna"]
    assert anna.post("kick", seat=1).json()["seats"][1]["free"]
    assert anna.post("cancel").json()["status"] == "cancelled"
    assert anna.post("swap", seat=0, other=9).json()["key"] == "cancelled"


def test_nothing_of_this_is_possible_once_the_game_has_begun() -> None:
    made = sitting("Anna", "Boris")
    for decide in (
        lambda: swap(made.match, 0, 1, made.now),
        lambda: send_away(made.match, 1, made.now),
        lambda: cancel(made.match, made.now),
    ):
        with pytest.raises(Refused) as refused:
            decide()
        assert refused.value.key == "has_begun"


def test_a_journal_tells_of_swaps_and_cancellations(server: Running, host: httpx.Client) -> None:
    path = open_by_form(host, how="friends", players="3", name="Anna")
    press(host, path, "swap", seat="0", other="2")
    press(host, path, "bot", seat="0", bot="greedy")
    press(host, path, "kick", seat="0")
    press(host, path, "cancel")
    stored = server.app.state.store.load(path.split("/")[2])
    again, live = replay(*stored), server.app.state.match_manager.live[path.split("/")[2]].match
    assert again.seats == live.seats and again.cancelled and again.summary == live.summary
    assert [seat.name for seat in again.seats] == ["", "", "Anna"]
