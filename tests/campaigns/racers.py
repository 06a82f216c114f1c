"""Requests that are sent at the same moment, to one server or to several that share a store."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from burgomaster.server.match import replay
from burgomaster.server.store import Store
from tests.campaigns.callers import OK, Line
from tests.campaigns.person import Person
from tests.campaigns.post_office import PostOffice
from tests.campaigns.scene import Place
from tests.campaigns.servers import until

SAME_SECONDS = 20.0  # in which all servers must show the same
DEAF = 0.5  # the share of races in which servers do not hear of each other just then
FORM_DONE = 303
SEEN = ("position", "ply", "status", "paused", "takeback", "seats", "names", "can_act", "rematch")


@dataclass(frozen=True)
class Call:
    """Something that somebody asks for at one of the servers."""

    server: int
    path: str
    body: Mapping[str, Any] | None  # None: something is only looked at
    key: str | Person = ""
    is_page: bool = False  # or the form of one, or a picture


@dataclass(frozen=True)
class Answer:
    """What came of it."""

    status: int
    told: Any

    @property
    def won(self) -> bool:
        """Tell whether it was done; forms lead to another page then."""
        return self.status in (*OK, FORM_DONE)

    def __str__(self) -> str:
        return f"{self.status} {str(self.told)[:150]}"


class Arena:
    """Servers that share a store, connections to each, and where their calls arrive."""

    def __init__(
        self,
        store: Store,
        ports: Sequence[int],
        post: PostOffice,
        deafen: Callable[[], object] = lambda: None,
    ) -> None:
        self.store, self.post = store, post
        self.deafen = deafen  # lets no server hear of the others for a moment
        self.lines = [Line(port) for port in ports]
        self._racing = [Line(port) for port in ports]  # each used by one racer at a time
        self._threads = ThreadPoolExecutor(len(ports))

    def ask(
        self, server: int, path: str, body: Mapping[str, Any] | None = None, key: str | Person = ""
    ) -> Any:
        """Ask one server for something that cannot fail."""
        status, told = self.lines[server].ask(path, body, key)
        assert status in OK, f"{path}: {status} {told}"
        return told

    def page(self, server: int, path: str, key: str | Person = "") -> tuple[int, bytes]:
        """Ask one server for a page or a picture."""
        return self.lines[server].read(path, key=key)

    def look(self, server: int, table: str, key: str = "") -> dict[str, Any]:
        """Look at a table."""
        return dict(self.ask(server, f"/api/tables/{table}", key=key))

    def race(self, calls: Sequence[Call]) -> list[Answer]:
        """Send requests at the same moment, to a server each."""
        barrier = threading.Barrier(len(calls))
        return list(self._threads.map(lambda call: self._run(call, barrier), calls))

    def _run(self, call: Call, barrier: threading.Barrier) -> Answer:
        line = self._racing[call.server]
        line.ask("/api/bots")  # the connection is open now
        barrier.wait(SAME_SECONDS)
        try:
            if call.is_page:
                return Answer(*line.read(call.path, None if call.body is None else "", call.key))
            return Answer(*line.ask(call.path, call.body, call.key))
        except (OSError, HTTPException, ValueError) as error:
            return Answer(0, error)

    def close(self) -> None:
        """End all connections."""
        self._threads.shutdown()
        for line in (*self.lines, *self._racing):
            line.close()

    # What must hold after a race

    def differences(self, place: Place) -> list[str]:
        """Name a table that servers show differently, or that the journal tells differently."""
        try:
            until(lambda: self.is_same(place), SAME_SECONDS)
        except AssertionError:
            shown = [{name: self.look(n, place.table)[name] for name in SEEN} for n in range(len(self.lines))]
            return [f"table {place.table} is shown differently: {shown}"]
        return []

    def is_same(self, place: Place) -> bool:
        """Tell whether all servers show a table as its journal tells it, to spectators and to every seat."""
        loaded = self.store.load(place.table)
        assert loaded is not None
        match = replay(*loaded)
        for key in ("", *place.keys):
            seen = [self.look(number, place.table, key) for number in range(len(self.lines))]
            told = [{name: one[name] for name in SEEN} for one in seen]
            if any(one != told[0] for one in told) or told[0]["position"] != match.position(seen[0]["seat"]):
                return False
        return True


def mover(arena: Arena, place: Place) -> tuple[int, Mapping[str, Any]]:
    """Find who is to move, and what they see."""
    for seat, key in enumerate(place.keys):
        seen = arena.look(0, place.table, key)
        if seen["can_act"]:
            return seat, seen
    raise AssertionError("nobody is to move")


def play_to_end(arena: Arena, place: Place, chance: random.Random) -> None:
    """Make moves until the game is over."""
    while arena.look(0, place.table)["status"] != "over":
        seat, seen = mover(arena, place)
        move = chance.choice(seen["view"]["moves"])
        arena.ask(0, f"/api/tables/{place.table}/moves", {"move": move}, place.keys[seat])
