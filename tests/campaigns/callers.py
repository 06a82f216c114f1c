"""People who play through the JSON interface, as quickly as they can, and remember what they were told.

What was acknowledged must be in the store, whatever happens to the server; and nobody may have been shown
anything that is not there.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from burgomaster.core.registry import game_names
from tests.campaigns.person import Person
from tests.campaigns.scene import Place

ANSWER_SECONDS = 20.0
IDLE_SECONDS = 2.0  # after which a connection is made anew: a server closes what is not used
PAUSE = 0.02  # seconds, before a server that is away is asked again
OK = (200, 201)
REFUSED = (403, 404, 409, 422, 503)  # what a sound server may say; nothing was done then

Acknowledged = tuple[Any, ...]


@dataclass
class Memory:
    """What some caller was told."""

    acknowledged: dict[str, list[Acknowledged]] = field(default_factory=dict)  # by table, in order
    # positions, by table and seat
    shown: dict[tuple[str, int | None], set[str]] = field(default_factory=dict)
    accounts: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    facts: list[Acknowledged] = field(default_factory=list)  # beside the tables: a word, and what it is about
    troubles: list[str] = field(default_factory=list)  # answers that no sound server gives
    n_done: int = 0

    def acknowledge(self, table: str, *what: Any) -> None:
        """Remember that something was said to be done."""
        self.acknowledged.setdefault(table, []).append(what)
        self.n_done += 1

    def note(self, word: str, *about: Any) -> None:
        """Remember that something beside the tables was said to be done."""
        self.facts.append((word, *about))
        self.n_done += 1

    def show(self, table: str, seen: Mapping[str, Any]) -> None:
        """Remember what was seen."""
        self.shown.setdefault((table, seen["seat"]), set()).add(seen["position"])


class Line:
    """A connection to a server, made again when it breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection: HTTPConnection | None = None
        self._used = 0.0

    def ask(
        self, path: str, body: Mapping[str, Any] | None = None, key: str | Person = ""
    ) -> tuple[int, Any]:
        """Send JSON; OSError or HTTPException if no answer comes."""
        status, text = self._send(path, None if body is None else json.dumps(body), key, "application/json")
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            self.close()
            raise

    def read(self, path: str, form: str | None = None, key: str | Person = "") -> tuple[int, bytes]:
        """Ask for a page or a picture, or send a form, as browsers do."""
        return self._send(path, form, key, "application/x-www-form-urlencoded")

    def _send(self, path: str, sent: str | None, key: str | Person, kind: str) -> tuple[int, bytes]:
        headers = {"Content-Type": kind, **known_by(key)}
        if time.monotonic() - self._used > IDLE_SECONDS:
            self.close()
        self._used = time.monotonic()
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            self._connection.request("GET" if sent is None else "POST", path, sent, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            self.close()
            raise

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def known_by(key: str | Person) -> dict[str, str]:
    """Write by what somebody is known: the key of a seat, cookies, or nothing."""
    if isinstance(key, Person):
        return key.headers
    return {"Authorization": f"Bearer {key}"} if key else {}


class Caller:
    """Somebody who does one thing after another in a thread, until told to stop."""

    def __init__(self, port: int, seed: int) -> None:
        self.line = Line(port)
        self.memory = Memory()
        self.chance = random.Random(seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and say nothing more."""
        self._stop.set()
        self._thread.join(2 * ANSWER_SECONDS)
        self.line.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.act()
            except (OSError, HTTPException, ValueError):
                self._stop.wait(PAUSE)

    def act(self) -> None:
        """Do one thing."""
        raise NotImplementedError

    def do(self, path: str, body: Mapping[str, Any], key: str | Person = "") -> Any:
        """Ask for something; what it gives if it was done, None if it was refused."""
        status, told = self.line.ask(path, body, key)
        if status in OK:
            return told
        if status == 503:
            self._stop.wait(PAUSE)
        if status not in REFUSED:
            self.memory.troubles.append(f"{path} {dict(body)}: {status} {str(told)[:200]}")
        return None

    def look(self, table: str, key: str) -> Any:
        """Look at a table; None if that is not possible now."""
        status, seen = self.line.ask(f"/api/tables/{table}", key=key)
        if status == 200:
            self.memory.show(table, seen)
            return seen
        if status not in REFUSED:
            self.memory.troubles.append(f"GET {table}: {status} {str(seen)[:200]}")
        self._stop.wait(PAUSE)
        return None


class Player(Caller):
    """Plays both seats of a table; sometimes takes moves back, pauses, talks."""

    def __init__(self, port: int, seed: int, place: Place) -> None:
        super().__init__(port, seed)
        self.place = place
        self.others: tuple[tuple[float, Callable[[int], None]], ...] = (
            (0.08, self.talk),
            (0.06, self.undo),
            (0.06, self.take_back),
            (0.05, self.pause),
        )

    def act(self) -> None:
        """Make a move, or do something else."""
        roll, seat = self.chance.random(), self.chance.randrange(len(self.place.keys))
        for share, other in self.others:
            if roll < share:
                return other(seat)
            roll -= share
        self.move()

    def ask(self, seat: int, verb: str, **body: Any) -> Any:
        """Ask for something at the table in the name of a seat."""
        told = self.do(f"/api/tables/{self.place.table}/{verb}", body, self.place.keys[seat])
        if told is not None and "position" in told:
            self.memory.show(told["table"], told)
        return told

    def move(self) -> None:
        """Make a move for whoever is to move; play again when the game is over."""
        for seat, key in enumerate(self.place.keys):
            seen = self.look(self.place.table, key)
            if seen is None:
                return
            if seen["status"] == "over":
                return self.play_again()
            if seen["paused"]:
                return self.resume(seat)
            if seen["can_act"]:
                return self.make(seat, seen)

    def make(self, seat: int, seen: Mapping[str, Any]) -> None:
        """Make some move."""
        move = self.chance.choice(seen["view"]["moves"])
        if self.ask(seat, "moves", move=move, position=seen["position"]) is not None:
            self.memory.acknowledge(self.place.table, "move", seat, move)

    def play_again(self) -> None:
        """Open the next table, and sit down there with both."""
        opened = [self.ask(seat, "rematch") for seat in range(len(self.place.keys))]
        if any(one is None or "key" not in one for one in opened):
            return
        self.memory.acknowledge(self.place.table, "rematch", opened[0]["table"])
        self.memory.tables.append(opened[0]["table"])
        self.place = Place(opened[0]["table"], tuple(one["key"] for one in opened))

    def undo(self, seat: int) -> None:
        """Take back one's own last move."""
        if self.ask(seat, "undo") is not None:
            self.memory.acknowledge(self.place.table, "undo", seat)

    def take_back(self, seat: int) -> None:
        """Ask for a takeback; the other one answers."""
        if self.ask(seat, "takeback") is None:
            return
        self.memory.acknowledge(self.place.table, "takeback_asked", seat)
        yes = self.chance.random() < 0.5
        if self.ask(1 - seat, "answer", yes=yes) is not None:
            self.memory.acknowledge(self.place.table, "takeback_answered", 1 - seat)

    def pause(self, seat: int) -> None:
        """Pause; `move` goes on."""
        if self.ask(seat, "pause") is not None:
            self.memory.acknowledge(self.place.table, "pause", seat)

    def resume(self, seat: int) -> None:
        """Go on after a pause."""
        if self.ask(seat, "resume") is not None:
            self.memory.acknowledge(self.place.table, "resume", seat)

    def talk(self, seat: int) -> None:
        """Say something that nobody else says."""
        words = f"word {self.memory.n_done} of {self.chance.getrandbits(40)}"
        if self.ask(seat, "chat", text=words) is not None:
            self.memory.acknowledge(self.place.table, "said", seat, words)


class Newcomer(Caller):
    """Registers accounts and opens tables."""

    def act(self) -> None:
        """Register, or open a table."""
        if self.chance.random() < 0.6:
            return self.register()
        body = {"game": game_names()[0], "options": {"players": 2}, "name": "Newcomer", "bots": []}
        opened = self.do("/api/tables", body)
        if opened is not None:
            self.memory.tables.append(opened["table"])
            self.memory.n_done += 1

    def register(self) -> None:
        """Make an account."""
        name = f"n{self.chance.getrandbits(60)}"
        if self.do("/api/account/register", {"name": name, "password": "long enough"}) is not None:
            self.memory.accounts.append(name)
            self.memory.n_done += 1
