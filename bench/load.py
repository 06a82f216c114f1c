"""A club evening: many tables, two open pages at each, random moves pressed on them at a steady rate.

A server in a process of its own is filled with tables in the middle of their games. Pages listen as browsers
do, and press one of the buttons that they show. Measured: from the click to the update on every page of the
table; what pages and updates weigh; what a table costs in memory. One write of a file, synced as the store
syncs, is measured in the same run: no answer can be quicker than the disk.

    python bench/load.py --tables 500 --rate 50 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from burgomaster.server.auth import VISITOR_COOKIE
from burgomaster.server.match import Match, apply_entry, moves, seats
from burgomaster.server.new_match import make_header
from burgomaster.server.security import Signer
from burgomaster.server.store import Store

SECRET = "a secret of the bench"
GOALS = {"99 % of moves, ms": 100.0, "memory of an idle table, KB": 50.0}
GOALS |= {"first load, KB": 150.0, "largest update, KB": 30.0}
PRESSED = re.compile(rb'name="move" value="([^"]+)"')
NUMBER = re.compile(rb'name="number" value="([^"]*)"')
TOKEN = re.compile(rb'name="form" value="([^"]*)"')
LINKED = re.compile(r'(?:href|src)="(/static/[^"#]+)')
GZIP = 16 + zlib.MAX_WBITS
TURN = b'data-turn="1"'
FEW = 20  # tables of the server whose memory is compared with that of the full one


@dataclass
class Page:
    """One open page, as a browser holds it."""

    table: str
    visitor: str
    cookie: str
    html: bytes = b""
    can_act: bool = False  # whether it is this page's turn
    updated: float = 0.0  # when the newest update came
    n_updates: int = 0
    sizes: list[int] = field(default_factory=list)  # bytes of updates on the wire

    def update(self, html: bytes, n_bytes: int) -> None:
        """Show something else from now on."""
        self.html, self.updated = html, time.perf_counter()
        self.can_act = TURN in html and PRESSED.search(html) is not None
        self.sizes.append(n_bytes)
        self.n_updates += 1


# A server full of tables


def fill(address: str, n_tables: int, n_moves: int, game: str, draw: random.Random) -> list[list[Page]]:
    """Tables of two people in the middle of their games, written as the server would have written them."""
    store, signer = Store(address), Signer(SECRET)
    tables = []
    for number in range(n_tables):
        visitors = [f"visitor-{number}-{seat}" for seat in range(2)]
        match = Match(make_header(game, {"players": 2}, f"visitor:{visitors[0]}", {"kind": "none"}, False))
        store.create(match.header, match.summary)
        before = match.number
        entries = []
        for seat, visitor in enumerate(visitors):
            entries.append(seats.sit(match, seat, f"visitor:{visitor}", f"Player {seat + 1}", time.time()))
            apply_entry(match, entries[-1])
        entries.append(seats.begin(match, time.time()))
        apply_entry(match, entries[-1])
        for _ in range(draw.randrange(n_moves)):
            seat = match.to_move
            assert seat is not None
            move = draw.choice(match.table.moves()).notation
            for entry in moves.play(match, seat, move, None, time.time()):
                entries.append(entry)
                apply_entry(match, entry)
        assert len(entries) == match.number - before
        store.append(match.header.match, entries, match.status, match.changed, match.summary)
        signed = [f"{VISITOR_COOKIE}={signer.sign('visitor', visitor)}" for visitor in visitors]
        tables.append(
            [Page(match.header.match, who, cookie) for who, cookie in zip(visitors, signed, strict=True)]
        )
    store.close()
    return tables


@contextmanager
def running_server(address: str) -> Iterator[tuple[int, int]]:
    """A server as people start it, on a free port; its port and its process."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = int(listening.getsockname()[1])
    environment = {**os.environ, "BURGOMASTER_DATABASE": address, "BURGOMASTER_SECRET": SECRET}
    environment |= {"BURGOMASTER_LIMITS": "0"}
    command = [sys.executable, "-m", "uvicorn", "--factory", "burgomaster.server.app:create_app"]
    process = subprocess.Popen([*command, "--port", str(port), "--log-level", "warning"], env=environment)
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def memory_of(process: int) -> float:
    """Kilobytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return float(re.findall(r"VmRSS:\s+(\d+) kB", status)[0])


# A browser without a screen


async def ask(port: int, page: Page | None, path: str, body: bytes | None = None) -> tuple[int, bytes, int]:
    """One request; the status, the text, and the bytes on the wire."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_of(page, path, body))
    status, headers = await head_of(reader)
    if headers.get("transfer-encoding") == "chunked":
        packed = b"".join([chunk async for chunk in chunks_of(reader)])
    else:
        packed = await reader.readexactly(int(headers.get("content-length", 0)))
    writer.close()
    text = zlib.decompress(packed, GZIP) if headers.get("content-encoding") == "gzip" else packed
    return status, text, len(packed)


def request_of(page: Page | None, path: str, body: bytes | None) -> bytes:
    """The bytes of a request."""
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Accept-Encoding: gzip",
    ]
    lines += ["Accept-Language: en", "HX-Request: true", "X-Stream: open"]
    lines += [f"Cookie: {page.cookie}"] if page else []
    if body is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


async def head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def chunks_of(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The pieces of an answer whose length is not known before."""
    while size := int((await reader.readline()).strip() or b"0", 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)


async def listen(port: int, page: Page, heard: Callable[[Page], None]) -> None:
    """Hold a page open: every update replaces what it shows."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(request_of(page, f"/t/{page.table}/events", None))
    _, headers = await head_of(reader)
    unpack = zlib.decompressobj(GZIP) if headers.get("content-encoding") == "gzip" else None
    waiting, n_bytes = b"", 0
    async for chunk in chunks_of(reader):
        n_bytes += len(chunk)
        waiting += unpack.decompress(chunk) if unpack else chunk
        *events, waiting = waiting.split(b"\n\n")
        for event in events:
            if event.startswith(b"event: table"):
                page.update(event, n_bytes)
                heard(page)
            n_bytes = 0


# The evening


class Evening:
    """Moves at a steady rate at tables where nobody waits for the last one."""

    def __init__(self, port: int, tables: Sequence[Sequence[Page]], draw: random.Random) -> None:
        self.port, self.tables, self.draw = port, tables, draw
        self.delays: list[float] = []
        self.answers: dict[int, int] = {}
        self.busy: dict[
            str, asyncio.Event
        ] = {}  # tables whose pages are waited for, and what wakes who waits

    def hear(self, page: Page) -> None:
        """A page was updated."""
        if page.table in self.busy:
            self.busy[page.table].set()

    async def play(self, rate: float, seconds: float) -> None:
        """Press buttons."""
        begun, pressed = time.perf_counter(), []
        n_moves = int(rate * seconds)
        for number in range(n_moves):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            ready = [table for table in self.tables if table[0].table not in self.busy and self.mover(table)]
            table = self.draw.choice(ready)
            self.busy[table[0].table] = asyncio.Event()
            pressed.append(asyncio.create_task(self.press(table)))
        await asyncio.gather(*pressed)

    def mover(self, table: Sequence[Page]) -> Page | None:
        """Whose turn it is at a table."""
        return next((page for page in table if page.can_act), None)

    async def press(self, table: Sequence[Page]) -> None:
        """One move; done when every page of the table has heard of it."""
        page = self.mover(table)
        assert page is not None
        move = self.draw.choice(PRESSED.findall(page.html)).decode()
        number, token = (found.search(page.html)[1].decode() for found in (NUMBER, TOKEN))  # type: ignore[index]
        before = [one.n_updates for one in table]
        body = urlencode({"move": move, "number": number, "form": token}).encode()
        begun = time.perf_counter()
        status, _, _ = await ask(self.port, page, f"/t/{page.table}/move", body)
        self.answers[status] = self.answers.get(status, 0) + 1
        while any(one.n_updates == n for one, n in zip(table, before, strict=True)):
            self.busy[page.table].clear()
            await asyncio.wait_for(self.busy[page.table].wait(), 20)
        self.delays.append(max(one.updated for one in table) - begun)
        del self.busy[page.table]


async def spend(
    port: int, process: int, tables: Sequence[Sequence[Page]], asked: argparse.Namespace
) -> dict[str, float]:
    """Open everything, play, and measure."""
    await ready(port)
    found = {"first load, KB": await first_load(port, tables[-1][0]) / 1024}
    evening = Evening(port, tables, random.Random(asked.seed))
    before = memory_of(process)
    pages = [page for table in tables for page in table]
    listening = [asyncio.create_task(listen(port, page, evening.hear)) for page in pages]
    while any(page.n_updates == 0 for page in pages):
        await asyncio.sleep(0.1)
    found["memory of an open page, KB"] = (memory_of(process) - before) / len(pages)
    for page in pages:
        page.sizes.clear()
    cpu = cpu_seconds(process)
    begun = time.perf_counter()
    await evening.play(asked.rate, asked.seconds)
    lasted = time.perf_counter() - begun
    found["processor of the server, %"] = 100 * (cpu_seconds(process) - cpu) / lasted
    for task in listening:
        task.cancel()
    print(json.dumps({"answers": evening.answers}))
    delays = sorted(evening.delays)
    sizes = sorted(size for page in pages for size in page.sizes)
    found |= {f"{share} % of moves, ms": 1000 * delays[len(delays) * share // 100] for share in (50, 90, 99)}
    found["moves a second"] = len(delays) / lasted
    found["median update, KB"] = sizes[len(sizes) // 2] / 1024
    found["largest update, KB"] = sizes[-1] / 1024
    return found


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def first_load(port: int, page: Page) -> int:
    """Bytes on the wire until a page is complete in an empty browser."""
    _, html, total = await ask(port, page, f"/t/{page.table}")
    for path in sorted(set(LINKED.findall(html.decode()))):
        status, _, size = await ask(port, page, path)
        assert status == 200, path
        total += size
    return total


async def ready(port: int) -> None:
    """Wait until a server answers."""
    while True:
        try:
            await ask(port, None, "/api/bots")
            return
        except OSError:
            await asyncio.sleep(0.1)


async def idle_memory(port: int, process: int, tables: Sequence[Sequence[Page]]) -> float:
    """Kilobytes of a server that has these tables in memory, and nobody looking at them."""
    await ready(port)
    await look_at_all(port, tables)
    return memory_of(process)


async def look_at_all(port: int, tables: Sequence[Sequence[Page]]) -> None:
    """Let the server load tables that nobody has open."""
    for table in tables:
        await ask(port, None, f"/api/tables/{table[0].table}")


def disk_seconds(folder: Path) -> float:
    """How long one synced write takes: the median of many."""
    times = []
    with (folder / "peer").open("wb") as file:
        for _ in range(100):
            begun = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    return sorted(times)[50]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="petersburg")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", type=int, default=100, help="played before, at most")
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/tables.db"
        draw = random.Random(asked.seed)
        tables = fill(address, FEW, asked.moves, asked.game, draw)
        with running_server(address) as (port, process):
            few = asyncio.run(idle_memory(port, process, tables))
        tables += fill(address, asked.tables - FEW, asked.moves, asked.game, draw)
        with running_server(address) as (port, process):
            many = asyncio.run(idle_memory(port, process, tables))
        disk = disk_seconds(Path(folder))
        with running_server(address) as (port, process):
            found = asyncio.run(spend(port, process, tables, asked))
    found["memory of an idle table, KB"] = (many - few) / (asked.tables - FEW)
    found["one synced write, ms"] = 1000 * disk
    found["median move, in synced writes"] = found["50 % of moves, ms"] / found["one synced write, ms"]
    for name, number in found.items():
        goal = f"  (at most {GOALS[name]:.0f})" if name in GOALS else ""
        print(f"{name:34}{number:10.1f}{goal}")


if __name__ == "__main__":
    main()
