"""Watching: which games come first and why, who watches, and what was said at which move."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import httpx

from burgomaster.server.characters import seat_faces
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.people.profiles import Avatars, Profiles
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.streams import ALIVE
from burgomaster.server.table_context import chat_places, said_at
from burgomaster.server.watch.lists import (
    Facts,
    closeness,
    fair,
    gap_of,
    interest,
    most_interesting,
    reasons_of,
)
from burgomaster.server.watch.spectators import exchange
from tests.coroutines import run
from tests.server.fixtures import Running
from tests.server.matches import Sitting, secret_sitting
from tests.server.test_replay import played
from tests.web.scenes import keep, stage

USUAL = Facts(people=2, points=(20, 12), round_no=3, quiet=60)


def test_people_strength_closeness_stage_company_and_life_each_make_a_game_more_interesting() -> None:
    better = (
        replace(USUAL, people=3),
        replace(USUAL, ratings=(1800, 1700)),
        replace(USUAL, points=(20, 19)),
        replace(USUAL, round_no=6),
        replace(USUAL, spectators=3),
        replace(USUAL, quiet=1),
    )
    assert all(interest(one) > interest(USUAL) for one in better)
    assert interest(replace(USUAL, people=1)) < interest(
        replace(USUAL, points=(20, 0), round_no=1, quiet=9e9)
    )
    assert closeness((3, 3)) == 0 and gap_of((9,)) is None and gap_of((9, 12, 11)) == 1
    assert reasons_of(replace(USUAL, ratings=(1700,), points=(20, 19))) == [
        ("people", 2), ("close", 1), ("strong", 1700),
    ]  # fmt: skip


def open_table(server: Running, sitting: Sitting, name: str, host: str = "") -> str:
    """Put a running game into the store as a table that anybody may watch."""
    header = replace(sitting.match.header, match=name, is_open=True, host=host or f"visitor:{name}")
    sitting.match.header = header
    sitting.match.changed = now()
    keep(server, sitting)
    return name


def test_the_list_shows_open_tables_that_go_on_with_the_points_everybody_sees(
    server: Running, client: httpx.Client
) -> None:
    near = open_table(server, played("spyrium", 40, players=3), "watchnear")
    other = open_table(server, played("petersburg", 30), "watchother")
    hidden = stage(server, "spyrium", 12, players=2).partition("?")[0].removeprefix("/t/")
    rows = client.get("/api/watch").json()["tables"]
    names = [row["match"] for row in rows]
    assert near in names and other in names and hidden not in names
    assert [row["interest"] for row in rows] == sorted((row["interest"] for row in rows), reverse=True)
    shown = next(row for row in rows if row["match"] == near)
    match = played("spyrium", 40, players=3).match
    assert shown["points"] == match.public_points and "who" not in shown and shown["spectators"] == 0
    only = [row["match"] for row in client.get("/api/watch?game=petersburg").json()["tables"]]
    assert other in only and near not in only
    assert client.get("/api/watch?game=nonsense").json()["tables"] == []
    page = client.get("/watch?game=spyrium", headers={"Accept-Language": "ru"}).text
    assert f'id="watch-{near}"' in page and f"/t/{near}/picture.png?lang=ru" in page and other not in page
    assert "Что посмотреть" in page and client.get("/watch?game=%3Cb%3E").status_code == 200


def test_nobody_fills_the_list_alone(server: Running) -> None:
    found = most_interesting(server.app.state.store, {})
    many = [({**row, "host": "visitor:one"}, facts, worth) for row, facts, worth in found[:1] * 9]
    assert len(fair(many)) == 5


# Spectators


def test_spectators_are_people_without_a_seat_each_counted_once() -> None:
    live = LiveMatch(played("spyrium", 4).match)
    with live.watched(lambda: [0], "anna"), live.watched(tuple, "boris"):
        with live.watched(tuple, "boris"), live.watched(tuple, "clara"):
            assert live.n_spectators == 2
        assert live.n_spectators == 1
    assert live.n_spectators == 0 and not live.listeners


def test_processes_tell_each_other_who_watches_and_the_dead_are_forgotten(database: str) -> None:
    with closing(Store(database)) as store:
        assert exchange(store.engine, "one", {"a": 2, "b": 1}, 100.0) == {}
        assert exchange(store.engine, "two", {"a": 1}, 110.0) == {"a": 2, "b": 1}
        assert exchange(store.engine, "one", {}, 120.0) == {"a": 1}
        assert exchange(store.engine, "one", {}, 170.0) == {}


def test_the_table_and_its_signs_of_life_say_how_many_watch(server: Running, client: httpx.Client) -> None:
    table = open_table(server, played("spyrium", 6), "watchlive")
    assert 'id="watchers" hidden' in client.get(f"/t/{table}").text

    async def watch() -> str:
        plain = {"Accept-Encoding": "identity"}
        async with (
            httpx.AsyncClient(base_url=server.url) as other,
            other.stream("GET", f"/t/{table}/events", headers=plain) as heard,
        ):
            pieces = heard.aiter_raw()
            await anext(pieces)
            return (await other.get(f"/t/{table}")).text

    page = run(watch())
    assert 'id="watchers" hidden' not in page and "<b>1</b></span>" in page
    assert ALIVE.format(7) == "event: alive\ndata: 7\n\n"  # what the script of the page reads it from


# What was said


def test_a_line_of_the_chat_leads_to_its_position_and_the_replay_has_it_there(
    server: Running, client: httpx.Client
) -> None:
    path = stage(server, "spyrium", 9, players=2)
    table = path.partition("?")[0]
    key = {"Authorization": f"Bearer {path.partition('key=')[2]}"}
    name = table.removeprefix("/t/")
    ply = client.get(f"/api/tables/{name}").json()["ply"]
    assert client.post(
        f"/api/tables/{name}/chat", json={"text": "<i>well played</i>"}, headers=key
    ).is_success
    assert client.get(f"/api/tables/{name}/chat").json()[0]["ply"] == ply
    page = client.get(table).text
    assert f'{table}/replay?ply={ply}"' in page and "&lt;i&gt;well played" in page
    assert "well played" in client.get(f"{table}/replay?ply={ply}").text
    earlier = client.get(f"{table}/replay?ply=1").text
    assert "well played" not in earlier and 'class="talk"' in earlier  # the list says where there is talk


def test_lines_are_counted_by_moves_that_everybody_saw() -> None:
    made = secret_sitting("pickpocket")
    made.play(0, "decline")
    line = {"id": 1, "ply": made.match.public_ply, "text": "x"}
    assert list(said_at(made.match, [line])) == [made.match.public_ply]
    made.match.header = replace(made.match.header, imported=True)  # everything is open: secret answers show
    assert chat_places(made.match)[line["ply"]] == made.match.ply - 1
    assert list(said_at(made.match, [{**line, "ply": 999}])) == [
        made.match.ply - 1
    ]  # it was taken back since


# Faces


def test_people_have_the_faces_that_they_have_chosen(store: Store) -> None:
    number = store.accounts.add("Anna", "anna", "hash", 1.0)
    assert number is not None
    avatars, who = Avatars(store.engine), f"account:{number}"
    usual = avatars.of([who, "visitor:x", ""])[who]
    chosen = "face-guest-1" if usual != "face-guest-1" else "face-guest-2"
    Profiles(store.engine).set(number, chosen, "", "all")
    assert avatars.of([who]) == {who: usual}  # kept for a moment
    avatars.forget(number)
    assert avatars.of([who]) == {who: chosen}
    seat = {"name": "A", "bot": None, "free": False, "left": False}
    shown = seat_faces([seat, seat, seat], [who, who, "visitor:x"], {who: chosen})
    assert shown[0] == chosen and len(set(shown)) == 3  # others at the device are somebody else
