"""Turns by address: who asks for much waits for themselves, and nobody else waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from burgomaster.server.incoming import MOST_AT_ONCE, IncomingMiddleware, Turn
from burgomaster.server.security import RateLimiter


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_turn_is_given_back_while_the_sender_is_awaited() -> None:
    places = asyncio.Semaphore(2)
    crowd = [Turn(places) for _ in range(5)]
    waiting = [asyncio.ensure_future(turn.begin()) for turn in crowd]
    await settle()
    assert [turn.is_held for turn in crowd] == [True, True, False, False, False]
    waiting[2].cancel()  # somebody went away
    crowd[0].end()
    await settle()
    assert [turn.is_held for turn in crowd] == [False, True, False, True, False]
    body: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    resting = asyncio.ensure_future(crowd[1].resting(body))
    await settle()
    assert crowd[4].is_held  # while the body of another is awaited
    body.set_result(7)
    crowd[3].end()
    assert await resting == 7 and crowd[1].is_held
    for turn in crowd:
        turn.end()
        turn.end()
    await asyncio.wait_for(places.acquire(), 1)
    await asyncio.wait_for(places.acquire(), 1)
    assert places.locked()


@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_turn_ends_when_the_answer_begins(is_stream: bool) -> None:
    working: list[str] = []
    ends: list[asyncio.Event] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        working.append(scope["client"][0])
        end = asyncio.Event()
        ends.append(end)
        if is_stream:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await end.wait()

    async def nothing(*_: Any) -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    door = IncomingMiddleware(app, RateLimiter())
    scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b""}
    scope |= {"headers": [(b"host", b"x")], "http_version": "1.1"}
    senders = ["1.1.1.1"] * 3 * MOST_AT_ONCE + ["2.2.2.2"]
    asked = [
        asyncio.ensure_future(door({**scope, "client": (sender, 1)}, nothing, nothing)) for sender in senders
    ]
    await settle()
    assert working.count("2.2.2.2") == 1
    assert working.count("1.1.1.1") == (3 * MOST_AT_ONCE if is_stream else MOST_AT_ONCE)
    while not all(task.done() for task in asked):
        for end in ends:
            end.set()
        await settle()
    assert len(working) == len(senders)
    asked.clear()
    assert not door.turns  # nothing is remembered of an address without requests
