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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from burgomaster.campaigns.evening import Evening, Page, ask, fill

SECRET = "a secret of the bench"
GOALS = {"99 % of moves, ms": 100.0, "memory of an idle table, KB": 50.0}
GOALS |= {"first load, KB": 150.0, "largest update, KB": 30.0}
LINKED = re.compile(r'(?:href|src)="(/static/[^"#]+)')
FEW = 20  # tables of the server whose memory is compared with that of the full one


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


async def spend(
    port: int, process: int, tables: Sequence[Sequence[Page]], asked: argparse.Namespace
) -> dict[str, float]:
    """Open everything, play, and measure."""
    await ready(port)
    found = {"first load, KB": await first_load(port, tables[-1][0]) / 1024}
    evening = Evening(port, tables, random.Random(asked.seed))
    before = memory_of(process)
    pages = [page for table in tables for page in table]
    await asyncio.gather(*(evening.open(table) for table in tables))
    found["memory of an open page, KB"] = (memory_of(process) - before) / len(pages)
    for page in pages:
        page.sizes.clear()
    cpu = cpu_seconds(process)
    begun = time.perf_counter()
    await evening.play(asked.rate, asked.seconds)
    lasted = time.perf_counter() - begun
    found["processor of the server, %"] = 100 * (cpu_seconds(process) - cpu) / lasted
    await asyncio.gather(*(evening.leave(name) for name in evening.tables))
    assert not evening.troubles, evening.troubles[0]
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
        tables = fill(address, SECRET, FEW, asked.moves, [asked.game], draw)
        with running_server(address) as (port, process):
            few = asyncio.run(idle_memory(port, process, tables))
        tables += fill(address, SECRET, asked.tables - FEW, asked.moves, [asked.game], draw)
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
