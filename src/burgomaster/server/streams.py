"""Server-sent events: what somebody sees of a table, now and whenever it changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
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
HEADERS = {"X-Accel-Buffering": "no"}


class Streams:
    """Counts who listens: a stream costs as long as it is open."""

    def __init__(self) -> None:
        self.open: dict[str, int] = {}

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


def stream(request: Request, visitor: Visitor, live: Live, show: Callable[[], str]) -> StreamingResponse:
    """An answer that goes on as long as somebody listens."""
    limit(request, "stream", visitor)
    streams: Streams = request.app.state.streams
    key = visitor.keys[0] if visitor.bearer else visitor.visitor
    streams.demand_room(key)
    seconds = request.app.state.settings.keep_alive_seconds

    async def told() -> AsyncIterator[str]:
        with streams.listening(key):
            yield RETRY
            async for shown in watch(live, show, seconds):
                yield shown

    return StreamingResponse(told(), media_type="text/event-stream", headers=HEADERS)


async def watch(live: Live, show: Callable[[], str], keep_alive: float) -> AsyncIterator[str]:
    """Show a table now, and whenever what is shown changes; a sign of life in between."""
    changed = asyncio.Event()
    live.watchers.add(changed)
    last = ""
    try:
        while True:
            changed.clear()
            shown = await asyncio.to_thread(show)
            if shown != last:  # that something happened which a seat may not know must not show either
                yield shown
                last = shown
            while not changed.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), keep_alive)
                    break
                yield ": still here\n\n"
    finally:
        live.watchers.discard(changed)
