"""What can be done at a table, the same for pages and for the JSON interface."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy.exc import IntegrityError

from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import check_bot, default_bot
from burgomaster.server.fair_turns import Owner
from burgomaster.server.lessons import require_free_play, require_suggested
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import (
    NOBODY,
    Entry,
    Match,
    Refused,
    absences,
    commentaries,
    moves,
    plans,
    seats,
    takebacks,
)
from burgomaster.server.match.apply import Decide, begin_if_full, then_begin
from burgomaster.server.match.seats import ask_rematch, rejoin
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.names import clean_name, clean_text, unique_name
from burgomaster.server.new_match import (
    MATCH_BYTES,
    check_record,
    header_of,
    imported_entries,
    make_header,
    read_record,
)
from burgomaster.server.people.circle import Circle
from burgomaster.server.rating.numbers import rated_clock, require_ratable, require_rated_bot
from burgomaster.server.rating.results import account_of
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.web.lessons import LESSON_BOT

TEXT_LENGTH = 500
COUNTED_SECONDS = 24 * 3600.0  # since the last move of a game that counts as going on


@dataclass(frozen=True)
class TableRequest:
    game: str
    options: Mapping[str, Any]
    name: str  # of the host; of several people at one device, separated by commas
    clock: Mapping[str, Any]
    bots: Sequence[str] = ()  # for the seats behind the people
    humans: int = 1  # people of the host's device
    is_open: bool = False  # whether the lobby shows it
    seat: int | None = 0  # of the host; None: everybody's is drawn
    passing: str = "off"  # how the people of the host's device pass: off, or forced
    rated: bool = False


@dataclass(frozen=True)
class SeatAction:
    """What the holder of a seat asks for, beside moves."""

    verb: str  # one of SEAT_VERBS
    yes: bool = False  # for `answer`
    mode: str = ""  # for `passing`


def stand_in(match: Match) -> str:
    return default_bot(match.header.game)


SeatDecision = Callable[[Match, int, SeatAction, float], Entry | Sequence[Entry]]
SEAT_DECISIONS: Mapping[str, SeatDecision] = {
    "undo": lambda match, seat, asked, now: takebacks.undo(match, seat, now),
    "takeback": lambda match, seat, asked, now: takebacks.ask_takeback(match, seat, now),
    "answer": lambda match, seat, asked, now: takebacks.answer_takeback(match, seat, asked.yes, now),
    "pause": lambda match, seat, asked, now: absences.pause(match, seat, now),
    "resume": lambda match, seat, asked, now: absences.resume(match, seat, now),
    "passing": lambda match, seat, asked, now: moves.set_passing(match, seat, asked.mode, now),
    "leave": lambda match, seat, asked, now: seats.leave(match, seat, stand_in(match), now),
    "relieve": lambda match, seat, asked, now: absences.relieve(match, seat, stand_in(match), now),
    "return": lambda match, seat, asked, now: seats.come_back(match, seat, now),
    "vacation": lambda match, seat, asked, now: absences.go_on_vacation(match, seat, asked.mode, now),
    "commentary": lambda match, seat, asked, now: commentaries.set_commentary(match, seat, asked.yes, now),
    "home": lambda match, seat, asked, now: absences.come_home(match, seat, now),
}
SEAT_VERBS = tuple(SEAT_DECISIONS)
NOT_IN_LESSONS = ("passing", "leave", "commentary")  # the script of a lesson needs its learner


class TableCounts(NamedTuple):
    running: int = 0
    waiting: int = 0
    open: int = 0  # of those that wait, in the lobby


class TableLimits:
    """How many tables one person, and everybody at one address, may have: going on, waiting, in the lobby.

    Only what costs others something is counted: a game without a move for a day waits at nobody's expense.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._opening = asyncio.Lock()  # who opens many at once is counted one after another

    @asynccontextmanager
    async def room_for(self, owner: Owner, wanted: TableCounts) -> AsyncIterator[None]:
        """Let somebody open a table while the context is open; Refused if they have too many."""
        async with self._opening:
            if self._settings.rate_limits:
                await asyncio.to_thread(self._require_room, owner, wanted)
            yield

    def _require_room(self, owner: Owner, wanted: TableCounts) -> None:
        """Count what a person has, and then what everybody has at their address."""
        chosen, since = self._settings, now() - COUNTED_SECONDS
        most = TableCounts(chosen.most_running, chosen.most_waiting, chosen.most_open)
        asked = [("host", owner.person, 1, "")]
        if owner.origin:
            asked.append(("origin", owner.origin, chosen.crowd, "_here"))
        for column, whose, crowd, where in asked:
            found = TableCounts(**self._store.count_tables(column, whose, since))
            for kind, has, wants, limit in zip(TableCounts._fields, found, wanted, most, strict=True):
                if wants and has + wants > crowd * limit:
                    raise Refused(f"too_many_{kind}{where}", most=crowd * limit)

    async def require_seat(self, person: str) -> None:
        """Raise Refused if somebody sits at as many waiting tables of others as they may."""
        if not self._settings.rate_limits:
            return
        joined = await asyncio.to_thread(self._store.count_joined, person)
        if joined >= self._settings.most_waiting:
            raise Refused("too_many_seats", most=self._settings.most_waiting)


def counts_of(is_waiting: bool, is_open: bool) -> TableCounts:
    return TableCounts(not is_waiting, is_waiting, is_waiting and is_open)


class TableService:
    def __init__(self, matches: MatchManager) -> None:
        self.matches = matches
        self.limits = TableLimits(matches.store, matches.settings)

    # Opening tables

    async def open_table(self, visitor: Visitor, asked: TableRequest) -> LiveMatch:
        """Open a table: people of this device sit first, then bots; free seats wait for others."""
        for bot in asked.bots:
            check_bot(bot)
        self.matches.preparation.require(asked.game)
        clock = rated_clock(asked.clock) if asked.rated else asked.clock
        given = (asked.game, asked.options, visitor.who, clock, asked.is_open, visitor.origin, asked.rated)
        header = await asyncio.to_thread(make_header, *given)
        if asked.rated:
            players = int(header.options["players"])
            require_ratable(asked.game, players, visitor.account, asked.humans, asked.bots)
        order = seat_order(asked.seat, int(header.options["players"]))
        name = visitor.name if asked.rated else asked.name
        people = visitor.named(name, min(asked.humans, len(order)))
        seated = zip(order, people, strict=False)
        steps = [sit_decision(seat, visitor, name, asked.passing) for seat, name in seated]
        steps += [bot_decision(*one) for one in zip(order[len(people) :], asked.bots, strict=False)]
        is_waiting = len(people) + len(asked.bots) < len(order)
        async with self.limits.room_for(visitor.owner, counts_of(is_waiting, asked.is_open)):
            return await self.matches.create(header, *steps, begin_if_full)

    async def upload(self, visitor: Visitor, data: bytes) -> LiveMatch:
        record = await asyncio.to_thread(read_record, data)
        self.matches.preparation.require(record.game)
        table = await asyncio.to_thread(check_record, record)
        header = header_of(table, visitor.who, imported=True, origin=visitor.origin)
        return await self.matches.create(header, lambda match, now: imported_entries(table, now))

    # Playing

    async def play(self, live: LiveMatch, seat: int, move: str, position: str | None) -> None:

        def decide(match: Match, now: float) -> list[Entry]:
            require_suggested(match, seat, move)
            return moves.play(match, seat, move, position, now)

        await self.matches.submit(live, decide)

    async def act(self, live: LiveMatch, seat: int, asked: SeatAction) -> None:
        if asked.verb in NOT_IN_LESSONS:
            require_free_play(live.match)
        decide = SEAT_DECISIONS[asked.verb]
        await self.matches.submit(live, lambda match, now: decide(match, seat, asked, now))

    async def plan(self, live: LiveMatch, seat: int, moves: Sequence[str], holds: str) -> None:
        """Say what a seat does when it becomes its turn."""
        require_free_play(live.match)
        await self.matches.submit(live, lambda match, now: plans.set_plan(match, seat, moves, holds, now))

    async def set_standing(self, live: LiveMatch, seat: int, answers: Sequence[tuple[str, str]]) -> None:
        """Say what a seat answers whenever it is asked in secret."""
        require_free_play(live.match)
        await self.matches.submit(live, lambda match, now: plans.set_standing(match, seat, answers, now))

    async def play_again(self, live: LiveMatch, seat: int, visitor: Visitor) -> LiveMatch:
        """Sit down at the table that continues a finished game; the first who asks opens it."""
        if live.match.rematch:
            return await play_again(self.matches, live, seat, visitor.origin)
        wanted = counts_of(is_waiting=not live.match.plays_alone(seat), is_open=False)
        async with self.limits.room_for(visitor.owner, wanted):
            return await play_again(self.matches, live, seat, visitor.origin)

    # Seats

    async def sit(self, live: LiveMatch, seat: int, visitor: Visitor, name: str, mode: str = "off") -> None:
        """Sit down; begin if nobody is missing then."""
        known = {live.match.header.host, *(held.who for held in live.match.seats)}
        if visitor.who not in known:
            await self.limits.require_seat(visitor.who)
            host = account_of(live.match.header.host)
            if host is not None and visitor.account is not None:
                circle = Circle(self.matches.store.engine)
                if await asyncio.to_thread(circle.is_blocked, host, visitor.account):
                    raise Refused("not_welcome")
        called = visitor.name if live.match.header.rated else clean_name(name) or visitor.called
        await self.matches.submit(live, then_begin(sit_decision(seat, visitor, called, mode)))

    async def seat_bot(self, live: LiveMatch, seat: int, bot: str) -> None:
        """Let a bot sit down; begin if nobody is missing then."""
        check_bot(bot)
        if live.match.header.rated:
            require_rated_bot(live.match.header.game, bot)
        await self.matches.submit(live, then_begin(bot_decision(seat, bot)))

    # What the host does before the game begins

    async def swap(self, live: LiveMatch, seat: int, other: int) -> None:
        await self.matches.submit(live, lambda match, now: seats.swap(match, seat, other, now))

    async def send_away(self, live: LiveMatch, seat: int) -> None:
        await self.matches.submit(live, lambda match, now: seats.send_away(match, seat, now))

    async def cancel(self, live: LiveMatch) -> None:
        await self.matches.submit(live, seats.cancel)

    # Chat

    async def say(self, live: LiveMatch, seat: int | None, name: str, message: str) -> None:
        text = clean_text(message)[:TEXT_LENGTH]
        if not text:
            raise Refused("nothing_said")
        if seat is None:  # not as anybody who sits there
            speaker = unique_name(clean_name(name) or "?", live.match.names_but(NOBODY))
        else:
            speaker = live.match.names[seat]
        said = (live.match.public_ply, NOBODY if seat is None else seat, speaker or "?", text, live.now)
        await asyncio.to_thread(self.matches.store.say, live.name, *said)
        live.forget_chat()
        live.notify()


def seat_order(first: int | None, players: int) -> list[int]:
    """List the seats in the order in which people, then bots, sit down; Refused if there is no such seat."""
    if first is None:
        return random.sample(range(players), players)
    if not 0 <= first < players:
        raise Refused("no_such_seat", last=players - 1)
    return [first, *(seat for seat in range(players) if seat != first)]


def sit_decision(seat: int, visitor: Visitor, name: str, mode: str) -> Decide:
    """Let a person sit down; `mode` says how they pass."""
    how, who, origin = moves.read_passing(mode), visitor.who, visitor.origin
    return lambda match, now: seats.sit(match, seat, who, name, now, how, origin)


def bot_decision(seat: int, bot: str) -> Decide:
    return lambda match, now: seats.seat_bot(match, seat, bot, bot, now)


# Playing again with the same people and settings: one new table, whoever asks and however often


async def play_again(matches: MatchManager, live: LiveMatch, seat: int, origin: str = "") -> LiveMatch:
    """Find or open the table that continues a finished match, and sit down there.

    Every step can be done again: what a crash left undone the next who asks does.
    """
    again = await named_table(matches, live, seat, origin)
    if again.match.cancelled:
        again = await named_table(matches, live, seat, origin, instead_of=again.name)
    old, who = live.match, live.match.seats[seat].who

    def bot_again(bot: str) -> str:  # the partner of a lesson has nothing to say without its script
        return default_bot() if bot == LESSON_BOT else bot

    await matches.submit(again, lambda match, now: rejoin(old, match, who, now, bot_again, origin))
    return again


async def named_table(
    matches: MatchManager, live: LiveMatch, seat: int, origin: str, instead_of: str = ""
) -> LiveMatch:
    """Find the table that a finished match names; the first who asks names it, and opens it."""
    name = secrets.token_urlsafe(MATCH_BYTES)
    await matches.submit(live, lambda match, now: ask_rematch(match, seat, name, now, instead_of))
    old, header = live.match, live.match.header
    # a new deal under the name it was promised
    settings = (header.game, header.options, old.seats[old.rematch_seat].who or header.host, header.clock)
    found = await matches.find(old.rematch)
    if found is not None:
        return found
    try:
        made = await asyncio.to_thread(make_header, *settings, is_open=False, origin=origin)
        return await matches.create(replace(made, match=old.rematch, rated=header.rated))
    except IntegrityError:  # somebody else was faster
        opened = await matches.find(old.rematch)
        assert opened is not None
        return opened
