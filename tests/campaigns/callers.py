"""People who use a server as quickly as they can, each in a thread, and remember what they were told.

What was acknowledged must be in the store, whatever happens to the server; and nothing may have been shown
that is not there.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPException
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server.calls.words import tag_of
from burgomaster.server.puzzles.service import collection_of
from burgomaster.server.store import Store
from tests.campaigns.clients import ANSWER_SECONDS, FORM_DONE, OK, Key, Line
from tests.campaigns.receivers import CHANNELS, PostOffice
from tests.campaigns.scene import PASSWORD, Person, Place, add_table, new_guest, new_member

PAUSE = 0.02  # seconds, before a server that is away is asked again
GONE = 404
REFUSED = (403, GONE, 409, 422, 503)  # a sound server may answer so; nothing was done then
N_ENTRANTS = 3
SHOWN_HAND = b'class="replay-board"'  # in a commentary that shows anything
PICTURES = 0.1  # the share of looks at pictures: they are expensive
CALLED_FOR = ("turn", "begun")  # notifications of a person whose table is full

Acknowledged = tuple[Any, ...]


@dataclass
class Memory:
    """What one caller was told."""

    acknowledged: dict[str, list[Acknowledged]] = field(default_factory=dict)  # by table, in order
    shown: dict[tuple[str, int | None], set[str]] = field(default_factory=dict)  # positions by table and seat
    facts: list[Acknowledged] = field(default_factory=list)  # a word of `judge.KEPT`, and its subjects
    troubles: list[str] = field(default_factory=list)  # answers that no sound server gives
    n_done: int = 0

    def acknowledge(self, table: str, *what: Any) -> None:
        self.acknowledged.setdefault(table, []).append(what)
        self.n_done += 1

    def note(self, word: str, *about: Any) -> None:
        self.facts.append((word, *about))
        self.n_done += 1

    def show(self, seen: Mapping[str, Any]) -> None:
        self.shown.setdefault((seen["table"], seen["seat"]), set()).add(seen["position"])


class Caller:
    """A person who does one thing after another, until told to stop."""

    def __init__(self, port: int, seed: int) -> None:
        self.line = Line(port)
        self.memory = Memory()
        self.chance = random.Random(seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
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

    def do(self, path: str, body: Mapping[str, Any], key: Key = "") -> Any:
        """Send a request; give the answer if it was done, None if it was refused."""
        status, told = self.line.ask(path, body, key)
        if status in OK:
            return told
        self.refused(f"{path} {dict(body)}: {str(told)[:200]}", status)
        return None

    def refused(self, what: str, status: int) -> None:
        """Remember an answer that no sound server gives; give a server in trouble a pause."""
        if status not in REFUSED:
            self.memory.troubles.append(f"{what} was answered {status}")
        if status == 503:
            self._stop.wait(PAUSE)

    def open_table(self, key: Key = "") -> str:
        body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host", "bots": []}
        opened = self.do("/api/tables", body, key)
        if opened is None:
            return ""
        self.memory.note("table", opened["table"])
        return str(opened["table"])

    def register(self, key: Key = "") -> bool:
        name = f"n{self.chance.getrandbits(60)}"
        if self.do("/api/account/register", {"name": name, "password": PASSWORD}, key) is None:
            return False
        self.memory.note("account", name)
        return True


# At tables


class Player(Caller):
    """Plays both seats of a table; sometimes takes moves back, pauses, talks."""

    def __init__(self, port: int, seed: int, place: Place) -> None:
        super().__init__(port, seed)
        self.place = place

    def act(self) -> None:
        roll, seat = self.chance.random(), self.chance.randrange(len(self.place.keys))
        if roll < 0.08:
            words = f"word {self.memory.n_done} of {self.chance.getrandbits(40)}"
            self.wish(seat, "chat", "said", words, text=words)
        elif roll < 0.14:
            self.wish(seat, "undo", "undo")
        elif roll < 0.2:
            if self.wish(seat, "takeback", "takeback_asked"):
                self.wish(1 - seat, "answer", "takeback_answered", yes=self.chance.random() < 0.5)
        elif roll < 0.25:
            self.wish(seat, "pause", "pause")  # `move` resumes
        else:
            self.move()

    def ask(self, seat: int, verb: str, **body: Any) -> Any:
        told = self.do(f"/api/tables/{self.place.table}/{verb}", body, self.place.keys[seat])
        if told is not None and "position" in told:
            self.memory.show(told)
        return told

    def wish(self, seat: int, verb: str, word: str, *more: Any, **body: Any) -> bool:
        """Ask for something; remember it by a word of the journal if it was done."""
        if self.ask(seat, verb, **body) is None:
            return False
        self.memory.acknowledge(self.place.table, word, seat, *more)
        return True

    def move(self) -> None:
        for seat, key in enumerate(self.place.keys):
            status, seen = self.line.ask(f"/api/tables/{self.place.table}", key=key)
            if status != 200:
                self.refused(f"GET {self.place.table}", status)
                return
            self.memory.show(seen)
            if seen["status"] == "over":
                return self.play_again()
            if seen["paused"]:
                self.wish(seat, "resume", "resume")
                return
            if seen["can_act"]:
                move = self.chance.choice(seen["view"]["moves"])
                self.wish(seat, "moves", "move", move, move=move, position=seen["position"])
                return

    def play_again(self) -> None:
        """Open the next table, and sit down there with both seats."""
        opened = [self.ask(seat, "rematch") for seat in range(len(self.place.keys))]
        if any(one is None or "key" not in one for one in opened):
            return
        self.memory.acknowledge(self.place.table, "rematch", opened[0]["table"])
        self.memory.note("table", opened[0]["table"])
        self.place = Place(opened[0]["table"], tuple(one["key"] for one in opened))


class Newcomer(Caller):
    def act(self) -> None:
        if self.chance.random() < 0.6:
            self.register()
        else:
            self.open_table()


# Beside the tables


class Organiser(Caller):
    def __init__(self, port: int, seed: int) -> None:
        super().__init__(port, seed)
        self.cup, self.host, self.people = "", new_guest(self.chance), list[Person]()

    def act(self) -> None:
        if not self.cup:
            body = {"game": game_names()[0], "options": {"players": 2}, "name": "H"}
            made = self.do("/api/tournaments", body, self.host)
            if made is not None:
                self.cup = made["tournament"]
                self.memory.note("cup", self.cup)
        elif len(self.people) < N_ENTRANTS:
            person = new_guest(self.chance)
            if self.ask("enter", person, name="Somebody") is not None:
                self.people.append(person)
                self.memory.note("in", self.cup, person.who)
        elif self.chance.random() < 0.3:
            person = self.people.pop()
            self.memory.facts.remove(("in", self.cup, person.who))  # without an answer it is not known
            if self.ask("leave", person) is not None:
                self.memory.note("left", self.cup, person.who)
        else:
            cup, told = self.cup, self.ask("start", self.host)
            self.cup, self.people = "", []  # without an answer it may be started
            if told is not None:
                self.memory.note("started", cup)

    def ask(self, verb: str, person: Person, **body: Any) -> Any:
        return self.do(f"/api/tournaments/{self.cup}/{verb}", body, person)


class Solver(Caller):
    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.member, collection = new_member(store, self.chance), collection_of(game_names()[0])
        assert collection is not None
        self.puzzles = [one.id for one in collection.puzzles]

    def act(self) -> None:
        path = f"/api/puzzles/{game_names()[0]}/{self.chance.choice(self.puzzles)}"
        status, seen = self.line.ask(path, key=self.member)
        if status == 200:
            told = self.do(path, {"move": self.chance.choice(seen["moves"])}, self.member)
            if told is not None and told["counted"]:
                self.memory.note("answered", self.member.account, seen["id"])


class Student(Caller):
    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.owner, self.study, self.at = new_guest(self.chance), "", "0"
        self.table = add_table(store, self.chance, is_late=True, n_left=0).table

    def act(self) -> None:
        if not self.study or self.chance.random() < 0.1:
            told = self.do(f"/api/tables/{self.table}/studies", {}, self.owner)
            if told is not None:
                self.study, self.at = told["study"], "0"
                self.memory.note("study", self.study)
            return
        status, seen = self.line.ask(f"/api/studies/{self.study}?at={self.at}", key=self.owner)
        if status == 200 and seen["moves"]:
            self.try_move(self.chance.choice(seen["moves"]))

    def try_move(self, move: str) -> None:
        told = self.do(f"/api/studies/{self.study}/moves", {"at": self.at, "move": move}, self.owner)
        if told is None:
            return
        self.at = told["at"]
        if self.at.startswith("n"):  # otherwise it is the move of the game
            self.memory.note("tried", self.study, int(self.at[1:]), move)
        else:
            self.memory.n_done += 1


class Guest(Caller):
    def act(self) -> None:
        guest = new_guest(self.chance)
        if not (table := self.open_table(guest)):
            return
        if self.do(f"/api/calls/tables/{table}", {"off": ["push"]}, guest) is not None:
            self.memory.note("silent", table, guest.who)
        if self.register(guest):
            self.memory.note("promised", table, guest.who)


# Shown and told


class Commentator(Caller):
    """Two players who agree to commentary and withdraw, and the commentator, at every server."""

    def __init__(self, port: int, seed: int, store: Store, others: Sequence[int]) -> None:
        super().__init__(port, seed)
        self.place = add_table(store, self.chance, is_late=True)
        self.agreed: list[bool | None] = [False] * len(self.place.keys)  # None: no answer came
        self.others = [Line(other) for other in others]
        self.n_open = 0  # looks that showed a hand

    def stop(self) -> None:
        super().stop()
        for line in self.others:
            line.close()

    def act(self) -> None:
        """Agree or withdraw, and look at once."""
        seat, yes = self.chance.randrange(len(self.agreed)), self.chance.random() < 0.6
        before, self.agreed[seat] = self.agreed[seat], None
        told = self.do(f"/api/tables/{self.place.table}/commentary", {"yes": yes}, self.place.keys[seat])
        if told is None:
            self.agreed[seat] = before if before == yes else None  # it may be done, and the answer lost
            return
        self.agreed[seat] = yes
        self.memory.n_done += 1
        self.memory.acknowledged.setdefault(self.place.table, [])
        for line in (self.line, *self.others):
            self.look_at(line)

    def look_at(self, line: Line) -> None:
        """Look at the commentary: a withdrawal holds everywhere, a consent here."""
        status, page = line.read(f"/t/{self.place.table}/commentary")
        if status != 200:
            self.refused("commentary", status)
        elif SHOWN_HAND in page:
            self.n_open += 1
            if False in self.agreed:
                self.memory.troubles.append(f"a hand is shown though it was withdrawn: {self.agreed}")
        elif all(self.agreed) and line is self.line:
            self.memory.troubles.append("all agree, and nothing is shown")


class Sharer(Caller):
    """Shares a finished game, which must look the same for ever, and studies, until they are dropped."""

    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.owner = new_guest(self.chance)
        self.table = add_table(store, self.chance, is_late=True, n_left=0).table
        self.known: dict[str, str] = {}  # digests of what was shown, by path
        self.studies: list[str] = []
        self.dropped: list[str] = []

    def act(self) -> None:
        roll = self.chance.random()
        if roll < 0.4:
            self.look_again()
        elif roll < 0.6 or not self.studies:
            told = self.do(f"/api/tables/{self.table}/studies", {}, self.owner)
            if told is not None:
                self.studies.append(told["study"])
                self.memory.note("study", told["study"])
        elif roll < 0.8:
            self.drop(self.studies.pop(0))
        else:
            self.follow_links()

    def look_again(self) -> None:
        """Look at the finished game: the same bytes as ever."""
        page = f"embed?lang=en&ply={self.chance.randrange(4)}"
        path = "picture.png?lang=en" if self.chance.random() < PICTURES else page
        status, shown = self.line.read(f"/t/{self.table}/{path}")
        if status != 200:
            return self.complain(path, status)
        mark = sha256(shown).hexdigest()
        if self.known.setdefault(path, mark) != mark:
            self.memory.troubles.append(f"{path} has changed")
        self.memory.n_done += 1

    def drop(self, study: str) -> None:
        self.memory.facts.remove(("study", study))  # without an answer it is not known
        status, _ = self.line.read(f"/study/{study}/drop", "", self.owner)
        if status != FORM_DONE:
            return self.complain("drop", status)
        self.dropped.append(study)
        self.memory.n_done += 1

    def follow_links(self) -> None:
        wanted = [(study, 200) for study in self.studies[:1]] + [(study, GONE) for study in self.dropped[-1:]]
        for study, expected in wanted:
            for path in (f"/api/studies/{study}", f"/study/{study}"):
                status, _ = self.line.read(path)
                if status in (200, GONE) and status != expected:
                    self.memory.troubles.append(f"a study answered {status} instead of {expected}")
                elif status != expected:
                    self.complain(path, status)
        self.memory.n_done += 1

    def complain(self, path: str, status: int) -> None:
        self.refused(path, status)
        self._stop.wait(PAUSE)


class Called(Caller):
    """Sits down at one table after another, and is notified of each because a player waits there."""

    def __init__(self, port: int, seed: int, store: Store, post: PostOffice) -> None:
        super().__init__(port, seed)
        self.person, self.post = new_guest(self.chance), post
        self.name = f"k{self.chance.getrandbits(60)}"
        self.ways = {way.id: way.channel for way in post.add_ways(store, self.person.who, self.name)}
        self.tables: list[str] = []  # that are full, as was acknowledged
        self.excused: set[tuple[str, str]] = set()  # channel and table: on its way when a server was killed

    def act(self) -> None:
        table = self.open_table(new_guest(self.chance))
        if table and self.do(f"/api/tables/{table}/seats/1", {"name": "Called"}, self.person) is not None:
            self.tables.append(table)
        self._stop.wait(10 * PAUSE)

    def arrivals(self) -> dict[str, Counter[str]]:
        """Count the notifications of each table, by channel."""
        tables = list(self.tables)
        tags = {tag_of(table, event): table for table in tables for event in CALLED_FOR}
        found = {}
        for channel in CHANNELS:
            texts = [one.text for one in self.post.arrived(channel, self.name)]
            if channel == "push":
                found[channel] = Counter(tags[text] for text in texts if text in tags)
            else:
                found[channel] = Counter(table for table in tables for text in texts if table in text)
        return found

    def missing(self) -> list[str]:
        """Name the notifications that must come and have not."""
        came = self.arrivals()
        wanted = {(channel, table) for channel in CHANNELS for table in list(self.tables)}
        return [f"{name} to {at}" for name, at in sorted(wanted - self.excused) if not came[name][at]]

    def doubled(self) -> list[str]:
        """Name the notifications that came more often than they may; pushes may."""
        came = self.arrivals()
        more = [(name, at) for name in ("mail", "webhook") for at, times in came[name].items() if times > 1]
        return [f"called twice by {name} to {at}" for name, at in more]

    def excuse(self, rows: Sequence[Any]) -> None:
        """Learn from the outbox what a killed server may have sent: it is not sent again, but for pushes."""
        for row in rows:
            channel = self.ways.get(row["way"], "push")
            if row["handed"] and channel != "push":
                self.excused.add((channel, row["match"]))
