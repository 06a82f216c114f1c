"""Tournaments without a browser: entering, rounds, results, time, kills, and two processes on one store."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select

from burgomaster.core.errors import IllegalMove
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.server import models
from burgomaster.server.auth import Visitor
from burgomaster.server.calls.notices import Truth, notices_of, truth_of
from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.calls.words import message_of
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused, moves
from burgomaster.server.match.journal import CUP
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.people.circle import Circle
from burgomaster.server.people.own_data import NOBODYS_NAME, export, forget
from burgomaster.server.rating.results import rating_notes
from burgomaster.server.steady_time import TIME
from burgomaster.server.store import Store
from burgomaster.server.table_service import SeatAction, TableService
from burgomaster.server.tournament_tables import own_tournaments, round_of_table
from burgomaster.server.tournaments import conductor
from burgomaster.server.tournaments.service import (
    MOST_ENTERED,
    MOST_GUESTS,
    MOST_OWN,
    CupRequest,
    TournamentService,
)
from burgomaster.server.tournaments.state import MOST_ENTRANTS, Entrant, Plan, Tournament
from tests.server.fixtures import settings_for

GAME = game_names()[-1]
QUICK = {"kind": "player", "seconds": 1200.0, "more": 15.0}
DAYS = {"kind": "move", "seconds": 86400.0}
HOUR, DAY = 3600.0, 86400.0
ALL_OPTIONS = {"players": 2}


def person(name: str, account: int | None = None) -> Visitor:
    known = account is not None
    return Visitor(name, account, name if known else "", "en", "auto", (), is_new=False, nickname=name)


HOST = person("Host", 1)


class Club:
    """A store with one process on it, or several; time moves when the test says so."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.store = Store(address)
        self.managers: list[MatchManager] = []
        self.cups = self.process()

    def process(self, **limits: Any) -> TournamentService:
        manager = MatchManager(self.store, settings_for(self.address, attended_seconds=0.0, **limits))
        manager.notices_of = notices_of
        self.managers.append(manager)
        return TournamentService(manager, TableService(manager))

    @property
    def manager(self) -> MatchManager:
        return self.managers[-1]

    async def close(self) -> None:
        for manager in self.managers:
            await manager.close()
        self.store.close()

    async def make(self, *names: str, seats: int = 2, clock: Any = None, **asked: Any) -> Tournament:
        more = {name: asked.pop(name) for name in ("is_open", "rated", "title") if name in asked}
        plan = Plan(seats, **asked)
        wanted = CupRequest(
            more.pop("title", "Friday"), GAME, {"players": seats}, clock or QUICK, plan, **more
        )
        cup = await self.cups.create(HOST, wanted)
        for name in names:
            await self.cups.enter(await self.read(cup), person(name), name)
        return await self.read(cup)

    async def started(self, *names: str, **asked: Any) -> Tournament:
        cup = await self.make(*names, **asked)
        await self.cups.start(cup, HOST)
        return await self.read(cup)

    async def read(self, cup: Tournament) -> Tournament:
        found = await self.cups.find(cup.tournament)
        assert found is not None
        return found

    async def wait(self, seconds: float) -> None:
        TIME.begin_at(TIME.now() + seconds)
        await self.cups.conductor.look()

    async def after_pause(self, cup: Tournament) -> Tournament:
        """Notice that a round is over, and go on when the pause is."""
        await self.wait(1)
        await self.wait(61)
        return await self.read(cup)

    async def live(self, name: str | None) -> LiveMatch:
        assert name is not None
        live = await self.manager.find(name, is_visit=False)
        assert live is not None
        return live

    async def finish(self, name: str | None) -> None:
        live = await self.live(name)
        while not live.match.is_over:
            seat = live.match.to_move
            assert seat is not None
            by = "bot" if live.match.seats[seat].bot else "player"
            move = live.match.table.moves()[-1].notation
            with suppress(Refused, IllegalMove):  # a bot was faster
                await self.manager.submit(
                    live, lambda match, now, s=seat, m=move, b=by: moves.play(match, s, m, None, now, by=b)
                )

    async def finish_round(self, cup: Tournament) -> Tournament:
        for table in cup.tables_of(cup.round):
            if table.is_open:
                await self.finish(table.match)
        return await self.read(cup)

    def opened(self) -> list[str]:
        query = select(models.matches.c.match).where(models.matches.c.host.like(f"{CUP}%"))
        with self.store.engine.connect() as connection:
            return list(connection.scalars(query))


@asynccontextmanager
async def club_house(address: str) -> AsyncIterator[Club]:
    begun = TIME.now()
    club = Club(address)
    try:
        yield club
    finally:
        await club.close()
        TIME.begin_at(begun)


@pytest.fixture
def club(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Club]:
    """A club on a file of its own, or on the store that the test uses."""
    stores = {"database", "postgres"} & set(request.fixturenames)
    return club_house(request.getfixturevalue(stores.pop()) if stores else f"sqlite:///{tmp_path}/tables.db")


# A whole tournament


async def test_a_swiss_evening_from_the_first_entry_to_the_last_result(club: Club) -> None:
    cup = await club.started("Anna", "Boris", "Clara", rounds=2)
    assert cup.status == "running" and cup.round == 1 and cup.plan.rounds == 2
    tables = cup.tables_of(1)
    assert sorted(one for table in tables for one in table.seats) == [0, 1, 2, 3]  # a bot fills up
    assert len(club.opened()) == 2
    live = await club.live(tables[0].match)
    assert live.match.status == "running" and live.match.header.tournament == cup.tournament
    assert live.match.header.is_compared and not live.match.header.rated
    cup = await club.finish_round(cup)
    assert all(table.status == "over" and table.outcome for table in cup.tables)
    await club.wait(1)
    cup = await club.read(cup)
    assert cup.round == 1 and cup.current is not None and cup.current.ended  # there is a pause
    await club.wait(61)
    cup = await club.read(cup)
    assert cup.round == 2 and len(club.opened()) == 4
    met = Counter(tuple(sorted(table.seats)) for table in cup.tables)
    assert max(met.values()) == 1  # nobody meets the same again, and another plays the bot
    cup = await club.after_pause(await club.finish_round(cup))
    assert cup.status == "over"
    rows = cup.overall()
    assert [row.games for row in rows] == [2, 2, 2] and rows[0].place == 1
    assert sum(row.points for row in rows) <= 4


async def test_results_are_those_of_the_games(club: Club) -> None:
    cup = await club.started("Anna", "Boris", "Clara", seats=3, rounds=1)
    cup = await club.finish_round(cup)
    table = cup.tables[0]
    with club.store.engine.connect() as connection:
        rows = connection.execute(
            select(models.results).where(models.results.c.match == table.match).order_by("seat")
        ).all()
    assert table.outcome == {
        "places": [row.place for row in rows],
        "scores": [row.score for row in rows],
        "left": [False] * 3,
    }
    names = [row.name for row in rows]
    entered = {one.number: one.name for one in cup.entrants}
    assert names == [entered[number] for number in table.seats]


async def test_groups_play_among_themselves_and_the_best_meet_at_a_final_table(club: Club) -> None:
    cup = await club.started(*"ABCDEF", format="groups", group_size=3, rounds=1, final=True)
    assert cup.groups == [1, 2]
    group = {one.number: one.group_no for one in cup.entrants}
    for table in cup.tables:
        assert len({group[one] for one in table.seats if one}) == 1
    for _ in range(2):  # the round is over, the pause is over
        await club.wait(2 * HOUR)
    cup = await club.read(cup)
    final = cup.current
    assert final is not None and final.stage == "final"
    seats = cup.tables_of(final.round)[0].seats
    assert {group[one] for one in seats} == {1, 2}  # the first of each
    cup = await club.after_pause(await club.finish_round(cup))
    played = cup.tables_of(final.round)[0].played
    assert cup.status == "over" and played is not None
    assert played.places[played.seats.index(cup.overall()[0].number)] == 0
    assert {row.number for row in cup.overall()[:2]} == set(played.seats)


# Time


async def test_when_time_is_up_a_table_counts_as_it_stands(club: Club) -> None:
    cup = await club.started("Anna", "Boris", rounds=2, round_seconds=HOUR)
    live = await club.live(cup.tables[0].match)
    await club.wait(HOUR - 60)
    assert (await club.read(cup)).tables[0].is_open
    await club.wait(60)
    cup = await club.read(cup)
    assert cup.tables[0].status == "time" and cup.current is not None and cup.current.ended
    outcome = cup.tables[0].outcome
    assert outcome is not None and outcome["scores"] == [0, 0] and len(live.match.played) == 0
    await club.finish(cup.tables[0].match)  # what comes later changes nothing
    assert (await club.read(cup)).tables[0].outcome == outcome
    await club.wait(61)
    assert (await club.read(cup)).round == 2


async def test_the_rounds_of_a_league_go_by_the_calendar(club: Club) -> None:
    cup = await club.started("Anna", "Boris", rounds=2, clock=DAYS, round_seconds=7 * DAY)
    assert cup.plan.pace == "calendar"
    cup = await club.finish_round(cup)
    await club.wait(DAY)
    cup = await club.read(cup)
    assert cup.current is not None and cup.current.ended and cup.round == 1
    await club.wait(5 * DAY)
    assert (await club.read(cup)).round == 1  # everybody is ready, but the week is not over
    await club.wait(DAY)
    assert (await club.read(cup)).round == 2


async def test_who_loses_on_time_is_last_and_not_drawn_again_until_they_come_back(club: Club) -> None:
    names = ("Anna", "Boris", "Clara", "Dora")
    cup = await club.started(*names, rounds=4, bot="random", round_seconds=2 * HOUR)
    table = cup.tables[0]
    live = await club.live(table.match)
    late = live.match.to_move
    assert late is not None
    await club.finish(cup.tables[1].match)
    await club.wait(1201)
    await club.manager.submit(live, lambda match, now: [])  # what is due is written
    assert live.match.seats[late].timed_out and live.match.seats[late].bot == "random"
    with pytest.raises(Refused, match="counts"):
        await TableService(club.manager).act(live, late, SeatAction("return"))
    await club.finish(table.match)
    cup = await club.after_pause(cup)
    number = table.seats[late]
    outcome = cup.tables[0].outcome
    assert outcome is not None and outcome["places"][late] == 1 and outcome["left"][late]
    one = cup.entrant(number)
    assert one is not None and one.state == "left"
    assert all(number not in table.seats for table in cup.tables_of(2))
    await club.cups.enter(cup, person(one.name), "")
    await club.finish_round(cup)
    cup = await club.after_pause(cup)
    assert any(number in table.seats for table in cup.tables_of(3))


# Coming and going


async def test_late_entry_leaving_and_what_the_organiser_does(club: Club) -> None:
    cups = club.cups
    cup = await club.started("Anna", "Boris", rounds=3)
    await cups.enter(cup, person("Clara"), "Anna")  # there is an Anna already
    cup = await club.read(cup)
    assert cup.entrants[2].name == "Anna 2" and cup.entrants[2].since == 2
    await cups.leave(cup, person("Boris"))
    live = await club.live(cup.tables[0].match)
    seat = cup.tables[0].seats.index(2)
    assert live.match.seats[seat].left
    for refused in (cups.leave(await club.read(cup), person("Boris")), cups.hurry(cup, person("Boris"))):
        with pytest.raises(Refused):
            await refused
    await cups.hurry(await club.read(cup), HOST)  # the round ends, as it stands
    await cups.hurry(await club.read(cup), HOST)  # and the next one begins
    cup = await club.read(cup)
    assert cup.round == 2 and sorted(cup.tables_of(2)[0].seats) == [1, 3]
    await cups.remove(cup, HOST, 3)
    await cups.remove(cup, HOST, 1)
    with pytest.raises(Refused, match="organiser"):
        await cups.enter(await club.read(cup), person("Clara"), "")
    await cups.hurry(await club.read(cup), HOST)
    await cups.hurry(await club.read(cup), HOST)
    assert (await club.read(cup)).status == "over"  # nobody is left
    with pytest.raises(Refused):
        await cups.enter(await club.read(cup), person("Dora"), "")


async def test_entries_are_closed_and_opened_and_groups_take_nobody_late(club: Club) -> None:
    cup = await club.make("Anna", "Boris", format="groups")
    await club.cups.open_entries(cup, HOST, False)
    cup = await club.read(cup)
    with pytest.raises(Refused, match="closed"):
        await club.cups.enter(cup, person("Clara"), "")
    await club.cups.open_entries(cup, HOST, True)
    await club.cups.enter(await club.read(cup), person("Clara"), "")
    await club.cups.start(await club.read(cup), HOST)
    cup = await club.read(cup)
    with pytest.raises(Refused, match="closed"):
        await club.cups.enter(cup, person("Dora"), "")
    with pytest.raises(Refused):
        await club.cups.start(cup, HOST)  # twice


async def test_in_a_group_a_bot_plays_for_who_has_left_and_a_table_without_people_is_shared(
    club: Club,
) -> None:
    cup = await club.started(*"ABC", seats=3, format="groups", rounds=3, bot="random")
    await club.cups.leave(cup, person("C"))
    for _ in range(2):
        await club.cups.hurry(await club.read(cup), HOST)
    cup = await club.read(cup)
    table = cup.tables_of(2)[0]
    live = await club.live(table.match)
    seat = table.seats.index(3)
    assert live.match.seats[seat].bot == "random" and not live.match.seats[seat].who
    for name in "AB":
        await club.cups.leave(await club.read(cup), person(name))
    for _ in range(2):
        await club.cups.hurry(await club.read(cup), HOST)
    assert (await club.read(cup)).status == "over"  # nobody is left


def test_who_sits_first_moves_first_whatever_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    cup: Any = SimpleNamespace(game="petersburg", options={})
    game = load_game("petersburg", players=2)
    unlucky = [seed for seed in range(20) if game.new(seed=seed).to_move != 0][:4]
    assert len(unlucky) == 4
    for seed in unlucky:
        drawn = iter([seed, *range(20)])
        monkeypatch.setattr(conductor.secrets, "randbelow", lambda _most, drawn=drawn: next(drawn))
        assert conductor.deal(cup, 2).to_move == 0


async def test_the_organiser_decides_an_abandoned_table_but_not_a_finished_one(club: Club) -> None:
    cup = await club.started(*"ABCD", rounds=1)
    one, two = cup.tables
    for table in cup.tables:  # who sits first moves first, so that seats can be shared fairly
        assert (await club.live(table.match)).match.to_move == 0
    set_result = club.cups.set_result
    for wrong in ([1], [1, 3], [0, 1], [1, 2, 2]):
        with pytest.raises(Refused):
            await set_result(cup, HOST, 1, one.number, wrong)
    with pytest.raises(Refused):
        await set_result(cup, person("A"), 1, one.number, [1, 2])
    await set_result(cup, HOST, 1, one.number, [2, 1])
    await club.finish(two.match)
    cup = await club.read(cup)
    assert [table.status for table in cup.tables] == ["set", "over"]
    assert cup.tables[0].played is not None and cup.tables[0].played.places == (1, 0)
    await club.finish(one.match)  # the game may go on, but the organiser has decided
    assert (await club.read(cup)).tables[0].status == "set"
    with pytest.raises(Refused, match="stands"):
        await set_result(await club.read(cup), HOST, 1, two.number, [1, 1])
    await club.wait(1)
    await club.wait(61)
    assert (await club.read(cup)).status == "over"


async def test_a_tournament_that_is_ended_early_counts_what_was_played(club: Club) -> None:
    cup = await club.started(*"ABCD", rounds=3)
    await club.finish(cup.tables[0].match)
    await club.cups.end(cup, HOST)
    cup = await club.read(cup)
    assert cup.status == "over" and sorted(table.status for table in cup.tables) == ["over", "void"]
    assert sum(row.games for row in cup.overall()) == 2
    await club.wait(DAY)
    assert (await club.read(cup)).round == 1
    other = await club.make("A")
    with pytest.raises(Refused, match="at least 2"):
        await club.cups.start(other, HOST)
    await club.cups.end(other, HOST)
    assert (await club.read(other)).status == "cancelled"


# What nobody may do


async def test_at_rated_tournaments_it_is_known_where_people_come_from(club: Club) -> None:
    names = {name: club.store.accounts.add(name, name.casefold(), "hash", 1.0) or 0 for name in "ABC"}
    made = await club.make(rated=True)
    for name in "AB":
        entered = replace(person(name, names[name]), origin="x")
        await club.cups.enter(await club.read(made), entered, name)
    circle = Circle(club.store.engine)
    for one, other in (("A", "C"), ("C", "A")):
        circle.change(names[one], names[other], "friend", 1.0)
    with pytest.raises(Refused, match="by themselves"):
        await club.cups.add_friend(await club.read(made), HOST, "C")
    await club.cups.start(await club.read(made), HOST)
    live = await club.live((await club.read(made)).tables[0].match)
    assert rating_notes(live.match) == ["origin", "origin"]


async def test_limits_names_and_rated_tournaments(club: Club) -> None:
    rated = await club.make(rated=True)
    with pytest.raises(Refused, match="account"):
        await club.cups.enter(rated, person("Guest"), "")
    for wrong in ({"bot": "net:strange"}, {"bot": "random:99"}):
        with pytest.raises(Exception, match=r"bot|strange|random"):
            await club.make(rated=True, **wrong)
    with pytest.raises(Refused, match="clock"):
        await club.make(clock={"kind": "none"})
    strict = club.process(rate_limits=True)
    club.cups = strict
    for _ in range(MOST_OWN - 1):
        await club.make()
    with pytest.raises(Refused, match="not over"):
        await club.make()


async def test_nobody_enters_without_end(club: Club) -> None:
    anna = person("Anna")
    for number in range(MOST_ENTERED):
        await club.cups.enter(await club.make(title=str(number)), anna, "")
    with pytest.raises(Refused, match=str(MOST_ENTERED)):
        await club.cups.enter(await club.make(), anna, "")
    full = await club.make()
    row = {"tournament": full.tournament, "name": "N", "passing": "off", "state": "in", "group_no": 0}
    row |= {"since": 1, "entered": 0.0, "origin": ""}
    many = [{**row, "number": n, "who": f"visitor:{n}"} for n in range(1, MOST_ENTRANTS)]
    with club.store.engine.begin() as connection:
        connection.execute(insert(models.entrants), many)
    last, late = (Entrant(0, who, "N", "off", "in", 0, 1) for who in ("visitor:last", "visitor:late"))
    assert club.cups.store.enter(full, last, TIME.now())
    with pytest.raises(Refused, match="full"):  # who comes at the same moment
        club.cups.store.enter(full, late, TIME.now())
    full = await club.read(full)
    assert len(full.entrants) == MOST_ENTRANTS
    with pytest.raises(Refused, match="full"):
        await club.cups.enter(full, person("Late"), "")


async def test_guests_of_one_address_do_not_fill_a_tournament(club: Club) -> None:
    cup = await club.make()
    for number in range(MOST_GUESTS):
        guest = replace(person(f"G{number}"), origin="there")
        await club.cups.enter(await club.read(cup), guest, "")
    cup = await club.read(cup)
    with pytest.raises(Refused, match="address"):
        await club.cups.enter(cup, replace(person("One more"), origin="there"), "")
    await club.cups.enter(cup, replace(person("Known", 7), origin="there"), "")
    await club.cups.enter(cup, replace(person("Elsewhere"), origin="here"), "")
    await club.cups.remove(await club.read(cup), HOST, 18)
    with pytest.raises(Refused, match="organiser"):  # another cookie does not help
        await club.cups.enter(await club.read(cup), replace(person("Again"), origin="here"), "")
    key = replace(person("G1"), bearer=True)  # the key of a seat is not who somebody is
    with pytest.raises(Refused):
        await club.cups.leave(await club.read(cup), key)


# Being called, and being forgotten


async def test_everybody_is_called_when_a_round_begins_and_finds_their_table(club: Club) -> None:
    ways = Ways(club.store.engine)
    for name in ("Anna", "Boris"):
        way = Way(f"visitor:{name}", "webhook", f"https://{name}.example.org/", "en", confirmed=1.0)
        ways.add(way, 1.0)
    cup = await club.started("Anna", "Boris", "Clara", clock=DAYS, rounds=2, round_seconds=2 * DAY)
    with club.store.engine.connect() as connection:
        rows = connection.execute(select(models.outbox)).mappings().all()
    calls = Counter((row["who"], row["event"]) for row in rows)
    assert calls["visitor:Anna", "round"] == calls["visitor:Boris", "round"] == 1
    for row in rows:
        found = round_of_table(club.store.engine, row["match"])
        match, facts = (await club.live(row["match"])).match, (row["event"], row["who"], row["seat"])
        assert found == ("Friday", 1)
        if row["event"] == "round":
            assert truth_of(match, *facts, TIME.now()) is Truth.HOLDS
            said = message_of(match, "round", row["seat"], "en", TIME.now(), found)
            assert said.body.startswith("Friday, round 1: ") and said.path == f"/t/{row['match']}"
    for name in ("Anna", "Boris", "Clara"):
        (own,) = own_tournaments(club.store.engine, [f"visitor:{name}"])
        live = await club.live(own["table"])
        assert f"visitor:{name}" in [seat.who for seat in live.match.seats]
    assert own_tournaments(club.store.engine, ["visitor:Dora"]) == []
    assert cup.rounds[0].ends == pytest.approx(TIME.now() + 2 * DAY, abs=60)


async def test_a_deleted_account_leaves_a_tournament_that_can_be_read(club: Club) -> None:
    numbers = [club.store.accounts.add(name, name, "x", 1.0) for name in ("host", "anna", "boris")]
    cups, (host, anna, boris) = club.cups, [person("Somebody", number) for number in numbers]
    made = await cups.create(host, CupRequest("Cup", GAME, ALL_OPTIONS, QUICK, Plan(2, rounds=2)))
    for one in (anna, boris):
        await cups.enter(await club.read(made), one, "")
    await cups.start(await club.read(made), host)
    assert host.account is not None and anna.account is not None
    assert len(export(club.store.engine, anna.account)["tournaments"]) == 1
    waiting = await cups.create(host, CupRequest("Next", GAME, ALL_OPTIONS, QUICK, Plan(2)))
    for number in (anna.account, host.account):
        club.store.accounts.delete(number, f"t{number}", forget)
    cup = await club.read(made)
    assert [one.name for one in cup.entrants] == [NOBODYS_NAME, "Somebody 2"]
    assert cup.host_name == NOBODYS_NAME and cup.entrants[0].state == "left"
    assert (await club.read(waiting)).status == "cancelled"
    await club.finish_round(cup)
    cup = await club.after_pause(cup)
    assert cup.status == "over" and len(cup.overall()) == 2


# Kills, and two processes


class Killed(BaseException):
    """The process is gone."""


WRITES = ("add_round", "mark_running", "mark_opened", "end_round", "settle", "end")


N_STEPS = 19  # of an evening of two rounds with two tables each
QUICK_KILLS = ((2, True), (9, True))  # behind a table that is made, and behind a round that is over


def kill_at(cups: TournamentService, manager: MatchManager, step: int, is_done: bool) -> list[int]:
    """Let a process die at one of its writes, before or after it was done; count the writes."""
    counted = [0]

    @contextmanager
    def one_step() -> Iterator[None]:
        counted[0] += 1
        dies = counted[0] == step
        if dies and not is_done:
            raise Killed
        yield
        if dies:
            raise Killed

    def dying(write: Callable[..., Any]) -> Callable[..., Any]:
        def perform(*given: Any, **named: Any) -> Any:
            with one_step():
                return write(*given, **named)

        return perform

    for name in WRITES:
        setattr(cups.store, name, dying(getattr(cups.store, name)))
    create = manager.create

    async def create_dying(*given: Any, **named: Any) -> Any:
        with one_step():
            return await create(*given, **named)

    manager.create = create_dying  # type: ignore[method-assign]
    return counted


async def evening_with_kill(club: Club, step: int, is_done: bool) -> int:
    """Play an evening whose tables nobody finishes; the process dies at a step and another goes on."""
    cup = await club.make(*"ABCD", rounds=2, round_seconds=HOUR)
    cups = club.process()
    counted = kill_at(cups, club.manager, step, is_done)
    try:
        await cups.start(cup, HOST)
        for _ in range(6):
            TIME.begin_at(TIME.now() + HOUR)
            await cups.conductor.look()
    except Killed:
        club.cups = club.process()
        if (await club.read(cup)).status == "entering":
            await club.cups.start(await club.read(cup), HOST)
    for _ in range(8):
        await club.wait(HOUR)
    await check_evening(club, cup, n_tables=4)
    return counted[0]


async def check_evening(club: Club, cup: Tournament, n_tables: int) -> None:
    """Every table was opened once, counts once, and the tournament is over."""
    cup = await club.read(cup)
    assert cup.status == "over" and [one.round for one in cup.rounds] == [1, 2]
    assert all(table.status == "time" for table in cup.tables) and len(cup.tables) == n_tables
    own = {table.match for table in cup.tables}
    assert len(own) == n_tables and own <= set(club.opened())
    host = f"{CUP}{cup.tournament}"
    query = select(models.matches.c.match).where(models.matches.c.host == host)
    with club.store.engine.connect() as connection:
        assert set(connection.scalars(query)) == own


@pytest.mark.slow
async def test_a_process_killed_at_any_step_is_followed_by_another(club: Club) -> None:
    n_steps = await evening_with_kill(club, 10**6, is_done=False)
    assert n_steps == N_STEPS, "an evening has other steps now: look whether all of them are killed at"
    for step, is_done in QUICK_KILLS:
        await evening_with_kill(club, step, is_done)


@pytest.mark.thorough
@pytest.mark.usefixtures("database")
async def test_a_process_killed_at_every_step_before_and_after_it(club: Club) -> None:
    for step in range(1, N_STEPS + 1):
        for is_done in (False, True):
            await evening_with_kill(club, step, is_done)


@pytest.mark.usefixtures("postgres")
async def test_two_processes_at_once_open_every_table_once(club: Club) -> None:
    cup = await club.make(*"ABCDEFGH", rounds=2, round_seconds=HOUR)
    both = [club.cups, club.process()]
    started = await asyncio.gather(*(one.start(cup, HOST) for one in both), return_exceptions=True)
    assert not [one for one in started if one is not None and not isinstance(one, Refused)]
    for _ in range(6):
        TIME.begin_at(TIME.now() + HOUR)
        await asyncio.gather(*(one.conductor.look() for one in both))
    await check_evening(club, cup, n_tables=8)


@pytest.mark.usefixtures("database")
async def test_who_enters_at_the_same_moment_gets_a_number_and_a_name_of_their_own(club: Club) -> None:
    cup = await club.make()
    people = [person(f"P{number}") for number in range(8)]
    both = [*people, *people]  # everybody presses twice
    await asyncio.gather(*(club.cups.enter(cup, one, "") for one in both))
    entrants = (await club.read(cup)).entrants
    assert [one.number for one in entrants] == list(range(1, 9))
    assert len({one.who for one in entrants}) == 8
    (listed,), (own,) = await club.cups.listed(("entering",)), await club.cups.own(people[0])
    assert listed == own and listed["n_entered"] == 8 and "seed" not in listed
    assert [row["title"] for row in own_tournaments(club.store.engine, people[0].whos)] == ["Friday"]
    assert club.cups.store.count("host", HOST.who) == club.cups.store.count_entered(people[0].whos) == 1
    await club.cups.end(await club.read(cup), HOST)
    assert await club.cups.listed(("entering",)) == [] == own_tournaments(club.store.engine, people[0].whos)
    cup = await club.make()
    await asyncio.gather(*(club.cups.enter(cup, person(who), "Anna") for who in ("a", "b", "c")))
    assert sorted(one.name for one in (await club.read(cup)).entrants) == ["Anna", "Anna 2", "Anna 3"]


async def test_what_an_organiser_decided_is_not_undone_by_who_looked_before(club: Club) -> None:
    cup = await club.make("A", "B", "C")
    await club.cups.leave(cup, person("B"))
    gone = await club.read(cup)
    for number in (1, 2):
        await club.cups.remove(gone, HOST, number)
    with pytest.raises(Refused, match="changed"):  # leaves, as they saw it: could enter again then
        await club.cups.leave(cup, person("A"))
    with pytest.raises(Refused, match="changed"):  # comes back
        await club.cups.enter(gone, person("B"), "")
    states = [one.state for one in (await club.read(cup)).entrants]
    assert states == ["removed", "removed", "in"]


async def test_whoever_enters_while_the_first_round_is_drawn_plays_in_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await club.make("A", "B", format="groups")
    store, late = club.cups.store, [person("Late")]
    add_round = store.add_round

    def slowly(*given: Any) -> bool:
        for one in late:
            entrant = Entrant(0, one.who, "Late", "off", "in", 0, 1, 0.0)
            assert store.enter(cup, entrant, 0.0)
        late.clear()
        return add_round(*given)

    monkeypatch.setattr(store, "add_round", slowly)
    await club.cups.start(cup, HOST)
    found = await club.read(cup)
    assert found.round == 1 and sorted(n for table in found.tables for n in table.seats if n) == [1, 2, 3]
    assert len({one.group_no for one in found.entrants}) == 1


async def test_what_has_started_is_not_called_off(club: Club) -> None:
    cup = await club.make("A", "B")
    await club.cups.start(cup, HOST)
    with pytest.raises(Refused, match="changed"):
        await club.cups.end(cup, HOST)
    assert (await club.read(cup)).status == "running"
    await club.cups.end(await club.read(cup), HOST)
    assert (await club.read(cup)).status == "over"
