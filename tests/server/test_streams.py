"""Streams: signs of life on a beat of their own, and an end when somebody is logged out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgomaster.server import streams
from burgomaster.server.app import create_app
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Kind, after, seats
from burgomaster.server.match.secret_questions import audience_of
from burgomaster.server.news import SESSION_NEWS
from burgomaster.server.security import hash_token
from burgomaster.server.sessions import OpenStream
from burgomaster.server.streams import Beat, Shown, Streams, as_bytes
from tests import coroutines
from tests.campaigns.clients import listening, new_client, open_table, token
from tests.campaigns.virtual_time import InlineExecutor, run_virtually
from tests.server.fixtures import Running, settings_for, until
from tests.server.matches import secret_sitting

BEAT = 15.0
PASSWORD = "correct horse battery"


def writes(wakes: Sequence[float], show: Callable[[], str], until_second: float) -> list[tuple[float, bytes]]:
    """What a stream writes, and when, while it is woken at some moments."""

    async def listen() -> list[tuple[float, bytes]]:
        loop, made = asyncio.get_running_loop(), Streams()
        made.drawing = InlineExecutor(1)
        opened = OpenStream("", "", asyncio.Event())
        for wake in wakes:
            loop.call_at(wake, opened.changed.set)
        loop.call_at(until_second, opened.end)
        shown = Shown(show, as_bytes)
        return [(loop.time(), piece) async for piece in made.watch(opened, shown, Beat(BEAT, "alive", rest))]

    return run_virtually(listen())


async def rest() -> None:
    """Look after nothing."""


def test_signs_of_life_come_on_a_beat_of_their_own_however_much_there_is_to_show() -> None:
    quiet = writes([], lambda: "table", 100)
    assert quiet[:-1] == [(0.0, b"table")] + [(BEAT * beat, b"alive") for beat in range(1, 7)]
    assert writes([7.01, 20, 29.999, 30, 61.5], lambda: "table", 100) == quiet
    numbers = iter(range(10_000))
    busy = writes([place / 4 for place in range(1, 400)], lambda: str(next(numbers)), 100)
    assert [at for at, piece in busy if piece == b"alive"] == [BEAT * beat for beat in range(1, 7)]


def test_a_secret_entry_wakes_nobody_else() -> None:
    made = secret_sitting()
    entry, now = made.match.next_entry, made.now
    entries = [
        (entry(Kind.MOVE, 0, now, move="decline"), {0}),
        (entry(Kind.MOVE, 0, now, move="pickpocket"), None),
        (entry(Kind.PREMOVE, 1, now, move="pass", runs=True), {1}),
        (entry(Kind.PASSING, 1, now, mode="forced"), {1}),
        (seats.leave(made.match, 0, "greedy", now), None),
    ]
    for one, expected in entries:
        assert audience_of(made.match, after(made.match, [one]), [one]) == expected
    live = LiveMatch(made.match)
    with live.watched(lambda: [0]) as anna, live.watched(lambda: [1]) as boris, live.watched() as spectator:
        live.notify({0})
        assert anna.is_set() and not boris.is_set() and not spectator.is_set()
        live.notify()
        assert boris.is_set() and spectator.is_set()


# Log-ins


@asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[tuple[Any, Callable[[], httpx.AsyncClient]]]:
    app = create_app(settings_for(f"sqlite:///{folder / 'tables.db'}", prepare=False, **settings))
    async with app.router.lifespan_context(app), AsyncExitStack() as stack:

        def visit() -> httpx.AsyncClient:
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table")
            stack.push_async_callback(client.aclose)
            return client

        yield app, visit


async def post(client: httpx.AsyncClient, path: str, **body: Any) -> Any:
    token = (await client.get("/api/me")).json()["form_token"]
    answer = await client.post(path, json=body, headers={"X-Form-Token": token})
    assert answer.status_code < 300, answer.text
    return answer.json()


async def log_out(app: Any, client: httpx.AsyncClient, way: str) -> None:
    session = hash_token(client.cookies["bm_session"])
    if way == "elsewhere":  # as another process does it
        await app.state.match_manager.on_notification(f"{SESSION_NEWS} {session}")
    elif way == "unnoticed":  # nobody tells of it: the beat finds it
        app.state.store.accounts.end_session(session)
    else:
        fields = {"password": PASSWORD, "new": f"{PASSWORD} staple"} if way != "logout" else {}
        await post(client, f"/api/account/{way}", **fields)


async def heard_of_a_logout(folder: Path, way: str, path: str) -> tuple[list[str], str, str]:
    """The events of a stream whose listener is logged out, and what they and a spectator see afterwards."""
    beat = 0.05 if way == "unnoticed" else 3600.0
    async with served(folder, keep_alive_seconds=beat) as (app, visit):
        anna, boris = visit(), visit()
        await post(anna, "/api/account/register", name="Anna", password=PASSWORD)
        made = await post(anna, "/api/tables", game="petersburg", options={"players": 2}, sit=True)
        await post(boris, f"/api/tables/{made['table']}/seats/1", name="Boris")
        name, live = made["table"], app.state.match_manager.live[made["table"]]
        reading = asyncio.create_task(anna.get(path.format(name=name)))
        while not live.watchers:
            await asyncio.sleep(0)
        await log_out(app, anna, way)
        body = (await asyncio.wait_for(reading, 30)).text
        anna.cookies.delete("bm_session")
        after = (await anna.get(f"/api/tables/{name}")).text
        return body.split("\n\n"), after, (await visit().get(f"/api/tables/{name}")).text


@pytest.mark.parametrize("way", ["logout", "password", "delete", "elsewhere", "unnoticed"])
def test_a_stream_ends_when_its_listener_is_logged_out(tmp_path: Path, way: str) -> None:
    path = "/t/{name}/events" if way == "logout" else "/api/tables/{name}/stream"
    heard, after, spectator = coroutines.run(heard_of_a_logout(tmp_path, way, path))
    assert heard[-2:] == ["event: ended\ndata: logged out", ""]
    assert after == spectator and '"seat":null' in after


def test_nothing_drawn_before_a_logout_is_sent_behind_it() -> None:
    async def listen() -> list[bytes]:
        made, opened = Streams(), OpenStream("session", "5", asyncio.Event())
        made.drawing = InlineExecutor(1)

        def show() -> str:  # somebody logs out while it is drawn
            opened.end()
            return "hidden money"

        beat = Beat(BEAT, "alive", rest)
        return [piece async for piece in made.watch(opened, Shown(show, as_bytes), beat)]

    assert run_virtually(listen()) == [streams.ENDED.encode()]


def test_whose_seat_is_taken_away_goes_on_as_a_spectator(server: Running) -> None:
    with new_client(server.url) as host, new_client(server.url) as guest:
        made = open_table(host, options={"players": 3})
        key = guest.post(f"/api/tables/{made['table']}/seats/1", json={"name": "Boris"}).json()["key"]
        url = f"{server.url}/api/tables/{made['table']}/stream"
        with listening(url, {"Authorization": f"Bearer {key}"}) as stream:
            until(lambda: stream.last and stream.last["seat"] == 1)
            host.post(f"/api/tables/{made['table']}/kick", json={"seat": 1}, headers=token(host))
            until(lambda: stream.last["seat"] is None)
