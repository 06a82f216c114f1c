"""Learning from mistakes: what was played is shown, what is tried is graded, answers come when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from burgomaster.server import advice, mistakes_routes
from tests.server.fixtures import Running, until
from tests.server.test_study import finished, signed


@pytest.fixture(scope="module")
def table(server: Running) -> Iterator[str]:
    """A finished game of somebody who plays without thinking, and its analysis by quick searches."""
    client = server.client()
    record = finished("suburbia", players=2).record().to_json()
    name = str(client.post("/api/records", json=record).json()["table"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "SIMULATIONS", 16)
        patch.setattr(mistakes_routes, "SIMULATIONS", 16)
        until(lambda: client.get(f"/api/tables/{name}/analysis").status_code == 200, 120)
        yield name


def slips(client: httpx.Client, table: str, seat: int) -> list[dict[str, Any]]:
    """The moves of a seat that gave most away, in the order of the game."""
    found = client.get(f"/api/tables/{table}/analysis").json()["judgements"]
    grades = ("inaccuracy", "mistake", "blunder")
    own = [one for one in found if one["seat"] == seat and one["grade"] in grades]
    return sorted(sorted(own, key=lambda one: -one["loss"])[:10], key=lambda one: one["ply"])


def test_a_better_move_is_found(server: Running, table: str) -> None:
    me = signed(server.client())
    seat = next(seat for seat in (0, 1) if slips(me, table, seat))
    worst = slips(me, table, seat)
    n, one = max(enumerate(worst), key=lambda pair: pair[1]["loss"])
    url = f"/t/{table}/mistakes?seat={seat}&n={n}"
    page = me.get(url).text
    best, played = one["best"][0]["move"], one["played"]["move"]
    assert f"Mistake {n + 1} of {len(worst)}" in page and "Better is" not in page
    assert f'action="/t/{table}/mistakes/try?' in page  # it can be chosen on the board
    trying = f"/t/{table}/mistakes/try?seat={seat}&n={n}"
    assert "that is the best move!" in me.post(trying, data={"move": best}).text
    assert "that is what was played" in me.post(trying, data={"move": played}).text
    refused = me.post(trying, data={"move": "sing a song"})
    assert refused.status_code == 422
    answer = me.get(f"{url}&show=1").text
    assert "Better is" in answer and '<ul class="reasons"' in answer  # and why
    assert "mistake-why" not in me.get(url).text


def test_whoever_has_nothing_to_learn_from_is_led_to_the_analysis(server: Running, table: str) -> None:
    me = signed(server.client())
    away = me.get(f"/t/{table}/mistakes?seat=4", follow_redirects=False)
    assert away.status_code == 303 and away.headers["location"].endswith("/analysis")
    assert me.post(f"/t/{table}/mistakes/try?seat=4", data={"move": "pass"}).status_code == 404
    assert f"/t/{table}/mistakes?seat=" in me.get(f"/t/{table}/analysis").text


def test_a_running_game_tells_nothing(server: Running) -> None:
    me = signed(server.client())
    opened = me.post("/api/tables", json={"game": "spyrium", "options": {"players": 2}}).json()["table"]
    assert me.get(f"/t/{opened}/mistakes?seat=0").status_code == 422
    assert me.post(f"/t/{opened}/mistakes/try?seat=0", data={"move": "pass"}).status_code == 422
