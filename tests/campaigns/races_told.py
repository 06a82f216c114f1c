"""Races about what others are shown and told: commentary, links and their pictures, notifications.

A withdrawal holds at every server at once, and what was dropped is gone everywhere. A notification is sent by
one server: once by mail and by webhook, by push perhaps again; none goes to a deleted account, to a replaced
address or for a reason that is over, but for what was being sent at that moment.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from burgomaster.server import models
from burgomaster.server.calls.ways import Ways
from burgomaster.server.calls.words import confirm_token
from burgomaster.server.match import replay
from burgomaster.server.match.commentaries import is_open
from burgomaster.server.security import Signer, hash_token
from tests.campaigns.arena import DEAF, SAME_SECONDS, Answer, Arena, Call, Findings, Table, race
from tests.campaigns.callers import SHOWN_HAND
from tests.campaigns.nursery import GRACE
from tests.campaigns.receivers import CHANNELS
from tests.campaigns.scene import PASSWORD, Person, add_table, new_guest, new_member, person_at
from tests.campaigns.servers import SECRET, until

NAME = b"Player 0"  # of the player at the first seat
ARRIVES_SECONDS = 20.0  # in which what is due must have come
ON_ITS_WAY = 5.0  # seconds in which something may still come that was being sent
A_MOMENT = 0.4  # seconds in which a second one would come
TABLES_IN_TIME = 8  # at which a player tries to move before the notification is due
DAY = 24 * 3600
ONCE = ("mail", "webhook")


def must_win(answer: Answer) -> Findings:
    if not answer.won:
        yield f"answered {answer}"


# Commentary


def commented_table(arena: Arena, agreed: Sequence[int]) -> Table:
    """Write a table that can be commented on; some seats have agreed, and all servers know it."""
    table = arena.table(is_late=True)
    for seat in agreed:
        table.ask(seat, "commentary", yes=True)
    wanted = len(agreed) == len(table.keys)

    def shows_hand(server: int) -> bool:
        status, page = arena.page(server, f"/t/{table.name}/commentary?seat=0")
        assert status == 200, f"commentary answered {status}"
        return SHOWN_HAND in page

    until(lambda: all(shows_hand(server) == wanted for server in arena.servers), SAME_SECONDS)
    return table


def read_call(server: int, path: str) -> Call:
    return Call(server, path, None, is_page=True)


def wrongly_shown(arena: Arena, table: Table) -> Findings:
    """Yield the servers that show a hand at this moment though the journal has a withdrawal."""
    loaded = arena.store.load(table.name)
    assert loaded is not None
    if not is_open(replay(*loaded)):
        looks = [read_call(server, f"/t/{table.name}/commentary") for server in arena.servers]
        for server, answer in enumerate(arena.race(looks, refused=())):
            if SHOWN_HAND in page_of(answer):
                yield f"server {server} shows a hand"


def page_of(answer: Answer) -> bytes:
    return answer.told if isinstance(answer.told, bytes) else b""


@race
def withdraw_against_looks(arena: Arena) -> Findings:
    """Withdraw at one server, and look at once at all of them."""
    table = commented_table(arena, (0, 1))
    if arena.chance.random() < DEAF:
        arena.deafen()
    one, two = arena.racers()
    withdraw = table.call(one, arena.chance.randrange(2), "commentary", yes=False)
    answers = arena.race([withdraw, read_call(two, f"/t/{table.name}/commentary")])
    yield from wrongly_shown(arena, table)
    yield from must_win(answers[0])
    yield from table.differences()


@race
def agree_against_withdraw(arena: Arena) -> Findings:
    """Agree while a withdrawal is sent, by the same seat or the other one: all servers follow the journal."""
    is_same = arena.chance.random() < 0.5
    table = commented_table(arena, (0, 1) if is_same else (0,))
    table.mark()
    (one, two), other = arena.racers(), 0 if is_same else 1
    withdraw, agree = (
        table.call(one, 0, "commentary", yes=False),
        table.call(two, other, "commentary", yes=True),
    )
    arena.race([withdraw, agree], refused=())
    yield from wrongly_shown(arena, table)
    said = [entry.data["yes"] for entry in table.written if entry.kind == "commentary"]
    if said not in ([[False], [False, True]] if is_same else [[True, False], [False, True]]):
        yield f"{said} was written"
    yield from table.differences()


# Links


def digests(arena: Arena, path: str) -> list[str]:
    answers = arena.send([read_call(server, path) for server in arena.servers])
    ports = [str(line.port).encode() for line in arena.lines]  # pages name the address of the server
    pages = [page_of(one).replace(port, b"") for one, port in zip(answers, ports, strict=True)]
    return [f"{one.status} {sha256(page).hexdigest()[:12]}" for one, page in zip(answers, pages, strict=True)]


@race
def share_against_end(arena: Arena) -> Findings:
    """Ask for what is shared of a game while it ends: refused before, and the same everywhere after."""
    table = arena.table(is_late=True, n_left=1)
    paths = [f"/t/{table.name}/{name}" for name in ("embed?lang=en&ply=3", "picture.png?lang=en")]
    one, two = arena.racers()
    seat, seen = table.mover(one)
    move = table.call(one, seat, "moves", move=arena.chance.choice(seen["view"]["moves"]))
    arena.race([move, read_call(two, arena.chance.choice(paths[:2]))])
    yield from table.differences()
    table.play_to_end()
    yield from table.differences()
    for path in paths:
        told = digests(arena, path)
        if len(set(told)) != 1 or not told[0].startswith("200 "):
            yield f"{path} is not the same everywhere: {told}"


@race
def study_read_and_dropped(arena: Arena) -> Findings:
    """Drop a study while it is read or its owner tries a move there: it is gone everywhere."""
    owner, table = new_guest(arena.chance), arena.table(is_late=True, n_left=0)
    name = arena.ask(0, f"{table.path}/studies", {}, owner)["study"]
    seen = arena.ask(0, f"/api/studies/{name}", None, owner)
    legal = [move for move in seen["moves"] if move != seen["game_moves"][0]]
    one, two = arena.racers()
    paths = [f"/study/{name}", f"/api/studies/{name}", f"/study/{name}/picture.png"]
    tried = Call(two, f"/api/studies/{name}/moves", {"at": "0", "move": arena.chance.choice(legal)}, owner)
    other = tried if arena.chance.random() < 0.6 else read_call(two, arena.chance.choice(paths))
    drop = Call(one, f"/study/{name}/drop", {}, owner, is_page=True)
    if arena.race([drop, other], refused=(404, 409))[0].won:
        told = {path: digests(arena, path) for path in paths}
        wrong = [path for path, found in told.items() if not all(one.startswith("404 ") for one in found)]
        if wrong or arena.rows(models.study_moves, study=name):
            yield f"a dropped study is there: {wrong}, {arena.rows(models.study_moves, study=name)}"


@race
def deleted_who_is_shared(arena: Arena) -> Findings:
    """Delete an account whose finished game is shared: soon no server names it, and never again."""
    member = new_member(arena.store, arena.chance, has_password=True)
    table = arena.table(is_late=True, n_left=0, whos=(member.who, new_guest(arena.chance).who))
    path = f"/t/{table.name}/embed?lang=en"
    for server in arena.servers:
        status, page = arena.page(server, path)
        assert status == 200 and NAME in page, f"the embedded game answered {status}"
    if arena.chance.random() < DEAF:
        arena.deafen()
    one, two = arena.racers()
    yield from must_win(arena.race([delete_call(one, member), read_call(two, path)])[0])
    try:
        until(lambda: not any(NAME in arena.page(n, path)[1] for n in arena.servers), SAME_SECONDS)
    except AssertionError:
        yield "a deleted account is still named"


def delete_call(server: int, member: Person) -> Call:
    return Call(server, "/api/account/delete", {"password": PASSWORD}, member)


# Notifications


class Notified(Table):
    """A table whose second mover is notified when their turn comes."""

    def __init__(self, arena: Arena, people: tuple[Person, ...] = ()) -> None:
        super().__init__(arena, add_table(arena.store, arena.chance, whos=[one.who for one in people]))
        self.first, _ = self.mover()
        self.second = 1 - self.first
        self.person = (people or tuple(person_at(self.name, seat) for seat in range(2)))[self.second]
        self.address = arena.name()

    def add_ways(self, *channels: str) -> list[int]:
        store, who = self.arena.store, self.person.who
        return [way.id for way in self.arena.post.add_ways(store, who, self.address, channels or CHANNELS)]

    def seen_by(self, seat: int, server: int = 0) -> Mapping[str, Any]:
        return self.look(server, self.keys[seat])

    def last_move(self, server: int) -> Call:
        """Make all moves but one until the turn passes to the person; give that one."""
        while True:
            seen = self.seen_by(self.first, server)
            asked = {"move": some_move(seen), "position": seen["position"]}
            if asked["move"] == "pass":
                return self.call(server, self.first, "moves", **asked)
            self.ask(self.first, "moves", server, **asked)

    def move_on(self, seat: int, server: int) -> None:
        while (seen := self.seen_by(seat, server))["can_act"]:
            self.ask(seat, "moves", server, move=some_move(seen))

    def answer(self, server: int) -> None:
        """Let the person move as soon as a server knows that it is their turn."""
        until(lambda: self.seen_by(self.second, server)["can_act"], ARRIVES_SECONDS)
        self.move_on(self.second, server)

    def counts(self) -> dict[str, int]:
        return {channel: len(self.arena.post.arrived(channel, self.address)) for channel in CHANNELS}

    def late(self, since: float) -> Findings:
        """Wait until nothing is to be sent any more; yield what came too late."""
        until(lambda: not self.arena.rows(models.outbox, who=self.person.who), ARRIVES_SECONDS)
        time.sleep(A_MOMENT)
        came = [one for channel in CHANNELS for one in self.arena.post.arrived(channel, self.address)]
        late = [f"{one.at - since:.1f} s" for one in came if one.at > since + ON_ITS_WAY]
        if late:
            yield f"notifications came late: {late}"

    def left(self) -> Findings:
        """Yield contact methods and notifications that are still stored."""
        for table in (models.call_ways, models.outbox):
            if found := self.arena.rows(table, who=self.person.who):
                yield f"{table.name} has {found}"


def some_move(seen: Mapping[str, Any]) -> str:
    moves: Sequence[str] = seen["view"]["moves"]
    return "pass" if "pass" in moves else moves[-1]


@race
def many_senders(arena: Arena) -> Findings:
    """Let all servers see a notification that is due: one sends it."""
    table = Notified(arena)
    table.add_ways()
    if arena.chance.random() < 0.3:
        arena.post.smtp.refuses = [451]  # to be tried again
    arena.race([table.last_move(arena.racers()[0])], refused=())
    try:
        until(lambda: all(table.counts().values()), ARRIVES_SECONDS)
    except AssertionError:
        yield f"not everything came: {table.counts()}"
        return
    yield from table.late(time.monotonic())
    if any(table.counts()[channel] != 1 for channel in ONCE):
        yield f"something came more than once: {table.counts()}"


@race
def paced_mails(arena: Arena) -> Findings:
    """Notify a person who wants one mail a day of two tables at once."""
    person, name = new_guest(arena.chance), arena.name()
    arena.post.add_ways(arena.store, person.who, name, ("mail",), pace=DAY)
    tables = [arena.waiting_table(new_guest(arena.chance)) for _ in range(2)]
    sent = zip(arena.racers(), tables, strict=True)
    arena.race(Call(server, f"{table.path}/seats/1", {"name": "Paced"}, person) for server, table in sent)
    until(lambda: arena.post.arrived("mail", name), ARRIVES_SECONDS)
    time.sleep(2 * A_MOMENT)
    if len(arena.post.arrived("mail", name)) != 1:
        yield f"{len(arena.post.arrived('mail', name))} mails came instead of one a day"


@race
def reason_that_goes_away(arena: Arena) -> Findings:
    """Move in time: no notification comes of a turn that is over, also by a server that has not heard of it.

    A busy machine can be slower than the notification; then the next table tells.
    """
    for _ in range(TABLES_IN_TIME):
        table = Notified(arena)
        table.add_ways()
        one, two = arena.racers()
        if arena.chance.random() < DEAF:
            arena.deafen()
            two = one  # where the turn is known; the others do not hear of it
        last = table.last_move(one)
        begun = time.monotonic()
        arena.race([last], refused=())
        table.answer(two)
        done = time.monotonic()
        late, counts = list(table.late(done)), table.counts()
        late += [f"{channel} came {counts[channel]} times" for channel in ONCE if counts[channel] > 1]
        is_in_time = done - begun < GRACE
        if is_in_time and any(counts.values()):
            late.append(f"a player was called to a turn that was over: {counts}")
        if is_in_time or late:
            yield from late
            return


@race
def way_removed(arena: Arena) -> Findings:
    """Remove a contact method while a move notifies by it."""
    table, (one, two) = Notified(arena), arena.racers()
    (number,) = table.add_ways(arena.chance.choice(CHANNELS))
    remove = Call(two, f"/api/calls/ways/{number}/remove", {}, table.person)
    arena.race([table.last_move(one), remove], refused=())
    yield from table.left()
    yield from table.late(time.monotonic())


@race
def deleted_who_is_called(arena: Arena) -> Findings:
    """Delete an account while it is notified: during the move, or while the notification is sent."""
    people = [new_member(arena.store, arena.chance, has_password=True) for _ in range(2)]
    table, (one, two) = Notified(arena, tuple(people)), arena.racers()
    table.add_ways()
    calls = [table.last_move(one), delete_call(two, table.person)]
    if arena.chance.random() < 0.5:
        arena.post.smtp.refuses = [451]
    if arena.chance.random() < 0.5:
        arena.race(calls[:1], refused=())
        time.sleep(GRACE * arena.chance.uniform(0.9, 1.4))
        calls = calls[1:]
    arena.race(calls, refused=())
    since = time.monotonic()
    yield from table.left()
    yield from table.late(since)
    arena.post.smtp.refuses = []


@race
def another_address(arena: Arena) -> Findings:
    """Give another address while a mail goes to the old one: the next mail goes to the new one alone."""
    table, (one, two), new = Notified(arena), arena.racers(), arena.name()
    table.add_ways("mail")
    change = Call(two, "/api/calls/ways", arena.post.body("mail", new), table.person)
    arena.race([table.last_move(one), change], refused=())
    since = time.monotonic()
    ways = arena.rows(models.call_ways, who=table.person.who)
    if [way["address"] for way in ways] != [arena.post.address("mail", new)]:
        yield f"the contact methods are {ways}"
        return
    yield from table.late(since)
    yield from confirmed_address(arena, table, new, int(ways[0]["id"]))


def confirmed_address(arena: Arena, table: Notified, new: str, number: int) -> Findings:
    """Confirm the new address; the next mail must go there, once."""
    way = Ways(arena.store.engine).find(number)
    assert way is not None
    token = confirm_token(Signer(SECRET), way, time.time())
    status, _ = arena.lines[0].read(f"/calls/confirm?token={token}", form="")
    n_new, n_old = len(arena.post.arrived("mail", new)), table.counts()["mail"]
    if (status, n_new) != (200, 1):
        yield f"{n_new} mails asked for a confirmation, which was answered {status}"
    table.answer(0)
    table.move_on(table.first, 0)
    if not table.seen_by(table.second)["can_act"]:
        return  # the round is over, and the other player goes on
    try:
        until(lambda: len(arena.post.arrived("mail", new)) > n_new, ARRIVES_SECONDS)
    except AssertionError:
        yield "nothing came to the new address"
    if table.counts()["mail"] != n_old:
        yield "something came to the old address"


@race
def two_addresses(arena: Arena) -> Findings:
    """Give two addresses at once, or more webhooks than allowed: as many are kept as allowed."""
    person, channel = new_guest(arena.chance), arena.chance.choice(("mail", "webhook"))
    names = [arena.name() for _ in range(2)]
    if channel == "webhook":
        for number in range(2):
            arena.post.add_ways(arena.store, person.who, f"{names[0]}-{number}", ("webhook",))
    sent = zip(arena.racers(), names, strict=True)
    arena.race(
        Call(server, "/api/calls/ways", arena.post.body(channel, name), person) for server, name in sent
    )
    n_ways = len(arena.rows(models.call_ways, who=person.who))
    if n_ways != {"mail": 1, "webhook": 3}[channel]:
        yield f"{n_ways} contact methods by {channel} are kept"


@race
def address_against_deletion(arena: Arena) -> Findings:
    """Give an address while the account is deleted: nothing is left of it."""
    member, (one, two) = new_member(arena.store, arena.chance, has_password=True), arena.racers()
    body = arena.post.body(arena.chance.choice(CHANNELS), arena.name())
    answers = arena.race([Call(one, "/api/calls/ways", body, member), delete_call(two, member)])
    yield from must_win(answers[1])
    if answers[1].won and (ways := arena.rows(models.call_ways, who=member.who)):
        yield f"of a deleted account is kept: {ways}"


@race
def push_against_logout(arena: Arena) -> Findings:
    """Let a browser be notified while it is logged out: it is not notified then."""
    member, (one, two) = new_member(arena.store, arena.chance), arena.racers()
    body = arena.post.body("push", arena.name())
    answers = arena.race(
        [Call(one, "/api/calls/ways", body, member), Call(two, "/api/account/logout", {}, member)]
    )
    if answers[1].won and arena.rows(models.call_ways, session=hash_token(member.session)):
        yield "a browser that is logged out is notified"
