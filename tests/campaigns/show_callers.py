"""People about whom others are shown or told something, and who remember what they were promised.

Somebody agrees to commentary and withdraws; somebody shares a finished game, and studies that they drop;
somebody is called to one table after another. Each compares what servers show and send with that.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server.calls.words import tag_of
from burgomaster.server.store import Store
from tests.campaigns.callers import PAUSE, REFUSED, Caller, Line
from tests.campaigns.person import new_guest
from tests.campaigns.post_office import CHANNELS, PostOffice
from tests.campaigns.racers import FORM_DONE
from tests.campaigns.scene import add_table

SHOWN_HAND = b'class="replay-board"'  # what a commentary has that shows anything
GONE = 404
PICTURES = 0.1  # the share of looks at pictures: they are expensive
OPTIONS = {"players": 2}
CALLED_FOR = ("turn", "begun")  # what somebody is called for when their table is full


class Commentator(Caller):
    """Two who let commentators look into their hands and withdraw, and the commentator, at every server."""

    def __init__(self, port: int, seed: int, store: Store, others: Sequence[int]) -> None:
        super().__init__(port, seed)
        self.place = add_table(store, self.chance, is_late=True)
        self.agreed: list[bool | None] = [False] * len(self.place.keys)  # None: no answer came
        self.others = [Line(other) for other in others]
        self.n_open = 0  # looks that showed a hand

    def stop(self) -> None:
        """End, and say nothing more."""
        super().stop()
        for line in self.others:
            line.close()

    def act(self) -> None:
        """Agree or withdraw, and look at once."""
        seat = self.chance.randrange(len(self.agreed))
        yes = self.chance.random() < 0.6
        before, self.agreed[seat] = self.agreed[seat], None
        path = f"/api/tables/{self.place.table}/commentary"
        told = self.do(path, {"yes": yes}, self.place.keys[seat])
        if told is None:
            self.agreed[seat] = before if before == yes else None  # it may be done, and the answer lost
            return
        self.agreed[seat] = yes
        self.memory.n_done += 1
        self.memory.acknowledged.setdefault(self.place.table, [])
        for line in (self.line, *self.others):
            self.look_at(line)

    def look_at(self, line: Line) -> None:
        """Look at a commentary; who has withdrawn is not shown, who agrees is after a start at the latest."""
        status, page = line.read(f"/t/{self.place.table}/commentary")
        if status not in (200, *REFUSED):
            self.memory.troubles.append(f"commentary answered {status}")
        if status == 200 and SHOWN_HAND in page:
            self.n_open += 1
            if False in self.agreed:
                self.memory.troubles.append(f"a hand is shown though it was withdrawn: {self.agreed}")
        elif status == 200 and all(self.agreed) and line is self.line:
            self.memory.troubles.append("all agree, and nothing is shown")


class Sharer(Caller):
    """Shares a finished game, which must look the same for ever, and studies, until they are dropped."""

    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.owner = new_guest(self.chance)
        self.table = add_table(store, self.chance, is_late=True, n_left=0).table
        self.known: dict[str, str] = {}  # what was shown, by path
        self.studies: list[str] = []
        self.dropped: list[str] = []

    def act(self) -> None:
        """Look at something that is shared, or share something else, or drop it."""
        roll = self.chance.random()
        if roll < 0.4:
            return self.look_again()
        if roll < 0.6 or not self.studies:
            return self.begin()
        if roll < 0.8:
            return self.drop(self.studies.pop(0))
        self.look_at_study()

    def look_again(self) -> None:
        """Look at the finished game: the same bytes as ever."""
        pages = [
            f"/t/{self.table}/embed?lang=en&ply={self.chance.randrange(4)}",
            f"/t/{self.table}/course.svg",
        ]
        pictures = [f"/t/{self.table}/result.png?lang=en", f"/t/{self.table}/picture.png?lang=en&ply=2"]
        path = self.chance.choice(pictures if self.chance.random() < PICTURES else pages)
        status, shown = self.line.read(path)
        if status != 200:
            return self.complain(path, status)
        mark = sha256(shown).hexdigest()
        if self.known.setdefault(path, mark) != mark:
            self.memory.troubles.append(f"{path} has changed")
        self.memory.n_done += 1

    def begin(self) -> None:
        """Begin a study, whose link works from now on."""
        told = self.do(f"/api/tables/{self.table}/studies", {}, self.owner)
        if told is not None:
            self.studies.append(told["study"])
            self.memory.note("shared", told["study"])

    def drop(self, study: str) -> None:
        """Drop a study; nobody knows whether it is if no answer comes."""
        self.memory.facts.remove(("shared", study))
        status, _ = self.line.read(f"/study/{study}/drop", "", self.owner)
        if status == FORM_DONE:
            self.dropped.append(study)
            self.memory.n_done += 1
        else:
            self.complain("drop", status)

    def look_at_study(self) -> None:
        """Follow a link: to a study that is there, and to one that is gone."""
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
        """Remember an answer that no sound server gives; wait for one that is in trouble."""
        if status not in REFUSED:
            self.memory.troubles.append(f"{path} answered {status}")
        self._stop.wait(PAUSE)


class Called(Caller):
    """Sits down at one table after another, and is called to each because somebody waits there."""

    def __init__(self, port: int, seed: int, store: Store, post: PostOffice) -> None:
        super().__init__(port, seed)
        self.person, self.post = new_guest(self.chance), post
        self.name = f"k{self.chance.getrandbits(60)}"
        self.ways = {way.id: way.channel for way in post.add_ways(store, self.person.who, self.name)}
        self.tables: list[str] = []  # that are full, as was acknowledged
        self.excused: set[tuple[str, str]] = set()  # channel and table: on its way when a server was killed

    def act(self) -> None:
        """Let somebody open a table, and sit down there."""
        host = new_guest(self.chance)
        opened = self.do("/api/tables", {"game": game_names()[0], "options": OPTIONS, "name": "Host"}, host)
        if opened is None:
            return
        path = f"/api/tables/{opened['table']}/seats/1"
        if self.do(path, {"name": "Called"}, self.person) is not None:
            self.tables.append(opened["table"])
            self.memory.tables.append(opened["table"])
            self.memory.n_done += 1
        self._stop.wait(10 * PAUSE)

    def arrivals(self) -> dict[str, Counter[str]]:
        """Count how often somebody was called to each table, by channel."""
        found: dict[str, Counter[str]] = {}
        tags = {tag_of(table, event): table for table in list(self.tables) for event in CALLED_FOR}
        for channel in CHANNELS:
            texts = [one.text for one in self.post.arrived(channel, self.name)]
            if channel == "push":
                found[channel] = Counter(tags[text] for text in texts if text in tags)
            else:
                found[channel] = Counter(
                    table for table in list(self.tables) for text in texts if table in text
                )
        return found

    def missing(self) -> list[str]:
        """Name the calls that must come and have not."""
        came = self.arrivals()
        wanted = {(channel, table) for channel in CHANNELS for table in list(self.tables)}
        lost = [one for one in wanted - self.excused if not came[one[0]][one[1]]]
        return [f"{channel} to {table}" for channel, table in sorted(lost)]

    def doubled(self) -> list[str]:
        """Name the calls that came more often than they may."""
        came = self.arrivals()
        more = [(channel, table) for channel in ("mail", "webhook") for table in came[channel]]
        return [
            f"called twice by {channel} to {table}" for channel, table in more if came[channel][table] > 1
        ]

    def excuse(self, rows: Sequence[Any]) -> None:
        """Learn what a killed server may have sent: nobody knows, so it is not sent again, but for pushes."""
        for row in rows:
            channel = self.ways.get(row["way"], "push")
            if row["handed"] and channel != "push":
                self.excused.add((channel, row["match"]))


def show_callers(
    port: int, store: Store, chance: random.Random, post: PostOffice, others: Sequence[int]
) -> tuple[Commentator, Sharer, Called]:
    """Let one of each kind come; `others` are servers that nobody kills."""
    seeds = [chance.getrandbits(30) for _ in range(3)]
    return (
        Commentator(port, seeds[0], store, others),
        Sharer(port, seeds[1], store),
        Called(port, seeds[2], store, post),
    )
