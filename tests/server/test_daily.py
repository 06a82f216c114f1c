"""The deal of the day: the same cards for everybody, once, and compared when it is over."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import httpx
import pytest

from burgomaster.campaigns.clients import turn_or_end
from burgomaster.core.registry import game_names
from burgomaster.server.daily import deals
from burgomaster.server.match.journal import DEAL
from burgomaster.server.security import Signer
from burgomaster.server.steady_time import now
from tests.server.fixtures import Running, until
from tests.server.seats import Seat, finish
from tests.server.test_study import signed

MONDAY = date(2026, 11, 16)
SIGNER = Signer("a secret")
MONTHS = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]


def test_everybody_is_dealt_the_same_and_no_other_day_or_server_is() -> None:
    headers = [deals.header_on(SIGNER, MONDAY, "spyrium", who) for who in ("visitor:a", "account:1")]
    assert headers[0].setup == headers[1].setup and headers[0].seed == headers[1].seed
    assert headers[0].match != headers[1].match
    assert all(header.is_deal and header.is_compared and not header.rated for header in headers)
    others = [
        deals.header_on(SIGNER, date(2026, 11, 17), "spyrium", "visitor:a"),
        deals.header_on(Signer("another secret"), MONDAY, "spyrium", "visitor:a"),
    ]
    assert len({header.seed for header in (headers[0], *others)}) == 3
    assert headers[0].host == f"{DEAL}2026-11-16"


def test_days_that_can_be_shown() -> None:
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
    assert deals.today(noon) == MONDAY
    assert deals.read_day("", noon) == MONDAY and deals.read_day("2026-11-10", noon) == date(2026, 11, 10)
    for wrong in ("2026-11-17", "2026-11-01", "yesterday", "2026-13-01", "٢٠٢٦-١١-١٦"):
        assert deals.read_day(wrong, noon) is None


def test_a_streak_waits_for_today() -> None:
    days = {date(2026, 11, day) for day in (11, 13, 14, 15)}
    assert deals.streak(days, MONDAY) == 3
    assert deals.streak(days | {MONDAY}, MONDAY) == 4
    assert deals.streak(days, date(2026, 11, 17)) == 0
    assert deals.streak(set(), MONDAY) == 0


def open_deal(client: httpx.Client, game: str) -> dict[str, Any]:
    answer = client.post(f"/api/daily/{game}")
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_one_table_a_person_and_a_place_in_the_table_of_the_day(server: Running) -> None:
    game = game_names()[-1]
    me, you = signed(server.client()), signed(server.client())
    mine, yours = open_deal(me, game), open_deal(you, game)
    assert open_deal(me, game) == mine and mine["table"] != yours["table"]
    seat = Seat(server.url, mine["table"], mine["key"], 0)
    hint = me.get(f"/api/tables/{mine['table']}/hint")
    assert hint.status_code == 422 and hint.json()["key"] == "rated_hints"
    assert f'action="/daily/{game}"' in me.get("/daily").text
    played = until(seat.play_first)
    while (seen := until(lambda: turn_or_end(seat)))["ply"] == played["ply"]:  # it is not answered yet
        played = seat.play_first(seen) or played
    assert seat.post("undo").json()["key"] == "no_undo"
    finish(seat)
    shown = next(one for one in me.get("/api/daily").json()["games"] if one["game"] == game)
    assert shown["own"] is not None and shown["table"] == mine["table"]
    assert me.get("/api/daily").json()["streak"] == 1
    page, other = me.get("/daily").text, you.get("/daily").text
    assert f"/t/{mine['table']}/replay" in page
    assert mine["table"] not in other  # a replay would show the cards to who has not played yet
    others = next(one for one in you.get("/api/daily").json()["games"] if one["game"] == game)
    assert others["own"] is None and others["table"] is None and len(others["results"]) >= 1
    assert mine["table"] not in str(others)


@pytest.mark.parametrize("address", ["/daily?day=2999-01-01", "/daily?day=x", "/api/daily?day=2999-01-01"])
def test_a_day_that_is_none(server: Running, address: str) -> None:
    assert server.client().get(address).status_code == 404


def test_days_have_names_that_people_use(server: Running) -> None:
    day = deals.today(now())
    page = server.client(headers={"Accept-Language": "ru"}).get("/daily").text
    assert f">{day.day} {MONTHS[day.month - 1]} {day.year}<" in page


def test_a_game_that_is_none(server: Running) -> None:
    me = signed(server.client())
    assert me.post("/api/daily/chess").status_code == 404
    assert me.post("/daily/chess").status_code == 404
