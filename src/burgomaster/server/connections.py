"""How uvicorn serves the application: the number of connections, and time limits below HTTP.

Uvicorn waits for ever for the rest of a request head and for a client that does not read. Here a connection
without a complete head in time is closed, an address holds only so many connections, and when all places are
taken the connection that has been idle longest makes room. An open stream is never cut.

No other module uses private parts of uvicorn: the methods and fields of its HTTP protocol.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from burgomaster.server.proxies import TrustedProxies, address_key
from burgomaster.server.settings import Settings

HEAD_BYTES = 64_000  # of a head that is not complete
MOST_QUEUED = 32  # requests that are sent on one connection without waiting for answers
RESERVED = 128  # descriptors for the store, files and processes
FAREWELL_SECONDS = 2  # for pages that are being read when the server is stopped
LOG_SECONDS = 60.0  # between two equal warnings that clients can cause
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"
)
LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

PROXY = "proxy "
TOO_MANY = "%d open connections from %s; if that is a proxy of yours, name it in BURGOMASTER_PROXIES"
ALL_TAKEN = "all %d connections are in use, %d of them idle"
TOO_SLOW = "headers did not come within %.0f seconds; the first such request is from %s"
OF_UVICORN = ("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket")

log = logging.getLogger(__name__)


class SeldomFilter(logging.Filter):
    """Passes each of the warnings that clients can cause once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self.logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        text, now = str(record.msg), time.monotonic()
        if record.name != log.name and not text.startswith(OF_UVICORN):
            return True
        if now - self.logged.get(text, -LOG_SECONDS) < LOG_SECONDS:
            return False
        self.logged[text] = now
        return True


seldom = SeldomFilter()
log.addFilter(seldom)


@dataclass(frozen=True)
class ConnectionLimits:
    most: int = 10_000
    most_of_address: int = 300
    head_seconds: float = 10.0  # from the first byte of a request, or the connection, to the end of its head
    write_seconds: float = 60.0  # a client that reads nothing for so long is gone
    close_seconds: float = 10.0  # for what is still to be sent on a closed connection
    proxies: TrustedProxies = field(default_factory=TrustedProxies)  # these have no limit of their own


def server_config(app: FastAPI, limits: ConnectionLimits | None = None, **other: Any) -> uvicorn.Config:
    settings: Settings = app.state.settings
    if limits is None:
        most = fitting(settings.connections, raise_descriptor_limit())
        of_address = settings.connections_per_address if settings.rate_limits else most
        limits = ConnectionLimits(most, min(of_address, most), proxies=settings.proxies)
    limiter = ConnectionLimiter(limits)
    app.state.connections = limiter
    logging.getLogger("uvicorn.error").addFilter(seldom)
    usual: dict[str, Any] = {
        "http": partial(LimitedProtocol, limiter=limiter),
        "ws": "none",
        "lifespan": "on",
        "log_level": "warning",
        "proxy_headers": False,  # ours are read by our own middleware
        "server_header": False,
        "timeout_graceful_shutdown": FAREWELL_SECONDS,
    }
    return uvicorn.Config(app, **{**usual, **other})


class ConnectionLimiter:
    """Counts connections, in all and by address, and makes room for new ones."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()
        # connections without a complete request, the longest idle first: all of them, and by address
        self.idle: OrderedDict[Any, str] = OrderedDict()
        self.idle_of: dict[str, OrderedDict[Any, None]] = {}

    def address_of(self, host: str | None) -> str:
        is_proxy = self.limits.proxies.trusts(host or "")
        return PROXY + (host or "") if is_proxy else address_key(host)

    def admit(self, connection: Any, address: str) -> bool:
        """Count a connection if there is room, or an idle one that can be closed for it."""
        n_open, n_of_address = self.open.total(), self.open[address]
        has_room = True
        if n_of_address >= self.limits.most_of_address and not address.startswith(PROXY):
            log.warning(TOO_MANY, n_of_address, address)
            has_room = self.evict_oldest(self.idle_of.get(address))
        elif n_open >= self.limits.most:
            log.warning(ALL_TAKEN, n_open, len(self.idle))
            has_room = self.evict_oldest(self.idle)
        if has_room:
            self.open[address] += 1
            self.mark_idle(connection, address)
        return has_room

    def evict_oldest(self, idle: OrderedDict[Any, Any] | None) -> bool:
        if not idle:
            return False
        connection = next(iter(idle))
        self.remove(connection, self.idle[connection])
        connection.evict()
        return True

    def remove(self, connection: Any, address: str) -> None:
        self.mark_active(connection)
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]

    def mark_idle(self, connection: Any, address: str) -> None:
        self.idle[connection] = address
        self.idle_of.setdefault(address, OrderedDict())[connection] = None

    def mark_active(self, connection: Any) -> None:
        address = self.idle.pop(connection, None)
        if address is not None:
            del self.idle_of[address][connection]
            if not self.idle_of[address]:
                del self.idle_of[address]


class LimitedProtocol(HttpToolsProtocol):
    """A connection of uvicorn that is counted and timed."""

    deadline: asyncio.TimerHandle  # of the next request head; of a closed connection

    def __init__(self, *given: Any, limiter: ConnectionLimiter, **named: Any) -> None:
        super().__init__(*given, **named)
        self.limiter, self.limits = limiter, limiter.limits
        self.address: str | None = None  # under which it is counted, None while it is not
        self.head_bytes = 0  # of the head that is arriving
        self.cycles: list[Any] = []  # requests without a complete answer
        self.write_deadline: asyncio.TimerHandle | None = None

    # Opening and closing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.set_deadline(self.limits.head_seconds)
        address = self.limiter.address_of(self.client[0] if self.client else None)
        if self.limiter.admit(self, address):
            self.address = address
        else:
            self.close_with(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self.deadline.cancel()
        self.resume_writing()
        if self.address is not None:
            self.limiter.remove(self, self.address)
            self.address = None
        for cycle in self.cycles:  # uvicorn tells only the last of several requests
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()
        super().connection_lost(exc)

    def evict(self) -> None:
        """Make room for another connection; the limiter has removed this one already."""
        self.address = None
        self.transport.abort()

    def close_with(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()
        self.set_deadline(self.limits.close_seconds)

    def set_deadline(self, seconds: float) -> None:
        if hasattr(self, "deadline"):
            self.deadline.cancel()
        self.deadline = self.loop.call_later(seconds, self.on_deadline)

    def on_deadline(self) -> None:
        """Close a connection whose request head did not come; cut one that does not get closed."""
        if self.transport.is_closing():
            self.transport.abort()
            return
        if self.head_bytes:
            log.warning(TOO_SLOW, self.limits.head_seconds, self.address)
        self.close_with(LATE if self.head_bytes else b"")

    # Requests

    @property
    def is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Read on; a head may be neither late nor too long."""
        if self.transport.is_closing():
            return
        # what follows an answer may be the rest of its request
        if self.is_idle and not (self.cycle is not None and self.cycle.more_body):
            if not self.head_bytes:
                self.set_deadline(self.limits.head_seconds)
            self.head_bytes += len(data)
        super().data_received(data)
        if not self.is_idle:
            self.begin_answer()
        elif self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.close_with(LONG)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.cycles = [cycle for cycle in self.cycles if not cycle.response_complete]
        if self.cycle is not None:
            self.cycles.append(self.cycle)

    def begin_answer(self) -> None:
        """Lift the deadline: a head is complete. A connection counts as idle until the body is, too."""
        self.deadline.cancel()
        self.head_bytes = 0
        if not self.cycle.more_body:
            self.limiter.mark_active(self)
        if len(self.pipeline) > MOST_QUEUED:
            self.close_with(b"")

    def on_response_complete(self) -> None:
        """Wait for the next request, for the rest of one that is answered already, or for the end."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.set_deadline(self.limits.close_seconds)
        elif self.is_idle and self.address is not None:
            self.limiter.mark_idle(self, self.address)
            self.set_deadline(self.limits.head_seconds)

    # Answers

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for ever."""
        super().pause_writing()
        self.write_deadline = self.loop.call_later(self.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self.write_deadline is not None:
            self.write_deadline.cancel()
        super().resume_writing()


def raise_descriptor_limit() -> int | None:
    """Allow this process as many open files as the system lets it have; None where that is not known."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else int(soft)


def fitting(most: int, descriptors: int | None) -> int:
    """Choose how many connections there may be, so that descriptors are left for everything else."""
    if descriptors is None:
        return most
    return max(1, min(most, descriptors - min(RESERVED, descriptors // 2)))
