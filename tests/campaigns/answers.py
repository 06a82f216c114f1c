"""Whole answers of the application to one viewer, and when a stream writes what."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
from fastapi import FastAPI

from burgomaster.server.auth import LANGUAGE_COOKIE, VISITOR_COOKIE
from burgomaster.server.describe import describe_table
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Entry, Match, after
from burgomaster.server.match.secret_questions import audience_of
from burgomaster.server.request_tracing import ID_HEADER
from burgomaster.server.sessions import OpenStream
from burgomaster.server.streams import Beat, Shown, Streams, gzip_block
from tests.campaigns.histories import MATCH, person
from tests.campaigns.virtual_time import InlineExecutor, run_virtually

BEAT = 15.0
LENGTH = "content-length"  # of what is sent, compressed
TOLD_HEADERS = ("content-type", LENGTH, "content-encoding", "allow", "location", "retry-after")
READ = (
    "/t/{m}", "/t/{m}?seat={s}&keep=1", "/t/{m}/live", "/t/{m}/replay?ply={p}", "/t/{m}/replay?seat=none",
    "/t/{m}/record.json", "/t/{m}/analysis", "/t/{m}/link", "/t/{m}/hint?seat=9", "/t/{m}?key=none.none",
    "/api/tables/{m}", "/api/tables/{m}?seat={s}", "/api/tables/{m}?seat=none", "/api/tables/{m}/state",
    "/api/tables/{m}/log", "/api/tables/{m}/log?language=ru&you=true&since=3", "/api/tables/{m}/chat",
    "/api/tables/{m}/replay?ply={p}", "/api/tables/{m}/replay?ply=-1", "/api/tables/{m}/record",
    "/api/tables/{m}/analysis", "/api/tables/{m}/hint?level=9",
)  # fmt: skip
HINT = "/api/tables/{m}/hint?level=3"  # may depend on what a seat could have counted, though it is not shown
SENT: Sequence[tuple[str, dict[str, Any]]] = (
    ("moves", {"move": "sing a song"}),
    ("moves", {"move": ""}),
    ("moves", {"move": "pass", "position": "0000"}),
    ("moves", {"move": "pass", "seat": 9}),
    ("moves", {}),
    ("answer", {"yes": True}),
    ("resume", {}),
    ("passing", {"mode": "never"}),
    ("return", {}),
    ("rematch", {}),
    ("sing", {}),
    ("seats/0", {"name": "Other"}),
    ("seats/0", {"bot": "random"}),
    ("swap", {"seat": 0, "other": 1}),
    ("kick", {"seat": 0}),
    ("cancel", {}),
)  # all of them are refused, whatever is hidden


def answers(
    app: FastAPI,
    loop: asyncio.AbstractEventLoop,
    match: Match,
    seat: int | None,
    place: int,
    with_hint: bool = True,
) -> str:
    """Write down all answers to one viewer: status, headers, and the body."""
    app.state.match_manager.live[MATCH] = LiveMatch(match, leads=False, chat=())
    paths = [*READ, HINT] if with_hint else READ
    return json.dumps(loop.run_until_complete(ask_all(app, seat, place, paths)), ensure_ascii=False)


async def ask_all(app: FastAPI, seat: int | None, place: int, paths: Sequence[str]) -> list[Any]:
    """Ask for everything, one after another."""
    signer, name = app.state.signer, person(seat).partition(":")[2]
    cookies = {VISITOR_COOKIE: signer.sign("visitor", name), LANGUAGE_COOKIE: "en" if place % 2 else "ru"}
    token = {"X-Form-Token": signer.sign("form", name).rpartition(".")[2]}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table", cookies=cookies) as client:
        told = []
        for path in paths:
            asked = path.format(m=MATCH, s=0 if seat is None else seat, p=place)
            told.append([asked, *told_by(await client.get(asked))])
        for verb, body in SENT:
            asked = f"/api/tables/{MATCH}/{verb}"
            told.append([asked, *told_by(await client.post(asked, json=body, headers=token))])
            form = {**{key: str(value) for key, value in body.items()}, "form": token["X-Form-Token"]}
            asked = f"/t/{MATCH}/{'move' if verb == 'moves' else verb}"
            told.append([asked, *told_by(await client.post(asked, data=form))])
        return told


def told_by(answer: httpx.Response) -> Iterator[Any]:
    """Say what an answer tells, but for the random number of the request, which pages of errors name."""
    number = answer.headers.get(ID_HEADER, "")
    is_named = bool(number) and number in answer.text
    yield answer.status_code
    yield {name: answer.headers.get(name) for name in TOLD_HEADERS if not (is_named and name == LENGTH)}
    yield answer.text.replace(number, "") if is_named else answer.text


# Streams


def writes(match: Match, entries: Sequence[Entry], seat: int | None, start: float, end: float) -> str:
    """Write down what a stream sends to a viewer, and when, while entries are written at their times."""
    return json.dumps(run_virtually(listen(match, entries, seat, start, end)))


async def listen(
    match: Match, entries: Sequence[Entry], seat: int | None, start: float, end: float
) -> list[tuple[float, str]]:
    """Listen to a table from one moment to another."""
    loop, streams, live = asyncio.get_running_loop(), Streams(), LiveMatch(match)
    streams.drawing = InlineExecutor(1)

    def write(entry: Entry) -> None:
        before, live.match = live.match, after(live.match, [entry])
        live.notify(audience_of(before, live.match, [entry]))

    for entry in entries:
        loop.call_at(entry.at - start, write, entry)
    shown = Shown(lambda: json.dumps(describe_table(live.match, seat)), gzip_block)
    with live.watched(lambda: [] if seat is None else [seat]) as changed:
        opened = OpenStream("", "", changed)
        loop.call_at(end - start, opened.end)
        pieces = streams.watch(opened, shown, Beat(BEAT, "alive", rest))
        return [(loop.time(), piece.hex()) async for piece in pieces]


async def rest() -> None:
    """Look after nothing."""
