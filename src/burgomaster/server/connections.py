"""Connections: how many there may be, how long a request may take to arrive, and how long an answer to leave.

Uvicorn waits for ever for the rest of a request and for a reader who does not read. Here a connection that
has sent no whole head in time is closed, one address holds only so many, and when all places are taken the
one that has waited longest without a whole request makes room. An open stream is never cut.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from burgomaster.server.proxies import TrustedProxies, address_key

HEAD_SECONDS = 10.0  # from the first byte of a request, or from the connection, to the end of its headers
WRITE_SECONDS = 60.0  # a reader who takes nothing for so long is gone
CLOSE_SECONDS = 10.0  # for the rest of an answer after which the connection ends, or of a refused request
HEAD_BYTES = 64_000  # of a head that is not complete
MOST_QUEUED = 32  # requests that are sent on one connection without waiting for answers
RESERVED = 128  # descriptors for the store, files and processes
LOG_SECONDS = 60.0  # between two lines about the same trouble
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"
)
LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

PROXY = "proxy "
CROWDED = "%d open connections from %s; if that is a proxy of yours, name it in BURGOMASTER_PROXIES"
NO_ROOM = "all %d connections are in use, %d of them without a request"
TOO_SLOW = "headers did not come within %.0f seconds; the first such request is from %s"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections there may be, and how patient we are."""

    most: int = 10_000
    most_of_address: int = 300
    head_seconds: float = HEAD_SECONDS
    write_seconds: float = WRITE_SECONDS
    close_seconds: float = CLOSE_SECONDS
    proxies: TrustedProxies = field(default_factory=TrustedProxies)  # many people come through one of these


class Doors:
    """Counts who is connected, and finds room for whoever comes."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()
        # those that ask for nothing, the longest first: of everybody, and by address
        self.waiting: OrderedDict[Any, str] = OrderedDict()
        self.waiting_of: dict[str, OrderedDict[Any, None]] = {}
        self._said: dict[str, float] = {}

    def address_of(self, host: str | None) -> str:
        """Name the place that a connection is counted under; a proxy of ours has no limit of its own."""
        is_proxy = self.limits.proxies.trusts(host or "")
        return PROXY + (host or "") if is_proxy else address_key(host)

    def enter(self, connection: Any, address: str) -> bool:
        """Let a connection in, if there is room or one that waits can make some."""
        if self.is_crowded(address):
            has_room = self.drop_first(self.waiting_of.get(address))
        else:
            has_room = not self.is_full() or self.drop_first(self.waiting)
        if has_room:
            self.open[address] += 1
            self.rest(connection, address)
        return has_room

    def is_crowded(self, address: str) -> bool:
        """Tell whether an address has all its places taken; say so now and then."""
        n_open = self.open[address]
        if n_open < self.limits.most_of_address or address.startswith(PROXY):
            return False
        self.say(CROWDED, n_open, address)
        return True

    def is_full(self) -> bool:
        """Tell whether all places are taken; say so now and then."""
        n_open = self.open.total()
        if n_open < self.limits.most:
            return False
        self.say(NO_ROOM, n_open, len(self.waiting))
        return True

    def drop_first(self, waiting: OrderedDict[Any, Any] | None) -> bool:
        """Close the connection that waits longest, if there is one."""
        if not waiting:
            return False
        connection = next(iter(waiting))
        self.leave(connection, self.waiting[connection])
        connection.drop()
        return True

    def leave(self, connection: Any, address: str) -> None:
        """Forget a connection."""
        self.wake(connection)
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]

    def rest(self, connection: Any, address: str) -> None:
        """Note that a connection asks for nothing now."""
        self.waiting[connection] = address
        self.waiting_of.setdefault(address, OrderedDict())[connection] = None

    def wake(self, connection: Any) -> None:
        """Note that a connection asks for something."""
        address = self.waiting.pop(connection, None)
        if address is not None:
            del self.waiting_of[address][connection]
            if not self.waiting_of[address]:
                del self.waiting_of[address]

    def say(self, text: str, *values: Any) -> None:
        """Log one line about a trouble, not one for each connection."""
        now = time.monotonic()
        if now - self._said.get(text, -LOG_SECONDS) >= LOG_SECONDS:
            self._said[text] = now
            log.warning(text, *values)


class Timer:
    """One call that comes later, unless it is stopped before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        """Tell whether it has been started, and is still to come."""
        return self._handle is not None

    def start(self, seconds: float, call: Callable[[], None]) -> None:
        """Let something happen after some time; what was to happen before is forgotten."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._ring, call)

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

    def stop(self) -> None:
        """Let it not happen."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


def guarded(protocol: Any, doors: Doors) -> type[Any]:
    """Make uvicorn's reader of requests one that goes through our doors."""

    class GuardedProtocol(protocol):  # type: ignore[misc]
        """A connection that is counted and timed."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.head, self.writing, self.closing = Timer(), Timer(), Timer()
            self.head_bytes = 0
            self.cycles: list[Any] = []
            self.address: str | None = None  # under which it is counted, None once it is not

        # Coming and going

        def connection_made(self, transport: asyncio.Transport) -> None:
            """Count a connection, or send it away."""
            super().connection_made(transport)
            address = doors.address_of(self.client[0] if self.client else None)
            if not doors.enter(self, address):
                self.end(FULL)
                return
            self.address = address
            self.head.start(doors.limits.head_seconds, self.end_late)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget it."""
            for timer in (self.head, self.writing, self.closing):
                timer.stop()
            self.uncount()
            for cycle in self.cycles:  # uvicorn tells only the last of several that nobody listens any more
                cycle.disconnected = not cycle.response_complete
                cycle.message_event.set()
            super().connection_lost(exc)

        def uncount(self) -> None:
            """Give its place to others."""
            if self.address is not None:
                doors.leave(self, self.address)
                self.address = None

        def drop(self) -> None:
            """Make room for somebody else; the doors have forgotten this one already."""
            self.address = None
            self.transport.abort()

        def end(self, answer: bytes) -> None:
            """Say a last word, and close."""
            self.transport.write(answer)
            self.transport.close()
            self.close_soon()

        def end_late(self) -> None:
            """Close a connection whose request did not come."""
            if self.transport.is_closing():
                return
            if self.head_bytes:
                doors.say(TOO_SLOW, doors.limits.head_seconds, self.address)
            self.end(LATE if self.head_bytes else b"")

        def close_soon(self) -> None:
            """Give what is still to be sent some time, and no more."""
            self.closing.start(doors.limits.close_seconds, self.transport.abort)

        # Requests

        @property
        def is_idle(self) -> bool:
            """Tell whether no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        @property
        def is_cut_short(self) -> bool:
            """Tell whether the last request was answered before all of it had come."""
            return self.cycle is not None and self.cycle.response_complete and self.cycle.more_body

        def data_received(self, data: bytes) -> None:
            """Read on; a head may be neither late nor too long."""
            if self.transport.is_closing():
                return
            if self.is_idle and not self.is_cut_short:
                self.await_head(len(data))
            super().data_received(data)
            if not self.is_idle:
                self.begin_answer()
            elif self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
                self.end(LONG)

        def await_head(self, n_bytes: int) -> None:
            """Count what has come of a head, and the time since it began."""
            if not self.head.runs:
                self.head_bytes = 0
                self.head.start(doors.limits.head_seconds, self.end_late)
            self.head_bytes += n_bytes

        def on_headers_complete(self) -> None:
            """Remember the requests that are being answered, or wait for the one before."""
            super().on_headers_complete()
            self.cycles = [cycle for cycle in self.cycles if not cycle.response_complete]
            if self.cycle is not None:
                self.cycles.append(self.cycle)

        def begin_answer(self) -> None:
            """Stop waiting: a head is there."""
            self.head.stop()
            self.closing.stop()
            self.head_bytes = 0
            if not self.cycle.more_body:  # until then it waits like one without a request
                doors.wake(self)
            if len(getattr(self, "pipeline", ())) > MOST_QUEUED:
                self.end(b"")

        def on_response_complete(self) -> None:
            """Wait for the next request; not long for the rest of one that is answered already."""
            super().on_response_complete()
            if self.transport.is_closing():
                self.close_soon()
            elif self.is_idle and self.address is not None:
                doors.rest(self, self.address)
                if self.is_cut_short:
                    self.close_soon()

        def timeout_keep_alive_handler(self) -> None:
            """Close a connection that asks for nothing more."""
            super().timeout_keep_alive_handler()
            self.close_soon()

        # Answers

        def pause_writing(self) -> None:
            """Wait for a reader, but not for ever."""
            super().pause_writing()
            self.writing.start(doors.limits.write_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            """Go on: they read."""
            self.writing.stop()
            super().resume_writing()

    return GuardedProtocol


# Descriptors


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
