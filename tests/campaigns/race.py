"""Requests that race, at several processes on one PostgreSQL and at one process on SQLite.

Of two that exclude each other exactly one wins; afterwards all processes show the same, the journal has what
was acknowledged and nothing else, and nobody has acted for another seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server.match import Entry, Kind
from burgomaster.server.store import Store
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.clusters import cluster_for
from tests.campaigns.judge import what_of
from tests.campaigns.nursery import Nursery, nursery_for
from tests.campaigns.post_office import PostOffice, post_office
from tests.campaigns.race_calls import CALL_RACES
from tests.campaigns.race_clubs import CLUB_RACES
from tests.campaigns.race_shows import SHOW_RACES
from tests.campaigns.racers import Answer, Arena, Call, mover, play_to_end
from tests.campaigns.scene import Place, add_table

UNIT = "races"
GOAL = 1000
PROCESSES = 3  # on one PostgreSQL
THREADS = 2  # that race on one SQLite
ON_SQLITE = 4  # one race in so many
STORES = ("sqlite", "postgresql")
DATABASE = "race"


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Start servers on both stores; the seed chooses the store, the race and who runs."""
    stores = setup.options.get("stores", STORES)
    with ExitStack() as stack:
        nursery = stack.enter_context(nursery_for(setup))
        post, arenas = stack.enter_context(post_office()), {}
        nursery.smtp = post.smtp.port
        if "sqlite" in stores:
            address = f"sqlite:///{setup.folder / 'race.db'}"
            arenas["sqlite"] = open_arena(stack, nursery, post, address, 1)
        if "postgresql" in stores:
            cluster = stack.enter_context(cluster_for(setup))
            address = cluster.make_database(DATABASE)
            stack.callback(cluster.drop_database, DATABASE)
            deafen = partial(cluster.drop_listeners, DATABASE)
            arenas["postgresql"] = open_arena(stack, nursery, post, address, PROCESSES, deafen)

        def trial(seed: int) -> Trial:
            kind = "sqlite" if seed % ON_SQLITE == 0 or "postgresql" not in stores else "postgresql"
            kind = kind if kind in stores else stores[0]
            chance = random.Random(seed)
            name = chance.choice(sorted(setup.options.get("races", RACES)))
            findings = RACES[name](arenas[kind], chance)
            return Trial({UNIT: 1, name: 1, f"races on {kind}": 1}, tuple(findings))

        yield trial


def open_arena(
    stack: ExitStack,
    nursery: Nursery,
    post: PostOffice,
    address: str,
    n_servers: int,
    deafen: Callable[[], object] = lambda: None,
) -> Arena:
    """Start servers on a store; one server alone is raced to by several connections."""
    store = stack.enter_context(closing(Store(address)))
    servers = [nursery.make(address, f"race{number}") for number in range(n_servers)]
    for server in servers:
        server.start()
        stack.callback(server.kill)
    ports = [server.port for server in servers]
    doors = ports if n_servers > 1 else ports * THREADS
    return stack.enter_context(closing(Arena(store, doors, post, deafen)))


# What every race is judged by


@dataclass(frozen=True)
class Race:
    """A race at a table: what was written before, who asked for what, and what they were answered."""

    arena: Arena
    place: Place
    before: int
    calls: Sequence[Call]
    answers: Sequence[Answer]

    @property
    def written(self) -> list[Entry]:
        """List what the journal has since."""
        return self.arena.store.entries(self.place.table, self.before)

    @property
    def winners(self) -> list[int]:
        """List who got what they asked for."""
        return [number for number, answer in enumerate(self.answers) if answer.won]

    def broken(self) -> list[str]:
        """Name answers that no sound server gives, and servers that do not show the same."""
        odd = [str(one) for one in self.answers if not one.won and one.status not in (403, 409, 422)]
        return [f"answered {one}" for one in odd] + self.arena.differences(self.place)

    def one_winner(self) -> list[str]:
        """Name a race that nobody won, or more than one."""
        told = ", ".join(map(str, self.answers))
        return [] if len(self.winners) == 1 else [f"{len(self.winners)} of {len(self.calls)} won: {told}"]

    def written_once(self, kind: Kind, seats: Sequence[int]) -> list[str]:
        """Name entries of a kind that were written for others than the seats that won, or not for them."""
        found = [one.seat for one in self.written if one.kind == kind and one.data.get("by") != "auto"]
        return (
            []
            if sorted(found) == sorted(seats)
            else [f"{kind} was written for {found}, won by {list(seats)}"]
        )


def run_race(arena: Arena, place: Place, calls: Sequence[Call]) -> Race:
    """Let all servers know a table, then race."""
    for server in range(len(arena.lines)):
        arena.look(server, place.table)
    before = max((entry.number for entry in arena.store.entries(place.table, 0)), default=0)
    return Race(arena, place, before, calls, arena.race(calls))


def verb(place: Place, server: int, seat: int, name: str, **body: Any) -> Call:
    """Ask for something at a table in the name of a seat."""
    return Call(server, f"/api/tables/{place.table}/{name}", body, place.keys[seat])


def some_servers(arena: Arena, chance: random.Random, n_racers: int = 2) -> list[int]:
    """Choose where racers run."""
    return chance.sample(range(len(arena.lines)), min(n_racers, len(arena.lines)))


# Races


def same_move_twice(arena: Arena, chance: random.Random) -> list[str]:
    """Send one move several times."""
    place = add_table(arena.store, chance)
    seat, seen = mover(arena, place)
    body = {"move": chance.choice(seen["view"]["moves"]), "position": seen["position"]}
    racers = some_servers(arena, chance, chance.choice((2, 3)))
    race = run_race(arena, place, [verb(place, server, seat, "moves", **body) for server in racers])
    return [*race.one_winner(), *race.written_once(Kind.MOVE, [seat] * len(race.winners)), *race.broken()]


def two_moves(arena: Arena, chance: random.Random) -> list[str]:
    """Send different moves of one position."""
    place = add_table(arena.store, chance)
    seat, seen = mover(arena, place)
    racers = some_servers(arena, chance)
    asked = chance.sample(seen["view"]["moves"], len(racers))
    calls = [
        verb(place, server, seat, "moves", move=move, position=seen["position"])
        for server, move in zip(racers, asked, strict=True)
    ]
    race = run_race(arena, place, calls)
    return [*race.one_winner(), *race.written_once(Kind.MOVE, [seat] * len(race.winners)), *race.broken()]


def move_against_takeback(arena: Arena, chance: random.Random) -> list[str]:
    """Move while the other one takes their move back, or asks for it."""
    place = add_table(arena.store, chance)
    first, seen = mover(arena, place)
    arena.ask(0, f"/api/tables/{place.table}/moves", {"move": seen["view"]["moves"][0]}, place.keys[first])
    seat, seen = mover(arena, place)
    other = 1 - seat
    can_undo = arena.look(0, place.table, place.keys[other])["can_undo"]
    asked, kind = ("undo", Kind.UNDO) if can_undo else ("takeback", Kind.TAKEBACK_ASKED)
    one, two = some_servers(arena, chance)
    move = {"move": seen["view"]["moves"][0], "position": seen["position"]}
    race = run_race(arena, place, [verb(place, one, seat, "moves", **move), verb(place, two, other, asked)])
    moved, taken = race.answers
    found = race.one_winner() if can_undo else []
    found += race.written_once(Kind.MOVE, [seat] if moved.won else [])
    return [*found, *race.written_once(kind, [other] if taken.won else []), *race.broken()]


def pause_against_move(arena: Arena, chance: random.Random) -> list[str]:
    """Move while the other one pauses: the move comes first, or not at all."""
    place = add_table(arena.store, chance)
    seat, seen = mover(arena, place)
    one, two = some_servers(arena, chance)
    move = {"move": chance.choice(seen["view"]["moves"]), "position": seen["position"]}
    calls = [verb(place, one, seat, "moves", **move), verb(place, two, 1 - seat, "pause")]
    race = run_race(arena, place, calls)
    moved, paused = race.answers
    kinds = [what_of(entry)[0] for entry in race.written if entry.data.get("by") != "auto"]
    wanted = ["move"] * moved.won + ["pause"] * paused.won
    found = [] if kinds == wanted else [f"{kinds} was written, {wanted} acknowledged"]
    return [*found, *race.broken()]


def two_joins(arena: Arena, chance: random.Random) -> list[str]:
    """Sit down on one free seat with several people."""
    place = waiting_table(arena)
    path = f"/api/tables/{place.table}/seats/1"
    racers = some_servers(arena, chance, chance.choice((2, 3)))
    race = run_race(arena, place, [Call(server, path, {"name": f"Racer {server}"}) for server in racers])
    found = race.one_winner()
    for number in race.winners:
        seen = arena.look(0, place.table, race.answers[number].told["key"])
        name = f"Racer {race.calls[number].server}"
        if seen["seat"] != 1 or seen["names"][1] != name:
            found.append(f"the seat of {name} is held by {seen['names'][1]}")
    return [*found, *race.written_once(Kind.SIT, [1] * len(race.winners)), *race.broken()]


def two_rematches(arena: Arena, chance: random.Random) -> list[str]:
    """Ask for a rematch with both seats: both sit down at one table."""
    place = add_table(arena.store, chance, is_late=True)
    play_to_end(arena, place, chance)
    servers = some_servers(arena, chance)
    race = run_race(
        arena, place, [verb(place, server, seat, "rematch") for seat, server in enumerate(servers)]
    )
    if len(race.winners) < len(race.calls):
        return [f"no rematch: {', '.join(map(str, race.answers))}", *race.broken()]
    tables = {answer.told["table"] for answer in race.answers}
    found = [] if len(tables) == 1 else [f"the rematch has several tables: {tables}"]
    keys = tuple(str(answer.told.get("key", "")) for answer in race.answers)
    return [*found, *race.broken(), *arena.differences(Place(min(tables), keys))]


def two_registrations(arena: Arena, chance: random.Random) -> list[str]:
    """Register one name with several people."""
    name = f"r{chance.getrandbits(60)}"
    racers = some_servers(arena, chance, chance.choice((2, 3)))
    calls = [
        Call(server, "/api/account/register", {"name": name, "password": f"password {server}"})
        for server in racers
    ]
    answers = arena.race(calls)
    won = [number for number, answer in enumerate(answers) if answer.won]
    if len(won) != 1 or any(not answer.won and answer.status != 422 for answer in answers):
        return [f"{len(won)} have the name: {', '.join(map(str, answers))}"]
    opened = arena.race([replace(call, path="/api/account/login") for call in calls])
    works = [number for number, answer in enumerate(opened) if answer.won]
    return [] if works == won else [f"{works} can log in, {won} registered"]


def swap_against_start(arena: Arena, chance: random.Random) -> list[str]:
    """Change seats while somebody sits down on the last one, which begins the game."""
    place = waiting_table(arena)
    one, two = some_servers(arena, chance)
    path = f"/api/tables/{place.table}"
    calls = [
        Call(one, f"{path}/swap", {"seat": 0, "other": 1}, place.keys[0]),
        Call(two, f"{path}/seats/1", {"name": "Racer"}),
    ]
    race = run_race(arena, place, calls)
    swapped, sat = race.answers
    found = race.written_once(Kind.SWAP, [0] if swapped.won else [])
    keys = [(place.keys[0], "Host"), *([(sat.told["key"], "Racer")] if sat.won else [])]
    for key, name in keys:
        seen = arena.look(0, place.table, key)
        if seen["names"][seen["seat"]] != name:
            found.append(f"the key of {name} opens the seat of {seen['names'][seen['seat']]}")
    return [*found, *race.broken()]


def waiting_table(arena: Arena) -> Place:
    """Open a table that waits for one more."""
    body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host"}
    opened = arena.ask(0, "/api/tables", body)
    return Place(opened["table"], (opened["key"],))


RACES: Mapping[str, Callable[[Arena, random.Random], list[str]]] = {
    "same move twice": same_move_twice,
    "two moves": two_moves,
    "move against takeback": move_against_takeback,
    "pause against move": pause_against_move,
    "two joins": two_joins,
    "two rematches": two_rematches,
    "two registrations": two_registrations,
    "swap against start": swap_against_start,
    **CLUB_RACES,
    **SHOW_RACES,
    **CALL_RACES,
}
