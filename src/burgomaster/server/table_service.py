"""What can be done at a table, the same for pages and for the JSON interface."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import check_bot, default_bot
from burgomaster.server.lessons import require_free_play, require_suggested
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import (
    NOBODY,
    Entry,
    Header,
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
from burgomaster.server.table_limits import TableLimits, counts_of
from burgomaster.web.lessons import LESSON_BOT

TEXT_LENGTH = 500


@dataclass(frozen=True)
class TableRequest:
    """A table that somebody wants to open."""

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


class TableService:
    """Opens tables, and does what people ask for at them."""

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
        """Make a move; in a lesson, the one it is about."""

        def decide(match: Match, now: float) -> list[Entry]:
            require_suggested(match, seat, move)
            return moves.play(match, seat, move, position, now)

        await self.matches.submit(live, decide)

    async def act(self, live: LiveMatch, seat: int, asked: SeatAction) -> None:
        """Do what else the holder of a seat asks for."""
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
        if visitor.who != live.match.header.host and all(
            held.who != visitor.who for held in live.match.seats
        ):
            await self.limits.require_seat(visitor.who)
            await self.require_welcome(live, visitor)
        called = visitor.name if live.match.header.rated else clean_name(name) or visitor.called
        decide = sit_decision(seat, visitor, called, mode)
        await self.matches.submit(live, then_begin(decide))

    async def require_welcome(self, live: LiveMatch, visitor: Visitor) -> None:
        """Raise Refused if the host of a table has blocked somebody."""
        host = account_of(live.match.header.host)
        if host is None or visitor.account is None:
            return
        circle = Circle(self.matches.store.engine)
        if await asyncio.to_thread(circle.is_blocked, host, visitor.account):
            raise Refused("not_welcome")

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
        speaker = live.match.names[seat] if seat is not None else spectator_name(live.match, name)
        said = (live.match.public_ply, NOBODY if seat is None else seat, speaker or "?", text, live.now)
        await asyncio.to_thread(self.matches.store.say, live.name, *said)
        live.forget_chat()
        live.notify()


def spectator_name(match: Match, name: str) -> str:
    """Name a spectator who says something: not as anybody who sits there."""
    return unique_name(clean_name(name) or "?", match.names_but(NOBODY))


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
    await matches.submit(again, lambda match, now: rejoin(old, match, who, now, bot_again, origin))
    return again


async def named_table(
    matches: MatchManager, live: LiveMatch, seat: int, origin: str, instead_of: str = ""
) -> LiveMatch:
    """Find the table that a finished match names; the first who asks names it."""
    name = secrets.token_urlsafe(MATCH_BYTES)
    await matches.submit(live, lambda match, now: ask_rematch(match, seat, name, now, instead_of))
    return await find_or_open(matches, live.match, origin)


def bot_again(bot: str) -> str:
    """Name the bot that plays again; the partner of a lesson has nothing to say without its script."""
    return default_bot() if bot == LESSON_BOT else bot


async def find_or_open(matches: MatchManager, old: Match, origin: str = "") -> LiveMatch:
    """Find the table that continues a match; open it if nobody has done so yet."""
    found = await matches.find(old.rematch)
    if found is not None:
        return found
    try:
        return await matches.create(await asyncio.to_thread(header_again, old, origin))
    except IntegrityError:  # somebody else was faster
        opened = await matches.find(old.rematch)
        assert opened is not None
        return opened


def header_again(old: Match, origin: str) -> Header:
    """Make the header of a table with the settings of another: a new deal under the name it was promised."""
    header, asker = old.header, old.seats[old.rematch_seat].who
    host = asker or header.host
    made = make_header(header.game, header.options, host, header.clock, is_open=False, origin=origin)
    return replace(made, match=old.rematch, rated=header.rated)
