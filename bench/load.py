"""A club evening: many tables, two open pages at each, random moves pressed on them at a steady rate.

Server processes are filled with tables of all games, in the middle. Pages listen as browsers do, and press
one of the buttons that they show. Measured: from the click to the update on every page of the table; the
processor time of a move, of the servers and of this program, which plays all the browsers; what pages and
updates weigh; what a table costs in memory. One write of a file, synced as the store syncs, is measured in
the same run: no answer can be quicker than the disk.

    python -m bench.load --tables 500 --rate 50 --seconds 60
    python -m bench.load --rate 150 --processes 2 --database postgresql://user@localhost/empty
    python -m bench.load --rate 150 --processes 2 --database postgresql    # one that is made for this

With several processes the two pages of a table are connected to different ones, as behind a proxy that knows
nothing of tables; `--together` connects them to the same one, as behind a proxy that looks at the path.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.campaigns.evening import Evening, Page, ask, fill
from tests.campaigns.servers import SECRET, Process, make_process
from tests.campaigns.stores import running_cluster

from burgomaster.core.registry import game_names
from burgomaster.server.drawers import WORKER as DRAWER
from burgomaster.server.settings import read_settings

GOALS = {"99 % of moves, ms": 50.0, "memory of an idle table, KB": 50.0}
GOALS |= {"first load, KB": 150.0, "largest update, KB": 30.0}
LINKED = re.compile(r'(?:href|src)="(/static/[^"#]+)')
MEMORY_SECONDS = 30.0  # between two looks at the memory of the servers
LOOK_SECONDS, STILL_LOOKS = 0.5, 4  # drawing processes that have used no time at so many looks wait
FEW = 20  # tables of the server whose memory is compared with that of the full one


# Servers


@contextmanager
def running_servers(address: str, n_processes: int, n_drawers: int = 0) -> Iterator[list[Process]]:
    """Start server processes as people do, on free ports, each perhaps with processes that draw for it."""
    processes = [make_process(address) for _ in range(n_processes)]
    for process in processes:
        process.environment["BURGOMASTER_DRAWERS"] = str(n_drawers)
    try:
        for process in processes:
            process.start()
        yield processes
    finally:
        for process in processes:
            if process.is_alive:
                process.stop()


@contextmanager
def database(asked: str, folder: str) -> Iterator[str]:
    """Find the database: a file in a folder, one that somebody has made, or a PostgreSQL for this evening."""
    if asked != "postgresql":
        given = asked or f"sqlite:///{folder}/tables.db"
        yield read_settings({**os.environ, "BURGOMASTER_DATABASE": given, "BURGOMASTER_SECRET": "-"}).database
        return
    with running_cluster() as cluster:
        yield cluster.make_database("evening")


def memory_of(process: Process) -> float:
    """Kilobytes that a server holds."""
    return resident_kb(number_of(process))


def resident_kb(number: int) -> float:
    """Kilobytes that a process holds."""
    status = Path(f"/proc/{number}/status").read_text(encoding="ascii")
    return float(re.findall(r"VmRSS:\s+(\d+) kB", status)[0])


async def watch_memory(processes: Sequence[Process]) -> None:
    """Print the memory of servers and of the processes that draw for them, until it is cancelled."""
    begun = time.monotonic()
    while True:
        servers = sum(map(memory_of, processes)) / 1024
        drawing = sum(resident_kb(number) for process in processes for number in drawers_of(process)) / 1024
        say(f"{time.monotonic() - begun:.0f} s: servers {servers:.0f} MB, drawing {drawing:.0f} MB")
        await asyncio.sleep(MEMORY_SECONDS)


def cpu_seconds(number: int | str) -> float:
    """Processor time that a process has used."""
    words = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def number_of(process: Process) -> int:
    """Find the number of a server's process."""
    assert process.process is not None
    return process.process.pid


def drawers_of(process: Process) -> list[int]:
    """Find the numbers of the processes that draw for a server."""
    own = f"/proc/{number_of(process)}/task"
    children = [text.read_text(encoding="ascii").split() for text in Path(own).glob("*/children")]
    found = [(number, Path(f"/proc/{number}/cmdline")) for numbers in children for number in numbers]
    return [int(number) for number, words in found if DRAWER.encode() in words.read_bytes()]


# Measuring


async def spend(
    processes: Sequence[Process], tables: Sequence[Sequence[Page]], asked: argparse.Namespace
) -> dict[str, float]:
    """Open everything, play, and measure."""
    found = {"first load, KB": await first_load(processes[0].port, tables[-1][0]) / 1024}
    evening = Evening(processes[0].port, tables, random.Random(asked.seed))
    connect(tables, [process.port for process in processes], asked.together)
    pages = [page for table in tables for page in table]
    before = sum(map(memory_of, processes))
    await open_all(evening, tables)
    found["memory of an open page, KB"] = (sum(map(memory_of, processes)) - before) / len(pages)
    for page in pages:
        page.sizes.clear()
    numbers = [number for process in processes for number in (number_of(process), *drawers_of(process))]
    cpu, own, begun = list(map(cpu_seconds, numbers)), time.process_time(), time.perf_counter()
    watching = asyncio.create_task(watch_memory(processes))
    await evening.play(asked.rate, asked.seconds)
    watching.cancel()
    lasted = time.perf_counter() - begun
    spent = [cpu_seconds(number) - first for number, first in zip(numbers, cpu, strict=True)]
    n_moves = len(evening.delays)
    found["processor of the busiest process, %"] = 100 * max(spent) / lasted
    found["processor of this program, %"] = 100 * (time.process_time() - own) / lasted
    found["of the servers, ms a move"] = 1000 * sum(spent) / n_moves
    found["of this program, ms a move"] = 1000 * (time.process_time() - own) / n_moves
    await asyncio.gather(*(evening.leave(name) for name in evening.tables))
    assert not evening.troubles, evening.troubles[0]
    print(json.dumps({"answers": evening.answers}), flush=True)
    return found | measured(evening, pages, lasted)


def measured(evening: Evening, pages: Sequence[Page], lasted: float) -> dict[str, float]:
    """How long moves took, and what updates weigh."""
    delays = sorted(evening.delays)
    sizes = sorted(size for page in pages for size in page.sizes)
    found = {f"{share} % of moves, ms": 1000 * delays[len(delays) * share // 100] for share in (50, 90, 99)}
    found["moves a second"] = len(delays) / lasted
    found["median update, KB"] = sizes[len(sizes) // 2] / 1024
    found["largest update, KB"] = sizes[-1] / 1024
    return found


def connect(tables: Sequence[Sequence[Page]], ports: Sequence[int], together: bool) -> None:
    """Choose for each page the process it is connected to."""
    for number, table in enumerate(tables):
        for seat, page in enumerate(table):
            page.port = ports[(number if together else number + seat) % len(ports)]


async def open_all(evening: Evening, tables: Sequence[Sequence[Page]], at_once: int = 50) -> None:
    """Open all pages, some at a time, as people come."""
    for first in range(0, len(tables), at_once):
        await asyncio.gather(*(evening.open(table) for table in tables[first : first + at_once]))
        say(f"{min(first + at_once, len(tables))} tables are open")


async def first_load(port: int, page: Page) -> int:
    """Bytes on the wire until a page is complete in an empty browser."""
    _, html, total = await ask(port, page, f"/t/{page.table}")
    for path in sorted(set(LINKED.findall(html.decode()))):
        status, _, size = await ask(port, page, path)
        assert status == 200, path
        total += size
    return total


def wait_for_drawers(processes: Sequence[Process], n_drawers: int) -> None:
    """Wait until the processes that draw are there and have loaded everything: they have nothing to do."""
    before, still = [-1.0], 0
    while still < STILL_LOOKS:
        time.sleep(LOOK_SECONDS)
        now = [cpu_seconds(number) for process in processes for number in drawers_of(process)]
        still = still + 1 if now == before and len(now) == n_drawers * len(processes) else 0
        before = now


async def look_at_all(port: int, tables: Sequence[Sequence[Page]]) -> None:
    """Let the server load tables that nobody has open."""
    for table in tables:
        await ask(port, None, f"/api/tables/{table[0].table}")


def idle_memory(address: str, tables: Sequence[Sequence[Page]]) -> float:
    """Kilobytes of a server that has these tables in memory, and nobody looking at them."""
    with running_servers(address, 1) as (process,):
        asyncio.run(look_at_all(process.port, tables))
        return memory_of(process)


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


# The evening


def say(words: str) -> None:
    """Tell how far it is."""
    print(f"... {words}", flush=True)


def evening_of(address: str, folder: str, asked: argparse.Namespace) -> dict[str, float]:
    """Fill the store, and spend an evening."""
    games, draw = [asked.game] if asked.game else game_names(), random.Random(asked.seed)
    tables = fill(address, SECRET, min(FEW, asked.tables), asked.moves, games, draw)
    few = idle_memory(address, tables) if asked.memory else 0.0
    tables += fill(address, SECRET, asked.tables - len(tables), asked.moves, games, draw)
    say(f"{len(tables)} tables are made")
    many = idle_memory(address, tables) if asked.memory else 0.0
    disk = disk_seconds(Path(folder))
    with running_servers(address, asked.processes, asked.drawers) as processes:
        if asked.drawers:
            wait_for_drawers(processes, asked.drawers)
        found = asyncio.run(spend(processes, tables, asked))
    if asked.memory:
        found["memory of an idle table, KB"] = (many - few) / (asked.tables - FEW)
    found["one synced write, ms"] = 1000 * disk
    found["median move, in synced writes"] = found["50 % of moves, ms"] / found["one synced write, ms"]
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=game_names(), help="one game only; otherwise all are mixed")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", type=int, default=100, help="played before, at most")
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1, help="servers; several need PostgreSQL")
    parser.add_argument("--database", default="", help="an address, or `postgresql`; otherwise SQLite")
    parser.add_argument("--drawers", type=int, default=0, help="processes that draw, beside each server")
    parser.add_argument("--together", action="store_true", help="the pages of a table at one process")
    parser.add_argument("--memory", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        found = evening_of(stack.enter_context(database(asked.database, folder)), folder, asked)
    for name, number in found.items():
        goal = f"  (at most {GOALS[name]:.0f})" if name in GOALS else ""
        print(f"{name:34}{number:10.1f}{goal}")


if __name__ == "__main__":
    main()
