"""Races at tables and beside them: tournaments, puzzles, studies, daily deals, accounts.

An acknowledged request has its effect once; a removed player stays removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from burgomaster.core.registry import game_names
from burgomaster.server import models
from burgomaster.server.match import Kind
from burgomaster.server.puzzles.service import collection_of
from tests.campaigns.arena import Answer, Arena, Call, Findings, Table, one_winner, race
from tests.campaigns.judge import what_of
from tests.campaigns.scene import PASSWORD, Person, Place, new_guest, new_member
from tests.campaigns.servers import until

OPEN_SECONDS = 20.0  # in which the tables of a round must be open


def moves_of_one_position(arena: Arena, is_same: bool) -> Findings:
    table = arena.table()
    seat, seen = table.mover()
    moves, racers = seen["view"]["moves"], arena.racers(2, 3) if is_same else arena.racers()
    sent = [arena.chance.choice(moves)] * len(racers) if is_same else arena.chance.sample(moves, len(racers))
    answers = arena.race(
        table.call(server, seat, "moves", move=move, position=seen["position"])
        for server, move in zip(racers, sent, strict=True)
    )
    yield from one_winner(answers)
    yield from table.written_once(Kind.MOVE, [seat] * sum(one.won for one in answers))
    yield from table.differences()


@race
def same_move_twice(arena: Arena) -> Findings:
    return moves_of_one_position(arena, is_same=True)


@race
def two_moves(arena: Arena) -> Findings:
    return moves_of_one_position(arena, is_same=False)


@race
def move_against_takeback(arena: Arena) -> Findings:
    """Move while the other player takes the last move back, or asks for that."""
    table = arena.table()
    first, seen = table.mover()
    table.ask(first, "moves", move=seen["view"]["moves"][0])
    table.mark()
    seat, seen = table.mover()
    other, (one, two) = 1 - seat, arena.racers()
    can_undo = table.look(0, table.keys[other])["can_undo"]
    asked, kind = ("undo", Kind.UNDO) if can_undo else ("takeback", Kind.TAKEBACK_ASKED)
    move = {"move": seen["view"]["moves"][0], "position": seen["position"]}
    answers = arena.race([table.call(one, seat, "moves", **move), table.call(two, other, asked)])
    if can_undo:
        yield from one_winner(answers)
    yield from table.written_once(Kind.MOVE, [seat] * answers[0].won)
    yield from table.written_once(kind, [other] * answers[1].won)
    yield from table.differences()


@race
def pause_against_move(arena: Arena) -> Findings:
    """Move while the other player pauses: the move comes first, or not at all."""
    table = arena.table()
    seat, seen = table.mover()
    one, two = arena.racers()
    move = {"move": arena.chance.choice(seen["view"]["moves"]), "position": seen["position"]}
    answers = arena.race([table.call(one, seat, "moves", **move), table.call(two, 1 - seat, "pause")])
    kinds = [what_of(entry)[0] for entry in table.written]
    wanted = ["move"] * answers[0].won + ["pause"] * answers[1].won
    if kinds != wanted:
        yield f"{kinds} was written, {wanted} acknowledged"
    yield from table.differences()


@race
def two_joins(arena: Arena) -> Findings:
    """Sit down on one free seat with several people."""
    table, racers = arena.waiting_table(), arena.racers(2, 3)
    path = f"{table.path}/seats/1"
    answers = arena.race(Call(server, path, {"name": f"Racer {server}"}) for server in racers)
    yield from one_winner(answers)
    yield from table.written_once(Kind.SIT, [1] * sum(one.won for one in answers))
    for server, answer in zip(racers, answers, strict=True):
        if answer.won:
            yield from holds_seat(table, answer.told["key"], f"Racer {server}")
    yield from table.differences()


@race
def two_words(arena: Arena) -> Findings:
    """Talk at two servers: all of them show both words in one order."""
    table, racers = arena.table(), arena.racers()
    arena.race(
        (table.call(n, seat, "chat", text=f"word {seat}") for seat, n in enumerate(racers)), refused=()
    )

    def shown() -> list[list[str]]:
        paths = [f"{table.path}/chat"] * len(arena.servers)
        return [[said["text"] for said in arena.ask(n, path)] for n, path in enumerate(paths)]

    try:
        until(lambda: all(one == shown()[0] and len(one) == len(racers) for one in shown()), OPEN_SECONDS)
    except AssertionError:
        yield f"{shown()} are shown"


def holds_seat(table: Table, key: str, name: str) -> Findings:
    seen = table.look(0, key)
    if seen["names"][seen["seat"]] != name:
        yield f"the key of {name} opens the seat of {seen['names'][seen['seat']]}"


@race
def two_rematches(arena: Arena) -> Findings:
    """Ask for a rematch with both seats: both sit down at one table."""
    table = arena.table(is_late=True)
    table.play_to_end()
    answers = arena.race(table.call(server, seat, "rematch") for seat, server in enumerate(arena.racers()))
    if all(one.won for one in answers):
        tables = {one.told["table"] for one in answers}
        if len(tables) != 1:
            yield f"the rematch has several tables: {tables}"
        keys = tuple(str(one.told.get("key", "")) for one in answers)
        yield from Table(arena, Place(min(tables), keys)).differences()
    else:
        yield f"no rematch: {', '.join(map(str, answers))}"
    yield from table.differences()


@race
def swap_against_start(arena: Arena) -> Findings:
    """Change seats while the last seat is taken, which begins the game."""
    table, (one, two) = arena.waiting_table(), arena.racers()
    swap = Call(one, f"{table.path}/swap", {"seat": 0, "other": 1}, table.keys[0])
    sit = Call(two, f"{table.path}/seats/1", {"name": "Racer"})
    swapped, sat = arena.race([swap, sit])
    yield from table.written_once(Kind.SWAP, [0] * swapped.won)
    yield from holds_seat(table, table.keys[0], "Host")
    if sat.won:
        yield from holds_seat(table, sat.told["key"], "Racer")
    yield from table.differences()


# Accounts


@race
def two_registrations(arena: Arena) -> Findings:
    """Register one name with several people."""
    name = arena.name()
    calls = [
        Call(server, "/api/account/register", {"name": name, "password": f"password {server}"})
        for server in arena.racers(2, 3)
    ]
    answers = arena.race(calls, refused=(422,))
    yield from one_winner(answers)
    opened = arena.send([replace(call, path="/api/account/login") for call in calls])
    if [one.won for one in opened] != [one.won for one in answers]:
        yield f"{opened} logged in, {answers} registered"


@race
def two_accounts_of_a_guest(arena: Arena) -> Findings:
    """Make two accounts in one browser: both exist, and the guest's games are promised to one."""
    guest = new_guest(arena.chance)
    table, racers = arena.waiting_table(guest), arena.racers()
    names = [arena.name() for _ in racers]
    arena.race(
        (
            Call(server, "/api/account/register", {"name": name, "password": PASSWORD}, guest)
            for server, name in zip(racers, names, strict=True)
        ),
        refused=(),
    )
    kept = [len(arena.rows(models.accounts, key=name)) for name in names]
    promised = len(arena.rows(models.takeovers, match=table.name))
    if (kept, promised) != ([1, 1], 1):
        yield f"accounts that are kept: {kept}, the table is promised {promised} times"


@race
def two_silences(arena: Arena) -> Findings:
    """Choose twice at once which notifications of a table are not wanted."""
    guest = new_guest(arena.chance)
    table = arena.waiting_table(guest)
    asked = zip(arena.racers(), ({"off": ["push"]}, {"off": ["mail", "push"]}), strict=True)
    arena.race((Call(n, f"/api/calls/tables/{table.name}", off, guest) for n, off in asked), refused=())
    kept = arena.rows(models.call_tables, match=table.name)
    if len(kept) != 1:
        yield f"{len(kept)} choices are kept"


@race
def one_deal_twice(arena: Arena) -> Findings:
    """Begin the deal of the day several times: there is one table."""
    answers = same_request(arena, f"/api/daily/{game_names()[0]}", {}, new_guest(arena.chance), refused=())
    names = {one.told["table"] for one in answers if one.won}
    n_sat = sum(entry.kind == "sit" for name in names for entry in arena.store.entries(name, 0))
    if len(names) != 1 or n_sat != 2:
        yield f"{len(names)} tables, {n_sat} sat down"


def same_request(arena: Arena, path: str, body: Mapping[str, Any], who: Person, **how: Any) -> list[Answer]:
    return arena.race((Call(server, path, body, who) for server in arena.racers(2, 3)), **how)


# Tournaments


class Cup:
    def __init__(self, arena: Arena, n_entered: int, **more: Any) -> None:
        self.arena, self.host = arena, new_guest(arena.chance)
        body = {"game": game_names()[0], "options": {"players": 2}, "name": "Host", **more}
        self.name = arena.ask(0, "/api/tournaments", body, self.host)["tournament"]
        self.people = [new_guest(arena.chance) for _ in range(n_entered)]
        for number, person in enumerate(self.people):
            arena.ask(0, self.path("enter"), {"name": f"Player {number}"}, person)

    def path(self, verb: str) -> str:
        return f"/api/tournaments/{self.name}/{verb}"

    def call(self, server: int, verb: str, who: Person, **body: Any) -> Call:
        return Call(server, self.path(verb), body, who)

    @property
    def row(self) -> Mapping[str, Any]:
        return self.arena.rows(models.tournaments, tournament=self.name)[0]

    @property
    def entrants(self) -> Sequence[Mapping[str, Any]]:
        return self.arena.rows(models.entrants, tournament=self.name)

    @property
    def tables(self) -> Sequence[Mapping[str, Any]]:
        """Read the tables of all rounds, and the rows of entrants without a game."""
        return self.arena.rows(models.tournament_tables, tournament=self.name)

    def unopened(self) -> Findings:
        """Yield a finding if tables of a running tournament are not opened in time."""

        def exists(match: str | None) -> bool:
            return match is None or bool(self.arena.store.entries(match, 0))

        try:
            until(
                lambda: all(o["status"] != "drawn" and exists(o["match"]) for o in self.tables), OPEN_SECONDS
            )
        except AssertionError:
            yield f"tables were drawn and are not opened: {[one['status'] for one in self.tables]}"


@race
def two_entries_of_one_name(arena: Arena) -> Findings:
    cup = Cup(arena, 0)
    answers = arena.race(cup.call(n, "enter", new_guest(arena.chance), name="Racer") for n in arena.racers(3))
    names = [one["name"] for one in cup.entrants]
    if len(names) != sum(one.won for one in answers):
        yield f"{names} are in, {answers}"
    if len(set(names)) != len(names):
        yield f"one name twice: {names}"


@race
def one_entry_twice(arena: Arena) -> Findings:
    cup = Cup(arena, 0)
    same_request(arena, cup.path("enter"), {"name": "Racer"}, new_guest(arena.chance))
    if len(cup.entrants) != 1:
        yield f"one person takes part {len(cup.entrants)} times"


@race
def entry_against_start(arena: Arena) -> Findings:
    """Enter while the first round is drawn: an entrant before the start plays in it."""
    cup = Cup(arena, 3, format=arena.chance.choice(("swiss", "groups")), fill="bots")
    late, (one, two) = new_guest(arena.chance), arena.racers()
    answers = arena.race([cup.call(one, "enter", late, name="Late"), cup.call(two, "start", cup.host)])
    seated = {number for table in cup.tables if table["round"] == 1 for number in table["seats"]}
    missing = [one["name"] for one in cup.entrants if one["since"] <= 1 and one["number"] not in seated]
    if missing and cup.row["round"]:
        yield f"{missing} entered before the start and do not play"
    is_in = any(entrant["who"] == late.who for entrant in cup.entrants)
    if is_in != answers[0].won:
        yield f"{answers[0]} to who is in: {is_in}"
    yield from cup.unopened()


@race
def two_starts(arena: Arena) -> Findings:
    """Start several times: there is one round, each table once."""
    cup = Cup(arena, arena.chance.choice((2, 3, 4)))
    same_request(arena, cup.path("start"), {}, cup.host)
    seats = sorted(number for table in cup.tables for number in table["seats"] if number)
    if cup.row["round"] != 1 or seats != list(range(1, len(cup.people) + 1)):
        yield f"{cup.row['round']} rounds were drawn, seated are {seats}"
    yield from cup.unopened()


@race
def leave_against_remove(arena: Arena) -> Findings:
    """Leave, or come back, while the organiser removes the same player: they stay removed."""
    cup, verb = Cup(arena, 3), arena.chance.choice(("leave", "enter"))
    if verb == "enter":
        arena.ask(0, cup.path("leave"), {}, cup.people[0])
    one, two = arena.racers()
    calls = [cup.call(one, verb, cup.people[0]), cup.call(two, "remove", cup.host, number=1)]
    answers = arena.race(calls)
    state = next(entrant["state"] for entrant in cup.entrants if entrant["number"] == 1)
    if answers[1].won and state != "removed":
        yield f"a removed player is {state}"


@race
def end_against_start(arena: Arena) -> Findings:
    """Call a tournament off while it starts: a cancelled one has no round."""
    cup, (one, two) = Cup(arena, 2), arena.racers()
    answers = arena.race([cup.call(one, "end", cup.host), cup.call(two, "start", cup.host)])
    row = cup.row
    if (row["status"] == "cancelled") == bool(cup.tables):
        yield f"it is {row['status']} with {row['round']} rounds: {answers}"


# Puzzles and studies


@race
def two_answers(arena: Arena) -> Findings:
    """Answer one puzzle, or two, at the same moment: each counts once."""
    member, collection = new_member(arena.store, arena.chance), collection_of(game_names()[0])
    assert collection is not None
    puzzles = [one.id for one in arena.chance.sample(list(collection.puzzles), 2)]
    puzzles = puzzles[:1] * 2 if arena.chance.random() < 0.5 else puzzles
    paths = [f"/api/puzzles/{game_names()[0]}/{puzzle}" for puzzle in puzzles]
    moves = [arena.chance.choice(arena.ask(0, path)["moves"]) for path in paths]
    sent = zip(arena.racers(), paths, moves, strict=True)
    answers = arena.race(Call(server, path, {"move": move}, member) for server, path, move in sent)
    counted = sum(one.won and one.told["counted"] for one in answers)
    kept = len(arena.rows(models.puzzle_answers, account=member.account))
    standing = sum(row["answered"] for row in arena.rows(models.puzzle_standings, account=member.account))
    if not counted == kept == standing == len(set(puzzles)):
        yield f"{counted} were counted, {kept} kept, {standing} in the standing, of {len(set(puzzles))}"


@race
def two_tries(arena: Arena) -> Findings:
    """Try one move, or two, at the same place of a study: each is there once."""
    owner, table = new_guest(arena.chance), arena.table(is_late=True)
    table.play_to_end()
    study = arena.ask(0, f"{table.path}/studies", {}, owner)
    base = f"/api/studies/{study['study']}"
    legal = [move for move in arena.ask(0, base, None, owner)["moves"] if move != study["game_moves"][0]]
    is_same = arena.chance.random() < 0.5
    tried = arena.chance.sample(legal, 1) * 2 if is_same else arena.chance.sample(legal, 2)
    sent = zip(arena.racers(), tried, strict=True)
    answers = arena.race(Call(n, f"{base}/moves", {"at": "0", "move": move}, owner) for n, move in sent)
    kept = sorted(row["move"] for row in arena.rows(models.study_moves, study=study["study"]))
    wanted = sorted({move for move, answer in zip(tried, answers, strict=True) if answer.won})
    if kept != wanted:
        yield f"{kept} are kept, {wanted} were tried"
