"""Requests that no client library would send, and what an event loop spends on a request."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.server.fixtures import PATIENCE, Running


@contextmanager
def connected(url: str) -> Iterator[socket.socket]:
    place = urlsplit(url)
    with socket.create_connection((place.hostname or "", place.port or 80), PATIENCE) as made:
        yield made


def answer_to(url: str, *pieces: bytes) -> bytes:
    with connected(url) as made:
        for piece in pieces:
            made.sendall(piece)
        return read_all(made)


def read_all(made: socket.socket) -> bytes:
    found = b""
    try:
        while piece := made.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def head(line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def loop_seconds(server: Running, ask: Callable[[], object]) -> float:
    """Processor time that the loop of a server spends on something; the least of a few tries."""
    return min(_spent(server, ask) for _ in range(3))


def _spent(server: Running, ask: Callable[[], object]) -> float:
    before = _clock(server)
    ask()
    return _clock(server) - before


def _clock(server: Running) -> float:
    async def read() -> float:
        return time.thread_time()

    loop = server.server.servers[0].get_loop()
    return asyncio.run_coroutine_threadsafe(read(), loop).result(PATIENCE)
