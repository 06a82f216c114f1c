"""What can be done with tournaments, the same for pages and for the JSON interface."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from burgomaster.core.table import load_game
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import check_bot
from burgomaster.server.match import Refused
from burgomaster.server.match.clocks import check_clock, is_slow
from burgomaster.server.match.moves import read_passing
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.names import clean_name, clean_text
from burgomaster.server.new_match import new_name
from burgomaster.server.people.circle import Circle
from burgomaster.server.people.profiles import Profiles
from burgomaster.server.rating.numbers import require_rated_bot
from burgomaster.server.rating.results import ACCOUNT, account_of
from burgomaster.server.steady_time import now
from burgomaster.server.table_service import SeatAction, TableService
from burgomaster.server.tournaments.conductor import Conductor
from burgomaster.server.tournaments.rounds import groups_at_start, next_round
from burgomaster.server.tournaments.state import (
    ENTERING,
    IN,
    LEFT,
    MOST_ENTRANTS,
    REMOVED,
    RUNNING,
    STATES,
    Entrant,
    Plan,
    Tournament,
    check_plan,
    suitable_rounds,
)
from burgomaster.server.tournaments.store import SETTABLE, TournamentStore

TITLE_LENGTH = 60
MOST_OWN = 5  # unfinished tournaments of one organiser
MOST_ENTERED = 20  # that one person takes part in
MOST_GUESTS = 16  # of one tournament from one address that is not the organiser's
MOST_LISTED, MOST_OF_HOST = 30, 5
MOST_SEED = 2**53
SHOWN_SECONDS = 1.0  # in which everybody who looks is shown the same
MOST_SHOWN = 50  # tournaments that are remembered for that


@dataclass(frozen=True)
class CupRequest:
    title: str
    game: str
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    plan: Plan
    is_open: bool = True
    rated: bool = False
    host_name: str = ""  # of an organiser without an account


class TournamentService:
    def __init__(self, matches: MatchManager, tables: TableService) -> None:
        self.store = TournamentStore(matches.store)
        self.conductor = Conductor(matches, self.store)
        self._matches, self._tables = matches, tables
        self._circle, self._profiles = Circle(matches.store.engine), Profiles(matches.store.engine)
        self._shown: dict[str, tuple[float, Tournament]] = {}
        self._creating = asyncio.Lock()  # who sets up many at once is counted one after another

    # Reading

    async def find(self, name: str) -> Tournament | None:
        return await asyncio.to_thread(self.store.find, name)

    async def find_shown(self, name: str) -> Tournament | None:
        """Find a tournament for people who only look, as it was a moment ago: many look again and again."""
        known = self._shown.get(name)
        if known is not None and time.monotonic() - known[0] < SHOWN_SECONDS:
            return known[1]
        found = await self.find(name)
        self._shown.pop(name, None)
        if found is not None:
            self._shown[name] = (time.monotonic(), found)
            while len(self._shown) > MOST_SHOWN:
                self._shown.pop(next(iter(self._shown)))
        return found

    async def again(self, cup: Tournament) -> Tournament:
        return await self.find(cup.tournament) or cup

    async def listed(self, statuses: Sequence[str]) -> list[Mapping[str, Any]]:
        """List tournaments that everybody may find."""
        return await asyncio.to_thread(self.store.listed, statuses, MOST_LISTED, MOST_OF_HOST)

    async def own(self, visitor: Visitor) -> list[Mapping[str, Any]]:
        return await asyncio.to_thread(self.store.of, visitor.whos, MOST_LISTED)

    # Setting up

    async def create(self, visitor: Visitor, asked: CupRequest) -> Tournament:
        cup = await asyncio.to_thread(new_tournament, visitor, asked)
        async with self._creating:
            await asyncio.to_thread(self._require_room, visitor)
            await asyncio.to_thread(self.store.add, cup)
        return cup

    def _require_room(self, visitor: Visitor) -> None:
        """Raise Refused if somebody, or everybody at their address, has too many unfinished tournaments."""
        settings = self._matches.settings
        if not settings.rate_limits:
            return
        if self.store.count("host", visitor.who) >= MOST_OWN:
            raise Refused("too_many_cups", most=MOST_OWN)
        here = MOST_OWN * settings.crowd
        if visitor.origin and self.store.count("origin", visitor.origin) >= here:
            raise Refused("too_many_cups_here", most=here)

    # Taking part

    async def enter(self, cup: Tournament, visitor: Visitor, name: str, passing: str = "") -> None:
        """Take part; who has left comes back."""
        own = own_entrant(cup, visitor)
        if own is not None:
            return await self._come_back(cup, own)
        if visitor.bearer:
            raise Refused("cup_cookies")
        called = visitor.name or clean_name(name) or visitor.called
        await self._require_welcome(cup, visitor.who)
        is_guest = visitor.account is None
        origin = "" if is_guest and visitor.origin == cup.origin else visitor.origin
        if is_guest:
            require_few_guests(cup, origin)
        if await asyncio.to_thread(self.store.count_entered, visitor.whos) >= MOST_ENTERED:
            raise Refused("too_many_entered", most=MOST_ENTERED)
        await self._add(cup, visitor.who, called, str(read_passing(passing or visitor.passing)), origin)

    async def _come_back(self, cup: Tournament, own: Entrant) -> None:
        if own.state == REMOVED:
            raise Refused("cup_removed")
        if own.state == LEFT and cup.status not in (ENTERING, RUNNING):
            raise Refused("cup_over")
        if own.state == LEFT:
            await self._set_state(cup, own, IN, cup.round + 1, [LEFT])

    async def _require_welcome(self, cup: Tournament, who: str) -> None:
        """Raise Refused if somebody may not take part: it is closed, full, rated, or they are blocked."""
        if not cup.may_enter:
            raise Refused("cup_closed")
        if len(cup.entrants) >= MOST_ENTRANTS:
            raise Refused("cup_full", most=MOST_ENTRANTS)
        account, host = account_of(who), account_of(cup.host)
        if cup.rated and account is None:
            raise Refused("rated_account")
        if host is not None and account is not None and host != account:
            if await asyncio.to_thread(self._circle.is_blocked, host, account):
                raise Refused("not_welcome")

    async def _add(self, cup: Tournament, who: str, name: str, passing: str, origin: str = "") -> None:
        entrant = Entrant(0, who, name, passing, IN, 0, cup.round + 1, now(), origin)
        if not await asyncio.to_thread(self.store.enter, cup, entrant, now()):
            raise Refused("stale")

    async def leave(self, cup: Tournament, visitor: Visitor) -> None:
        """Take part no more; a bot takes the seat at the table that is played just now."""
        own = own_entrant(cup, visitor)
        if own is None or not own.plays:
            raise Refused("cup_not_in")
        await self._take_out(cup, own, LEFT)

    async def _take_out(self, cup: Tournament, one: Entrant, state: str) -> None:
        """Let somebody go; before the start they may enter again."""
        if cup.status not in (ENTERING, RUNNING):
            raise Refused("cup_over")
        await self._set_state(cup, one, state, one.since, STATES if state == REMOVED else [IN])
        table = cup.table_of(one.number)
        if table is not None and table.is_open and table.match is not None:
            await self._leave_table(table.match, table.seats.index(one.number), one.who)

    async def _set_state(
        self, cup: Tournament, one: Entrant, state: str, since: int, before: Sequence[str]
    ) -> None:
        """Let somebody leave, be removed, or come back; Refused if they are in another state by now."""
        given = (cup.tournament, one.number, state, since, now(), before)
        if not await asyncio.to_thread(self.store.set_state, *given):
            raise Refused("stale")

    async def _leave_table(self, name: str, seat: int, who: str) -> None:
        """Let a bot take over a seat, if its person still plays there."""
        live = await self._matches.find(name, is_visit=False)
        if live is None or live.match.seats[seat].who != who or not live.match.seats[seat].is_human:
            return
        try:
            await self._tables.act(live, seat, SeatAction("leave"))
        except Refused:
            return  # the game is over

    # What the organiser does

    async def start(self, cup: Tournament, visitor: Visitor) -> None:
        """Draw the first round and open its tables; that twice does no harm."""
        require_host(cup, visitor)
        if cup.status != ENTERING:
            raise Refused("cup_started")
        while cup.status == ENTERING and not await self._draw_first(cup):
            cup = await self.again(cup)  # somebody has just entered, or left
        await self.conductor.advance(cup.tournament)

    async def _draw_first(self, cup: Tournament) -> bool:
        """Draw the first round; False if others take part by now, or it was drawn by somebody else."""
        least = cup.plan.least_entrants
        if cup.n_entered < least:
            raise Refused("cup_too_few", least=least)
        self._matches.preparation.require(cup.game)
        groups = groups_at_start(cup)
        members = [replace(one, group_no=groups.get(one.number, 0)) for one in cup.entrants]
        plan = replace(cup.plan, rounds=suitable_rounds(cup.plan, cup.n_entered))
        ready = replace(cup, plan=plan, entrants=members)
        drawn = await asyncio.to_thread(next_round, ready)
        assert drawn is not None
        return await asyncio.to_thread(self.store.add_round, ready, drawn, now(), groups)

    async def open_entries(self, cup: Tournament, visitor: Visitor, is_open: bool) -> None:
        require_host(cup, visitor)
        require_unfinished(cup)
        await asyncio.to_thread(self.store.open_entries, cup.tournament, is_open, now())

    async def add_friend(self, cup: Tournament, visitor: Visitor, name: str) -> None:
        """Enter a friend of the organiser by the name of their account; closed entries do not matter."""
        require_host(cup, visitor)
        require_unfinished(cup)
        account = await asyncio.to_thread(self._profiles.find, clean_name(name))
        if account is None:
            raise Refused("no_person")
        is_friend = visitor.account is not None and (
            account == visitor.account
            or await asyncio.to_thread(self._circle.standing, visitor.account, account) == "friends"
        )
        if not is_friend:
            raise Refused("cup_friends")
        who, known = f"{ACCOUNT}{account}", cup.entrant_of([f"{ACCOUNT}{account}"])
        if known is not None:
            since = (IN, cup.round + 1, now())
            await asyncio.to_thread(self.store.set_state, cup.tournament, known.number, *since)
            return
        is_self = account == visitor.account
        if cup.rated and not is_self:  # where they connect from is not known
            raise Refused("cup_rated_friends")
        await self._require_welcome(replace(cup, entries_open=True), who)
        if await asyncio.to_thread(self.store.count_entered, [who]) >= MOST_ENTERED:
            raise Refused("too_many_entered", most=MOST_ENTERED)
        await self._add(cup, who, clean_name(name), "off", visitor.origin if is_self else "")

    async def remove(self, cup: Tournament, visitor: Visitor, number: int) -> None:
        """Take somebody out; they cannot enter again by themselves."""
        require_host(cup, visitor)
        one = cup.entrant(number)
        if one is None:
            raise Refused("cup_no_entrant")
        await self._take_out(cup, one, REMOVED)

    async def hurry(self, cup: Tournament, visitor: Visitor) -> None:
        """End the round now, or begin the next one now."""
        require_host(cup, visitor)
        if cup.status != RUNNING:
            raise Refused("cup_not_running")
        await asyncio.to_thread(self.store.hurry, cup.tournament, cup.round, now())
        await self.conductor.advance(cup.tournament)

    async def end(self, cup: Tournament, visitor: Visitor) -> None:
        """End a tournament early, or call it off before it has started."""
        require_host(cup, visitor)
        require_unfinished(cup)
        given = (cup.tournament, [cup.status], now(), cup.status == ENTERING)
        if not await asyncio.to_thread(self.store.end, *given):  # it has just started, or ended
            raise Refused("stale")

    async def set_result(
        self, cup: Tournament, visitor: Visitor, round_no: int, number: int, places: Sequence[int]
    ) -> None:
        """Say how a table counts that its players did not bring to an end; 1 is the first place."""
        require_host(cup, visitor)
        table = next((one for one in cup.tables_of(round_no) if one.number == number), None)
        if table is None or table.match is None:
            raise Refused("cup_no_table")
        if table.status not in SETTABLE:  # played to its end: the game says who won
            raise Refused("cup_table_over")
        if len(places) != len(table.seats) or not all(1 <= one <= len(table.seats) for one in places):
            raise Refused("cup_places", n=len(table.seats))
        ranks = [sum(other < one for other in places) for one in places]
        outcome = {"places": ranks, "scores": [], "left": []}
        given = (cup.tournament, table.match, outcome, now())
        if not await asyncio.to_thread(self.store.set_outcome, *given):
            raise Refused("cup_table_over")


def own_entrant(cup: Tournament, visitor: Visitor) -> Entrant | None:
    """Find the part that somebody has in a tournament; the key of a seat is for that seat alone."""
    return None if visitor.bearer else cup.entrant_of(visitor.whos)


def require_few_guests(cup: Tournament, origin: str) -> None:
    """Raise Refused where a guest may not come from: somebody there was sent away, or too many came.

    Nothing is counted for accounts, nor at the organiser's own address: a whole club may sit there.
    """
    if not origin:
        return
    same = [one for one in cup.entrants if one.origin == origin and account_of(one.who) is None]
    if any(one.state == REMOVED for one in same):
        raise Refused("cup_removed")
    if len(same) >= MOST_GUESTS:
        raise Refused("cup_guests", most=MOST_GUESTS)


def is_host(cup: Tournament, visitor: Visitor) -> bool:
    return cup.host in visitor.whos and not visitor.bearer


def require_host(cup: Tournament, visitor: Visitor) -> None:
    if not is_host(cup, visitor):
        raise Refused("cup_not_host")


def require_unfinished(cup: Tournament) -> None:
    if cup.status not in (ENTERING, RUNNING):
        raise Refused("cup_over")


def new_tournament(visitor: Visitor, asked: CupRequest) -> Tournament:
    clock = check_clock(asked.clock)
    if clock["kind"] == "none":
        raise Refused("cup_clock")
    plan = check_plan(replace(asked.plan, pace="calendar" if is_slow(clock) else "clock"))
    check_bot(plan.bot)
    if asked.rated:
        if visitor.account is None:
            raise Refused("rated_account")
        require_rated_bot(asked.game, plan.bot)
    whole = dict(load_game(asked.game, **{**asked.options, "players": plan.seats}).options)
    if plan.fill == "smaller":  # there must be such tables, too
        for players in range(2, plan.seats):
            load_game(asked.game, **{**whole, "players": players})
    options = json.loads(json.dumps(whole))
    moment, called = now(), visitor.name or clean_name(asked.host_name) or visitor.called
    return Tournament(
        tournament=new_name(),
        title=clean_text(asked.title)[:TITLE_LENGTH].strip() or called,
        host=visitor.who,
        host_name=called,
        origin=visitor.origin,
        game=asked.game,
        options=options,
        clock=clock,
        plan=plan,
        is_open=asked.is_open,
        rated=asked.rated,
        seed=secrets.randbelow(MOST_SEED),
        status=ENTERING,
        entries_open=True,
        round=0,
        created=moment,
        changed=moment,
    )
