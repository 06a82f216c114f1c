"""The arena of the campaign `race`: servers that share a store, and requests sent to them at the same moment.

A race is a function of an arena: it prepares tables, sends its requests by `Arena.race`, and yields what
breaks its invariant. Answers that no sound server gives are found by the arena itself.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from sqlalchemy import select

from burgomaster.core.registry import game_names
from burgomaster.server.match import Entry, Kind, replay
from burgomaster.server.store import Store
from tests.campaigns.clients import FORM_DONE, OK, Key, Line
from tests.campaigns.receivers import PostOffice
from tests.campaigns.scene import Place, add_table
from tests.campaigns.servers import until

REFUSED = (403, 409, 422)  # how a sound server answers the loser of a race
SAME_SECONDS = 20.0  # in which all servers must show the same
DEAF = 0.5  # the share of races in which servers do not hear of each other just then
SEEN = ("position", "ply", "status", "paused", "takeback", "seats", "names", "can_act", "rematch")

Findings = Iterator[str]


@dataclass(frozen=True)
class Call:
    server: int
    path: str
    body: Mapping[str, Any] | None  # None: a GET
    key: Key = ""
    is_page: bool = False  # or the form of one, or a picture


@dataclass(frozen=True)
class Answer:
    status: int
    told: Any

    @property
    def won(self) -> bool:
        return self.status in (*OK, FORM_DONE)

    def __str__(self) -> str:
        return f"{self.status} {str(self.told)[:150]}"


class Arena:
    """Servers that share a store, connections to each, and the receivers of their notifications."""

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
        self.chance = random.Random()
        self._odd: list[str] = []

    @property
    def servers(self) -> range:
        return range(len(self.lines))

    def run(self, race: Callable[[Arena], Findings], chance: random.Random) -> list[str]:
        self.chance, self._odd = chance, []
        return [*race(self), *self._odd]

    def racers(self, *numbers: int) -> list[int]:
        """Choose as many servers as one of the numbers says, two if none is given."""
        n_racers = self.chance.choice(numbers or (2,))
        return self.chance.sample(self.servers, min(n_racers, len(self.lines)))

    def ask(self, server: int, path: str, body: Mapping[str, Any] | None = None, key: Key = "") -> Any:
        """Ask one server for something that cannot fail."""
        status, told = self.lines[server].ask(path, body, key)
        assert status in OK, f"{path}: {status} {told}"
        return told

    def page(self, server: int, path: str) -> tuple[int, bytes]:
        return self.lines[server].read(path)

    def race(self, calls: Iterable[Call], refused: Sequence[int] = REFUSED) -> list[Answer]:
        """Send requests at the same moment; each is done, or refused by one of some statuses."""
        answers = self.send(list(calls))
        self._odd += [f"answered {one}" for one in answers if not one.won and one.status not in refused]
        return answers

    def send(self, calls: Sequence[Call]) -> list[Answer]:
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

    def rows(self, table: Any, **known: Any) -> list[Mapping[str, Any]]:
        query = select(table).where(*(table.c[name] == value for name, value in known.items()))
        with self.store.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def name(self) -> str:
        return f"r{self.chance.getrandbits(60)}"

    def close(self) -> None:
        self._threads.shutdown()
        for line in (*self.lines, *self._racing):
            line.close()

    # Tables

    def table(self, **how: Any) -> Table:
        return Table(self, add_table(self.store, self.chance, **how))

    def waiting_table(self, key: Key = "") -> Table:
        body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host"}
        opened = self.ask(0, "/api/tables", body, key)
        return Table(self, Place(opened["table"], (opened["key"],)))


class Table:
    """A table of a race, which all servers know."""

    def __init__(self, arena: Arena, place: Place) -> None:
        self.arena, self.name, self.keys = arena, place.table, place.keys
        self.path = f"/api/tables/{self.name}"
        self.mark()

    def mark(self) -> None:
        """Let `written` begin at this moment, and all servers know what was before it."""
        for server in self.arena.servers:
            self.look(server)
        self._before = max((entry.number for entry in self.entries), default=0)

    @property
    def entries(self) -> list[Entry]:
        return self.arena.store.entries(self.name, 0)

    @property
    def written(self) -> list[Entry]:
        """List the entries of the journal since the mark, but for what servers do by themselves."""
        found = self.arena.store.entries(self.name, self._before)
        return [entry for entry in found if entry.data.get("by") != "auto"]

    def look(self, server: int = 0, key: str = "") -> dict[str, Any]:
        return dict(self.arena.ask(server, self.path, key=key))

    def call(self, server: int, seat: int, verb: str, **body: Any) -> Call:
        return Call(server, f"{self.path}/{verb}", body, self.keys[seat])

    def ask(self, seat: int, verb: str, server: int = 0, **body: Any) -> Any:
        return self.arena.ask(server, f"{self.path}/{verb}", body, self.keys[seat])

    def mover(self, server: int = 0) -> tuple[int, Mapping[str, Any]]:
        for seat, key in enumerate(self.keys):
            seen = self.look(server, key)
            if seen["can_act"]:
                return seat, seen
        raise AssertionError("nobody is to move")

    def play_to_end(self) -> None:
        while self.look()["status"] != "over":
            seat, seen = self.mover()
            self.ask(seat, "moves", move=self.arena.chance.choice(seen["view"]["moves"]))

    # Invariants

    def written_once(self, kind: Kind, seats: Sequence[int]) -> Findings:
        """Yield a finding unless the entries of a kind are those of the seats that won."""
        found = [one.seat for one in self.written if one.kind == kind]
        if sorted(found) != sorted(seats):
            yield f"{kind} was written for {found}, won by {list(seats)}"

    def differences(self) -> Findings:
        """Yield a finding if servers show the table differently, or not as its journal tells it."""
        try:
            until(self._is_same, SAME_SECONDS)
        except AssertionError:
            shown = [{name: self.look(server)[name] for name in SEEN} for server in self.arena.servers]
            yield f"table {self.name} is shown differently: {shown}"

    def _is_same(self) -> bool:
        loaded = self.arena.store.load(self.name)
        assert loaded is not None
        match = replay(*loaded)
        for key in ("", *self.keys):
            seen = [self.look(server, key) for server in self.arena.servers]
            told = [{name: one[name] for name in SEEN} for one in seen]
            if any(one != told[0] for one in told) or told[0]["position"] != match.position(seen[0]["seat"]):
                return False
        return True


def one_winner(answers: Sequence[Answer]) -> Findings:
    if sum(answer.won for answer in answers) != 1:
        yield f"{sum(one.won for one in answers)} of {len(answers)} won: {', '.join(map(str, answers))}"


RACES: dict[str, Callable[[Arena], Findings]] = {}


def race(function: Callable[[Arena], Findings]) -> Callable[[Arena], Findings]:
    """Register a race by its name, with spaces."""
    RACES[function.__name__.replace("_", " ")] = function
    return function
