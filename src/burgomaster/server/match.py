"""The match authority: whose turn it is, what is legal, what follows. It knows no socket and no database.

A match is a header and a journal. What people ask for (`play`, `undo`, `sit`, ...) returns the entries that
would be written, or raises `Refused`, and changes nothing; `apply` takes an entry that is stored and goes on.
So nothing is ever shown that is not stored, and a restart reads the journal and stands where the match stood.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.game import Game
from burgomaster.core.registry import load_game
from burgomaster.core.table import Table
from burgomaster.server.clocks import Clock, new_clock
from burgomaster.server.journal import Entry, Header, Kind
from burgomaster.server.texts import TEXTS

NOBODY = -1
POSITION_LETTERS = 16
TIMEOUT_BOT = "greedy"  # plays on for somebody whose clock has fallen


class Refused(BurgomasterError):
    """What was asked for cannot be done; nothing was changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"refused.{key}", TEXTS, **values)
        self.key = key


class Passing(StrEnum):
    """When a seat passes by itself."""

    OFF = "off"
    FORCED = "forced"  # whenever nothing else is possible
    CHANGE = "change"  # until somebody does anything but pass
    PHASE = "phase"  # to the end of the phase


@dataclass(frozen=True)
class Seat:
    """Who holds a seat."""

    who: str = ""  # a visitor or an account; "" if nobody does
    name: str = ""
    bot: str = ""  # the bot that plays it now
    left: bool = False  # a person's seat that a bot keeps warm

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.who and not self.bot

    @property
    def is_human(self) -> bool:
        """Whether a person decides."""
        return bool(self.who) and not self.bot


class Match:
    """One match, as far as its journal was applied."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: Game = load_game(header.game, **dict(header.options))
        self.table: Table = self.game.deal(header.seed, header.setup, [])
        self.number = 0
        self.begun = 0.0
        self.changed = header.created
        self.paused = False
        self.seats = [Seat() for _ in range(self.game.players)]
        self.passing = [Passing.OFF] * self.game.players
        self.passing_mark: list[Any] = [None] * self.game.players
        self.premoves: dict[int, str] = {}
        self.takeback: dict[str, Any] | None = None
        self.clock: Clock = new_clock(header.clock, self.game.players)
        self.move_times: list[float] = []
        self.move_by: list[str] = []  # who or what made each move: player, bot, auto
        self.move_secret: list[bool] = []  # whether the others could not know who was asked

    # Where the match stands

    @property
    def is_waiting(self) -> bool:
        """Whether the match has not begun."""
        return self.begun == 0.0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def status(self) -> str:
        """Waiting, running or over."""
        return "waiting" if self.is_waiting else "over" if self.is_over else "running"

    @property
    def summary(self) -> dict[str, Any]:
        """What lists show of a match; nothing in it is secret."""
        return {
            "seats": [describe_seat(seat) for seat in self.seats],
            "who": [seat.who for seat in self.seats],
            "to_move": None if self.to_move is None else self._seems_to_move(),
            "round": self.table.round,
            "scores": self.table.scores if self.is_over else None,
            "winners": self.table.winners,
            "paused": self.paused,
        }

    @property
    def ply(self) -> int:
        """Moves made and not taken back."""
        return len(self.move_times)

    @property
    def public_ply(self) -> int:
        """The same without answers to secret questions, whose number would tell of them."""
        return self.ply if self.is_over else self.ply - sum(self.move_secret)

    @property
    def to_move(self) -> int | None:
        """The seat that must act for the match to go on; None while it is waiting, paused or over."""
        is_still = self.is_waiting or self.paused or self.is_over or self.header.imported
        return None if is_still else self.table.to_move

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        named = [seat.name or str(number + 1) for number, seat in enumerate(self.seats)]
        return named + list(self.game.automatic_seats)

    def position(self, seat: int | None) -> str:
        """A name of the position as a seat sees it: the same as long as nothing changes that it may know."""
        seen: Any = self.table.redacted(seat)
        held = self.premoves.get(-1 if seat is None else seat, "")
        return hashlib.sha256(seen.tobytes() + held.encode()).hexdigest()[:POSITION_LETTERS]

    def sees_turn(self, seat: int) -> bool:
        """Whether a seat may act, as far as it knows; a secret question to another may come before."""
        if self.to_move is None:
            return False
        return seat == self.to_move or (seat not in self.premoves and self._seems_to_move() == seat)

    def _seems_to_move(self) -> int | None:
        """Whose turn it is as somebody sees it who is not asked in secret."""
        state = self.table.redacted(None)[0]
        return self.game.rules.to_move(state)

    # What people ask for

    def play(self, seat: int, notation: str, position: str | None, now: float, by: str = "player") -> Entry:
        """A move; `position` names the position its maker saw, None if he does not say."""
        self._demand_running()
        if position is not None and position != self.position(seat):
            raise Refused("stale")
        if seat != self.to_move and self.sees_turn(seat):
            return self._hold(seat, notation, now)
        self._demand_turn(seat)
        self.table.read_move(notation)
        return self._entry(Kind.MOVE, seat, now, move=notation, by=by)

    def _hold(self, seat: int, notation: str, now: float) -> Entry:
        """A move made while another seat is asked in secret: it is kept until that is settled."""
        states = self.table.redacted(seat)
        code = self.game.rules.read_notation(notation)
        if code is None or code not in self.table.codes(states):
            raise Refused("not_legal", move=notation[:80])
        return self._entry(Kind.PREMOVE, seat, now, move=notation)

    def undo(self, seat: int, now: float) -> Entry:
        """Take back one's own last move, if nobody moved since and nothing was turned up."""
        self._demand_running(may_be_over=False)
        ply = self._own_undo(seat)
        if ply is None:
            raise Refused("no_undo")
        return self._entry(Kind.UNDO, seat, now, ply=ply)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would work."""
        return not (self.is_waiting or self.paused or self.is_over) and self._own_undo(seat) is not None

    def _own_undo(self, seat: int) -> int | None:
        """The ply before a seat's last move, if only automatic moves followed and nothing was turned up."""
        for ply in range(self.ply - 1, -1, -1):
            step = self.table.steps[ply]
            if any(self.game.rules.is_reveal(event) for event in step.events):
                return None
            if self.move_by[ply] != "auto":
                return ply if step.seat == seat else None
        return None

    def ask_takeback(self, seat: int, now: float) -> Entry:
        """Ask the others to let one's own last move be taken back."""
        self._demand_running(may_be_over=True)
        own = [ply for ply, step in enumerate(self.table.steps) if step.seat == seat]
        if not own:
            raise Refused("nothing_to_take_back")
        if self.takeback is not None:
            raise Refused("takeback_pending")
        return self._entry(Kind.TAKEBACK_ASKED, seat, now, ply=own[-1])

    def answer_takeback(self, seat: int, yes: bool, now: float) -> list[Entry]:
        """Allow a takeback or refuse it; it happens when everybody has allowed it."""
        if self.takeback is None or seat in self.takeback["allowed"] or seat == self.takeback["seat"]:
            raise Refused("no_takeback")
        answered = self._entry(Kind.TAKEBACK_ANSWERED, seat, now, yes=yes)
        others = {other for other, held in enumerate(self.seats) if held.is_human} - {self.takeback["seat"]}
        if not yes or others - {seat, *self.takeback["allowed"]}:
            return [answered]
        return [
            answered,
            replace(self._entry(Kind.UNDO, seat, now, ply=self.takeback["ply"]), number=self.number + 2),
        ]

    def takeback_needs_nobody(self) -> bool:
        """Whether a takeback was asked for that nobody is there to answer."""
        if self.takeback is None:
            return False
        others = {other for other, held in enumerate(self.seats) if held.is_human} - {self.takeback["seat"]}
        return not others - set(self.takeback["allowed"])

    def pause(self, seat: int, now: float) -> Entry:
        """Stop the clocks; anybody at the table may."""
        self._demand_running()
        return self._entry(Kind.PAUSE, seat, now)

    def resume(self, seat: int, now: float) -> Entry:
        """Go on."""
        if not self.paused:
            raise Refused("not_paused")
        return self._entry(Kind.RESUME, seat, now)

    def set_passing(self, seat: int, mode: str, now: float) -> Entry:
        """Pass by oneself from now on, or no more."""
        if mode not in tuple(Passing):
            raise Refused("passing_mode", given=mode[:20], allowed=", ".join(Passing))
        if mode != Passing.OFF and not self.game.rules.info.skip:
            raise Refused("no_passing")
        return self._entry(Kind.PASSING, seat, now, mode=str(mode))

    # Seats

    def sit(self, seat: int, who: str, name: str, now: float) -> Entry:
        """Sit down on a free seat, or take one's own back from the bot that kept it."""
        if not 0 <= seat < self.game.players:
            raise Refused("no_such_seat", last=self.game.players - 1)
        held = self.seats[seat]
        if held.who == who and held.left:
            return self._entry(Kind.SIT, seat, now, who=who, name=held.name, bot="", left=False)
        if not held.is_free:
            raise Refused("seat_taken", name=held.name or held.bot)
        return self._entry(Kind.SIT, seat, now, who=who, name=name, bot="", left=False)

    def seat_bot(self, seat: int, bot: str, name: str, now: float) -> Entry:
        """Let a bot play a free seat."""
        if not 0 <= seat < self.game.players:
            raise Refused("no_such_seat", last=self.game.players - 1)
        if not self.seats[seat].is_free:
            raise Refused("seat_taken", name=self.seats[seat].name)
        return self._entry(Kind.SIT, seat, now, who="", name=name, bot=bot, left=False)

    def leave(self, seat: int, bot: str, now: float) -> Entry:
        """Get up: before the game the seat is free again, later a bot keeps it."""
        held = self.seats[seat]
        if self.is_waiting:
            return self._entry(Kind.SIT, seat, now, who="", name="", bot="", left=False)
        return self._entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot=bot, left=True)

    def begin(self, now: float) -> Entry:
        """Begin, when every seat is taken."""
        if not self.is_waiting:
            raise Refused("has_begun")
        if any(seat.is_free for seat in self.seats):
            raise Refused("free_seats")
        return self._entry(Kind.BEGIN, NOBODY, now)

    # What follows by itself

    def due(self, now: float) -> Entry | None:
        """The next thing that happens without anybody asking: a fallen clock, a held or automatic move."""
        seat = self.to_move
        if seat is None:
            return None
        if self.takeback_needs_nobody():
            assert self.takeback is not None
            return self._entry(Kind.UNDO, self.takeback["seat"], now, ply=self.takeback["ply"])
        deadline = self.clock.deadline()
        if deadline is not None and now >= deadline and self.seats[seat].is_human:
            return self._entry(Kind.TIMEOUT, seat, now)
        held = self.premoves.get(seat)
        if held is not None:
            return self._held_move(seat, held, now)
        if self._passes(seat):
            return self._entry(Kind.MOVE, seat, now, move=self.game.rules.info.skip, by="auto")
        return None

    def _held_move(self, seat: int, notation: str, now: float) -> Entry:
        """A move that was held back, now that it is the seat's turn; dropped if it is not legal any more."""
        try:
            self.table.read_move(notation)
        except BurgomasterError:
            return self._entry(Kind.PREMOVE, seat, now, move="")
        return self._entry(Kind.MOVE, seat, now, move=notation, by="player")

    def _passes(self, seat: int) -> bool:
        """Whether a seat has asked to pass by itself in just this position."""
        mode, skip = self.passing[seat], self.game.rules.info.skip
        if mode == Passing.OFF or not skip or not self.seats[seat].is_human:
            return False
        notations = [self.game.rules.write_notation(code) for code in self.table.codes()]
        if skip not in notations:
            return False
        if mode == Passing.FORCED:
            return len(notations) == 1
        return bool(self.passing_mark[seat] == self._mark(mode))

    def _mark(self, mode: Passing) -> Any:
        """What must stay the same for a seat to go on passing."""
        where = (self.table.round, self.table.phase)
        if mode == Passing.PHASE:
            return where
        skip = self.game.rules.info.skip
        return (*where, sum(move != skip for move in self.table.history))

    # The journal

    def fork(self) -> Match:
        """The same match once more, so that entries can be tried before they are stored."""
        twin = copy.copy(self)
        twin.table = self.table.copy()
        twin.seats, twin.passing = list(self.seats), list(self.passing)
        twin.passing_mark, twin.premoves = list(self.passing_mark), dict(self.premoves)
        twin.move_times, twin.move_by = list(self.move_times), list(self.move_by)
        twin.move_secret = list(self.move_secret)
        twin.takeback = copy.deepcopy(self.takeback)
        return twin

    def after(self, entries: Sequence[Entry]) -> Match:
        """The match as it will be when these entries are stored."""
        twin = self.fork()
        for entry in entries:
            twin.apply(entry)
        return twin

    def apply(self, entry: Entry) -> None:
        """Take an entry that is stored, and move on."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} does not follow {self.number}")
        self.number = entry.number
        self.changed = entry.at
        getattr(self, f"_apply_{entry.kind}")(entry)
        self.table.seats = [{"name": name} for name in self.names]
        self._wind_clock(entry)

    def _apply_move(self, entry: Entry) -> None:
        seat = entry.seat
        self.clock = self.clock.stop(entry.at)
        self.move_secret.append(self._seems_to_move() != seat)
        self.table.step(self.table.read_move(str(entry.data["move"])))
        self.clock = self.clock.moved(seat)
        self.move_times.append(entry.at)
        self.move_by.append(str(entry.data.get("by", "player")))
        self.premoves.pop(seat, None)
        waiting = (self.table.to_move, self._seems_to_move())
        self.premoves = {other: move for other, move in self.premoves.items() if other in waiting}
        self.takeback = None

    def _apply_undo(self, entry: Entry) -> None:
        self.clock = self.clock.stop(entry.at)
        while len(self.move_times) > int(entry.data["ply"]):
            self.table.undo()
            self.move_times.pop()
            self.move_by.pop()
            self.move_secret.pop()
        self.takeback = None
        self.premoves.clear()
        self.passing = [Passing.FORCED if mode == Passing.FORCED else Passing.OFF for mode in self.passing]

    def _apply_takeback_asked(self, entry: Entry) -> None:
        self.takeback = {"seat": entry.seat, "ply": int(entry.data["ply"]), "allowed": []}

    def _apply_takeback_answered(self, entry: Entry) -> None:
        if self.takeback is not None:
            self.takeback["allowed"].append(entry.seat)
            if not entry.data["yes"]:
                self.takeback = None

    def _apply_pause(self, entry: Entry) -> None:
        self.clock = self.clock.stop(entry.at)
        self.paused = True

    def _apply_resume(self, entry: Entry) -> None:
        self.paused = False

    def _apply_passing(self, entry: Entry) -> None:
        mode = Passing(str(entry.data["mode"]))
        self.passing[entry.seat] = mode
        self.passing_mark[entry.seat] = None if mode in (Passing.OFF, Passing.FORCED) else self._mark(mode)

    def _apply_premove(self, entry: Entry) -> None:
        if entry.data["move"]:
            self.premoves[entry.seat] = str(entry.data["move"])
        else:
            self.premoves.pop(entry.seat, None)

    def _apply_sit(self, entry: Entry) -> None:
        data = entry.data
        was = self.seats[entry.seat]
        self.seats[entry.seat] = Seat(
            str(data["who"]), str(data["name"]), str(data["bot"]), bool(data["left"])
        )
        if was.left and not data["left"]:
            self.clock = self.clock.stop(entry.at).returned(entry.seat)

    def _apply_begin(self, entry: Entry) -> None:
        self.begun = entry.at

    def _apply_timeout(self, entry: Entry) -> None:
        self.clock = self.clock.stop(entry.at)
        held = self.seats[entry.seat]
        self.seats[entry.seat] = replace(held, bot=TIMEOUT_BOT, left=True)

    def _wind_clock(self, entry: Entry) -> None:
        """Run the clock of whoever must act now; a secret question has none, because it would tell."""
        seat = self.to_move
        if seat is None or not self.seats[seat].is_human or self._seems_to_move() != seat:
            self.clock = self.clock.stop(entry.at)
        elif self.clock.running != seat:
            self.clock = self.clock.stop(entry.at).start(seat, entry.at)

    # Inside

    def _entry(self, kind: Kind, seat: int, now: float, **data: Any) -> Entry:
        return Entry(self.number + 1, kind, seat, now, data)

    def _demand_running(self, may_be_over: bool = False) -> None:
        if self.is_waiting:
            raise Refused("not_begun")
        if self.is_over and not may_be_over:
            raise Refused("over")
        if self.paused:
            raise Refused("paused")

    def _demand_turn(self, seat: int) -> None:
        if seat != self.to_move:
            raise Refused("not_your_turn", name=self.names[self._seems_to_move() or 0])


def replay(header: Header, entries: Sequence[Entry]) -> Match:
    """The match that a journal tells of."""
    match = Match(header)
    for entry in entries:
        match.apply(entry)
    return match


def describe_seat(seat: Seat) -> Mapping[str, Any]:
    """A seat as everybody may know it."""
    return {"name": seat.name, "bot": seat.bot or None, "free": seat.is_free, "left": seat.left}
