"""An analysis and learning from it: what was played is shown, tries are graded, answers come when asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from burgomaster.server import advice, mistakes_routes
from tests.campaigns.clients import new_client
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
        assert client.get(f"/t/{name}/analysis").status_code == 200  # begins it, and is there meanwhile
        until(lambda: client.get(f"/api/tables/{name}/analysis").status_code == 200, 120)
        yield name


def test_the_page_of_an_analysis(server: Running, table: str) -> None:
    with new_client(server.url) as client:
        shown = client.get(f"/api/tables/{table}/analysis").json()
        assert shown["done"] == shown["moves"] == len(shown["judgements"])
        for one in shown["judgements"]:
            require_reasons(one)
        for language in ("en", "ru"):
            page = client.get(f"/t/{table}/analysis", headers={"Accept-Language": language}).text
            require_sum(page)
            assert "<polyline" in page and "<progress" not in page
            assert page.count('scope="row"><b class="curve-') == 4 and "%" in page
        part = client.get(f"/t/{table}/analysis?ply=5&part=move", headers={"HX-Request": "true"}).text
        assert part.startswith('<section id="study"') and 'data-now="5"' in part
        assert "<polyline" not in part and "data-move=" in part
        assert 'name="move"' not in part and "hx-post" not in part  # nothing is played at a past move
        for ply in ("0", "99999", "x"):
            assert client.get(f"/t/{table}/analysis?ply={ply}").status_code == 200


def require_reasons(judgement: dict[str, Any]) -> None:
    """The reasons of a graded move add up to what it is better or worse than the move it is compared with."""
    if judgement["compared_with"] is None:
        assert judgement["reasons"] is None
        return
    others = [one for one in judgement["best"] if one["move"] == judgement["compared_with"]]
    gap = judgement["played"]["lead"] - others[0]["lead"]
    assert sum(part["points"] for part in judgement["reasons"]) == pytest.approx(gap, abs=0.03)


def require_sum(page: str) -> None:
    """The reasons on a page add up to the number below them, to the tenth."""
    # the worst move is shown: why is what one asks
    assert '<details class="why" id="study-why" open>' in page
    found = re.findall(r'<b(?: class="(?:plus|minus)")?>([+−]?\d+[.,]\d)</b><span>', page)
    numbers = [float(text.replace("−", "-").replace(",", ".")) for text in found]
    assert len(numbers) > 2 and sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=1e-6)


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
    assert f"Mistake {n + 1} of {len(worst)}" in page and "Better: " not in page
    assert f'action="/t/{table}/mistakes/try?' in page  # it can be chosen on the board
    trying = f"/t/{table}/mistakes/try?seat={seat}&n={n}"
    assert "that is the best move!" in me.post(trying, data={"move": best}).text
    assert "that is what was played" in me.post(trying, data={"move": played}).text
    refused = me.post(trying, data={"move": "sing a song"})
    assert refused.status_code == 422
    answer = me.get(f"{url}&show=1").text
    assert "Better: " in answer and '<ul class="reasons"' in answer  # and why
    assert "mistake-why" not in me.get(url).text


def test_only_slips_of_a_finished_game_can_be_learnt_from(server: Running, table: str) -> None:
    me = signed(server.client())
    away = me.get(f"/t/{table}/mistakes?seat=4", follow_redirects=False)
    assert away.status_code == 303 and away.headers["location"].endswith("/analysis")
    assert me.post(f"/t/{table}/mistakes/try?seat=4", data={"move": "pass"}).status_code == 404
    assert f"/t/{table}/mistakes?seat=" in me.get(f"/t/{table}/analysis").text
    opened = me.post("/api/tables", json={"game": "spyrium", "options": {"players": 2}}).json()["table"]
    assert me.get(f"/t/{opened}/mistakes?seat=0").status_code == 422
    assert me.post(f"/t/{opened}/mistakes/try?seat=0", data={"move": "pass"}).status_code == 422
