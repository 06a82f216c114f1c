"""Floods: half-sent and slow requests, answers that nobody reads, uploads; and somebody honest meanwhile."""

from __future__ import annotations

import random
import socket
import time
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

from tests.campaigns.clients import open_for_two
from tests.campaigns.hostile_target import Counts, Target, look, n_descriptors, visit
from tests.campaigns.servers import PATIENCE, Process

CONNECTIONS = 1200  # of one trial
VISITS = 6  # of somebody honest, meanwhile
LEFT_OVER = 30  # descriptors that may be open after a flood, beside those before it
KINDS = ("head", "body", "silent", "stream", "pipeline", "upload")


def flood(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Open many connections that never end, visit in between, and see that all are closed afterwards."""
    rng = random.Random(seed)
    n_connections, findings = int(target.options.get("floods", CONNECTIONS)), list[str]()
    limited = next((one for one in target.processes if one.url == target.limited_url), None)
    before = 0 if limited is None else n_descriptors(limited)
    with suppress(AssertionError):  # the limits of earlier floods may still hold
        open_for_two(target.limited_url)
    usual = max(look(target.limited_url)[1] for _ in range(3))
    with ExitStack() as stack:
        for number in range(n_connections):
            made = stack.enter_context(connect(target.limited_url))
            with suppress(OSError):  # closed by the server, to make room
                made.sendall(beginning(rng, rng.choice(KINDS)))
            if number % (n_connections // VISITS) == 0:
                findings += described(visit(target.limited_url, usual), number)
        findings += described(visit(target.limited_url, usual), n_connections)
    if limited is not None and before:
        findings += left_over(limited, before)
    return {"flooding connections": n_connections}, findings


def connect(url: str) -> socket.socket:
    """Open a connection that never waits for an answer."""
    place = urlsplit(url)
    made = socket.create_connection((place.hostname or "", place.port or 80), PATIENCE)
    made.setblocking(False)
    return made


def beginning(rng: random.Random, kind: str) -> bytes:
    """Write the beginning of a request that is not ended, or whose answer nobody reads."""
    form = b"Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    match kind:
        case "head":
            return b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * rng.randrange(1000)
        case "body":
            return b"POST /taste HTTP/1.1\r\n" + form + b"Content-Length: 1000\r\n\r\na=b"
        case "stream":
            return b"GET /lists HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"
        case "pipeline":
            return b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * rng.randrange(1, 6)
        case "upload":
            return b"POST /records HTTP/1.1\r\n" + form + b"Content-Length: 8000000\r\n\r\n" + b"&" * 60_000
        case _:
            return b""


def described(trouble: str, number: int) -> list[str]:
    """Say what somebody honest met, and when."""
    return [f"{trouble}, while {number} connections of another address flood the server"] if trouble else []


def left_over(process: Process, before: int) -> list[str]:
    """Wait until a server has closed what was opened; say if it does not."""
    end = time.monotonic() + PATIENCE
    while n_descriptors(process) > before + LEFT_OVER:
        if time.monotonic() > end:
            return [f"{n_descriptors(process)} descriptors are open after a flood, {before} were before it"]
        time.sleep(0.2)
    return []
