"""Server-sent events: what somebody sees of a table, now and whenever it changes.

An open page costs little memory: of what it was sent only a digest is kept, or the numbers of the parts of
its last updates (`changes.py`). Every piece is compressed by itself: its block refers to nothing before it.

Signs of life come on a beat that begins with the stream and depends on nothing else: if what happens moved
them, they would tell when something happened that a listener may not know of.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastapi import Request
from fastapi.responses import StreamingResponse
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import Visitor
from burgomaster.server.changes import END, MOST_KNOWN, Drawn, mark_of, write_changes
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.proxies import key_of
from burgomaster.server.requests import limit_rate
from burgomaster.server.security import FORM_TOKEN, padding
from burgomaster.server.sessions import OpenStream, Sessions
from burgomaster.server.troubles import STORE, TROUBLES

MOST_STREAMS = 5000
MOST_OF_VISITOR = 20
MOST_OF_ADDRESS = 200  # where a whole club may sit
RETRY = "retry: 1500\n\n"  # milliseconds after which a browser that lost the stream asks again
FAREWELL = "retry: 1000\n: the server stops; ask again\n\n"
STILL_HERE = ": still here\n\n"  # a sign of life that programs do not see
ALIVE = "event: alive\ndata: {}\n\n"  # one that the script of a page sees, with the number of spectators
HEADERS = {"X-Accel-Buffering": "no"}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
GZIP_BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

try:  # four times as fast as zlib, and updates become a twelfth larger
    from isal import isal_zlib

    compressobj: Any = isal_zlib.compressobj
    GZIP_LEVEL = 2
except ImportError:  # there is none for this kind of machine
    compressobj = zlib.compressobj
    GZIP_LEVEL = 3

LARGE = 26_000  # bytes of a compressed update; of a hundred hardly one is larger
THOROUGH_LEVEL = 6  # takes nine times as long, and leaves two thirds

ENDED = "event: ended\ndata: logged out\n\n"  # a browser asks again, as whoever it is now

Text = str | bytes  # what is long is put together as bytes already
Encode = Callable[[Any], bytes]
Known = tuple[Any, ...]  # what the last updates are known by, the newest first
NOTHING: Known = ()


@dataclass(frozen=True)
class Beat:
    """When a stream gives a sign of life, and what is looked after then."""

    seconds: float
    sign: str | Callable[[], str]
    check: Callable[[], Awaitable[None]]


class Elsewhere(NamedTuple):
    """Another process that can draw a page: the thread that speaks with it, and what it is asked."""

    thread: Executor
    draw: Callable[[], bytes | None]  # None: it cannot after all
    counted: Callable[[], AbstractContextManager[None]]  # while that is waited for


@dataclass(frozen=True)
class Shown:
    """What a stream shows, and how it is written: all of it, or the parts that a page does not have."""

    show: Callable[[], Any]  # a text, or a list of parts
    encode: Encode
    elsewhere: Callable[[], Elsewhere | None] = lambda: None
    in_parts: bool = False
    vary: Callable[[bytes], bytes] = bytes  # what differs each time that something is sent

    def draw(self, known: Known) -> Drawn:
        return self._write(self.show(), known)

    def take(self, drawn: bytes | None, known: Known) -> Drawn | None:
        """Write what was drawn elsewhere: all of it, or as parts behind each other."""
        if drawn is None:
            return None
        return self._write(drawn.split(END) if self.in_parts else drawn, known)

    def _write(self, shown: Any, known: Known) -> Drawn:
        mark: Any = mark_of(shown) if self.in_parts else hashlib.blake2b(as_bytes(shown)).digest()
        if known and known[0] == mark:  # it is not sent
            return Drawn(b"", mark)
        update = write_changes(shown, mark, known) if self.in_parts else as_bytes(shown)
        return Drawn(self.encode(self.vary(update)), mark)


class Streams:
    """Draws for all who listen, and counts them: a stream costs as long as it is open."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.from_address: Counter[str] = Counter()  # whoever has no cookie is somebody new every time
        self.stopping = False
        self._stop: asyncio.Future[None] | None = None  # done as soon as the server stops
        self._waiting: set[asyncio.Event] = set()
        # one thread: several that draw at once would only wait for each other, at every call of a kernel
        self.drawing: Executor = ThreadPoolExecutor(1, thread_name_prefix="draw")
        self.drawn_seconds = 0.0  # of the processor, that drawing here has taken

    def stop(self) -> None:
        """End every stream: the server stops, and who listens shall ask again."""
        self.stopping = True
        if self._stop is not None and not self._stop.done():
            self._stop.set_result(None)
        for changed in self._waiting:
            changed.set()

    def close(self) -> None:
        self.drawing.shutdown(wait=False, cancel_futures=True)

    def require_room(self, key: str, address: str) -> None:
        """Raise Refused if one listener, one address or all together have too many streams open."""
        if (
            self.open[key] >= MOST_OF_VISITOR
            or self.from_address[address] >= MOST_OF_ADDRESS
            or self.open.total() >= MOST_STREAMS
        ):
            raise Refused("too_often")

    @contextmanager
    def listening(self, key: str, address: str) -> Iterator[None]:
        counted = ((self.open, key), (self.from_address, address))
        for counter, name in counted:
            counter[name] += 1
        try:
            yield
        finally:
            for counter, name in counted:
                counter[name] -= 1
                if counter[name] <= 0:
                    del counter[name]

    @contextmanager
    def ended_at_stop(self, changed: asyncio.Event) -> Iterator[None]:
        """Wake who waits for a change when the server stops."""
        self._waiting.add(changed)
        try:
            yield
        finally:
            self._waiting.discard(changed)

    async def _draw(self, shown: Shown, known: Known) -> Drawn | None:
        """Draw in another process if one can, else in the thread for that; None if the server stops."""
        other = shown.elsewhere()
        drawn = None
        if other is not None:
            draw = other.draw
            with other.counted():
                drawn = await self._unless_stopped(other.thread, lambda: shown.take(draw(), known))
        if drawn is None and not self.stopping:
            drawn = await self._unless_stopped(self.drawing, lambda: self._draw_here(shown, known))
        return drawn

    def _draw_here(self, shown: Shown, known: Known) -> Drawn:
        begun = time.thread_time()
        try:
            return shown.draw(known)
        finally:
            self.drawn_seconds += time.thread_time() - begun

    async def _unless_stopped(self, thread: Executor, draw: Callable[[], Drawn | None]) -> Drawn | None:
        """Draw in a thread; None if the server stops meanwhile."""
        loop = asyncio.get_running_loop()
        if self._stop is None:
            self._stop = loop.create_future()
        work = loop.run_in_executor(thread, draw)
        try:
            await asyncio.wait((work, self._stop), return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else None
        finally:
            work.cancel()

    async def watch(self, opened: OpenStream, shown: Shown, beat: Beat) -> AsyncIterator[bytes]:
        """Show a table now and whenever what is shown changes, until the server stops or the log-in ends."""
        loop, known = asyncio.get_running_loop(), NOTHING
        next_sign = loop.time() + beat.seconds
        opened.changed.set()
        while not (opened.has_ended or self.stopping):
            if opened.changed.is_set():
                opened.changed.clear()
                drawn = await self._draw(shown, known)
                is_news = drawn is not None and (drawn.mark,) != known[:1]  # nothing is sent twice
                if drawn is not None and is_news and not opened.has_ended:
                    known = (drawn.mark, *known)[:MOST_KNOWN]
                    yield drawn.sent
                if self.stopping:
                    break
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_sign):
                    await opened.changed.wait()
            if loop.time() >= next_sign:
                next_sign += beat.seconds * (1 + (loop.time() - next_sign) // beat.seconds)
                yield shown.encode(beat.sign if isinstance(beat.sign, str) else beat.sign())
                await beat.check()
        yield shown.encode(ENDED if opened.has_ended else FAREWELL)


def stream(
    request: Request,
    visitor: Visitor,
    live: LiveMatch,
    show: Callable[[], Any],
    sign: str | Callable[[], str] = STILL_HERE,
    elsewhere: Callable[[], Elsewhere | None] = lambda: None,
    in_parts: bool = False,
) -> StreamingResponse:
    limit_rate(request, "stream", visitor)
    streams: Streams = request.app.state.streams
    # a listener is a visitor or the bearer of a key; where nothing is limited, each comes from another place
    key = visitor.keys[0] if visitor.bearer else visitor.visitor
    address = key_of(request.scope) if request.app.state.limiter.enabled else str(id(request))
    streams.require_room(key, address)
    sessions: Sessions = request.app.state.sessions
    beat = Beat(request.app.state.settings.keep_alive_seconds, sign, sessions.check)
    is_gzip = "gzip" in request.headers.get("accept-encoding", "")

    def vary(update: bytes) -> bytes:
        token: str = request.app.state.auth.form_token(visitor)
        return b"%b: %b\n\n" % (update.replace(FORM_TOKEN.encode(), token.encode()), padding())

    shown = Shown(show, gzip_block if is_gzip else as_bytes, elsewhere, in_parts, vary)

    def seats() -> list[int]:
        return request.app.state.auth.seats_of(visitor, live.match)  # type: ignore[no-any-return]

    async def pieces() -> AsyncIterator[bytes]:
        with (
            streams.listening(key, address),
            live.watched(seats, key) as changed,
            streams.ended_at_stop(changed),
            sessions.opened(visitor, changed) as opened,
        ):
            yield (GZIP_BEGINNING if is_gzip else b"") + shown.encode(RETRY)
            try:
                async for piece in streams.watch(opened, shown, beat):
                    yield piece
            except SQLAlchemyError as error:  # whoever listens asks again, and is told
                TROUBLES.report(STORE, error)

    headers = {**HEADERS, **(GZIP_HEADERS if is_gzip else {})}
    return StreamingResponse(pieces(), media_type="text/event-stream", headers=headers)


def as_bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else text


def gzip_block(text: Text) -> bytes:
    """Compress a text to blocks that stand alone; with more pains if they would be large."""
    given = as_bytes(text)
    block = flushed(compressobj(GZIP_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS), given)
    if len(block) <= LARGE:
        return block
    return flushed(zlib.compressobj(THOROUGH_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS), given)


def flushed(compressor: Any, given: bytes) -> bytes:
    """Compress some bytes so that what follows does not need them."""
    return bytes(compressor.compress(given) + compressor.flush(zlib.Z_FULL_FLUSH))
