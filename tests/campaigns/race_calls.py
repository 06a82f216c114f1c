"""Races about calls: several servers that send what one outbox holds, while its reasons and addresses change.

A call is sent by one of them: once by mail and by a webhook, by a push perhaps again. What is acknowledged
holds: who is gone, has another address or wants no calls gets none, but for what is on its way already.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server import models
from burgomaster.server.calls.letters import confirm_token
from burgomaster.server.calls.ways import Ways
from burgomaster.server.security import Signer, hash_token
from tests.campaigns.nursery import GRACE
from tests.campaigns.person import PASSWORD, Person, new_guest, new_member
from tests.campaigns.post_office import CHANNELS
from tests.campaigns.race_clubs import odd, rows, servers_of
from tests.campaigns.racers import DEAF, Arena, Call, mover
from tests.campaigns.scene import add_table, person_at
from tests.campaigns.servers import SECRET, until

ARRIVES_SECONDS = 20.0  # in which what is due must have come
ON_ITS_WAY = 5.0  # seconds in which something may still come that was being sent
A_MOMENT = 0.4  # seconds in which a second one would come
TABLES_IN_TIME = 8  # at which somebody tries to move before they are called
DAY = 24 * 3600
ONCE = ("mail", "webhook")


class Called:
    """A table whose second mover is called when their turn comes."""

    def __init__(self, arena: Arena, chance: random.Random, whos: tuple[Person, ...] = ()) -> None:
        self.arena, self.chance = arena, chance
        self.place = add_table(arena.store, chance, whos=[one.who for one in whos])
        self.first, _ = mover(arena, self.place)
        self.seat = 1 - self.first
        people = whos or tuple(person_at(self.place.table, seat) for seat in range(2))
        self.person = people[self.seat]
        self.name = f"c{chance.getrandbits(60)}"
        for server in range(len(arena.lines)):
            arena.look(server, self.place.table)

    def add_ways(self, *channels: str, **other: object) -> list[int]:
        """Let the person be called; give the numbers of the ways."""
        added = self.arena.post.add_ways(
            self.arena.store, self.person.who, self.name, channels or CHANNELS, **other
        )
        return [way.id for way in added]

    def last_move(self, server: int) -> Call:
        """Make all moves but one until the turn passes to the person; give that one."""
        while True:
            seen = self.arena.look(server, self.place.table, self.place.keys[self.first])
            move = some_move(seen)
            body = {"move": move, "position": seen["position"]}
            call = Call(server, f"/api/tables/{self.place.table}/moves", body, self.place.keys[self.first])
            if move == "pass":
                return call
            self.arena.ask(server, call.path, body, self.place.keys[self.first])

    def pass_turn(self, server: int) -> None:
        """Let the turn pass to the person."""
        call = self.last_move(server)
        self.arena.ask(server, call.path, call.body, call.key)

    def move_on(self, server: int) -> None:
        """Let the person move as soon as a server knows that they can, until the turn passes on."""
        path, key = f"/api/tables/{self.place.table}", self.place.keys[self.seat]
        until(lambda: self.arena.look(server, self.place.table, key)["can_act"], ARRIVES_SECONDS)
        while (seen := self.arena.look(server, self.place.table, key))["can_act"]:
            self.arena.ask(server, f"{path}/moves", {"move": some_move(seen)}, key)

    def counts(self) -> dict[str, int]:
        """Count what came, by channel."""
        return {channel: len(self.arena.post.arrived(channel, self.name)) for channel in CHANNELS}

    def late(self, since: float) -> list[str]:
        """Wait until nothing is to be sent any more; name what came too late."""
        until(lambda: not rows(self.arena.store, models.outbox, who=self.person.who), ARRIVES_SECONDS)
        time.sleep(A_MOMENT)
        came = [one for channel in CHANNELS for one in self.arena.post.arrived(channel, self.name)]
        return [f"a call came {one.at - since:.1f} s later" for one in came if one.at > since + ON_ITS_WAY]

    def left(self) -> list[str]:
        """Name ways and calls that are still there."""
        ways = rows(self.arena.store, models.call_ways, who=self.person.who)
        calls = rows(self.arena.store, models.outbox, who=self.person.who)
        found = [f"{one['channel']} {one['address']} is still a way" for one in ways]
        return found + [f"{one['event']} is still to be sent" for one in calls]


def some_move(seen: Mapping[str, Any]) -> str:
    """Choose a move after which it is the other one's turn, if there is one."""
    moves: Sequence[str] = seen["view"]["moves"]
    return "pass" if "pass" in moves else moves[-1]


# Sending


def many_senders(arena: Arena, chance: random.Random) -> list[str]:
    """Let all servers see a call that is due: one sends it."""
    called = Called(arena, chance)
    called.add_ways()
    if chance.random() < 0.3:
        arena.post.smtp.refuses = [451]  # to be tried again
    called.pass_turn(servers_of(arena, chance)[0])
    try:
        until(lambda: all(called.counts().values()), ARRIVES_SECONDS)
    except AssertionError:
        return [f"not everything came: {called.counts()}"]
    found = called.late(time.monotonic())
    counts = called.counts()
    return found + [f"{channel} came {counts[channel]} times" for channel in ONCE if counts[channel] != 1]


def paced_mails(arena: Arena, chance: random.Random) -> list[str]:
    """Call somebody to two tables at once who wants one mail a day."""
    person, name = new_guest(chance), f"p{chance.getrandbits(60)}"
    arena.post.add_ways(arena.store, person.who, name, ("mail",), pace=DAY)
    body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host"}
    tables = [arena.ask(0, "/api/tables", body, new_guest(chance))["table"] for _ in range(2)]
    racers = servers_of(arena, chance)
    calls = [
        Call(server, f"/api/tables/{table}/seats/1", {"name": "Paced"}, person)
        for server, table in zip(racers, tables, strict=True)
    ]
    answers = arena.race(calls)
    until(lambda: arena.post.arrived("mail", name), ARRIVES_SECONDS)
    time.sleep(2 * A_MOMENT)
    n_mails = len(arena.post.arrived("mail", name))
    found = [] if n_mails == 1 else [f"{n_mails} mails came to who wants one a day"]
    return [*found, *odd(answers)]


def reason_that_goes_away(arena: Arena, chance: random.Random) -> list[str]:
    """Move in time: nobody is called to a turn that is over, also by a server that has not heard of it.

    A busy machine can be slower than the call is; then the next table tells.
    """
    found: list[str] = []
    for _ in range(TABLES_IN_TIME):
        is_in_time, found = move_before_call(arena, chance)
        if is_in_time or found:
            break
    return found


def move_before_call(arena: Arena, chance: random.Random) -> tuple[bool, list[str]]:
    """Pass a turn on and move at once; tell whether that was before the call was due, and what was wrong."""
    called = Called(arena, chance)
    called.add_ways()
    one, two = servers_of(arena, chance)
    if chance.random() < DEAF:
        arena.deafen()
        two = one  # where the turn is known; the others do not hear of it
    last = called.last_move(one)
    begun = time.monotonic()
    arena.ask(one, last.path, last.body, last.key)
    called.move_on(two)
    done = time.monotonic()
    is_in_time = done - begun < GRACE
    found = called.late(done)
    counts = called.counts()
    found += [f"{channel} came {counts[channel]} times" for channel in ONCE if counts[channel] > 1]
    if is_in_time and any(counts.values()):
        found.append(f"somebody was called to a turn that was over: {counts}")
    return is_in_time, found


# Addresses


def way_removed(arena: Arena, chance: random.Random) -> list[str]:
    """Forget a way while a move calls by it."""
    called = Called(arena, chance)
    channel = chance.choice(CHANNELS)
    (number,) = called.add_ways(channel)
    one, two = servers_of(arena, chance)
    remove = Call(two, f"/api/calls/ways/{number}/remove", {}, called.person)
    answers = arena.race([called.last_move(one), remove])
    found = [f"answered {one}" for one in answers if not one.won]
    return [*found, *called.left(), *called.late(time.monotonic())]


def deleted_who_is_called(arena: Arena, chance: random.Random) -> list[str]:
    """Delete an account while it is called: during the move, or while the call is sent."""
    people = [new_member(arena.store, chance, has_password=True) for _ in range(2)]
    called = Called(arena, chance, tuple(people))
    called.add_ways()
    one, two = servers_of(arena, chance)
    move = called.last_move(one)
    delete = Call(two, "/api/account/delete", {"password": PASSWORD}, called.person)
    is_refused = chance.random() < 0.5
    if is_refused:
        arena.post.smtp.refuses = [451]
    if chance.random() < 0.5:
        answers = arena.race([move, delete])
    else:
        arena.ask(one, move.path, move.body, move.key)
        time.sleep(GRACE * chance.uniform(0.9, 1.4))
        answers = arena.race([delete])
    since = time.monotonic()
    found = [f"answered {one}" for one in answers if not one.won] + called.left() + called.late(since)
    arena.post.smtp.refuses = []
    return found


def another_address(arena: Arena, chance: random.Random) -> list[str]:
    """Give another address while a call goes to the old one: what comes next goes to the new one alone."""
    called = Called(arena, chance)
    called.add_ways("mail")
    one, two = servers_of(arena, chance)
    new = f"n{chance.getrandbits(60)}"
    change = Call(two, "/api/calls/ways", arena.post.body("mail", new), called.person)
    answers = arena.race([called.last_move(one), change])
    since = time.monotonic()
    found = [f"answered {one}" for one in answers if not one.won]
    ways = rows(arena.store, models.call_ways, who=called.person.who)
    if [way["address"] for way in ways] != [arena.post.address("mail", new)]:
        return [*found, f"the ways are {[way['address'] for way in ways]}"]
    return [*found, *called.late(since), *one_confirmation(arena, called, new, int(ways[0]["id"]))]


def one_confirmation(arena: Arena, called: Called, new: str, number: int) -> list[str]:
    """Believe the new address; the next call must go there, once."""
    way = Ways(arena.store.engine).find(number)
    assert way is not None
    token = confirm_token(Signer(SECRET), way, time.time())
    status, _ = arena.lines[0].read(f"/calls/confirm?token={token}", "")
    n_before, n_old = len(arena.post.arrived("mail", new)), called.counts()["mail"]
    found = [] if (status, n_before) == (200, 1) else [f"{n_before} mails asked, the answer was {status}"]
    called.move_on(0)
    seen = arena.look(0, called.place.table, called.place.keys[called.first])
    while seen["can_act"]:
        body = {"move": some_move(seen)}
        arena.ask(0, f"/api/tables/{called.place.table}/moves", body, called.place.keys[called.first])
        seen = arena.look(0, called.place.table, called.place.keys[called.first])
    if not arena.look(0, called.place.table, called.place.keys[called.seat])["can_act"]:
        return found  # the round is over, and the other one goes on
    try:
        until(lambda: len(arena.post.arrived("mail", new)) > n_before, ARRIVES_SECONDS)
    except AssertionError:
        found.append("nothing came to the new address")
    return found + ([] if called.counts()["mail"] == n_old else ["something came to the old address"])


def two_addresses(arena: Arena, chance: random.Random) -> list[str]:
    """Give two addresses at once, or more webhooks than anybody may have: as many are kept as allowed."""
    person, channel = new_guest(chance), chance.choice(("mail", "webhook"))
    names = [f"t{chance.getrandbits(60)}" for _ in range(2)]
    if channel == "webhook":
        for number in range(2):
            arena.post.add_ways(arena.store, person.who, f"{names[0]}-{number}", ("webhook",))
    racers = servers_of(arena, chance)
    answers = arena.race(
        [
            Call(server, "/api/calls/ways", arena.post.body(channel, name), person)
            for server, name in zip(racers, names, strict=True)
        ]
    )
    ways, most = rows(arena.store, models.call_ways, who=person.who), {"mail": 1, "webhook": 3}[channel]
    found = (
        []
        if len(ways) == most
        else [f"{len(ways)} ways by {channel} are kept: {', '.join(map(str, answers))}"]
    )
    return [*found, *odd(answers)]


def address_against_deletion(arena: Arena, chance: random.Random) -> list[str]:
    """Give an address while the account is deleted: nothing is left of it."""
    member, name = new_member(arena.store, chance, has_password=True), f"d{chance.getrandbits(60)}"
    one, two = servers_of(arena, chance)
    body = arena.post.body(chance.choice(CHANNELS), name)
    calls = [
        Call(one, "/api/calls/ways", body, member),
        Call(two, "/api/account/delete", {"password": PASSWORD}, member),
    ]
    answers = arena.race(calls)
    ways = rows(arena.store, models.call_ways, who=member.who)
    found = [f"{ways[0]['channel']} of a deleted account is kept"] if ways and answers[1].won else []
    return [*found, *odd(answers), *([] if answers[1].won else [f"answered {answers[1]}"])]


def push_against_logout(arena: Arena, chance: random.Random) -> list[str]:
    """Let a browser be called while it is logged out: it is not called then."""
    member, name = new_member(arena.store, chance), f"l{chance.getrandbits(60)}"
    one, two = servers_of(arena, chance)
    calls = [
        Call(one, "/api/calls/ways", arena.post.body("push", name), member),
        Call(two, "/api/account/logout", {}, member),
    ]
    answers = arena.race(calls)
    ways = rows(arena.store, models.call_ways, session=hash_token(member.session))
    found = ["a browser is called that is logged out"] if ways and answers[1].won else []
    return [*found, *odd(answers)]


CALL_RACES: Mapping[str, Callable[[Arena, random.Random], list[str]]] = {
    "many senders": many_senders,
    "paced mails": paced_mails,
    "reason that goes away": reason_that_goes_away,
    "way removed": way_removed,
    "deleted who is called": deleted_who_is_called,
    "another address": another_address,
    "two addresses": two_addresses,
    "address against deletion": address_against_deletion,
    "push against logout": push_against_logout,
}
