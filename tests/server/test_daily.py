"""The deal of the day: the same cards for everybody, once, and compared when it is over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from burgomaster.core.registry import game_names
from burgomaster.server import models
from burgomaster.server.daily import deals, routes
from burgomaster.server.match.journal import DEAL
from burgomaster.server.security import Signer
from burgomaster.server.steady_time import now
from burgomaster.server.store_opening import OpenedStore
from tests.campaigns.clients import Seat, finish, turn_or_end
from tests.server.fixtures import Running, until
from tests.server.test_study import signed

MONDAY = date(2026, 11, 16)
SIGNER = Signer("a secret")
MONTHS = [
    *("января", "февраля", "марта", "апреля", "мая", "июня"),
    *("июля", "августа", "сентября", "октября", "ноября", "декабря"),
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


ACCOUNT = {"name": "Dora of the deal", "password": "long enough"}
GAME = "spyrium"


def send(client: httpx.Client, verb: str, **fields: str) -> None:
    answer = client.post(f"/api/account/{verb}", json={**ACCOUNT, **fields})
    assert answer.is_success, answer.text


def test_a_guest_who_logs_in_goes_on_at_their_table(server: Running) -> None:
    elsewhere, here = signed(server.client()), signed(server.client())
    send(elsewhere, "register")
    begun = open_deal(here, GAME)
    send(here, "login")
    assert open_deal(here, GAME) == begun
    assert here.post(f"/daily/{GAME}").headers["location"] == f"/t/{begun['table']}"
    shown = next(one for one in elsewhere.get("/api/daily").json()["games"] if one["game"] == GAME)
    assert shown["own"] is None


def test_an_account_goes_on_at_the_table_of_its_guest_on_every_device(server: Running) -> None:
    here, elsewhere = signed(server.client()), signed(server.client())
    begun, name = open_deal(here, GAME), {"name": "Emil of the deal"}
    send(here, "register", **name)
    send(elsewhere, "login", **name)
    assert open_deal(elsewhere, GAME)["table"] == begun["table"]
    page = elsewhere.post(f"/daily/{GAME}", follow_redirects=True)
    assert page.status_code == 200 and page.url.path == f"/t/{begun['table']}"
    seats = elsewhere.get(f"/api/tables/{begun['table']}").json()
    assert seats["seat"] == 0


def test_requests_of_a_person_at_once_give_one_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere, name = signed(server.client()), signed(server.client()), {"name": "Fritz of the deal"}
    send(elsewhere, "register", **name)
    begun = open_deal(here, GAME)
    send(here, "login", **name)
    looks, look = [], routes.begun_table

    async def late(*given: Any) -> Any:  # the table was opened just after the first look
        looks.append(given)
        return None if len(looks) == 1 else await look(*given)

    with monkeypatch.context() as patch:
        patch.setattr(routes, "begun_table", late)
        assert open_deal(here, GAME) == begun
    other = game_names()[0]
    with ThreadPoolExecutor() as threads:
        made = threads.map(lambda one: open_deal(one, other), [here, elsewhere] * 3)
        assert len({one["table"] for one in made}) == 1


def test_accounts_come_before_guests_and_have_one_result(tmp_path: Any) -> None:
    opened = OpenedStore(f"sqlite:///{tmp_path / 'deals.db'}")
    played = [("visitor:a", 90), ("account:1", 50), ("account:2", 70), ("account:1", 80), ("visitor:b", 95)]
    for number, (who, score) in enumerate(played):
        header = replace(deals.header_on(SIGNER, MONDAY, GAME, who), match=f"m{number}")
        opened.store.create(header, {"who": [who]})
        row = {"match": f"m{number}", "game": GAME, "variant": "", "players": 2, "name": who, "kind": ""}
        row |= {"seat": 0, "who": who, "score": score, "place": 0, "ended": float(number)}
        with opened.store.engine.begin() as connection:
            connection.execute(insert(models.results).values(**row, is_public=False, rated=False))
    listed = deals.endings(opened.store.engine, MONDAY, GAME)
    assert [(one.who, one.score) for one in listed] == [
        ("account:2", 70),
        ("account:1", 50),  # the first of two
        ("visitor:b", 95),
        ("visitor:a", 90),
    ]
    opened.close()


PLACES = ["", "/live", "/replay", "/replay?ply=5", "/record.json", "/embed", "/analysis", "/openings"]
API_PLACES = ["", "/state", "/log", "/replay", "/record", "/chat", "/analysis"]


@pytest.mark.parametrize(("language", "words"), [("en", "Play the deal to its end"), ("ru", "Доиграйте его")])
def test_cards_of_today_are_shown_to_those_who_have_played_them(
    server: Running, language: str, words: str
) -> None:
    me, you = signed(server.client()), signed(server.client())
    mine = open_deal(me, GAME)
    table = mine["table"]
    finish(Seat(server.url, table, mine["key"], 0))
    study = me.post(f"/api/tables/{table}/studies", json={}).json()["study"]
    shown = {"Accept-Language": language}
    paths = [f"/t/{table}{place}" for place in PLACES]
    paths += [f"/api/tables/{table}{place}" for place in API_PLACES]
    paths += [f"/study/{study}", f"/study/{study}/openings", f"/api/studies/{study}"]
    for path in paths:
        answer = you.get(path, headers=shown)
        is_told = words in answer.text or ("embed" in path and "UTC" in answer.text)
        assert is_told and "card-" not in answer.text.partition("<main")[2], path
        is_page = path.partition("?")[0] in (f"/t/{table}", f"/t/{table}/replay")
        assert answer.status_code == (200 if is_page else 403), path
    page = you.get(f"/t/{table}", headers=shown).text
    assert f"/t/{table}/picture.png" in page and 'href="/daily"' in page  # a link in a chat has its picture
    assert you.get(f"/t/{table}/picture.png").is_success
    copied = you.post(f"/api/tables/{table}/studies", json={})
    assert copied.status_code == 403 and copied.json()["key"] == "deal_today"
    yours = open_deal(you, GAME)
    assert you.get(f"/t/{table}/record.json").status_code == 403  # a game that is begun is not enough
    finish(Seat(server.url, yours["table"], yours["key"], 0))
    assert you.get(f"/t/{table}/record.json").json()["game"] == GAME
    assert you.get(f"/api/studies/{study}").is_success
    late = server.client()
    assert late.get(f"/api/tables/{table}/record").status_code == 403
    yesterday = deals.host_of(deals.today(now() - 24 * 3600))
    live = server.app.state.match_manager.live[table]
    live.match.header = replace(live.match.header, host=yesterday)
    assert late.get(f"/api/tables/{table}/record").is_success


def test_days_and_games_that_are_none_are_not_found(server: Running) -> None:
    me = signed(server.client())
    for address in ("/daily?day=2999-01-01", "/daily?day=x", "/api/daily?day=2999-01-01"):
        assert me.get(address).status_code == 404
    assert me.post("/api/daily/chess").status_code == me.post("/daily/chess").status_code == 404


def test_days_have_names_that_people_use(server: Running) -> None:
    day = deals.today(now())
    page = server.client(headers={"Accept-Language": "ru"}).get("/daily").text
    assert f">{day.day} {MONTHS[day.month - 1]} {day.year}<" in page
