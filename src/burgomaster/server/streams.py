"""Server-sent events: what somebody sees of a table, now and whenever it changes.

An open page costs little memory: of what it was sent only a digest is kept, and every piece is compressed by
itself, as a block that refers to nothing before it.
"""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

from fastapi import Request
from fastapi.responses import StreamingResponse

from burgomaster.server.auth import Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.requests import limit_rate

MOST_STREAMS = 5000
MOST_OF_VISITOR = 20
RETRY = "retry: 1500\n\n"  # milliseconds after which a browser that lost the stream asks again
STILL_HERE = ": still here\n\n"  # a sign of life that programs do not see
ALIVE = "event: alive\ndata: 1\n\n"  # one that the script of a page sees, which asks again when it misses it
HEADERS = {"X-Accel-Buffering": "no"}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
GZIP_BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

try:  # four times as fast as zlib, and updates become a twelfth larger
    from isal.isal_zlib import compressobj

    GZIP_LEVEL = 2
except ImportError:  # there is none for this kind of machine
    from zlib import compressobj

    GZIP_LEVEL = 3

Encode = Callable[[str], bytes]


class Streams:
    """Draws for all who listen, and counts them: a stream costs as long as it is open."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        # one thread: several that draw at once would only wait for each other, at every call of a kernel
        self.drawing = ThreadPoolExecutor(1, thread_name_prefix="draw")

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

    async def watch(
        self, changed: asyncio.Event, show: Callable[[], str], encode: Encode, keep_alive: float, sign: str
    ) -> AsyncIterator[bytes]:
        """Show a table now, and whenever what is shown changes; a sign of life in between."""
        last, encoded_sign = b"", encode(sign)

        def draw() -> tuple[bytes, bytes]:
            shown = encode(show())
            digest = hashlib.blake2b(shown).digest()
            # that something happened which a seat may not know must not show either
            return digest, b"" if digest == last else shown

        while True:
            changed.clear()
            last, piece = await asyncio.get_running_loop().run_in_executor(self.drawing, draw)
            if piece:
                yield piece
            while not changed.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), keep_alive)
                    break
                yield encoded_sign


def stream(
    request: Request, visitor: Visitor, live: LiveMatch, show: Callable[[], str], sign: str = STILL_HERE
) -> StreamingResponse:
    """Answer as long as somebody listens."""
    limit_rate(request, "stream", visitor)
    streams: Streams = request.app.state.streams
    key = listener_key(visitor)
    streams.require_room(key)
    seconds = request.app.state.settings.keep_alive_seconds
    is_gzip = "gzip" in request.headers.get("accept-encoding", "")
    encode = gzip_block if is_gzip else str.encode

    async def pieces() -> AsyncIterator[bytes]:
        with streams.listening(key), live.watched() as changed:
            yield (GZIP_BEGINNING if is_gzip else b"") + encode(RETRY)
            async for piece in streams.watch(changed, show, encode, seconds, sign):
                yield piece

    headers = {**HEADERS, **(GZIP_HEADERS if is_gzip else {})}
    return StreamingResponse(pieces(), media_type="text/event-stream", headers=headers)


def listener_key(visitor: Visitor) -> str:
    """Name who listens: a visitor, or the bearer of a key."""
    return visitor.keys[0] if visitor.bearer else visitor.visitor


def gzip_block(text: str) -> bytes:
    """Compress a text to blocks that stand alone."""
    compressor = compressobj(GZIP_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(text.encode()) + compressor.flush(zlib.Z_FULL_FLUSH)
