"""A club evening: many tables, two open pages at each, random moves pressed on them at a steady rate.

Pages listen as browsers do, and press one of the buttons that they show. A table whose game is over is left,
and its people open another one.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from burgomaster.server.auth import VISITOR_COOKIE
from burgomaster.server.changes import MOST_KNOWN, put_together
from burgomaster.server.match import Entry, Match, apply_entry, moves, seats
from burgomaster.server.new_match import make_header
from burgomaster.server.security import Signer
from burgomaster.server.store import Store, Writing

# How fields of a page begin, up to their value.
MOVE, NUMBER, TOKEN = (b'name="%s" value="' % name for name in (b"move", b"number", b"form"))
GZIP = 16 + zlib.MAX_WBITS
TURN = b'data-turn="1"'
UPDATE = b"event: table\ndata: "
LONGEST_EVENT = 1 << 20  # bytes of an event on the wire
ACCEPTED = (200, 204)  # how a move is acknowledged
PATIENCE = 20.0  # seconds until every page must have heard of a move
KEPT_SECONDS = 4.0  # that a connection waits for the next request; the server closes it a second later
TRIES = 8  # to find a table where nobody waits before all of them are looked at

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Page:
    table: str
    visitor: str
    cookie: str
    html: bytes = b""
    parts: tuple[list[bytes], ...] = ()  # of the last updates, the newest first
    can_act: bool = False  # whether it is this page's turn
    updated: float = 0.0  # when the newest update came
    n_updates: int = 0
    sizes: list[int] = field(default_factory=list)  # bytes of updates on the wire
    port: int = 0  # of the server process it is connected to, where there are several
    kept: Connection | None = None  # the connection of its last request, for the next one
    kept_since: float = 0.0

    def update(self, data: bytes, n_bytes: int) -> None:
        """Show something else from now on: what is new, and what it has already."""
        parts = put_together(data, self.parts)
        self.parts = (parts, *self.parts)[:MOST_KNOWN]
        html = b"".join(parts)
        self.html, self.updated = html, time.perf_counter()
        self.can_act = TURN in html and MOVE in html
        self.sizes.append(n_bytes)
        self.n_updates += 1


# A store full of tables


def fill(
    address: str, secret: str, n_tables: int, n_moves: int, games: Sequence[str], draw: random.Random
) -> list[list[Page]]:
    """Write tables of two people in the middle of their games, as the server would have written them."""
    store, signer = Store(address), Signer(secret)
    try:
        return [
            fill_table(store, signer, number, games[number % len(games)], draw.randrange(n_moves), draw)
            for number in range(n_tables)
        ]
    finally:
        store.close()


def fill_table(
    store: Store, signer: Signer, number: int, game: str, n_moves: int, draw: random.Random
) -> list[Page]:
    """Write one table; its two pages, which are not open yet."""
    visitors = [f"visitor-{number}-{seat}-{draw.randrange(1 << 30)}" for seat in range(2)]
    match = Match(make_header(game, {"players": 2}, f"visitor:{visitors[0]}", {"kind": "none"}, False))
    store.create(match.header, match.summary)
    entries: list[Entry] = []

    def keep(new: Sequence[Entry]) -> None:
        for entry in new:
            apply_entry(match, entry)
        entries.extend(new)

    for seat, visitor in enumerate(visitors):
        keep([seats.sit(match, seat, f"visitor:{visitor}", f"Player {seat + 1}", time.time())])
    keep([seats.begin(match, time.time())])
    for _ in range(n_moves):
        if match.to_move is None:
            break
        move = draw.choice(match.table.moves()).notation
        keep(moves.play(match, match.to_move, move, None, time.time()))
    store.write(Writing(match.header.match, entries, match.status, match.changed, match.summary))
    signed = [f"{VISITOR_COOKIE}={signer.sign('visitor', visitor)}" for visitor in visitors]
    return [Page(match.header.match, who, cookie) for who, cookie in zip(visitors, signed, strict=True)]


# A browser without a screen


async def ask(
    port: int, page: Page | None, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, int]:
    reader, writer = await connect(port, page)
    is_kept = False
    try:
        writer.write(request_of(page, path, body, headers))
        status, answered = await head_of(reader)
        if answered.get("transfer-encoding") == "chunked":
            packed = b"".join([chunk async for chunk in chunks_of(reader)])
        else:
            packed = await reader.readexactly(int(answered.get("content-length", 0)))
        is_kept = keep(page, (reader, writer), answered)
    finally:
        if not is_kept:
            writer.close()
    text = zlib.decompress(packed, GZIP) if answered.get("content-encoding") == "gzip" else packed
    return status, text, len(packed)


async def connect(port: int, page: Page | None) -> Connection:
    """Take the connection that a page has kept, as browsers do, or open one."""
    if page is not None and page.kept is not None:
        (reader, writer), page.kept = page.kept, None
        is_open = time.perf_counter() - page.kept_since < KEPT_SECONDS and not reader.at_eof()
        if is_open and writer.get_extra_info("peername")[1] == port:
            return reader, writer
        writer.close()
    return await asyncio.open_connection("127.0.0.1", port)


def keep(page: Page | None, connection: Connection, answered: dict[str, str]) -> bool:
    """Keep a connection for the next request of a page, unless the server closes it."""
    if page is None or page.kept is not None or answered.get("connection") == "close":
        return False
    page.kept, page.kept_since = connection, time.perf_counter()
    return True


def request_of(page: Page | None, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
    usual = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", "Accept-Language": "en"}
    usual |= {"HX-Request": "true", "X-Stream": "open"}
    if page is not None:
        usual["Cookie"] = page.cookie
    if body is not None:
        usual |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in {**usual, **named}.items()]
    first = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"
    return "\r\n".join([first, *lines, "", ""]).encode() + (body or b"")


async def head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def chunks_of(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Read the pieces of an answer whose length is not known before."""
    while size := int((await reader.readline()).strip() or b"0", 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readline()  # so ends what has no more pieces


async def listen(port: int, page: Page, heard: Callable[[Page], None]) -> None:
    """Hold a page open: every update replaces what it shows."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_EVENT)
    try:
        writer.write(request_of(page, f"/t/{page.table}/events?parts=1", None, {}))
        _, headers = await head_of(reader)
        unpack = zlib.decompressobj(GZIP) if headers.get("content-encoding") == "gzip" else None
        waiting, n_bytes = b"", 0
        async for chunk in chunks_of(reader):
            n_bytes += len(chunk)
            waiting += unpack.decompress(chunk) if unpack else chunk
            *events, waiting = waiting.split(b"\n\n")
            for event in events:
                if event.startswith(UPDATE):
                    page.update(event[len(UPDATE) :], n_bytes)
                    heard(page)
                n_bytes = 0
    finally:
        writer.close()


# The evening


class Evening:
    """Moves at a steady rate at tables where nobody waits for the last one."""

    def __init__(self, port: int, tables: Sequence[Sequence[Page]], draw: random.Random) -> None:
        self.port, self.draw = port, draw
        self.tables = {table[0].table: list(table) for table in tables}
        self.delays: list[float] = []  # seconds from a press until every page has heard of it
        self.answers: Counter[int] = Counter()
        self.accepted: Counter[str] = Counter()  # moves that were acknowledged, by table
        self.troubles: list[str] = []
        # tables whose pages are waited for, and what wakes who waits
        self.busy: dict[str, asyncio.Event] = {}
        self._listening: dict[str, list[asyncio.Task[None]]] = {}

    async def open(self, table: Sequence[Page]) -> None:
        name = table[0].table
        self._listening[name] = [
            asyncio.create_task(listen(page.port or self.port, page, self.hear)) for page in table
        ]
        while any(page.n_updates == 0 for page in table):
            for task in self._listening[name]:
                if task.done():
                    said = f"a page of {name} was closed before it showed anything"
                    raise ConnectionError(said) from task.exception()
            await asyncio.sleep(0.02)

    async def leave(self, name: str) -> None:
        for page in self.tables.get(name, ()):
            hang_up(page)
        for task in self._listening.pop(name, []):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def hear(self, page: Page) -> None:
        if page.table in self.busy:
            self.busy[page.table].set()

    async def play(self, rate: float, seconds: float) -> None:
        begun, pressed = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            name = self._choose()
            if name is not None:
                self.busy[name] = asyncio.Event()
                pressed.append(asyncio.create_task(self.press(self.tables[name])))
        await asyncio.gather(*pressed)

    def _choose(self) -> str | None:
        """Choose a table at which somebody can move; at nearly all of them somebody can."""
        names = list(self.tables)
        for _ in range(TRIES if len(self.busy) < len(names) else 0):
            name = self.draw.choice(names)
            if self._is_ready(name):
                return name
        ready = [name for name in names if self._is_ready(name)] if len(self.busy) < len(names) else []
        return self.draw.choice(ready) if ready else None

    def _is_ready(self, name: str) -> bool:
        """Tell whether somebody can move at a table, and nobody waits for the last move."""
        return name not in self.busy and mover(self.tables[name]) is not None

    async def press(self, table: Sequence[Page]) -> None:
        """Make one move; it is done when every page of the table has heard of it."""
        name = table[0].table
        try:
            await self._press(table, mover(table))
        except (OSError, EOFError, TimeoutError, AssertionError) as error:
            self.troubles.append(f"a move was not seen by everybody: {type(error).__name__} {error}")
        finally:
            del self.busy[name]

    async def _press(self, table: Sequence[Page], page: Page | None) -> None:
        assert page is not None, "nobody can move"
        move = value_of(MOVE, page.html, self.draw.randrange(page.html.count(MOVE)))
        before = [one.n_updates for one in table]
        number, token = value_of(NUMBER, page.html), value_of(TOKEN, page.html)
        sent = {"move": move, "number": number, "form": token}
        begun = time.perf_counter()
        status, _, _ = await ask(
            page.port or self.port, page, f"/t/{page.table}/move", urlencode(sent).encode()
        )
        self.answers[status] += 1
        self.accepted[page.table] += status in ACCEPTED
        async with asyncio.timeout(PATIENCE):
            while any(one.n_updates == n for one, n in zip(table, before, strict=True)):
                self.busy[page.table].clear()
                await self.busy[page.table].wait()
        self.delays.append(max(one.updated for one in table) - begun)

    # Tables whose game is over

    def ended(self) -> list[str]:
        """List the tables at which nobody can move any more."""
        return [name for name, table in self.tables.items() if name not in self.busy and not mover(table)]

    async def begin_again(self, name: str, game: str) -> None:
        """Let the people of a table open another one."""
        host, guest = self.tables.pop(name)
        await self.leave(name)
        made = await self._send(host, "/api/tables", {"game": game, "options": {"players": 2}, "name": "A"})
        await self._send(guest, f"/api/tables/{made['table']}/seats/1", {"name": "B"})
        for page in (host, guest):
            hang_up(page)
        table = [Page(made["table"], page.visitor, page.cookie) for page in (host, guest)]
        await self.open(table)
        self.tables[made["table"]] = table

    async def _send(self, page: Page, path: str, body: dict[str, object]) -> dict[str, str]:
        _, known, _ = await ask(self.port, page, "/api/me")
        headers = {"Content_Type": "application/json", "X_Form_Token": json.loads(known)["form_token"]}
        status, text, _ = await ask(self.port, page, path, json.dumps(body).encode(), **headers)
        assert status in (200, 201), f"{path.partition('?')[0]} answered {status}"
        return dict(json.loads(text))


def value_of(field: bytes, html: bytes, number: int = 0) -> str:
    start = -1
    for _ in range(number + 1):
        start = html.index(field, start + 1)
    start += len(field)
    return html[start : html.index(b'"', start)].decode()


def hang_up(page: Page) -> None:
    if page.kept is not None:
        page.kept[1].close()
        page.kept = None


def mover(table: Sequence[Page]) -> Page | None:
    for page in table:
        if page.can_act:
            return page
    return None
