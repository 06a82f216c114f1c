"""Open streams and the log-ins they belong to: whoever is logged out hears nothing more.

What a stream shows was allowed when it was opened. A log-in may end while it is open: by logging out, by
another password, with the account, by age. Then the stream must end at once. In this process it is told
directly, other processes tell by the store's notifications; and what nobody told is found by asking the store
at the beat of the signs of life, once for all streams together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import SESSION_SECONDS, Visitor
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.troubles import STORE, TROUBLES


@dataclass(eq=False)
class OpenStream:
    session: str  # the hash of its token; "" for somebody who is not logged in
    account: str
    changed: asyncio.Event  # wakes the stream
    has_ended: bool = False

    def end(self) -> None:
        self.has_ended = True
        self.changed.set()


class Sessions:
    """All streams of this process that are open for somebody who is logged in."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.store = store
        self.seconds = seconds  # between two questions to the store, at least
        self._open: set[OpenStream] = set()
        self._asked = 0.0

    @contextmanager
    def opened(self, visitor: Visitor, changed: asyncio.Event) -> Iterator[OpenStream]:
        """Keep an eye on the log-in of a stream while it is open."""
        stream = OpenStream(visitor.session, str(visitor.account), changed)
        if stream.session:
            self._open.add(stream)
        try:
            yield stream
        finally:
            self._open.discard(stream)

    def end(self, name: str) -> None:
        for stream in self._open:
            if name in (stream.session, stream.account):
                stream.end()

    async def check(self) -> None:
        """End the streams whose session the store does not know any more."""
        moment = time.monotonic()
        if not self._open or moment - self._asked < self.seconds:
            return
        self._asked = moment
        asked = {stream.session for stream in self._open}
        try:
            since = now() - SESSION_SECONDS
            known = await asyncio.to_thread(self.store.accounts.known_sessions, sorted(asked), since)
        except SQLAlchemyError as error:
            TROUBLES.report(STORE, error)
            return
        for token in asked - known:
            self.end(token)
