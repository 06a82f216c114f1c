"""Hold games for other programs: a Game deals a Table, a Table has a Record, a Record gives it back."""

from __future__ import annotations

import copy
import copyreg
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.errors import BurgomasterError, IllegalMove, OptionError, RecordError, SetupError
from burgomaster.core.language import Plain, check_language, mark_reader
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.move import Foresight, Move, Step, copy_states, explain
from burgomaster.core.move_list import Moves
from burgomaster.core.options import plain_int
from burgomaster.core.position import (
    SETUP_KEY,
    Knowledge,
    is_default,
    parse_position,
    position_states,
    write_position,
)
from burgomaster.core.record_file import (
    FORMAT,
    KNOWN_KEYS,
    check,
    check_types,
    parse_document,
    read_document,
    write_document,
)
from burgomaster.core.registry import game_info, game_rules
from burgomaster.core.rng import DEAL_STREAM, MAX_SEED, seed_rng
from burgomaster.core.rules import Rules, Seats, States
from burgomaster.core.seating import check_setup, draw_seats, numbered_seats, read_seats, read_seed

NAMED_MOVES = 6  # how many legal moves an error message names
SPECTATOR = -1
KEPT_POSITIONS = 4  # so many of the last ones are kept for undoing
KEPT_EVERY = 16  # and every so many of the others


def load_game(name: str, /, *, players: Any = 2, **options: Any) -> Game:
    """Load a game with its options chosen; OptionError says what is allowed."""
    chosen = game_info(name).read(players, options)
    return Game(game_rules(name), chosen)


def read_game(game: Any, options: Mapping[str, Any]) -> Game:
    """Read which game is meant, by its name and options or as `bm.game` returned it; OptionError if none."""
    if isinstance(game, str):
        return load_game(game, **options)
    if not isinstance(game, Game):
        raise OptionError("option.game_kind", given=repr(game)[:60])
    if options:
        given = ", ".join(f"{name}={value!r}"[:60] for name, value in options.items())
        raise OptionError("option.game_options", given=given)
    return game


def load_position(text: str, seed: int = 0, seats: Sequence[Mapping[str, Any]] | None = None) -> Table:
    """Return the table of a position's text; PositionError says what is wrong with it (docs/positions.md)."""
    position = parse_position(text)
    return Game(game_rules(position.game), position.options).from_position(text, seed, seats)


@dataclass(frozen=True)
class Game:
    """A game with its options; `new` deals a table."""

    rules: Rules
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the short name."""
        return self.rules.info.name

    @property
    def version(self) -> int:
        """Return the version, which is raised whenever the rules behave differently."""
        return self.rules.info.version

    @property
    def players(self) -> int:
        """Count the people and bots that play."""
        return int(self.options["players"])

    @property
    def automatic_seats(self) -> tuple[str, ...]:
        """Name the seats that play by themselves; they come behind the players'."""
        return self.rules.info.automatic_seats(self.options)

    @property
    def n_seats(self) -> int:
        """Count all who have a score: the players and the seats that play by themselves."""
        return self.players + len(self.automatic_seats)

    def __repr__(self) -> str:
        """Write the call that loads the game: the whole of its rules would fill pages of a notebook."""
        chosen = [option.name for option in self.rules.info.options if not is_default(option, self.options)]
        words = [f"{name}={self.options[name]!r}" for name in ("players", *chosen)]
        return f"bm.game({self.name!r}, {', '.join(words)})"

    def new(
        self,
        seed: int | None = None,
        setup: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any]] | None = None,
    ) -> Table:
        """Deal a table: by an explicit set-up, by a seed, or at random; seats may be drawn by option."""
        if seed is None and setup is None:
            seed = secrets.randbelow(MAX_SEED)
        read = None if seed is None else read_seed(seed)
        given = read_seats(seats)
        if self.options.get("seating") == "random" and read is not None:
            draw_seats(given, read)
        return self.deal(read, setup, given)

    def from_position(
        self, text: str, seed: int = 0, seats: Sequence[Mapping[str, Any]] | None = None
    ) -> Table:
        """Return a table that goes on from a position's text; what the text leaves open the seed draws."""
        return self.deal(seed, {SETUP_KEY: text}, read_seats(seats))

    def deal(self, seed: int | None, setup: Mapping[str, Any] | None, seats: Seats) -> Table:
        """Deal a table whose seats stay as they are: how a record begins again."""
        seed = None if seed is None else read_seed(seed)
        check_setup(setup)
        if seats and len(seats) == self.players:
            seats = seats + [{"name": name} for name in self.automatic_seats]
        if seats and len(seats) != self.n_seats:
            raise SetupError("setup.seats", given=len(seats), players=self.players)
        if setup is not None and SETUP_KEY in setup:
            found = position_states(self.rules, self.options, setup[SETUP_KEY], seed or 0)
            return Table(self, found, (), seed, dict(setup), seats)
        states, logs = self.rules.undealt(self.options), new_logs()
        seed_rng(states[0].rng, seed or 0, DEAL_STREAM)
        if setup is not None:
            self.rules.read_setup(states, setup)
        else:
            python_api.deal(states, 0)
        dealt = self.rules.write_setup(states)
        python_api.begin(states, 0, logs)
        return Table(self, states, take_events(logs), seed, dealt, seats)


class Scratch(threading.local):
    """Hold what kernels write lists of moves and events to; one for each thread, not for each table."""

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
        self.seats = seats or numbered_seats(game.players, game.automatic_seats)
        self.setup = setup
        self.other: dict[str, Any] = {}  # what a record says that we do not know; it is kept
        self._states = states
        self._beginning = beginning
        self._steps: list[Step] = []

    def __repr__(self) -> str:
        now = "over" if self.over else f"round {self.round}, seat {self.to_move} to move"
        return f"<Table of {self.game!r}: {now}>"

    # Where the game stands

    @property
    def state(self) -> Any:
        """Return the true position, with everything hidden in it: not for bots or players."""
        return self._states[0]

    @property
    def to_move(self) -> int | None:
        """Return the seat that decides now, None when the game is over."""
        return None if self.over else self.game.rules.to_move(self.state)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(python_api.is_over(self._states, 0))

    @property
    def round(self) -> int:
        """Return the round, from 1."""
        return self.game.rules.round_no(self.state)

    @property
    def phase(self) -> str:
        """Return the phase, as a word of the rules."""
        return self.game.rules.phase(self.state)

    @property
    def scores(self) -> list[int]:
        """Return the score of each seat; the final ones when the game is over."""
        return [int(python_api.score(self._states, 0, seat)) for seat in range(self.game.n_seats)]

    @property
    def money(self) -> list[int]:
        """Return the true money of each seat, also where it is hidden."""
        return [self.game.rules.money(self.state, seat) for seat in range(self.game.n_seats)]

    @property
    def winners(self) -> list[int]:
        """List the seats that won; none while the game goes on."""
        if not self.over:
            return []
        return [seat for seat in range(self.game.n_seats) if python_api.rank(self._states, 0, seat) == 0]

    @property
    def names(self) -> list[str]:
        """Name each seat."""
        return [str(seat.get("name", number + 1)) for number, seat in enumerate(self.seats)]

    @property
    def history(self) -> list[str]:
        """List the moves so far, as notations."""
        return [self.game.rules.write_notation(step.move) for step in self._steps]

    @property
    def steps(self) -> Sequence[Step]:
        """List the moves so far, each with its events."""
        return self._steps

    def before(self, ply: int) -> States:
        """Return the position before a move; one that was not kept is played again from the last kept one."""
        kept = next(place for place in range(ply, -1, -1) if self._steps[place].before is not None)
        states = copy_states(self._steps[kept].before)  # type: ignore[arg-type]
        for step in self._steps[kept:ply]:
            python_api.apply(states, 0, step.move, _scratch.logs)
        take_events(_scratch.logs)
        return states

    # Moves

    def moves(self) -> list[Move]:
        """List the legal moves of the seat to move, each truly different choice once."""
        position = self._copy_states()
        return [Move(code, self.game.rules, position) for code in self.legal_codes()]

    def play(self, move: Move | str) -> None:
        """Make a move; IllegalMove leaves the table untouched."""
        self.step(self.read_move(move))
        if self.game.options.get("auto_forced") == "all":
            while self._is_forced():
                self.step(self.legal_codes()[0])

    def step(self, code: int) -> None:
        """Make one legal move given by its number, and nothing that follows by option."""
        before, seat = self._copy_states(), self.game.rules.to_move(self.state)
        python_api.apply(self._states, 0, code, _scratch.logs)
        self._steps.append(Step(before, code, seat, take_events(_scratch.logs)))
        old = len(self._steps) - 1 - KEPT_POSITIONS
        if old > 0 and old % KEPT_EVERY != 0:
            self._steps[old] = replace(self._steps[old], before=None)

    def undo(self) -> None:
        """Take the last move back, and the forced moves before it that were made automatically."""
        if not self._steps:
            raise IllegalMove("move.nothing_to_undo")
        self.rewind(len(self._steps) - 1)
        while self._steps and self.game.options.get("auto_forced") == "all" and self._is_forced():
            self.rewind(len(self._steps) - 1)

    def rewind(self, n_moves: int) -> None:
        """Go back to the position after exactly so many moves."""
        n_moves = plain_int(n_moves)
        if type(n_moves) is not int or not 0 <= n_moves <= len(self._steps):
            raise ValueError(f"no position after {n_moves!r} moves; there are 0 to {len(self._steps)}")
        if n_moves < len(self._steps):
            self._states = self.before(n_moves)
            del self._steps[n_moves:]

    def copy(self) -> Table:
        """Make an independent table with the same past."""
        twin = copy.copy(self)
        twin.seats = copy.deepcopy(self.seats)
        twin._states = self._copy_states()
        twin._steps = list(self._steps)
        return twin

    # What a seat may know

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return exactly what a seat may know, JSON-ready; None is a spectator."""
        seat = plain_int(seat)
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.game.n_seats):
            raise ValueError(f"no seat {seat!r}; there are 0 to {self.game.n_seats - 1}")
        states = self.redacted(seat)
        shown: dict[str, Any] = own_copy(self.observed(states, seat))
        if seat is not None and seat == shown["to_move"]:
            # from what the seat sees, not from the truth: so the list cannot tell what it does not see
            shown["moves"] = [self.game.rules.write_notation(code) for code in self.legal_codes(states)]
        return shown

    def observed(self, states: States, seat: int | None) -> dict[str, Any]:
        """Return the same without moves, from what `redacted` returned for the seat; to be read only.

        Games remember parts of it, such as what a player has, who does not change with most moves.
        """
        return {"game": self.game.name, "seat": seat, **self.game.rules.observe(states[0], seat)}

    def redacted(self, seat: int | None) -> States:
        """Return an array of one state, without what a seat may not know."""
        states = self._copy_states()
        python_api.redact(states, 0, SPECTATOR if seat is None else seat)
        return states

    def canonicalized(self, seat: int, ply: int | None = None) -> States:
        """Return an array of one state, now or before a move; what a seat does not know has a fixed order."""
        states = self._copy_states() if ply is None else self.before(ply)
        python_api.canonicalize(states, 0, seat)
        return states

    def determinized(self, seat: int, rng: Any) -> States:
        """Draw an array of one state that a seat cannot tell from the true one, whatever is hidden."""
        states = self.canonicalized(seat)
        python_api.determinize(states, 0, seat, rng)
        return states

    def log(
        self, seat: int | None = None, language: str = "en", since: int = -1, is_reader: bool = False
    ) -> list[str]:
        """Tell what happened, in words, as a seat saw it; with `since`, only after that many moves.

        With `is_reader` it is told to the seat, as "you", and not only about it.
        """
        check_language(language)
        events = [event for seen in self.visible_events(seat, since) for event in seen]
        names = mark_reader(self.names, seat if is_reader else None)
        return self.game.rules.log_lines(self.state, events, names, language)

    def visible_events(self, seat: int | None = None, since: int = -1) -> list[list[Event]]:
        """List the events of every move as a seat saw them, before them those of the set-up."""
        redact, state = self.game.rules.redact_event, self.state
        return [[redact(state, event, seat) for event in events] for events in self.events_by_move(since)]

    def events_by_move(self, since: int = -1) -> list[tuple[Event, ...]]:
        """List the events of every move, unredacted, as rows of ints; before them those of the set-up."""
        begun = [] if since >= 0 else [self._beginning]
        return begun + [step.events for step in self._steps[max(since, 0) :]]

    def events(self, since: int = -1) -> Sequence[Event]:
        """List everything that happened, unredacted."""
        return [event for events in self.events_by_move(since) for event in events]

    def preview(self, move: Move | str) -> list[dict[str, Any]]:
        """Tell what a move would change, and why, as far as the seat to move can know; nothing is played."""
        code = self.read_move(move)
        foresight = Foresight(self.game.rules, self.redacted(self.to_move))
        return foresight.explain(foresight.events(code))

    def changes(self, since: int = 0) -> list[dict[str, Any]]:
        """Tell what changed, and why, in the moves after that many."""
        steps = enumerate(self._steps[since:], start=since)
        return [
            change
            for ply, step in steps
            for change in explain(self.game.rules, self.before(ply), step.events)
        ]

    # Records

    def record(self) -> Record:
        """Write the whole game down: set-up and moves."""
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

    def position(self, seat: int | str | None = "all", counted: bool = False) -> str:
        """Write the position as a short text: "all" of it, what a seat knows, or None for a spectator.

        With `counted` a seat also knows what follows from everything it saw, such as money that is hidden.
        """
        knowledge = Knowledge.of(seat, counted, self.game.n_seats)
        return write_position(self.game.rules, self.game.options, self._states, knowledge)

    def state_bytes(self) -> bytes:
        """Return the position as bytes: equal bytes, equal position."""
        array: Any = self._states
        return bytes(array.tobytes())

    # Inside

    def legal_codes(self, states: States | None = None) -> list[int]:
        """List the legal moves as numbers, of this position or of another one."""
        n_moves = python_api.legal(self._states if states is None else states, 0, _scratch.moves)
        codes: list[int] = _scratch.moves[0].codes[:n_moves].tolist()
        return codes

    def _is_forced(self) -> bool:
        return not self.over and len(self.legal_codes()) == 1

    def _copy_states(self) -> States:
        return copy_states(self._states)

    def read_move(self, move: Move | str) -> int:
        """Find the number of a legal move; IllegalMove has the reason and what would be legal."""
        notation = move.notation if isinstance(move, Move) else move
        if not isinstance(notation, str):
            raise IllegalMove("move.not_a_move", given=repr(move)[:80], legal=self._some_legal())
        code = self.game.rules.read_notation(notation)
        if code is None:
            raise IllegalMove("move.unknown", given=repr(notation[:80]), legal=self._some_legal())
        reason = int(python_api.refuse(self._states, 0, code))
        if reason != 0:
            why = self.game.rules.refusal(self.state, code, reason)
            raise IllegalMove("move.illegal", notation=notation, why=why, legal=self._some_legal())
        return code

    def _some_legal(self) -> Plain:
        notations = [self.game.rules.write_notation(code) for code in self.legal_codes()]
        more = "" if len(notations) <= NAMED_MOVES else f" ... ({len(notations)})"
        return Plain(", ".join(notations[:NAMED_MOVES]) + more if notations else "-")


@dataclass(frozen=True)
class Record:
    """One game. `replay` gives the table back."""

    game: str
    version: int
    options: Mapping[str, Any]
    seed: int | None
    setup: Mapping[str, Any] | None
    seats: list[dict[str, Any]]
    moves: list[str]
    result: Mapping[str, Any] | None = None
    other: Mapping[str, Any] = field(default_factory=dict)  # keys we do not know, kept as they are

    def to_json(self) -> dict[str, Any]:
        """Build the JSON document."""
        document: dict[str, Any] = {"format": FORMAT, "game": self.game, "version": self.version}
        document |= {"options": dict(self.options), "seed": self.seed, "setup": self.setup}
        document |= {"seats": self.seats, "moves": self.moves, "result": self.result}
        present = {key: value for key, value in document.items() if value is not None}
        return {**present, **self.other}

    def save(self, path: str | Path) -> None:
        """Write the record; the file is at every moment either the old one or the whole new one."""
        write_document(path, self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record; RecordError says what is wrong with a file that is none."""
        return cls.from_json(read_document(path))

    @classmethod
    def parse(cls, data: bytes) -> Record:
        """Read a record from the bytes of a file."""
        return cls.from_json(parse_document(data))

    @classmethod
    def from_json(cls, document: Any) -> Record:
        """Read a record from a document that was parsed already."""
        check(isinstance(document, dict), "record.not_an_object")
        found = document.get("format")
        check(found == FORMAT, "record.format", found=repr(found)[:40], wanted=FORMAT)
        check_types(document)
        has_start = document.get("seed") is not None or document.get("setup") is not None
        check(has_start, "record.no_start")
        return cls(
            game=document["game"],
            version=document["version"],
            options=document["options"],
            seed=document.get("seed"),
            setup=document.get("setup"),
            seats=document.get("seats", []),
            moves=document["moves"],
            result=document.get("result"),
            other={key: value for key, value in document.items() if key not in KNOWN_KEYS},
        )

    def replay(self, n_moves: int | None = None) -> Table:
        """Return the table after all moves, or after the first few."""
        table = self.begin()
        for number, notation in enumerate(self.moves[:n_moves], start=1):
            try:
                table.step(table.read_move(notation))
            except BurgomasterError as error:
                raise RecordError(
                    "record.move", number=number, notation=notation[:80], why=error.message
                ) from None
        return table

    def begin(self) -> Table:
        """Return the table before the first move."""
        game = load_game(self.game, **self.options)
        check(
            self.version == game.version,
            "record.version",
            found=self.version,
            wanted=game.version,
            game=self.game,
        )
        table = game.deal(self.seed, self.setup, copy.deepcopy(self.seats))
        table.other = dict(self.other)
        return table

    def check(self) -> Table:
        """Replay the whole game and compare its result; RecordError if anything does not fit."""
        table = self.replay()
        if self.result is not None:
            check(table.over, "record.not_over", moves=len(self.moves))
            for key, value in {"scores": table.scores, "winners": table.winners}.items():
                given = self.result.get(key, value)
                check(given == value, "record.result", key=key, given=str(given)[:80], found=str(value))
        return table


def own_copy(thing: Any) -> Any:
    """Copy something JSON-ready, so that whoever gets it may change it."""
    if type(thing) is dict:
        return {key: own_copy(value) for key, value in thing.items()}
    return [own_copy(value) for value in thing] if type(thing) is list else thing


def _name_rules(rules: Rules) -> tuple[Any, ...]:
    """Tell how rules are found in another process, or for a copy of a table: by the name of their game."""
    return game_rules, (rules.info.name,)


copyreg.pickle(Rules, _name_rules)
