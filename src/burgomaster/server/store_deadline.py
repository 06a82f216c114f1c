"""A deadline on answers of PostgreSQL: a frozen one acknowledges packets, so no network timeout ends a wait.

A connection that has been silent for too long is closed, and the statement that waits for it fails. A commit
that was cut off has an unknown outcome. While the whole database is silent, all other work fails at once,
except for one attempt at a time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from typing import Any

import psycopg
from psycopg.errors import ConnectionTimeout

ANSWER_SECONDS = 10.0
PAUSE_SECONDS = 2.0  # between two attempts to reach a silent database; what Retry-After says


class NoAnswer(psycopg.OperationalError):
    """PostgreSQL has been silent for too long."""


class Deadline:
    """The deadline of all connections of a store, and whether its database is silent now."""

    def __init__(self, seconds: float = ANSWER_SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._answered = self._refused_until = 0.0

    def begin(self) -> float:
        """Begin to wait for an answer; NoAnswer while the database is known to be silent."""
        now = time.monotonic()
        with self._lock:
            if now < self._refused_until:
                raise NoAnswer("the database did not answer a moment ago")
            if self._refused_until:  # one attempt; others are refused until it has an answer
                self._refused_until = now + self.seconds
        return now

    def end(self, begun: float, is_silent: bool = False) -> None:
        """Note what came of a wait; one silent connection of several says nothing of the database."""
        with self._lock:
            if not is_silent:
                self._answered, self._refused_until = time.monotonic(), 0.0
            elif self._answered <= begun:
                self._refused_until = time.monotonic() + PAUSE_SECONDS

    def timed(self, exchange: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Pass on the exchange of the driver with its socket; NoAnswer after a silence."""
        begun = heard = self.begin()
        try:
            state = next(exchange)
            while True:
                ready = yield state
                if ready:
                    heard = time.monotonic()
                elif time.monotonic() - heard > self.seconds:
                    raise NoAnswer(f"no answer of the database within {self.seconds:g} seconds")
                state = exchange.send(ready)
        except StopIteration as done:
            self.end(begun)
            return done.value
        except psycopg.Error as error:
            self.end(begun, isinstance(error, NoAnswer))
            raise

    def connect(self, _dialect: Any, _record: Any, given: Any, named: Any) -> TimedConnection:
        begun = self.begin()
        try:
            connection = TimedConnection.connect(*given, **named)
        except psycopg.Error as error:
            self.end(begun, isinstance(error, ConnectionTimeout))
            raise
        self.end(begun)
        connection.deadline = self
        return connection


# The driver waits in `wait` alone, which sends 0 to the exchange every tenth of a second without an answer


class TimedConnection(psycopg.Connection[Any]):
    deadline: Deadline

    def wait(self, gen: Generator[Any, Any, Any], *given: Any, **named: Any) -> Any:
        """Wait for an answer; after a silence the connection is of no use any more."""
        try:
            return super().wait(self.deadline.timed(gen), *given, **named)
        except NoAnswer:
            self.pgconn.finish()
            raise
