"""Server-sent events: what somebody sees of a table, now and whenever it changes.

An open page costs little memory: of what it was sent only a digest is kept, and every piece is compressed by
itself, as a block that refers to nothing before it.

Signs of life come on a beat that begins with the stream and depends on nothing else: if what happens moved
them, they would tell when something happened that a listener may not know of.
"""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import StreamingResponse
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.requests import limit_rate
from burgomaster.server.sessions import OpenStream, Sessions
from burgomaster.server.troubles import STORE, TROUBLES

MOST_STREAMS = 5000
MOST_OF_VISITOR = 20
RETRY = "retry: 1500\n\n"  # milliseconds after which a browser that lost the stream asks again
STILL_HERE = ": still here\n\n"  # a sign of life that programs do not see
ALIVE = "event: alive\ndata: 1\n\n"  # one that the script of a page sees, which asks again when it misses it
HEADERS = {"X-Accel-Buffering": "no"}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
GZIP_BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
GZIP_LEVEL = 3

ENDED = "event: ended\ndata: logged out\n\n"  # a browser asks again, as whoever it is now

Encode = Callable[[str], bytes]


@dataclass(frozen=True)
class Beat:
    """When a stream gives a sign of life, and what is looked after then."""

    seconds: float
    sign: str
    check: Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Shown:
    """What a stream shows, and how it is written."""

    show: Callable[[], str]
    encode: Encode

    def draw(self) -> tuple[bytes, bytes]:
        """Write what is to be shown now, with its digest: the same is not sent again."""
        piece = self.encode(self.show())
        return hashlib.blake2b(piece).digest(), piece


class Streams:
    """Draws for all who listen, and counts them: a stream costs as long as it is open."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        # one thread: several that draw at once would only wait for each other, at every call of a kernel
        self.drawing: Executor = ThreadPoolExecutor(1, thread_name_prefix="draw")

    def close(self) -> None:
        """Draw nothing any more."""
        self.drawing.shutdown(wait=False, cancel_futures=True)

    def require_room(self, key: str) -> None:
        """Raise Refused if one listener, or all together, have too many streams open."""
        if self.open.get(key, 0) >= MOST_OF_VISITOR or sum(self.open.values()) >= MOST_STREAMS:
            raise Refused("too_often")

    @contextmanager
    def listening(self, key: str) -> Iterator[None]:
        """Count a listener while they listen."""
        self.open[key] = self.open.get(key, 0) + 1
        try:
            yield
        finally:
            self.open[key] -= 1
            if self.open[key] <= 0:
                del self.open[key]

    async def watch(self, opened: OpenStream, shown: Shown, beat: Beat) -> AsyncIterator[bytes]:
        """Show a table now, and whenever what is shown changes, until its listener is logged out."""
        loop, last = asyncio.get_running_loop(), b""
        next_sign = loop.time() + beat.seconds
        opened.changed.set()
        while not opened.has_ended:
            if opened.changed.is_set():
                opened.changed.clear()
                digest, piece = await loop.run_in_executor(self.drawing, shown.draw)
                if digest != last and not opened.has_ended:
                    yield piece
                last = digest
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_sign):
                    await opened.changed.wait()
            if loop.time() >= next_sign:
                next_sign += beat.seconds * (1 + (loop.time() - next_sign) // beat.seconds)
                yield shown.encode(beat.sign)
                await beat.check()
        yield shown.encode(ENDED)


def stream(
    request: Request, visitor: Visitor, live: LiveMatch, show: Callable[[], str], sign: str = STILL_HERE
) -> StreamingResponse:
    """Answer as long as somebody listens."""
    limit_rate(request, "stream", visitor)
    streams: Streams = request.app.state.streams
    key = listener_key(visitor)
    streams.require_room(key)
    sessions: Sessions = request.app.state.sessions
    beat = Beat(request.app.state.settings.keep_alive_seconds, sign, sessions.check)
    is_gzip = "gzip" in request.headers.get("accept-encoding", "")
    shown = Shown(show, gzip_block if is_gzip else str.encode)

    def seats() -> list[int]:
        return request.app.state.auth.seats_of(visitor, live.match)  # type: ignore[no-any-return]

    async def pieces() -> AsyncIterator[bytes]:
        with (
            streams.listening(key),
            live.watched(seats) as changed,
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


def listener_key(visitor: Visitor) -> str:
    """Name who listens: a visitor, or the bearer of a key."""
    return visitor.keys[0] if visitor.bearer else visitor.visitor


def gzip_block(text: str) -> bytes:
    """Compress a text to blocks that stand alone."""
    compressor = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(text.encode()) + compressor.flush(zlib.Z_FULL_FLUSH)
