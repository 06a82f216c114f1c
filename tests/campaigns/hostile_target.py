"""The servers that are attacked, and an honest visitor who looks whether they are well."""

from __future__ import annotations

import os
import shlex
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.campaigns.clients import Seat, open_for_two
from tests.campaigns.servers import Process

HONEST_SECONDS = 5.0  # for a visitor, while the server is attacked
HONEST_TIMES = 12  # as long as a visit takes in peace, where that is more: machines may be busy
LONGEST_VISIT = 60.0  # seconds
ELSEWHERE = "127.0.0.2"  # the honest visitor comes from another address
LONGEST_CURL = 600  # letters
COMPARED = ("status", "position", "ply", "paused", "seats", "names", "takeback", "passing", "view", "rematch")
TROUBLE = "Traceback"

Counts = dict[str, int]
Attack = Callable[["Target", int], tuple[Counts, list[str]]]


@dataclass
class Target:
    """A server without limits for generated requests, and one with limits for floods."""

    url: str
    limited_url: str
    folder: Path
    processes: tuple[Process, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seen_troubles: Counter[str] = field(default_factory=Counter)

    def tables(self) -> tuple[Seat, Seat]:
        return open_for_two(self.url)

    def troubles(self) -> list[str]:
        """Look whether the servers run, answer an honest visitor, and have logged no new fault."""
        found = [f"the server at {one.url} has ended" for one in self.processes if not one.is_alive]
        found += [text for url in {self.url, self.limited_url} if (text := visit(url))]
        for process in self.processes:
            if process.log is not None:
                text = process.log.read_text(encoding="utf-8", errors="replace")
                new = text.count(TROUBLE) - self.seen_troubles[process.url]
                self.seen_troubles[process.url] += new
                found += [f"{new} faults in the log: {text[text.rindex(TROUBLE) :][-800:]}"] if new else []
        return found


def visit(url: str, usual: float = 0.0) -> str:
    """Look at the lobby from another address; describe what was wrong, "" if nothing was."""
    try:
        status, seconds = look(url)
    except httpx.HTTPError as error:
        return f"an honest visitor got no answer: {type(error).__name__}: {error}"
    if status != 200:
        return f"an honest visitor was answered {status}"
    is_slow = seconds > max(HONEST_SECONDS, HONEST_TIMES * usual)
    return f"an honest visitor waited {seconds:.1f} s, in peace {usual:.1f} s" if is_slow else ""


def look(url: str) -> tuple[int, float]:
    began = time.monotonic()
    with httpx.Client(transport=httpx.HTTPTransport(local_address=ELSEWHERE), trust_env=False) as visitor:
        status = visitor.get(f"{url}/", timeout=LONGEST_VISIT).status_code
    return status, time.monotonic() - began


def snapshot(seat: Seat) -> dict[str, Any]:
    seen = seat.get()
    return {name: seen.get(name) for name in COMPARED} | {"chat": seat.get("/chat")}


def curl(request: httpx.Request) -> str:
    words = ["curl", "-i", "-X", request.method]
    for name, value in request.headers.raw:
        if name.lower() not in (b"host", b"content-length", b"accept", b"accept-encoding", b"connection"):
            words += ["-H", f"{name.decode('latin-1')}: {value.decode('latin-1')}"]
    if request.content:
        words += ["--data-binary", request.content[:LONGEST_CURL].decode("utf-8", "backslashreplace")]
    more = f"  # {len(request.content)} bytes" if len(request.content) > LONGEST_CURL else ""
    return shlex.join([*words, str(request.url)]) + more


def n_descriptors(process: Process) -> int:
    """Count the open files of a server, 0 where that cannot be known."""
    if process.process is not None:
        with suppress(OSError):
            return len(os.listdir(f"/proc/{process.process.pid}/fd"))
    return 0
