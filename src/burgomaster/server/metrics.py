"""The figures of a running server, for Prometheus, and whether it lives and is ready.

No label names a table, a seat, a person or a path: routes are counted by their template, refusals by their
key. An answer to a secret question is no move here, and the figures are taken on a beat (`Figures.text`), so
who reads them learns of nothing the moment it happens.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
import ipaddress
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import bearer_token
from burgomaster.server.match import Entry, Kind, Match
from burgomaster.server.settings import Settings

if TYPE_CHECKING:
    from burgomaster.server.match_manager import MatchManager
    from burgomaster.server.store import Store
    from burgomaster.server.streams import Streams

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
STORE_VERBS = (
    *("create", "load", "entries", "write", "running", "open_matches", "watchable", "matches_of"),
    *("say", "chat_of"),
)
ACCOUNT_VERBS = ("find", "find_by_session")
CALLED = {  # what figures call them
    "write": "append",  # a synced write, of one match or of several
    "find": "find_account",
    "find_by_session": "session_account",
}
router = APIRouter(include_in_schema=False)
STORE_SECONDS = 3.0  # within which the store has to answer
KEPT_SECONDS = 1.0  # for which one look at the store is enough
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # what a proxy adds


class Figures:
    def __init__(self, beat: float) -> None:
        self.registry = CollectorRegistry()
        self._beat = beat  # seconds for which one look at the figures is kept
        self._looked, self._text = float("-inf"), b""
        told: dict[str, Any] = {"registry": self.registry, "namespace": "burgomaster"}
        self.moves = Counter("moves", "Moves that everybody at a table could see", ["by"], **told)
        self.refusals = Counter(
            "refusals", "Requests that were refused, by the key of the answer", ["key"], **told
        )
        self.requests = Histogram(
            "request_seconds",
            "Time until an answer begins, by the template of the route",
            ["method", "route", "status"],
            buckets=QUICK,
            **told,
        )
        self.store = Histogram(
            "store_seconds", "Time of one call of the store", ["call"], buckets=QUICK, **told
        )
        self.bots = Histogram(
            "bot_seconds", "Time from a bot's turn to its answer, waits included", buckets=SLOW, **told
        )
        self.troubles = Counter("log_troubles", "Warnings and errors in the log", ["level"], **told)
        self._told = told
        ProcessCollector(registry=self.registry)
        self._gauge("threads", "Threads of the process", threading.active_count)
        self._gauge("tasks", "Tasks of the event loop", count_tasks)

    def _gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        Gauge(name, about, **self._told).set_function(read)

    def text(self) -> bytes:
        """Write all figures as Prometheus reads them; for some seconds everybody gets the same text."""
        now = time.monotonic()
        if now - self._looked >= self._beat:
            self._looked, self._text = now, generate_latest(self.registry)
        return self._text

    # What is watched

    def watch(self, matches: MatchManager, streams: Streams) -> None:
        self._gauge("streams_open", "Pages and programs that listen", lambda: sum(streams.open.values()))
        self._gauge("matches_live", "Matches in memory", lambda: len(matches.live))
        self._gauge("bots_thinking", "Bots whose turn it is", lambda: matches.n_thinking)
        matches.on_written, matches.on_bot = self.count_entries, self.bots.observe
        self.time_calls(matches.store)

    def count_entries(self, match: Match, entries: Sequence[Entry]) -> None:
        """Count the moves among new entries of a match that everybody could see."""
        n_moves = sum(entry.kind == Kind.MOVE for entry in entries)
        for move in match.played[-n_moves:] if n_moves else ():
            if not move.is_secret:
                self.moves.labels(move.by).inc()

    def time_calls(self, store: Store) -> None:
        for part, names in ((store, STORE_VERBS), (store.accounts, ACCOUNT_VERBS)):
            for name in names:
                setattr(part, name, timed(getattr(part, name), self.store.labels(CALLED.get(name, name))))


def timed(call: Callable[..., Any], histogram: Histogram) -> Callable[..., Any]:

    @functools.wraps(call)
    def measured(*arguments: Any, **named: Any) -> Any:
        with histogram.time():
            return call(*arguments, **named)

    return measured


def count_tasks() -> float:
    """Count the tasks of the event loop of this thread, 0 where there is none."""
    try:
        return float(len(asyncio.all_tasks()))
    except RuntimeError:
        return 0.0


class TroubleCounter(logging.Handler):
    def __init__(self, figures: Figures) -> None:
        super().__init__(logging.WARNING)
        self._troubles = figures.troubles

    def emit(self, record: logging.LogRecord) -> None:
        self._troubles.labels(record.levelname.lower()).inc()


@contextmanager
def counted_troubles(figures: Figures) -> Iterator[None]:
    counter, root = TroubleCounter(figures), logging.getLogger()
    root.addHandler(counter)
    try:
        yield
    finally:
        root.removeHandler(counter)


# What an operator asks a server: whether it lives, whether it is ready, and its figures


@router.get("/healthz")
async def health() -> JSONResponse:
    """Tell that the process answers; nothing else is looked at."""
    return JSONResponse({"ok": True})


@router.get("/readyz")
async def readiness(request: Request) -> JSONResponse:
    """Tell whether games can be played here now; 503 with what is missing otherwise."""
    state = request.app.state
    kernels = [f"kernels:{game}" for game in state.preparation.unprepared()]
    reason = await store_trouble(state)
    missing = [*(["stopping"] if state.streams.stopping else []), *(["store"] if reason else []), *kernels]
    told = {"ready": not missing, "missing": missing, **({"reason": reason} if reason else {})}
    return JSONResponse(told, 503 if missing else 200)


async def store_trouble(state: Any) -> str:
    """Name what is wrong with the store, "" if nothing is; it is asked at most once a second."""
    asked, reason = getattr(state, "store_asked", (float("-inf"), ""))
    if time.monotonic() - asked < KEPT_SECONDS:
        return str(reason)
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await asyncio.to_thread(state.store.ping)
        reason = ""
    except (SQLAlchemyError, TimeoutError, OSError) as error:
        fault = getattr(error, "orig", None) or error
        reason = getattr(fault, "sqlite_errorname", "") or type(fault).__name__
    state.store_asked = (time.monotonic(), reason)
    return str(reason)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Write the figures for whoever may read them; for all others there is no such page."""
    settings: Settings = request.app.state.settings
    if not may_read_metrics(request, settings):
        raise HTTPException(404)
    return Response(request.app.state.figures.text(), media_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: Request, settings: Settings) -> bool:
    """Tell whether a token allows it, or a request comes from this computer, not through a proxy on it."""
    if settings.metrics == "token":
        return hmac.compare_digest(bearer_token(request).encode(), settings.metrics_token.encode())
    is_forwarded = any(name in request.headers for name in FORWARDED)
    if settings.metrics != "local" or request.client is None or is_forwarded:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
