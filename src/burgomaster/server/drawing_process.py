"""A process that draws pages for a server, which has one interpreter and more than one processor.

It follows matches by their journals, as another server at the same database would, and draws what it is asked
for with the same functions. Its input has tasks, its output has what is to be sent; both are pickled, each
behind its length. Where it does not know a match far enough it says so, and is told the whole journal.
"""

from __future__ import annotations

import gc
import pickle
import struct
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import IO, Any

from fastapi import Request

from burgomaster.core.cache import Cache, trim
from burgomaster.core.preparing import rehearse
from burgomaster.core.table import load_game
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.background import CALM, MB, NEVER, YOUNG_OBJECTS
from burgomaster.server.changes import END
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Entry, Header, Match, after, replay
from burgomaster.server.people.profiles import KnownFaces
from burgomaster.server.security import Signer
from burgomaster.server.steady_time import TIME
from burgomaster.server.table_routes import live_event, live_parts
from burgomaster.web.templates import compile_tables

MOST_FOLLOWED = 2000  # matches that are kept in mind: as many as the server has in memory
READY, UNKNOWN = b"ready", b""  # what is said instead of something drawn
LENGTH = struct.Struct("<I")  # stands before everything that is said


def say(output: IO[bytes], words: bytes) -> None:
    output.write(LENGTH.pack(len(words)) + words)
    output.flush()


def hear(heard: IO[bytes]) -> bytes:
    """Listen to what is said; EOFError if nobody says anything any more."""
    length = heard.read(LENGTH.size)
    words = heard.read(LENGTH.unpack(length)[0]) if len(length) == LENGTH.size else b""
    if len(length) < LENGTH.size or len(words) < LENGTH.unpack(length)[0]:
        raise EOFError
    return words


@dataclass(frozen=True)
class Greeting:
    """What a process is told first: never in its arguments or environment, which others may read."""

    secret: str
    https_only: bool
    now: float  # the time of the server
    games: Sequence[str]  # to be loaded before anything is drawn
    cache_mb: int


@dataclass(frozen=True)
class Task:
    """What is to be drawn, and how the match went on since the last time."""

    match: str
    number: int  # of the last entry that is to be seen
    header: Header | None  # with the whole journal; None: only with what is new
    entries: Sequence[Entry]
    visitor: Visitor
    scope: Mapping[str, Any]  # of the request of the stream, as far as pages depend on it
    chat: Sequence[Mapping[str, Any]]
    faces: Mapping[str, str]  # that people have chosen
    ratings: Mapping[int, Mapping[str, Any]]  # of the seats, behind a game that is over
    in_parts: bool = False  # behind each other: the server knows which of them are sent


class Artist:
    """Follows matches, and draws them."""

    def __init__(self, greeting: Greeting) -> None:
        auth = Auth(None, Signer(greeting.secret), greeting.https_only)  # type: ignore[arg-type]  # asks no store
        manager = SimpleNamespace(chat_of=lambda live: live.chat)
        advice = SimpleNamespace(known=lambda _match: None)  # games that are analysed are drawn by the server
        self._app = SimpleNamespace(state=SimpleNamespace(auth=auth, match_manager=manager, advice=advice))
        self._matches: Cache[Match] = Cache(MOST_FOLLOWED)
        self.last_drawn = 0.0  # by time.monotonic()

    def draw(self, task: Task) -> bytes:
        """Draw what a stream is to send; UNKNOWN if the match is not known far enough."""
        match = self._follow(task)
        if match is None:
            return UNKNOWN
        self.last_drawn = time.monotonic()
        self._app.state.avatars = KnownFaces(task.faces)
        self._app.state.people = SimpleNamespace(after_game=lambda _match: task.ratings)
        request = Request({**task.scope, "app": self._app})
        live = LiveMatch(match, chat=task.chat)
        if task.in_parts:
            return END.join(live_parts(request, task.visitor, live))
        return live_event(request, task.visitor, live)

    def _follow(self, task: Task) -> Match | None:
        """Find a match as it is after the entries of a task."""
        if task.header is not None:
            return self._matches.put(task.match, replay(task.header, task.entries))
        match = self._matches.find(task.match)
        new = [entry for entry in task.entries if match is not None and entry.number > match.number]
        if match is None or match.number + len(new) < task.number:
            return None
        return self._matches.put(task.match, after(match, new)) if new else match


# Serving


def serve(given: IO[bytes], output: IO[bytes], on_loaded: Callable[[], None] = lambda: None) -> None:
    """Draw until nobody asks any more."""
    ended = threading.Event()
    try:
        greeting = pickle.loads(hear(given))
        artist = begin(greeting)
        on_loaded()
        tidying = (artist, greeting.cache_mb * MB, ended)
        threading.Thread(target=free_memory, args=tidying, daemon=True).start()
        say(output, READY)
        while True:
            say(output, artist.draw(pickle.loads(hear(given))))
    except (EOFError, BrokenPipeError):  # the server has gone
        return
    finally:
        ended.set()


def begin(greeting: Greeting) -> Artist:
    """Take over the time of the server, and load what is to be drawn and what draws it."""
    TIME.begin_at(greeting.now)
    for game in greeting.games:
        rehearse(load_game(game))
    compile_tables(greeting.games)
    return Artist(greeting)


def free_memory(artist: Artist, budget: int, ended: threading.Event) -> None:
    """Keep caches within their budget, and collect garbage while nothing is drawn, as the server does."""
    collected = time.monotonic()
    while not ended.wait(CALM.check):
        trim(budget)
        if CALM.is_due(time.monotonic(), artist.last_drawn, collected):
            gc.collect()
            collected = time.monotonic()


def main() -> None:
    """Serve whoever has started this process."""
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # what anything prints must not get into an answer
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    serve(sys.stdin.buffer, output, gc.freeze)  # what is loaded stays: to look through it takes 0.2 s


if __name__ == "__main__":
    main()
