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
from burgomaster.core.table import Game, Table, load_game
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
    since: int = 0  # the entry by which its holder sat down: a link of an earlier holder opens nothing

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.who and not self.bot

    @property
    def is_human(self) -> bool:
        """Whether a person decides."""
        return bool(self.who) and not self.bot


@dataclass(frozen=True)
class Held:
    """A move that waits until a secret question to somebody else is answered."""

    move: str
    at: float


class Match:
    """One match, as far as its journal was applied."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: Game = load_game(header.game, **dict(header.options))
        if self.game.version != header.version:
            raise Refused("old_version", game=header.game, found=header.version, wanted=self.game.version)
        self.table: Table = self.game.deal(header.seed, header.setup, [])
        self.number = 0
        self.begun = 0.0
        self.changed = header.created
        self.paused = False
        self.seats = [Seat() for _ in range(self.game.players)]
        self.passing = [Passing.OFF] * self.game.players
        self.passing_mark: list[Any] = [None] * self.game.players
        self.premoves: dict[int, Held] = {}
        self.takeback: dict[str, Any] | None = None
        self.clock: Clock = new_clock(header.clock, self.game.players)
        self.move_times: list[float] = []
        self.move_by: list[str] = []  # who or what made each move: player, bot, auto
        self.move_secret: list[bool] = []  # whether the others could not know who was asked
        self.move_left: list[tuple[float, ...]] = []  # what everybody's clock showed before each move

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
    def is_open_book(self) -> bool:
        """Whether everybody may know everything: the game is over, or it is an uploaded record."""
        return self.is_over or self.header.imported

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
            "to_move": None if self.to_move is None else self.seems_to_move(),
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
        held = self.premoves.get(NOBODY if seat is None else seat)
        waiting = b"" if held is None else held.move.encode()
        return hashlib.sha256(seen.tobytes() + waiting).hexdigest()[:POSITION_LETTERS]

    def sees_turn(self, seat: int) -> bool:
        """Whether a seat may act, as far as it knows; a secret question to another may come before."""
        if self.to_move is None or not self.seats[seat].is_human:
            return False
        return seat == self.to_move or (seat not in self.premoves and self.seems_to_move() == seat)

    def seems_to_move(self) -> int | None:
        """Whose turn it is as somebody sees it who is not asked in secret; None when the game is over."""
        return None if self.is_over else self.game.rules.to_move(self.table.redacted(None)[0])

    # What people ask for

    def play(
        self, seat: int, notation: str, position: str | None, now: float, by: str = "player"
    ) -> list[Entry]:
        """A move; `position` names the position its maker saw, None if he does not say."""
        self._demand_running()
        if by == "player":
            self._demand_present(seat)
        if position is not None and position != self.position(seat):
            raise Refused("stale")
        asked = self.to_move
        if seat != asked and asked is not None and self.sees_turn(seat):
            return self._hold(seat, asked, notation, now)
        self._demand_turn(seat)
        self.table.read_move(notation)
        return [self._entry(Kind.MOVE, seat, now, move=notation, by=by)]

    def _hold(self, seat: int, asked: int, notation: str, now: float) -> list[Entry]:
        """A move made while another seat is asked in secret: it is kept until that is settled.

        People at one device had their chance to speak up before: there the answer is that nothing happens.
        """
        states = self.table.redacted(seat)
        code = self.game.rules.read_notation(notation)
        if code is None or code not in self.table.legal_codes(states):
            raise Refused("not_legal", move=notation[:80])
        quiet = self._quiet_move()
        if quiet is not None and self.seats[asked].who == self.seats[seat].who:
            answer = self._entry(Kind.MOVE, asked, now, move=quiet, by="auto")
            move = self._entry(Kind.MOVE, seat, now, move=notation, by="player")
            return [answer, replace(move, number=answer.number + 1)]
        return [self._entry(Kind.PREMOVE, seat, now, move=notation)]

    def _quiet_move(self) -> str | None:
        """An answer to a secret question of which nobody else notices anything, None if there is none."""
        before: Any = self.table.redacted(None)
        for code in self.table.legal_codes():
            twin = self.table.copy()
            twin.step(code)
            after: Any = twin.redacted(None)
            if not twin.steps[-1].events and after.tobytes() == before.tobytes():
                return self.game.rules.write_notation(code)
        return None

    def undo(self, seat: int, now: float) -> Entry:
        """Take back one's own last move, if nobody moved since and nothing was turned up."""
        self._demand_running()
        self._demand_present(seat)
        ply = self._own_undo(seat)
        if ply is None:
            raise Refused("no_undo")
        return self._entry(Kind.UNDO, seat, now, ply=ply)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would work."""
        is_still = self.is_waiting or self.paused or self.is_over or not self.seats[seat].is_human
        return not is_still and self._own_undo(seat) is not None

    def _own_undo(self, seat: int) -> int | None:
        """The ply before a seat's last move, if nothing was turned up and only automatic moves followed.

        Answers to secret questions do not count: whether they were asked must not show.
        """
        for ply in range(self.ply - 1, -1, -1):
            step = self.table.steps[ply]
            if any(self.game.rules.is_reveal(event) for event in step.events):
                return None
            if step.seat == seat and self.move_by[ply] != "auto":
                return ply
            if self.move_by[ply] != "auto" and not self.move_secret[ply]:
                return None
        return None

    def ask_takeback(self, seat: int, now: float) -> Entry:
        """Ask the others to let one's own last move be taken back."""
        self._demand_running()
        self._demand_present(seat)
        own = [ply for ply in range(self.ply) if self._made(ply, seat)]
        if not own:
            raise Refused("nothing_to_take_back")
        if self.takeback is not None:
            raise Refused("takeback_pending")
        return self._entry(Kind.TAKEBACK_ASKED, seat, now, ply=own[-1])

    def _made(self, ply: int, seat: int) -> bool:
        """Whether a seat made a move itself."""
        return self.table.steps[ply].seat == seat and self.move_by[ply] != "auto"

    def answer_takeback(self, seat: int, yes: bool, now: float) -> list[Entry]:
        """Allow a takeback or refuse it; it happens when everybody has allowed it."""
        self._demand_present(seat)
        if self.takeback is None or seat in self.takeback["allowed"] or seat == self.takeback["seat"]:
            raise Refused("no_takeback")
        answered = self._entry(Kind.TAKEBACK_ANSWERED, seat, now, yes=yes)
        if not yes or self.unasked() - {seat}:
            return [answered]
        return [
            answered,
            replace(self._entry(Kind.UNDO, seat, now, ply=self.takeback["ply"]), number=self.number + 2),
        ]

    def takeback_needs_nobody(self) -> bool:
        """Whether a takeback was asked for that nobody is there to answer."""
        return self.takeback is not None and not self.unasked()

    def unasked(self) -> set[int]:
        """The people who have not yet allowed the takeback that was asked for."""
        assert self.takeback is not None
        asker = self.seats[self.takeback["seat"]].who
        others = {seat for seat, held in enumerate(self.seats) if held.is_human and held.who != asker}
        return others - set(self.takeback["allowed"])

    def pause(self, seat: int, now: float) -> Entry:
        """Stop the clocks; anybody at the table may."""
        self._demand_running()
        self._demand_present(seat)
        return self._entry(Kind.PAUSE, seat, now)

    def resume(self, seat: int, now: float) -> Entry:
        """Go on."""
        if not self.paused:
            raise Refused("not_paused")
        return self._entry(Kind.RESUME, seat, now)

    def set_passing(self, seat: int, mode: str, now: float) -> Entry:
        """Pass by oneself from now on, or no more."""
        self._demand_running()
        self._demand_present(seat)
        if mode not in tuple(Passing):
            raise Refused("passing_mode", given=mode[:20], allowed=", ".join(Passing))
        if mode != Passing.OFF and not self.game.rules.info.skip:
            raise Refused("no_passing")
        return self._entry(Kind.PASSING, seat, now, mode=str(mode))

    # Seats

    def sit(self, seat: int, who: str, name: str, now: float) -> Entry:
        """Sit down on a free seat."""
        self._demand_free(seat)
        return self._entry(Kind.SIT, seat, now, who=who, name=name, bot="", left=False)

    def seat_bot(self, seat: int, bot: str, name: str, now: float) -> Entry:
        """Let a bot play a free seat."""
        self._demand_free(seat)
        return self._entry(Kind.SIT, seat, now, who="", name=name, bot=bot, left=False)

    def _demand_free(self, seat: int) -> None:
        if not 0 <= seat < self.game.players:
            raise Refused("no_such_seat", last=self.game.players - 1)
        if not self.is_waiting:
            raise Refused("has_begun")
        held = self.seats[seat]
        if not held.is_free:
            raise Refused("seat_taken", name=held.name or held.bot)

    def leave(self, seat: int, bot: str, now: float) -> Entry:
        """Get up: before the game the seat is free again, later a bot keeps it."""
        self._demand_present(seat)
        held = self.seats[seat]
        if self.is_waiting:
            return self._entry(Kind.SIT, seat, now, who="", name="", bot="", left=False)
        if self.is_over:
            raise Refused("over")
        return self._entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot=bot, left=True)

    def come_back(self, seat: int, now: float) -> Entry:
        """Take one's own seat back from the bot that kept it."""
        held = self.seats[seat]
        if not held.left:
            raise Refused("not_left")
        return self._entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot="", left=False)

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
        has_fallen = deadline is not None and now >= deadline
        if has_fallen and seat != self.clock.running:
            return self._answer_for(seat, now)
        held = self.premoves.get(seat)
        if held is not None:
            return self._held_move(seat, held.move, now)
        if has_fallen:
            return self._entry(Kind.TIMEOUT, seat, now)
        return self._automatic_move(seat, now)

    def _answer_for(self, seat: int, now: float) -> Entry:
        """A secret question is not answered in the time of the seat that seems to move: nothing happens."""
        quiet = self._quiet_move()
        if quiet is None:
            return self._entry(Kind.TIMEOUT, seat, now)
        return self._entry(Kind.MOVE, seat, now, move=quiet, by="auto")

    def _held_move(self, seat: int, notation: str, now: float) -> Entry:
        """A move that was held back, now that it is the seat's turn; dropped if it is not legal any more."""
        try:
            self.table.read_move(notation)
        except BurgomasterError:
            return self._entry(Kind.PREMOVE, seat, now, move="")
        return self._entry(Kind.MOVE, seat, now, move=notation, by="player")

    def _automatic_move(self, seat: int, now: float) -> Entry | None:
        """Passing by itself, or the only move there is where an option says so."""
        if self._passes(seat):
            return self._entry(Kind.MOVE, seat, now, move=self.game.rules.info.skip, by="auto")
        codes = self.table.legal_codes() if self.game.options.get("auto_forced") == "all" else []
        if len(codes) == 1:
            only = self.game.rules.write_notation(codes[0])
            return self._entry(Kind.MOVE, seat, now, move=only, by="auto")
        return None

    def _passes(self, seat: int) -> bool:
        """Whether a seat has asked to pass by itself in just this position."""
        mode, skip = self.passing[seat], self.game.rules.info.skip
        if mode == Passing.OFF or not skip or not self.seats[seat].is_human:
            return False
        notations = [self.game.rules.write_notation(code) for code in self.table.legal_codes()]
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
        moves = zip(self.table.history, self.move_secret, strict=True)
        return (*where, sum(move != skip and not secret for move, secret in moves))

    # The journal

    def fork(self) -> Match:
        """The same match once more, so that entries can be tried before they are stored."""
        twin = copy.copy(self)
        twin.table = self.table.copy()
        twin.seats, twin.passing = list(self.seats), list(self.passing)
        twin.passing_mark, twin.premoves = list(self.passing_mark), dict(self.premoves)
        twin.move_times, twin.move_by = list(self.move_times), list(self.move_by)
        twin.move_secret, twin.move_left = list(self.move_secret), list(self.move_left)
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
        if not self._is_secret(entry):
            self.changed = entry.at
        getattr(self, f"_apply_{entry.kind}")(entry)
        self.table.seats = [{"name": name} for name in self.names]
        self._wind_clock(entry)

    def _is_secret(self, entry: Entry) -> bool:
        """Whether nobody else may notice an entry."""
        is_answer = entry.kind == Kind.MOVE and self.seems_to_move() != entry.seat
        return is_answer or entry.kind in (Kind.PREMOVE, Kind.PASSING)

    def _apply_move(self, entry: Entry) -> None:
        seat, secret = entry.seat, self._is_secret(entry)
        held = self.premoves.pop(seat, None)
        if not secret:  # a clock that stopped for a secret answer would tell of it
            self.clock = self.clock.stop(entry.at if held is None else held.at)
        self.move_left.append(self.clock.left)
        self.table.step(self.table.read_move(str(entry.data["move"])))
        if not secret:
            self.clock = self.clock.moved(seat)
            self.takeback = None
        self.move_times.append(entry.at)
        self.move_by.append(str(entry.data.get("by", "player")))
        self.move_secret.append(secret)
        waiting = (self.table.to_move, self.seems_to_move())
        self.premoves = {other: move for other, move in self.premoves.items() if other in waiting}

    def _apply_undo(self, entry: Entry) -> None:
        ply = int(entry.data["ply"])
        self.clock = self.clock.stop(entry.at).reset(self.move_left[ply])
        self.table.rewind(ply)
        for past in (self.move_times, self.move_by, self.move_secret, self.move_left):
            del past[ply:]
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
            self.premoves[entry.seat] = Held(str(entry.data["move"]), entry.at)
        else:
            self.premoves.pop(entry.seat, None)

    def _apply_sit(self, entry: Entry) -> None:
        data = entry.data
        was = self.seats[entry.seat]
        since = was.since if was.who and was.who == data["who"] else entry.number
        self.seats[entry.seat] = Seat(
            str(data["who"]), str(data["name"]), str(data["bot"]), bool(data["left"]), since
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
        """Run the clock of whoever must act now, as everybody sees it: a secret question has no clock."""
        seat = None if self.to_move is None else self.seems_to_move()
        if seat is None or not self.seats[seat].is_human:
            self.clock = self.clock.stop(entry.at)
        elif self.clock.running != seat:
            self.clock = self.clock.stop(entry.at).start(seat, entry.at)

    # Inside

    def _entry(self, kind: Kind, seat: int, now: float, **data: Any) -> Entry:
        return Entry(self.number + 1, kind, seat, now, data)

    def _demand_present(self, seat: int) -> None:
        if not self.seats[seat].is_human:
            raise Refused("bot_plays", name=self.names[seat])

    def _demand_running(self) -> None:
        if self.is_waiting:
            raise Refused("not_begun")
        if self.is_over or self.header.imported:
            raise Refused("over")
        if self.paused:
            raise Refused("paused")

    def _demand_turn(self, seat: int) -> None:
        if seat != self.to_move:
            raise Refused("not_your_turn", name=self.names[self.seems_to_move() or 0])


def replay(header: Header, entries: Sequence[Entry]) -> Match:
    """The match that a journal tells of."""
    match = Match(header)
    for entry in entries:
        match.apply(entry)
    return match


def describe_seat(seat: Seat) -> Mapping[str, Any]:
    """A seat as everybody may know it."""
    return {"name": seat.name, "bot": seat.bot or None, "free": seat.is_free, "left": seat.left}
