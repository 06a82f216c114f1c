"""A game with its options chosen: what makes tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from burgomaster.core import entry
from burgomaster.core.errors import SetupError
from burgomaster.core.kernels import Kernels
from burgomaster.core.language import Message
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.options import GameInfo
from burgomaster.core.records import Records
from burgomaster.core.rng import DEAL_STREAM, MAX_SEED, SEATING_STREAM, WORDS, draw_below, seed_rng

if TYPE_CHECKING:
    from burgomaster.core.table import Table

States = Records[Any]
Seats = list[dict[str, Any]]


@dataclass(frozen=True)
class Rules:
    """Everything a game hands to the core. One of these is made in each game's `rules.py`."""

    info: GameInfo
    state: type
    kernels: Kernels
    undealt: Callable[[Mapping[str, Any]], States]  # one state, options set, nothing shuffled
    read_setup: Callable[[States, Mapping[str, Any]], None]  # order the piles; SetupError
    write_setup: Callable[[States], dict[str, Any]]  # of a state that is dealt and has not begun
    read_notation: Callable[[str], int | None]
    write_notation: Callable[[int], str]
    to_move: Callable[[Any], int]
    round_no: Callable[[Any], int]
    phase: Callable[[Any], str]
    money: Callable[[Any, int], int]
    observe: Callable[[Any, int | None], dict[str, Any]]  # a redacted state as a JSON-ready dict
    redact_event: Callable[[Any, Event, int | None], Event]
    move_text: Callable[[Any, int, str], str]  # state, move, language
    log_lines: Callable[[Any, Sequence[Event], Sequence[str], str], list[str]]
    # any state of the game, events, names, language
    refusal: Callable[[Any, int, int], Message]  # state, move, reason
    max_state_bytes: int = 1024  # copying a state must stay cheap: search does little else
    explain: Callable[[Any, Sequence[Event]], list[dict[str, Any]]] | None = None  # what changed and why
    is_reveal: Callable[[Event], bool] = lambda _event: False  # whether an event shows something hidden


@dataclass(frozen=True)
class Game:
    """A game with its options; `new` deals a table."""

    rules: Rules
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The short name."""
        return self.rules.info.name

    @property
    def version(self) -> int:
        """Raised whenever the rules behave differently."""
        return self.rules.info.version

    @property
    def players(self) -> int:
        """How many people, or bots, play."""
        return int(self.options["players"])

    @property
    def automatic_seats(self) -> tuple[str, ...]:
        """The names of seats that play by themselves; they come behind the players'."""
        return self.rules.info.automatic_seats(self.options)

    @property
    def n_seats(self) -> int:
        """How many have a score: the players and the seats that play by themselves."""
        return self.players + len(self.automatic_seats)

    def new(
        self,
        seed: int | None = None,
        setup: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any]] | None = None,
    ) -> Table:
        """Deal a table: by an explicit set-up, by a seed, or at random; seats may be drawn by option."""
        if seed is None and setup is None:
            seed = secrets.randbelow(MAX_SEED)
        check_seed(seed)
        given = [dict(seat) for seat in seats or []]
        if self.options.get("seating") == "random" and seed is not None:
            draw_seats(given, seed)
        return self.deal(seed, setup, given)

    def deal(self, seed: int | None, setup: Mapping[str, Any] | None, seats: Seats) -> Table:
        """Deal a table whose seats stay as they are: how a record begins again."""
        from burgomaster.core.table import Table

        check_seed(seed)
        if seats and len(seats) == self.players:
            seats = seats + [{"name": name} for name in self.automatic_seats]
        if seats and len(seats) != self.n_seats:
            raise SetupError("setup.seats", given=len(seats), players=self.players)
        states, logs = self.rules.undealt(self.options), new_logs()
        seed_rng(states[0].rng, seed or 0, DEAL_STREAM)
        if setup is not None:
            self.rules.read_setup(states, setup)
        else:
            entry.deal(states, 0)
        dealt = self.rules.write_setup(states)
        entry.begin(states, 0, logs)
        return Table(self, states, take_events(logs), seed, dealt, seats)


def draw_seats(seats: Seats, seed: int) -> None:
    """Put described seats into an order drawn by the seed (option `seating`)."""
    rng: Any = np.zeros(WORDS, np.uint32)
    seed_rng(rng, seed, SEATING_STREAM)
    for last in range(len(seats) - 1, 0, -1):
        other = draw_below(rng, last + 1)
        seats[last], seats[other] = seats[other], seats[last]


def check_seed(seed: Any) -> None:
    """SetupError unless a seed is None or a number the generator takes."""
    if seed is not None and (type(seed) is not int or not 0 <= seed <= MAX_SEED):
        raise SetupError("setup.seed", given=repr(seed)[:40])
