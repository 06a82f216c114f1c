"""A table: one game being played, with its past."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from burgomaster.core import entry
from burgomaster.core.errors import IllegalMove
from burgomaster.core.game import Game, Seats, States
from burgomaster.core.language import Plain
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.moves import Moves
from burgomaster.core.record import Record
from burgomaster.core.records import zeros

NAMED_MOVES = 6  # how many legal moves an error message names
SPECTATOR = -1
KEPT_POSITIONS = 4  # so many of the last ones are kept for undoing
KEPT_EVERY = 16  # and every so many of the others


@dataclass(frozen=True)
class Move:
    """One choice. Equal if it is the same choice, wherever it came from."""

    code: int
    game: Game
    states: States  # the position it belongs to, for its words

    @property
    def notation(self) -> str:
        """How it stands in a record."""
        return self.game.rules.write_notation(self.code)

    def text(self, language: str = "en") -> str:
        """In words, with what it costs."""
        return self.game.rules.move_text(self.states[0], self.code, language)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.code, self.game.name) == (other.code, other.game.name)

    def __hash__(self) -> int:
        return hash((self.code, self.game.name))

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made: the position before it, as long as that is kept, and what happened."""

    before: States | None  # Table.before has it in any case
    move: int
    seat: int
    events: tuple[Event, ...]


class Scratch(threading.local):
    """Where the kernels write lists of moves and events; one for each thread, not for each table."""

    def __init__(self) -> None:
        self.moves = zeros(Moves, 1)
        self.logs = new_logs()


_scratch = Scratch()


class Table:
    """A game being played. `play` checks everything; the kernels below trust it."""

    def __init__(
        self,
        game: Game,
        states: States,
        beginning: tuple[Event, ...],
        seed: int | None,
        setup: dict[str, Any],
        seats: Seats,
    ) -> None:
        self.game = game
        self.seed = seed
        self.seats = seats or _numbered_seats(game)
        self.setup = setup
        self.other: dict[str, Any] = {}  # what a record says that we do not know; it is kept
        self._states = states
        self._beginning = beginning
        self._steps: list[Step] = []

    # Where the game stands

    @property
    def state(self) -> Any:
        """The position itself, with everything hidden in it. Reading it is cheating."""
        return self._states[0]

    @property
    def to_move(self) -> int | None:
        """The seat that decides now, None when the game is over."""
        return None if self.over else self.game.rules.to_move(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(entry.is_over(self._states, 0))

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.game.rules.round_no(self.state)

    @property
    def phase(self) -> str:
        """The phase, as a word of the rules."""
        return self.game.rules.phase(self.state)

    @property
    def scores(self) -> list[int]:
        """The score of each seat; the final ones when the game is over."""
        return [int(entry.score(self._states, 0, seat)) for seat in range(self.game.n_seats)]

    @property
    def money(self) -> list[int]:
        """The money of each seat: the truth, not a view."""
        return [self.game.rules.money(self.state, seat) for seat in range(self.game.n_seats)]

    @property
    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on."""
        if not self.over:
            return []
        return [seat for seat in range(self.game.n_seats) if entry.rank(self._states, 0, seat) == 0]

    @property
    def names(self) -> list[str]:
        """What to call each seat."""
        return [str(seat.get("name", number + 1)) for number, seat in enumerate(self.seats)]

    @property
    def history(self) -> list[str]:
        """The moves so far, as notations."""
        return [self.game.rules.write_notation(step.move) for step in self._steps]

    @property
    def steps(self) -> Sequence[Step]:
        """The moves so far, each with what happened."""
        return self._steps

    def before(self, ply: int) -> States:
        """The position before a move; few are kept, the others are played again from the last one kept."""
        kept = next(place for place in range(ply, -1, -1) if self._steps[place].before is not None)
        states = copy_states(self._steps[kept].before)  # type: ignore[arg-type]
        for step in self._steps[kept:ply]:
            entry.apply(states, 0, step.move, _scratch.logs)
        take_events(_scratch.logs)
        return states

    # Moves

    def moves(self) -> list[Move]:
        """The legal moves of the seat to move, each truly different choice once."""
        position = self._copy_states()
        return [Move(code, self.game, position) for code in self.codes()]

    def play(self, move: Move | str) -> None:
        """Make a move; IllegalMove leaves the table untouched."""
        self.step(self.read_move(move))
        if self.game.options.get("auto_forced") == "all":
            while self._is_forced():
                self.step(self.codes()[0])

    def step(self, code: int) -> None:
        """Make one legal move given by its number, and nothing that follows by option."""
        before, seat = self._copy_states(), self.game.rules.to_move(self.state)
        entry.apply(self._states, 0, code, _scratch.logs)
        self._steps.append(Step(before, code, seat, take_events(_scratch.logs)))
        old = len(self._steps) - 1 - KEPT_POSITIONS
        if old > 0 and old % KEPT_EVERY != 0:
            self._steps[old] = replace(self._steps[old], before=None)

    def undo(self) -> None:
        """Take the last move back, and moves that were made by themselves before it."""
        if not self._steps:
            raise IllegalMove("move.nothing_to_undo")
        self.rewind(len(self._steps) - 1)
        while self._steps and self.game.options.get("auto_forced") == "all" and self._is_forced():
            self.rewind(len(self._steps) - 1)

    def rewind(self, n_moves: int) -> None:
        """Back to the position after exactly so many moves."""
        if n_moves < len(self._steps):
            self._states = self.before(n_moves)
            del self._steps[n_moves:]

    def copy(self) -> Table:
        """An independent table with the same past."""
        twin = copy.copy(self)
        twin.seats = copy.deepcopy(self.seats)
        twin._states = self._copy_states()
        twin._steps = list(self._steps)
        return twin

    # What a seat may know

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Exactly what a seat may know, JSON-ready; None is a spectator."""
        if seat is not None and not 0 <= seat < self.game.n_seats:
            raise ValueError(f"no seat {seat}; there are 0 to {self.game.n_seats - 1}")
        states = self.redacted(seat)
        shown = self.game.rules.observe(states[0], seat)
        if seat is not None and seat == shown["to_move"]:
            # from what the seat sees, not from the truth: so the list cannot tell what it does not see
            shown["moves"] = [self.game.rules.write_notation(code) for code in self.codes(states)]
        return {"game": self.game.name, "seat": seat, **shown}

    def redacted(self, seat: int | None) -> States:
        """An array of one state, without what a seat may not know."""
        states = self._copy_states()
        entry.redact(states, 0, SPECTATOR if seat is None else seat)
        return states

    def settled(self, seat: int, ply: int | None = None) -> States:
        """An array of one state, now or before a move; what a seat does not know tells nothing."""
        states = self._copy_states() if ply is None else self.before(ply)
        entry.settle(states, 0, seat)
        return states

    def determinized(self, seat: int, rng: Any) -> States:
        """An array of one state that a seat cannot tell from the true one; nothing hidden decides which."""
        states = self.settled(seat)
        entry.determinize(states, 0, seat, rng)
        return states

    def log(self, seat: int | None = None, language: str = "en", since: int = -1) -> list[str]:
        """What happened, in words, as a seat saw it; with `since`, only after that many moves."""
        events = [event for seen in self.seen_events(seat, since) for event in seen]
        return self.game.rules.log_lines(self.state, events, self.names, language)

    def seen_events(self, seat: int | None = None, since: int = -1) -> list[list[Event]]:
        """The events of every move as a seat saw them, before them those of the set-up."""
        redact, state = self.game.rules.redact_event, self.state
        return [[redact(state, event, seat) for event in events] for events in self.happened(since)]

    def happened(self, since: int = -1) -> list[tuple[Event, ...]]:
        """The events of every move, unredacted, as rows of ints; before them those of the set-up."""
        begun = [] if since >= 0 else [self._beginning]
        return begun + [step.events for step in self._steps[max(since, 0) :]]

    def events(self, since: int = -1) -> Sequence[Event]:
        """Everything that happened, unredacted."""
        return [event for events in self.happened(since) for event in events]

    def preview(self, move: Move | str) -> list[dict[str, Any]]:
        """What a move would change, and why, as far as the seat to move can know. Nothing is played."""
        code = self.read_move(move)
        foresight = Foresight(self.game, self.redacted(self.to_move))
        return foresight.explain(foresight.events(code))

    def changes(self, since: int = 0) -> list[dict[str, Any]]:
        """What changed, and why, in the moves after that many."""
        steps = enumerate(self._steps[since:], start=since)
        return [change for ply, step in steps for change in explain(self.game, self.before(ply), step.events)]

    # Records

    def record(self) -> Record:
        """Set-up and moves: the whole game."""
        result = {"scores": self.scores, "winners": self.winners} if self.over else None
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.options),
            seed=self.seed,
            setup=self.setup,
            seats=copy.deepcopy(self.seats),
            moves=self.history,
            result=result,
            other=dict(self.other),
        )

    def state_bytes(self) -> bytes:
        """The position as bytes: equal bytes, equal position."""
        array: Any = self._states
        return bytes(array.tobytes())

    # Inside

    def codes(self, states: States | None = None) -> list[int]:
        """The legal moves as numbers, of this position or of another one."""
        n_moves = entry.legal(self._states if states is None else states, 0, _scratch.moves)
        return [int(code) for code in _scratch.moves[0].codes[:n_moves]]

    def _is_forced(self) -> bool:
        return not self.over and len(self.codes()) == 1

    def _copy_states(self) -> States:
        return copy_states(self._states)

    def read_move(self, move: Move | str) -> int:
        """The number of a legal move, or IllegalMove with the reason and what would be legal."""
        notation = move.notation if isinstance(move, Move) else move
        if not isinstance(notation, str):
            raise IllegalMove("move.not_a_move", given=repr(move)[:80], legal=self._some_legal())
        code = self.game.rules.read_notation(notation)
        if code is None:
            raise IllegalMove("move.unknown", given=repr(notation[:80]), legal=self._some_legal())
        reason = int(entry.refuse(self._states, 0, code))
        if reason != 0:
            why = self.game.rules.refusal(self.state, code, reason)
            raise IllegalMove("move.illegal", notation=notation, why=why, legal=self._some_legal())
        return code

    def _some_legal(self) -> Plain:
        notations = [self.game.rules.write_notation(code) for code in self.codes()]
        more = "" if len(notations) <= NAMED_MOVES else f" ... ({len(notations)})"
        return Plain(", ".join(notations[:NAMED_MOVES]) + more if notations else "-")


class Foresight:
    """What moves would bring, foreseen from what a seat sees. Made once, it tells of many moves quickly."""

    def __init__(self, game: Game, states: States) -> None:
        array: Any = states
        self.game, self.before = game, states
        self._states, self._logs = array.copy(), new_logs()
        self._bytes, self._first_bytes = self._states.view(np.uint8), array.view(np.uint8).copy()

    def events(self, *codes: int) -> tuple[Event, ...]:
        """What happens in some moves, one after another, up to the first event that turns something up."""
        self._bytes[:] = self._first_bytes  # numpy would copy the record field by field
        events: tuple[Event, ...] = ()
        for code in codes:
            entry.apply(self._states, 0, code, self._logs)
            events += take_events(self._logs)
            shown = next((at for at, event in enumerate(events) if self.game.rules.is_reveal(event)), -1)
            if shown >= 0:
                return events[:shown]
        return events

    def explain(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        """What foreseen events change, and why."""
        return explain(self.game, self.before, events)


def explain(game: Game, before: States, events: Sequence[Event]) -> list[dict[str, Any]]:
    """What events changed since a position, and why; nothing where a game does not tell."""
    return [] if game.rules.explain is None else game.rules.explain(before[0], events)


def copy_states(states: States) -> States:
    """An independent array of the same states; numpy would copy it field by field, and take far longer."""
    array: Any = states
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)


def _numbered_seats(game: Game) -> Seats:
    players = [{"name": f"{seat + 1}"} for seat in range(game.players)]
    return players + [{"name": name} for name in game.automatic_seats]


def new_rng() -> Any:
    """Four words for a generator of one's own."""
    return np.zeros(4, np.uint32)
