"""People beside the tables, who remember what they were told: at tournaments, puzzles, studies and calls."""

from __future__ import annotations

import random
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server.puzzles.choosing import collection_of
from burgomaster.server.store import Store
from tests.campaigns.callers import Caller
from tests.campaigns.person import Person, new_guest, new_member
from tests.campaigns.scene import add_table

N_ENTRANTS = 3
OPTIONS = {"players": 2}


class Organiser(Caller):
    """Sets tournaments up, lets people enter and leave, and starts them."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(port, seed)
        self.cup, self.host, self.people = "", new_guest(self.chance), list[Person]()

    def act(self) -> None:
        """Take the next step of a tournament."""
        if not self.cup:
            return self.set_up()
        if len(self.people) < N_ENTRANTS:
            return self.enter(new_guest(self.chance))
        if self.chance.random() < 0.3:
            return self.leave(self.people.pop())
        if self.ask("start", {}, self.host) is not None:
            self.memory.note("started", self.cup)
            self.cup, self.people = "", []

    def set_up(self) -> None:
        """Set a tournament up."""
        made = self.do(
            "/api/tournaments", {"game": game_names()[0], "options": OPTIONS, "name": "H"}, self.host
        )
        if made is not None:
            self.cup = made["tournament"]
            self.memory.note("cup", self.cup)

    def enter(self, person: Person) -> None:
        """Let somebody enter."""
        if self.ask("enter", {"name": "Somebody"}, person) is not None:
            self.people.append(person)
            self.memory.note("in", self.cup, person.who)

    def leave(self, person: Person) -> None:
        """Let somebody leave; nobody knows whether they have if no answer comes."""
        self.memory.facts.remove(("in", self.cup, person.who))
        if self.ask("leave", {}, person) is not None:
            self.memory.note("left", self.cup, person.who)

    def ask(self, verb: str, body: dict[str, Any], person: Person) -> Any:
        """Ask for something at the tournament."""
        told = self.do(f"/api/tournaments/{self.cup}/{verb}", body, person)
        if told is None and verb == "start":  # it may be started, and the answer lost
            self.cup, self.people = "", []
        return told


class Solver(Caller):
    """Answers puzzles, one after another."""

    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.member = new_member(store, self.chance)
        collection = collection_of(game_names()[0])
        assert collection is not None
        self.puzzles = [one.id for one in collection.puzzles]

    def act(self) -> None:
        """Answer a puzzle."""
        path = f"/api/puzzles/{game_names()[0]}/{self.chance.choice(self.puzzles)}"
        status, seen = self.line.ask(path, key=self.member)
        if status != 200:
            return
        told = self.do(path, {"move": self.chance.choice(seen["moves"])}, self.member)
        if told is not None and told["counted"]:
            self.memory.note("answered", self.member.account, seen["id"])


class Student(Caller):
    """Tries moves in studies of a finished game."""

    def __init__(self, port: int, seed: int, store: Store) -> None:
        super().__init__(port, seed)
        self.owner, self.study, self.at = new_guest(self.chance), "", "0"
        self.table = add_table(store, self.chance, is_late=True, n_left=0).table

    def act(self) -> None:
        """Begin a study, or try a move in one."""
        if not self.study or self.chance.random() < 0.1:
            return self.begin()
        status, seen = self.line.ask(f"/api/studies/{self.study}?at={self.at}", key=self.owner)
        if status == 200 and seen["moves"]:
            self.try_move(self.chance.choice(seen["moves"]))

    def begin(self) -> None:
        """Begin a study."""
        told = self.do(f"/api/tables/{self.table}/studies", {}, self.owner)
        if told is not None:
            self.study, self.at = told["study"], "0"
            self.memory.note("study", self.study)

    def try_move(self, move: str) -> None:
        """Try a move, and go on behind it."""
        told = self.do(f"/api/studies/{self.study}/moves", {"at": self.at, "move": move}, self.owner)
        if told is None:
            return
        self.at = told["at"]
        if self.at.startswith("n"):  # otherwise it is the move of the game
            self.memory.note("tried", self.study, int(self.at[1:]), move)
        else:
            self.memory.n_done += 1


class Guest(Caller):
    """Opens a table without an account, wants no calls of it, and makes an account then."""

    def act(self) -> None:
        """Do all of that."""
        guest = new_guest(self.chance)
        opened = self.do("/api/tables", {"game": game_names()[0], "options": OPTIONS, "name": "G"}, guest)
        if opened is None:
            return
        table = opened["table"]
        self.memory.tables.append(table)
        if self.do(f"/api/calls/tables/{table}", {"off": ["push"]}, guest) is not None:
            self.memory.note("silent", table, guest.who)
        name = f"g{self.chance.getrandbits(60)}"
        if self.do("/api/account/register", {"name": name, "password": "long enough"}, guest) is not None:
            self.memory.accounts.append(name)
            self.memory.note("promised", table, guest.who)


def club_callers(port: int, store: Store, chance: random.Random) -> list[Caller]:
    """Let people of every kind come."""
    seeds = [chance.getrandbits(30) for _ in range(4)]
    return [
        Organiser(port, seeds[0]),
        Solver(port, seeds[1], store),
        Student(port, seeds[2], store),
        Guest(port, seeds[3]),
    ]
