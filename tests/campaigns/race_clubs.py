"""Races beside the tables: at tournaments, puzzles, studies, daily deals, calls and new accounts.

Whoever is acknowledged must be there afterwards, once; whoever was sent away stays away.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from burgomaster.bots.puzzles import Puzzle
from burgomaster.core.registry import game_names
from burgomaster.server import models
from burgomaster.server.puzzles.choosing import collection_of
from burgomaster.server.store import Store
from tests.campaigns.person import Person, new_guest, new_member
from tests.campaigns.racers import Answer, Arena, Call, play_to_end
from tests.campaigns.scene import add_table
from tests.campaigns.servers import until

REFUSED = (403, 409, 422)  # what a sound server may say to who loses
OPEN_SECONDS = 20.0  # in which the tables of a round must be open

Rows = list[Mapping[str, Any]]


def rows(store: Store, table: Any, **known: Any) -> Rows:
    """Read some rows of a table of the store."""
    query = select(table).where(*(table.c[name] == value for name, value in known.items()))
    with store.engine.connect() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]


def odd(answers: Sequence[Answer]) -> list[str]:
    """Name answers that no sound server gives."""
    return [f"answered {one}" for one in answers if not one.won and one.status not in REFUSED]


def servers_of(arena: Arena, chance: random.Random, n_racers: int = 2) -> list[int]:
    """Choose where racers run."""
    return chance.sample(range(len(arena.lines)), min(n_racers, len(arena.lines)))


def at_both(
    arena: Arena, chance: random.Random, path: str, body: Mapping[str, Any], who: Person
) -> list[Answer]:
    """Let one person ask for the same several times at once."""
    racers = servers_of(arena, chance, chance.choice((2, 3)))
    return arena.race([Call(server, path, body, who) for server in racers])


# Tournaments


class Cup:
    """A tournament with an organiser and some people in it."""

    def __init__(self, arena: Arena, chance: random.Random, n_entered: int, **more: Any) -> None:
        self.arena, self.host = arena, new_guest(chance)
        body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host", **more}
        self.name = arena.ask(0, "/api/tournaments", body, self.host)["tournament"]
        self.people = [new_guest(chance) for _ in range(n_entered)]
        for number, person in enumerate(self.people):
            arena.ask(0, self.path("enter"), {"name": f"Player {number}"}, person)

    def path(self, verb: str) -> str:
        """Say where something is asked for."""
        return f"/api/tournaments/{self.name}/{verb}"

    @property
    def row(self) -> Mapping[str, Any]:
        """Read the tournament."""
        return rows(self.arena.store, models.tournaments, tournament=self.name)[0]

    @property
    def entrants(self) -> Rows:
        """Read who takes part."""
        return rows(self.arena.store, models.entrants, tournament=self.name)

    @property
    def tables(self) -> Rows:
        """Read the tables of all rounds, also of who sits out."""
        return rows(self.arena.store, models.tournament_tables, tournament=self.name)

    def unopened(self) -> list[str]:
        """Name tables of a running tournament that nobody opens."""

        def are_open() -> bool:
            return all(one["status"] != "drawn" and self.exists(one["match"]) for one in self.tables)

        try:
            until(are_open, OPEN_SECONDS)
        except AssertionError:
            return [f"tables were drawn and are not opened: {[one['status'] for one in self.tables]}"]
        return []

    def exists(self, match: str | None) -> bool:
        """Tell whether a table is stored with both its people; who sits out needs none."""
        return match is None or len(self.arena.store.entries(match, 0)) > 0


def two_entries_of_one_name(arena: Arena, chance: random.Random) -> list[str]:
    """Enter with several people who call themselves the same."""
    cup = Cup(arena, chance, 0)
    racers = servers_of(arena, chance, 3)
    answers = arena.race(
        [Call(server, cup.path("enter"), {"name": "Racer"}, new_guest(chance)) for server in racers]
    )
    names = [one["name"] for one in cup.entrants]
    found = [] if len(names) == sum(one.won for one in answers) else [f"{names} are in, {answers}"]
    return [*found, *odd(answers), *([] if len(set(names)) == len(names) else [f"one name twice: {names}"])]


def one_entry_twice(arena: Arena, chance: random.Random) -> list[str]:
    """Enter several times: somebody takes part once."""
    cup, person = Cup(arena, chance, 0), new_guest(chance)
    answers = at_both(arena, chance, cup.path("enter"), {"name": "Racer"}, person)
    n_times = len(cup.entrants)
    return [*odd(answers), *([] if n_times == 1 else [f"one person takes part {n_times} times"])]


def entry_against_start(arena: Arena, chance: random.Random) -> list[str]:
    """Enter while the first round is drawn: whoever is in before it plays in it."""
    kind = chance.choice(("swiss", "groups"))
    cup, late = Cup(arena, chance, 3, format=kind, fill="bots"), new_guest(chance)
    one, two = servers_of(arena, chance)
    calls = [Call(one, cup.path("enter"), {"name": "Late"}, late), Call(two, cup.path("start"), {}, cup.host)]
    answers = arena.race(calls)
    seated = {number for table in cup.tables if table["round"] == 1 for number in table["seats"]}
    first = [entrant for entrant in cup.entrants if entrant["since"] <= 1]
    missing = [entrant["name"] for entrant in first if entrant["number"] not in seated]
    found = [f"{missing} entered before the start and do not play"] if missing and cup.row["round"] else []
    is_in = any(entrant["who"] == late.who for entrant in cup.entrants)
    found += [] if is_in == answers[0].won else [f"{answers[0]} to who is in: {is_in}"]
    return [*found, *odd(answers), *cup.unopened()]


def two_starts(arena: Arena, chance: random.Random) -> list[str]:
    """Start several times: there is one round, each table once."""
    cup = Cup(arena, chance, chance.choice((2, 3, 4)))
    answers = at_both(arena, chance, cup.path("start"), {}, cup.host)
    seats = [number for table in cup.tables for number in table["seats"] if number]
    found = [] if cup.row["round"] == 1 else [f"{cup.row['round']} rounds were drawn"]
    found += [] if sorted(seats) == list(range(1, len(cup.people) + 1)) else [f"seated are {seats}"]
    return [*found, *odd(answers), *cup.unopened()]


def leave_against_remove(arena: Arena, chance: random.Random) -> list[str]:
    """Leave, or come back, while the organiser takes one out: who was taken out is out."""
    cup = Cup(arena, chance, 3)
    person, verb = cup.people[0], chance.choice(("leave", "enter"))
    if verb == "enter":
        arena.ask(0, cup.path("leave"), {}, person)
    one, two = servers_of(arena, chance)
    calls = [Call(one, cup.path(verb), {}, person), Call(two, cup.path("remove"), {"number": 1}, cup.host)]
    answers = arena.race(calls)
    state = next(entrant["state"] for entrant in cup.entrants if entrant["number"] == 1)
    is_wrong = answers[1].won and state != "removed"
    return [*odd(answers), *([f"who was taken out is {state}"] if is_wrong else [])]


def end_against_start(arena: Arena, chance: random.Random) -> list[str]:
    """Call a tournament off while it starts: what was called off has no round."""
    cup = Cup(arena, chance, 2)
    one, two = servers_of(arena, chance)
    answers = arena.race(
        [Call(one, cup.path("end"), {}, cup.host), Call(two, cup.path("start"), {}, cup.host)]
    )
    row, is_drawn = cup.row, bool(cup.tables)
    is_wrong = (row["status"] == "cancelled") == is_drawn
    found = [f"it is {row['status']} with {row['round']} rounds: {answers}"] if is_wrong else []
    return [*found, *odd(answers)]


# Puzzles


def some_puzzles(chance: random.Random, n_puzzles: int) -> list[Puzzle]:
    """Choose puzzles of the first game."""
    collection = collection_of(game_names()[0])
    assert collection is not None
    return chance.sample(list(collection.puzzles), n_puzzles)


def two_answers(arena: Arena, chance: random.Random) -> list[str]:
    """Answer one puzzle, or two, at the same moment: each counts once."""
    member, is_same = new_member(arena.store, chance), chance.random() < 0.5
    puzzles = some_puzzles(chance, 1) * 2 if is_same else some_puzzles(chance, 2)
    base = f"/api/puzzles/{game_names()[0]}"
    moves = [arena.ask(0, f"{base}/{one.id}")["moves"] for one in puzzles]
    racers = servers_of(arena, chance)
    answers = arena.race(
        [
            Call(server, f"{base}/{one.id}", {"move": chance.choice(listed)}, member)
            for server, one, listed in zip(racers, puzzles, moves, strict=True)
        ]
    )
    counted = sum(one.won and one.told["counted"] for one in answers)
    kept = len(rows(arena.store, models.puzzle_answers, account=member.account))
    (standing,) = rows(arena.store, models.puzzle_standings, account=member.account) or [{"answered": 0}]
    wanted = len({one.id for one in puzzles})
    is_wrong = not counted == kept == standing["answered"] == wanted
    found = f"{counted} were counted, {kept} kept, {standing['answered']} in the standing, of {wanted}"
    return [*odd(answers), *([found] if is_wrong else [])]


# Studies


def two_tries(arena: Arena, chance: random.Random) -> list[str]:
    """Try one move, or two, at the same place of a study: each is there once."""
    owner, place = new_guest(chance), add_table(arena.store, chance, is_late=True)
    play_to_end(arena, place, chance)
    study = arena.ask(0, f"/api/tables/{place.table}/studies", {}, owner)
    base = f"/api/studies/{study['study']}"
    legal = [move for move in arena.ask(0, base, None, owner)["moves"] if move != study["game_moves"][0]]
    tried = chance.sample(legal, 1) * 2 if chance.random() < 0.5 else chance.sample(legal, 2)
    calls = [
        Call(server, f"{base}/moves", {"at": "0", "move": move}, owner)
        for server, move in zip(servers_of(arena, chance), tried, strict=True)
    ]
    answers = arena.race(calls)
    kept = sorted(row["move"] for row in rows(arena.store, models.study_moves, study=study["study"]))
    wanted = sorted({move for move, answer in zip(tried, answers, strict=True) if answer.won})
    return [*odd(answers), *([] if kept == wanted else [f"{kept} are kept, {wanted} were tried"])]


# People


def one_deal_twice(arena: Arena, chance: random.Random) -> list[str]:
    """Begin the deal of the day several times: there is one table."""
    person = new_guest(chance)
    answers = at_both(arena, chance, f"/api/daily/{game_names()[0]}", {}, person)
    names = {one.told["table"] for one in answers if one.won}
    n_sat = sum(entry.kind == "sit" for name in names for entry in arena.store.entries(name, 0))
    found = [] if len(names) == 1 and n_sat == 2 else [f"{len(names)} tables, {n_sat} sat down"]
    return [*odd(answers), *found, *(f"answered {one}" for one in answers if not one.won)]


def two_accounts_of_a_guest(arena: Arena, chance: random.Random) -> list[str]:
    """Make two accounts in one browser: both are there, and the guest's games are promised to one."""
    guest = new_guest(chance)
    body = {"game": game_names()[0], "options": {"players": 2}, "name": "Guest"}
    table = arena.ask(0, "/api/tables", body, guest)["table"]
    names = [f"a{chance.getrandbits(60)}" for _ in range(2)]
    racers = servers_of(arena, chance)
    answers = arena.race(
        [
            Call(server, "/api/account/register", {"name": name, "password": "long enough"}, guest)
            for server, name in zip(racers, names, strict=True)
        ]
    )
    kept = [bool(rows(arena.store, models.accounts, key=name)) for name in names]
    promised = rows(arena.store, models.takeovers, match=table)
    found = [] if kept == [True, True] else [f"kept are {kept}: {', '.join(map(str, answers))}"]
    return [*odd(answers), *found, *([] if len(promised) == 1 else [f"promised {len(promised)} times"])]


def two_silences(arena: Arena, chance: random.Random) -> list[str]:
    """Choose twice at once which calls are not wanted of a table."""
    person = new_guest(chance)
    body = {"game": game_names()[0], "options": {"players": 2}, "name": "Quiet"}
    table = arena.ask(0, "/api/tables", body, person)["table"]
    path = f"/api/calls/tables/{table}"
    asked = [{"off": ["push"]}, {"off": ["mail", "push"]}]
    racers = servers_of(arena, chance)
    answers = arena.race([Call(server, path, off, person) for server, off in zip(racers, asked, strict=True)])
    kept = rows(arena.store, models.call_tables, match=table)
    found = [] if len(kept) == 1 else [f"{len(kept)} choices are kept"]
    return [*odd(answers), *found, *(f"answered {one}" for one in answers if not one.won)]


CLUB_RACES: Mapping[str, Callable[[Arena, random.Random], list[str]]] = {
    "two entries of one name": two_entries_of_one_name,
    "one entry twice": one_entry_twice,
    "entry against start": entry_against_start,
    "two starts": two_starts,
    "leave against remove": leave_against_remove,
    "end against start": end_against_start,
    "two answers": two_answers,
    "two tries": two_tries,
    "one deal twice": one_deal_twice,
    "two accounts of a guest": two_accounts_of_a_guest,
    "two silences": two_silences,
}
