"""What can be done at a table, the same for pages and for the JSON interface: each verb once."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.rng import MAX_SEED
from burgomaster.core.table import Record, load_game
from burgomaster.server.choosing import check_bot, default_bot
from burgomaster.server.clocks import check_clock
from burgomaster.server.hub import Hub, Live
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.journal import Entry, Header, Kind
from burgomaster.server.lessons import demand_free, demand_suggested
from burgomaster.server.match import NOBODY, Match, Refused

NAME_LENGTH = 24
DEVICE_NAMES_LENGTH = 5 * (NAME_LENGTH + 2)  # of all people at one device
TEXT_LENGTH = 500
MATCH_BYTES = 9


class Desk:
    """The verbs of a table."""

    def __init__(self, hub: Hub, doorman: Doorman) -> None:
        self.hub = hub
        self.doorman = doorman

    # Making tables

    async def open_table(
        self,
        visitor: Visitor,
        game: str,
        options: Mapping[str, Any],
        name: str,
        clock: Mapping[str, Any] | None = None,
        bots: Sequence[str] = (),
        humans: int = 1,
        is_open: bool = False,
    ) -> Live:
        """A new table: people of this device first, then bots; free seats wait for others."""
        for bot in bots:
            check_bot(bot)
        header = await asyncio.to_thread(make_header, game, options, visitor.who, clock or {}, is_open)
        live = await self.hub.create(header)
        people = person_names(name, min(humans, live.match.game.players))
        for seat, words in enumerate(people):
            await self._sit(live, seat, visitor, words)
        for seat, bot in enumerate(bots[: live.match.game.players - len(people)], start=len(people)):
            await self.seat_bot(live, seat, bot)
        await self.begin_if_full(live)
        return live

    async def _sit(self, live: Live, seat: int, visitor: Visitor, words: str) -> None:
        await self.hub.submit(live, lambda match, now: match.sit(seat, visitor.who, words, now))

    async def begin_if_full(self, live: Live) -> None:
        """Begin as soon as nobody is missing."""
        await self.hub.submit(live, begin_entries)

    # Verbs of a seat

    async def play(self, live: Live, seat: int, move: str, position: str | None) -> None:
        """Make a move; in a lesson, the one it is about."""

        def decide(match: Match, now: float) -> list[Entry]:
            demand_suggested(match, seat, move)
            return match.play(seat, move, position, now)

        await self.hub.submit(live, decide)

    async def undo(self, live: Live, seat: int) -> None:
        """Take one's own last move back."""
        await self.hub.submit(live, lambda match, now: match.undo(seat, now))

    async def ask_takeback(self, live: Live, seat: int) -> None:
        """Ask the others for a takeback."""
        await self.hub.submit(live, lambda match, now: match.ask_takeback(seat, now))

    async def answer_takeback(self, live: Live, seat: int, yes: bool) -> None:
        """Answer somebody who asks for a takeback."""
        await self.hub.submit(live, lambda match, now: match.answer_takeback(seat, yes, now))

    async def pause(self, live: Live, seat: int) -> None:
        """Stop the match for a while."""
        await self.hub.submit(live, lambda match, now: match.pause(seat, now))

    async def resume(self, live: Live, seat: int) -> None:
        """Let it go on."""
        await self.hub.submit(live, lambda match, now: match.resume(seat, now))

    async def set_passing(self, live: Live, seat: int, mode: str) -> None:
        """Pass by oneself."""
        demand_free(live.match)
        await self.hub.submit(live, lambda match, now: match.set_passing(seat, mode, now))

    async def leave(self, live: Live, seat: int) -> None:
        """Get up; a bot keeps the seat warm."""
        demand_free(live.match)
        await self.hub.submit(live, lambda match, now: match.leave(seat, default_bot(), now))

    async def come_back(self, live: Live, seat: int) -> None:
        """Take the seat back from the bot."""
        await self.hub.submit(live, lambda match, now: match.come_back(seat, now))

    # Seats

    async def sit(self, live: Live, seat: int, visitor: Visitor, name: str) -> None:
        """Sit down."""
        words = clean_name(name) or visitor.name
        if not words:
            raise Refused("name_needed")
        await self._sit(live, seat, visitor, words)
        await self.begin_if_full(live)

    async def seat_bot(self, live: Live, seat: int, bot: str) -> None:
        """Let a bot sit down."""
        check_bot(bot)
        same = sum(held.bot == bot for held in live.match.seats)
        words = bot if same == 0 else f"{bot} {same + 1}"
        await self.hub.submit(live, lambda match, now: match.seat_bot(seat, bot, words, now))

    # Talking

    async def say(self, live: Live, seat: int | None, name: str, words: str) -> None:
        """Say something that everybody at the table reads."""
        text = clean_text(words)[:TEXT_LENGTH]
        if not text:
            raise Refused("nothing_said")
        speaker = live.match.names[seat] if seat is not None else clean_name(name)
        match = live.match
        number = NOBODY if seat is None else seat
        await asyncio.to_thread(
            self.hub.store.say,
            match.header.match,
            match.public_ply,
            number,
            speaker or "?",
            text,
            time.time(),
        )
        live.said()
        live.tell()

    # Records

    async def upload(self, visitor: Visitor, data: bytes) -> Live:
        """Keep somebody's record as a finished table to replay."""
        record = await asyncio.to_thread(read_record, data)
        entries = await asyncio.to_thread(imported_entries, record, time.time())
        header = Header(
            match=secrets.token_urlsafe(MATCH_BYTES),
            game=record.game,
            version=record.version,
            options=dict(record.options),
            seed=record.seed,
            setup=record.setup or {},
            clock={"kind": "none"},
            is_open=False,
            created=time.time(),
            host=visitor.who,
            imported=True,
        )
        live = await self.hub.create(header)
        await self.hub.submit(live, lambda match, now: entries)
        return live


def make_header(
    game: str, options: Mapping[str, Any], host: str, clock: Mapping[str, Any], is_open: bool
) -> Header:
    """What is settled when a table is opened: the deal is drawn now and kept."""
    chosen = dict(options)
    loaded = load_game(game, **chosen)
    seed = secrets.randbelow(MAX_SEED)
    table = loaded.new(seed=seed)
    return Header(
        match=secrets.token_urlsafe(MATCH_BYTES),
        game=game,
        version=loaded.version,
        options=json.loads(json.dumps(dict(loaded.options))),
        seed=seed,
        setup=table.setup,
        clock=check_clock(clock),
        is_open=is_open,
        created=time.time(),
        host=host,
    )


def clean_text(text: str) -> str:
    """A text on one line without letters that do not print."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def clean_name(name: str) -> str:
    """A name that is harmless and short."""
    return clean_text(name)[:NAME_LENGTH].strip()


def person_names(name: str, n_people: int) -> list[str]:
    """What people at one device are called: what they say, by commas, or the same name with numbers."""
    given = [clean_name(part) for part in name[:DEVICE_NAMES_LENGTH].split(",")]
    if n_people > 1 and len(given) == n_people and all(given):
        return given
    first = clean_name(name) or "?"
    return [first] if n_people == 1 else [f"{first[: NAME_LENGTH - 2]} {n + 1}" for n in range(n_people)]


def begin_entries(match: Match, now: float) -> list[Entry]:
    """The beginning, if nobody is missing; nothing if somebody is, or if it has begun."""
    if not match.is_waiting or any(seat.is_free for seat in match.seats):
        return []
    return [match.begin(now)]


def read_record(data: bytes) -> Record:
    """A record that can be replayed, with its set-up; RecordError or another error of ours if it cannot."""
    return Record.parse(data).check().record()


def imported_entries(record: Record, now: float) -> list[Entry]:
    """The journal of an uploaded record."""
    replayed = record.replay()
    names = [clean_name(str(name)) for name in replayed.names]
    entries: list[tuple[Kind, int, dict[str, Any]]] = [
        (Kind.SIT, seat, {"who": "", "name": names[seat], "bot": "record", "left": False})
        for seat in range(replayed.game.players)
    ]
    entries.append((Kind.BEGIN, NOBODY, {}))
    for step, notation in zip(replayed.steps, replayed.history, strict=True):
        entries.append((Kind.MOVE, step.seat, {"move": notation, "by": "record"}))
    return [
        Entry(number, kind, seat, now, data) for number, (kind, seat, data) in enumerate(entries, start=1)
    ]
