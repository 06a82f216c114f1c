"""Server-sent events: what somebody sees of a table, now and whenever it changes.

An open page costs little memory: of what it was sent only a digest is kept, and every piece is compressed by
itself, as a block that refers to nothing before it.
"""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse

from burgomaster.server.hub import Live
from burgomaster.server.identity import Visitor
from burgomaster.server.match import Refused
from burgomaster.server.requests import limit

MOST_STREAMS = 5000
MOST_OF_VISITOR = 20
RETRY = "retry: 1500\n\n"  # milliseconds after which a browser that lost the stream asks again
STILL_HERE = ": still here\n\n"  # a sign of life that programs do not see
ALIVE = "event: alive\ndata: 1\n\n"  # one that the script of a page sees, which asks again when it misses it
HEADERS = {"X-Accel-Buffering": "no"}
GZIP_BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
PACK_LEVEL = 3


class Streams:
    """Draws for who listens, and counts them: a stream costs as long as it is open."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        # one: several that draw at once would only wait for each other, at every call of a kernel
        self.drawing = ThreadPoolExecutor(1, thread_name_prefix="draw")

    def close(self) -> None:
        """Draw nothing any more."""
        self.drawing.shutdown(wait=False, cancel_futures=True)

    def demand_room(self, key: str) -> None:
        """Refused if somebody, or everybody together, listens too often."""
        if self.open.get(key, 0) >= MOST_OF_VISITOR or sum(self.open.values()) >= MOST_STREAMS:
            raise Refused("too_often")

    @contextmanager
    def listening(self, key: str) -> Any:
        """Count somebody while he listens."""
        self.open[key] = self.open.get(key, 0) + 1
        try:
            yield
        finally:
            self.open[key] -= 1
            if self.open[key] <= 0:
                del self.open[key]


def stream(
    request: Request, visitor: Visitor, live: Live, show: Callable[[], str], sign: str = STILL_HERE
) -> StreamingResponse:
    """An answer that goes on as long as somebody listens."""
    limit(request, "stream", visitor)
    streams: Streams = request.app.state.streams
    key = listener_key(visitor)
    streams.demand_room(key)
    seconds = request.app.state.settings.keep_alive_seconds
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    pack = packed if is_packed else str.encode

    async def told() -> AsyncIterator[bytes]:
        with streams.listening(key), live.watched() as changed:
            yield (GZIP_BEGINNING if is_packed else b"") + pack(RETRY)
            async for piece in watch(changed, streams.drawing, show, pack, seconds, sign):
                yield piece

    headers = {**HEADERS, **({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if is_packed else {})}
    return StreamingResponse(told(), media_type="text/event-stream", headers=headers)


def listener_key(visitor: Visitor) -> str:
    """Who listens: a visitor, or the bearer of a key."""
    return visitor.keys[0] if visitor.bearer else visitor.visitor


async def watch(
    changed: asyncio.Event,
    drawing: Executor,
    show: Callable[[], str],
    pack: Callable[[str], bytes],
    keep_alive: float,
    sign: str,
) -> AsyncIterator[bytes]:
    """Show a table now, and whenever what is shown changes; a sign of life in between."""
    last, packed_sign = b"", pack(sign)

    def look() -> tuple[bytes, bytes]:
        shown = pack(show())
        digest = hashlib.blake2b(shown).digest()
        # that something happened which a seat may not know must not show either
        return digest, b"" if digest == last else shown

    while True:
        changed.clear()
        last, piece = await asyncio.get_running_loop().run_in_executor(drawing, look)
        if piece:
            yield piece
        while not changed.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), keep_alive)
                break
            yield packed_sign


def packed(text: str) -> bytes:
    """A text as compressed blocks that stand alone."""
    packer = zlib.compressobj(PACK_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)
