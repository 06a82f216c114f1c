"""A position as OpenSpiel sees it: the deal and every draw are chance, and each seat remembers what it saw.

A move that would turn something up waits in `pending` until chance has said which of the draws it is; that
draw shuffles everything nobody knows, and only then the move is carried out. So the position before it
settles nothing that is still to be drawn, and a search that looks ahead meets chance where a person does.

What a seat knows is kept as a digest over all that it saw: equal digests, equal memories.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.batch_kernels import describe_games, observe_games
from burgomaster.core.encoding import NO_ACTION, ActionSpace, Encoding, Layout
from burgomaster.core.errors import OptionError
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.move import copy_states
from burgomaster.core.options import Option
from burgomaster.core.playout import Scratch, play_out
from burgomaster.core.registry import game_info, game_part
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, new_rng, seed_rng
from burgomaster.core.rules import States
from burgomaster.core.table import Game, load_game

Array = npt.NDArray[Any]

CHANCE_PART = "rules.view"
DRAW_STREAM = 1 << 16  # the first of the streams that draws are made with, one for each in turn
NO_MOVE = -1
NO_SEAT = -1  # nobody is to move: the game is over, or chance is
SAFE = ' {}[]"'  # what OpenSpiel reads as it stands, besides letters and figures


@dataclass
class Memory:
    """What one seat has seen so far."""

    digest: bytes = b""
    view: bytes = b""  # the last position as it saw it
    events: tuple[Event, ...] = ()

    def see(self, view: bytes, events: tuple[Event, ...], own: int = NO_MOVE) -> Memory:
        """Return the memory after one more move; another's that changed nothing visible was not noticed."""
        if view == self.view and not events and own == NO_MOVE:
            return self
        digest = blake2b(repr((self.digest, own, events)).encode() + view, digest_size=16).digest()
        return Memory(digest, view, self.events + events)


class Happened(NamedTuple):
    """A move, the events of it and the position after it."""

    states: States
    events: tuple[Event, ...]
    mover: int
    code: int


@dataclass
class Position:
    """Where a game stands. States are never changed once they are here, so copies share them."""

    states: States | None = None  # None before the deal
    pending: int = NO_MOVE  # the move that waits for a draw
    n_draws: int = 0
    memories: tuple[Memory, ...] = ()
    unread: list[Happened] = field(default_factory=list)  # moves that are not yet in the memories

    def __deepcopy__(self, _memo: dict[int, Any]) -> Position:
        return Position(self.states, self.pending, self.n_draws, self.memories, list(self.unread))

    @property
    def is_chance(self) -> bool:
        return self.states is None or self.pending != NO_MOVE


class Desk(threading.local):
    """Hold what kernels write to; one for each thread, because kernels let other threads run."""

    def __init__(self, encoding: Encoding, n_actions: int, n_numbers: int) -> None:
        self.logs, self.rng = new_logs(), new_rng()
        self.scratches: Any = zeros(Scratch, 1)
        self.legal: Array = np.zeros((1, encoding.max_legal), np.int32)
        self.mask: Array = np.zeros((1, n_actions), np.uint8)
        self.observation: Array = np.zeros((1, n_numbers), np.int16)
        self.n_legal: Array = np.zeros(1, np.int32)
        self.to_move: Array = np.zeros(1, np.int8)


class Table:
    """Plays positions of one game; holds what all of them share."""

    def __init__(self, game: Game, deals: int, draws: int, seed: int) -> None:
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self.game, self.deals, self.seed = game, deals, seed
        self.encoding: Encoding = encoding
        self.shuffle_unseen: Callable[[Any, Any], None] | None = getattr(
            game_part(game.name, CHANCE_PART), "shuffle_unseen", None
        )
        self.draws = draws if self.shuffle_unseen is not None else 0
        self._undealt: Any = game.rules.undealt(game.options)
        self._desk = Desk(encoding, self.space.size, self.layout.size)

    @cached_property
    def space(self) -> ActionSpace:
        return self.encoding.space(self.game.options)

    @cached_property
    def layout(self) -> Layout:
        return self.encoding.layout(self.game.options, self._undealt[0])

    # Playing

    def deal(self, position: Position, number: int) -> None:
        states = copy_states(self._undealt)
        seed_rng(states[0].rng, self.seed + number, DEAL_STREAM)
        python_api.deal(states, 0)
        python_api.begin(states, 0, self._desk.logs)
        events = take_events(self._desk.logs)
        position.memories = tuple(Memory() for _ in range(self.game.players))
        _reach(position, Happened(states, events, NO_SEAT, NO_MOVE))

    def play(self, position: Position, code: int) -> None:
        """Carry a legal move out, or let it wait for a draw if it turns something up."""
        assert position.states is not None
        states = copy_states(position.states)
        python_api.apply(states, 0, code, self._desk.logs)
        events = take_events(self._desk.logs)
        if self.draws > 0 and any(map(self.game.rules.is_reveal, events)):
            position.pending = code
        else:
            _reach(position, Happened(states, events, self._mover(position), code))

    def draw(self, position: Position, number: int) -> None:
        """Draw what nobody knows in one of the ways, and carry out the move that waits for it."""
        assert position.states is not None and self.shuffle_unseen is not None
        states, code = copy_states(position.states), position.pending
        seed_rng(self._desk.rng, self.seed + number, DRAW_STREAM + position.n_draws)
        self.shuffle_unseen(states[0], self._desk.rng)
        python_api.apply(states, 0, code, self._desk.logs)
        happened = Happened(states, take_events(self._desk.logs), self._mover(position), code)
        position.pending = NO_MOVE
        position.n_draws += 1
        _reach(position, happened)

    def _mover(self, position: Position) -> int:
        assert position.states is not None
        return self.game.rules.to_move(position.states[0])

    # Looking

    def seat_to_move(self, position: Position) -> int:
        if position.is_chance or self.is_over(position):
            return NO_SEAT
        return self._mover(position)

    def is_over(self, position: Position) -> bool:
        return position.states is not None and bool(python_api.is_over(position.states, 0))

    def legal_actions(self, position: Position) -> list[int]:
        """List the legal actions of the seat to move, the lowest first."""
        desk = self._desk
        describe_games(
            position.states, desk.scratches, self.space.numbers, self.layout.shape, desk.observation,
            desk.mask, desk.legal, desk.n_legal, desk.to_move,
        )  # fmt: skip
        found: list[int] = np.sort(desk.legal[0, : desk.n_legal[0]]).tolist()
        if found[0] == NO_ACTION:  # OpenSpiel would write past its arrays
            raise OptionError("openspiel.unnumbered", game=self.game.name)
        return found

    def is_legal(self, position: Position, action: int) -> bool:
        in_space = 0 <= action < self.space.size
        return in_space and python_api.refuse(position.states, 0, int(self.space.moves[action])) == 0

    def action_of(self, states: States, code: int) -> int:
        return int(self.space.numbers[self.encoding.number_of(states[0], code)])

    def observe(self, position: Position, seat: int, out: Array) -> None:
        """Write what a seat (NO_SEAT: a spectator) knows as numbers."""
        assert position.states is not None
        written = self._desk.observation
        observe_games(copy_states(position.states), seat, self.layout.shape, written)
        out[:] = written[0]

    def view(self, position: Position, seat: int) -> dict[str, Any]:
        """Return what a seat (NO_SEAT: a spectator) knows, JSON-ready."""
        assert position.states is not None
        states = redacted(position.states, seat)
        return self.game.rules.observe(states[0], None if seat == NO_SEAT else seat)

    def memory(self, position: Position, seat: int) -> Memory:
        self.read(position)
        return position.memories[seat]

    def read(self, position: Position) -> None:
        """Let every seat remember the moves it has not thought of yet."""
        for happened in position.unread:
            position.memories = tuple(
                memory.see(*self._noticed(happened, seat)) for seat, memory in enumerate(position.memories)
            )
        position.unread.clear()

    def _noticed(self, happened: Happened, seat: int) -> tuple[bytes, tuple[Event, ...], int]:
        """Return the position and the events as a seat sees them, and the move if it was its own."""
        states, events, mover, code = happened
        view = bytes(redacted(states, seat).tobytes())
        return view, self._seen(states, events, seat), code if mover == seat else NO_MOVE

    def _seen(self, states: States, events: Sequence[Event], seat: int) -> tuple[Event, ...]:
        redact = self.game.rules.redact_event
        return tuple(redact(states[0], event, seat) for event in events)

    # Worlds that a seat cannot tell apart

    def resample(self, position: Position, seat: int, seed: int) -> Position:
        """Draw another position that is the same to a seat, whatever is hidden from it."""
        if position.states is None:
            return Position()
        own = self.memory(position, seat)
        states = copy_states(position.states)
        python_api.canonicalize(states, 0, seat)
        seed_rng(self._desk.rng, seed, 0)
        python_api.determinize(states, 0, seat, self._desk.rng)
        found = self.imagine(states, seat, own)
        found.n_draws = position.n_draws
        if self._mover(found) == self._mover(position):
            found.pending = position.pending
        return found

    def play_out(self, position: Position, seed: int) -> Position:
        """Play random moves to the end, from a shuffle of what nobody knows."""
        assert position.states is not None
        states, desk = copy_states(position.states), self._desk
        scratch = desk.scratches[0]
        seed_rng(scratch.rng, seed, PLAY_STREAM)
        if self.shuffle_unseen is not None:
            self.shuffle_unseen(states[0], scratch.rng)
        if position.pending != NO_MOVE:
            python_api.apply(states, 0, position.pending, desk.logs)
            take_events(desk.logs)
        play_out(states[0], scratch)
        return Position(states)

    def imagine(self, states: States, seat: int, own: Memory) -> Position:
        """Make a position of states that a seat thinks possible; others remember what it knows of them."""
        memories = [
            own if other == seat else self._imagined(states, other, own) for other in range(self.game.players)
        ]
        return Position(states, memories=tuple(memories))

    def _imagined(self, states: States, seat: int, own: Memory) -> Memory:
        view, events = redacted(states, seat).tobytes(), self._seen(states, own.events, seat)
        return Memory().see(own.digest + view, events)


@lru_cache(maxsize=16)
def shared_table(name: str, players: int, options: str, deals: int, draws: int, seed: int) -> Table:
    """Return the table of some parameters; games that are loaded again and again share it."""
    game = load_game(name, players=players, **read_options(name, options))
    return Table(game, deals, draws, seed)


def _reach(position: Position, happened: Happened) -> None:
    position.states = happened.states
    position.unread.append(happened)


def redacted(states: States, seat: int) -> Any:
    """Return a copy of a position without what a seat may not know."""
    found = copy_states(states)
    python_api.redact(found, 0, seat)
    return found


# Options of a game as one word of OpenSpiel's parameters: `edition:2014;expansions:banquet+market`
#
# Several values are joined by `+`. Whatever OpenSpiel cannot read inside its parentheses (commas, equals
# signs) is written as in addresses of pages, `%2C` for a comma; so any value of any option can be said.


def write_options(options: Mapping[str, Any]) -> str:
    return ";".join(f"{name}:{_write_value(value)}" for name, value in options.items())


def read_options(game: str, words: str) -> dict[str, Any]:
    """Read what `write_options` wrote, or what a person wrote in the same way."""
    known = {option.name: option for option in game_info(game).options}
    found: dict[str, Any] = {}
    for word in filter(None, words.split(";")):
        name, colon, value = word.partition(":")
        if not colon or name in found:
            raise OptionError("openspiel.options", given=words[:80])
        found[name] = _read_value(known.get(name), value)
    return found


def _write_value(value: Any) -> str:
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        return "+".join(quote(item) for item in value)
    return quote(value if isinstance(value, str) else json.dumps(value), safe=SAFE)


def _read_value(option: Option | None, value: str) -> Any:
    """Read a value: as it is if it is allowed, several where there may be several, else as JSON."""
    word = unquote(value)
    if option is not None and word in option.values:
        return word
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        is_list = option is not None and isinstance(option.default, tuple)
        return [unquote(item) for item in value.split("+")] if is_list or "+" in value else word
