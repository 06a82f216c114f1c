"""The state of one match, and what can be read from it.

What changes it is in the modules beside: each holds the requests of one topic and how their journal entries
are applied. `apply.py` brings them together.
"""

from __future__ import annotations

import copy
import hashlib
from functools import cached_property, lru_cache
from typing import Any

from burgomaster.core import python_api
from burgomaster.core.language import LANGUAGES, Word
from burgomaster.core.table import Game, Table, load_game
from burgomaster.server.characters import seat_names
from burgomaster.server.match.clocks import Clock, is_slow, new_clock
from burgomaster.server.match.journal import NOBODY, Entry, Header, Kind, Refused
from burgomaster.server.match.state import (
    HeldMove,
    Passing,
    Plan,
    PlayedMove,
    RefusedTakeback,
    Seat,
    Takeback,
    Vacation,
)

POSITION_LETTERS = 16
MOST_NAMES = 4096


class Moment:
    """What is asked again and again of a position, found out once; every move makes another moment."""

    def __init__(self, table: Table) -> None:
        self.table, self.last = table, table.steps[-1] if table.steps else None
        self.is_over = table.over
        self.to_move = None if self.is_over else table.game.rules.to_move(table.state)

    def is_of(self, table: Table) -> bool:
        """Tell whether it is still the same: the same move of the same table was the last."""
        steps = table.steps
        return self.table is table and self.last is (steps[-1] if steps else None)

    @cached_property
    def seems_to_move(self) -> int | None:
        """Name the seat to move as everybody sees it."""
        return None if self.is_over else self.table.game.rules.to_move(self.table.redacted(None)[0])


class Match:
    """One match, as far as its journal was applied."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: Game = load_game(header.game, **dict(header.options))
        if self.game.version != header.version:
            raise Refused("old_version", game=header.game, found=header.version, wanted=self.game.version)
        self.table: Table = self.game.deal(header.seed, header.setup, [])
        self._moment = Moment(self.table)
        self.number = 0  # of the last journal entry
        self.begun = 0.0
        self.changed = header.created
        self.latest = header.created  # the newest moment in the journal
        self.paused = False
        self.cancelled = False  # before the game began
        self.expired = False  # cancelled because everybody had gone
        self.sent_away: frozenset[str] = frozenset()  # who may not sit down here again
        self.sent_origins: frozenset[str] = frozenset()  # nor anybody from where they came
        self.seats = [Seat() for _ in range(self.game.players)]
        self.passing = [Passing.OFF] * self.game.players
        self.passing_rest = [Passing.OFF] * self.game.players  # what holds when such passing ends
        self.passing_mark: list[Any] = [None] * self.game.players  # what must not change, or passing ends
        self.held_moves: dict[int, HeldMove] = {}
        self.plans: dict[int, Plan] = {}
        self.standing: dict[int, tuple[tuple[str, str], ...]] = {}  # answers to secret questions, by phase
        self.vacations: dict[int, Vacation] = {}
        self.vacation_taken: dict[str, float] = {}  # seconds that a person has been away
        self.commentary: dict[int, str] = {}  # who lets commentators look into the hand of a seat
        self.takeback: Takeback | None = None
        self.refused_takeback: RefusedTakeback | None = None
        self.pause_wishes: frozenset[int] = frozenset()  # the seats that want a pause, until somebody moves
        self.pauses_taken: dict[str, int] = {}  # how often a person paused alone
        self.clock: Clock = new_clock(header.clock, self.game.players)
        self.played: list[PlayedMove] = []
        self.rematch = ""  # the table at which it is played again
        self.rematch_seat = NOBODY  # who asked for that

    def fork(self) -> Match:
        """Copy the match, so that entries can be tried before they are stored."""
        twin = copy.copy(self)
        twin.table = self.table.copy()
        twin.seats, twin.played = list(self.seats), list(self.played)
        twin.passing, twin.passing_mark = list(self.passing), list(self.passing_mark)
        twin.passing_rest = list(self.passing_rest)
        twin.held_moves = dict(self.held_moves)
        twin.plans, twin.standing = dict(self.plans), dict(self.standing)
        twin.vacations, twin.vacation_taken = dict(self.vacations), dict(self.vacation_taken)
        twin.pauses_taken, twin.commentary = dict(self.pauses_taken), dict(self.commentary)
        return twin

    def next_entry(self, kind: Kind, seat: int, now: float, **data: Any) -> Entry:
        return Entry(self.number + 1, kind, seat, now, data)

    # Where the match stands

    @property
    def is_waiting(self) -> bool:
        return self.begun == 0.0

    @property
    def moment(self) -> Moment:
        """Find what is known of the position: a call of a kernel lets go of the interpreter every time."""
        moment = self._moment
        if not moment.is_of(self.table):
            moment = self._moment = Moment(self.table)
        return moment

    @property
    def is_over(self) -> bool:
        return self.moment.is_over

    @property
    def is_still(self) -> bool:
        """Tell whether nobody can move: the match is waiting, paused, over, or an uploaded record."""
        return self.is_waiting or self.paused or self.is_over or self.header.imported

    @property
    def is_open_book(self) -> bool:
        """Tell whether everybody may know everything: the game is over, or it is an uploaded record."""
        return self.is_over or self.header.imported

    @property
    def status(self) -> str:
        """Name where the match stands: waiting, cancelled, running or over."""
        if self.cancelled:
            return "cancelled"
        return "waiting" if self.is_waiting else "over" if self.is_over else "running"

    @property
    def summary(self) -> dict[str, Any]:
        """Collect what lists show of a match; nothing in it is secret."""
        slow = {"deadline": self.clock.deadline()} if is_slow(self.header.clock) else {}
        return {
            **slow,
            "seats": [seat.describe() for seat in self.seats],
            "who": [seat.who for seat in self.seats],
            "to_move": None if self.to_move is None else self.seems_to_move(),
            "round": self.game.rules.round_no(self.table.redacted(None)[0]),
            "scores": self.table.scores if self.is_over else None,
            "points": self.public_points,
            "winners": self.table.winners,
            "paused": self.paused,
        }

    @property
    def public_points(self) -> list[int] | None:
        """Count everybody's points from what all may see; None before the game begins."""
        if self.is_waiting:
            return None
        states = self.table.redacted(None)
        return [int(python_api.score(states, 0, seat)) for seat in range(self.game.n_seats)]

    @property
    def ply(self) -> int:
        return len(self.played)

    @property
    def public_ply(self) -> int:
        """Count them without answers to secret questions, whose number would tell of them."""
        return len(self.public_plies)

    @property
    def public_plies(self) -> list[int]:
        """List the plies of the moves that everybody may know of; when all is open, of all moves.

        Whatever numbers moves, or shows so many of the newest, counts these.
        """
        if self.is_open_book:
            return list(range(self.ply))
        return [ply for ply, move in enumerate(self.played) if not move.is_secret]

    @property
    def names(self) -> list[str]:
        """List what the seats are stored as; readers get `names_in` their language."""
        named = [seat.name or str(number + 1) for number, seat in enumerate(self.seats)]
        return named + list(self.game.automatic_seats)

    def names_in(self, language: str) -> list[str]:
        """List what a reader of a language calls the seats: bots have names of their own in each."""
        seats = tuple([(seat.name, seat.bot, seat.left) for seat in self.seats])
        return [*_names_in(seats, language), *self.automatic_names(language)]

    def automatic_names(self, language: str) -> list[str]:
        """List what a reader of a language calls the seats that play by themselves."""
        return self.game.rules.info.automatic_names(self.game.options, language)

    def names_but(self, seat: int) -> set[str]:
        """Collect what everybody but one seat is called, stored and read, in every language."""
        stored = [held.name for held in self.seats]
        called = [stored, *(self.names_in(language) for language in LANGUAGES)]
        held = [other for other, one in enumerate(self.seats) if other != seat and not one.is_free]
        automatic = {name for language in LANGUAGES for name in self.automatic_names(language)}
        return {names[other] for names in called for other in held} | automatic

    def table_in(self, language: str) -> Table:
        """Get the table with the names that a reader of a language sees; to be read, not to be played on."""
        shown: Table = object.__new__(Table)  # copy.copy takes ten times as long
        shown.__dict__.update(self.table.__dict__)
        shown.seats = [{"name": name} for name in self.names_in(language)]
        return shown

    def name_of(self, seat: int) -> Word:
        """Name a seat inside another text, in its language."""
        return Word(lambda language: self.names_in(language)[seat])

    # Whose turn it is

    @property
    def to_move(self) -> int | None:
        """Name the seat that must act for the match to go on; None while it stands still."""
        return None if self.is_still else self.moment.to_move

    def seems_to_move(self) -> int | None:
        """Name the seat to move as everybody sees it who is not asked in secret; None at the end."""
        return self.moment.seems_to_move

    def sees_turn(self, seat: int) -> bool:
        """Tell whether a seat may act, as far as it knows; a secret question to another may come first."""
        if self.to_move is None or not self.seats[seat].is_human:
            return False
        return seat == self.to_move or (seat not in self.held_moves and self.seems_to_move() == seat)

    def seen_by(self, seat: int | None) -> Table:
        """Make the table as far as a seat knows it: what is refused there tells nothing that is hidden."""
        return Table(self.game, self.table.redacted(seat), (), None, {}, self.table.seats)

    def plays_alone(self, seat: int) -> bool:
        """Tell whether only bots play against a seat; one that keeps somebody's seat warm does not count."""
        return all(held.bot and not held.left for other, held in enumerate(self.seats) if other != seat)

    def others(self, seat: int) -> set[int]:
        """List the seats of other people who are there: not bots, nor people at the same device."""
        who = self.seats[seat].who
        return {other for other, held in enumerate(self.seats) if held.is_human and held.who != who}

    def position(self, seat: int | None) -> str:
        """Name the position as a seat sees it: the same as long as nothing changes that it may know."""
        if self.is_waiting:  # nothing of the deal is told before the game begins
            return hashlib.sha256(self.header.match.encode()).hexdigest()[:POSITION_LETTERS]
        seen: Any = self.table.redacted(seat)
        held = self.held_moves.get(NOBODY if seat is None else seat)
        waiting = b"" if held is None else held.move.encode()
        return hashlib.sha256(seen.tobytes() + waiting).hexdigest()[:POSITION_LETTERS]

    # What requests need

    def require_running(self) -> None:
        if self.is_waiting:
            raise Refused("not_begun")
        if self.is_open_book:
            raise Refused("over")
        if self.paused:
            raise Refused("paused")

    def require_not_cancelled(self) -> None:
        """Raise Refused if the table was called off, or closed because nobody was there."""
        if self.cancelled:
            raise Refused("expired" if self.expired else "cancelled")

    def require_present(self, seat: int) -> None:
        if not self.seats[seat].is_human:
            raise Refused("bot_plays", name=self.name_of(seat))

    def require_turn(self, seat: int) -> None:
        """Raise Refused unless a seat is to move, as far as it knows."""
        if seat != self.to_move and not self.sees_turn(seat):
            raise Refused("not_your_turn", name=self.name_of(self.seems_to_move() or 0))


@lru_cache(maxsize=MOST_NAMES)
def _names_in(seats: tuple[tuple[str, str, bool], ...], language: str) -> tuple[str, ...]:
    """List what readers of a language call some seats, given by name, bot, and whether it was left."""
    described = [{"name": name, "bot": bot or None, "left": left} for name, bot, left in seats]
    return tuple(seat_names(described, language))
