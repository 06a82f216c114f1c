"""What a match remembers beside the table: seats, played moves, held moves, takebacks, automatic passing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple


class Passing(StrEnum):
    OFF = "off"
    FORCED = "forced"  # whenever nothing else is possible
    CHANGE = "change"  # until somebody does anything but pass
    PHASE = "phase"  # to the end of the phase


@dataclass(frozen=True)
class Seat:
    who: str = ""  # a visitor or an account; "" if nobody does
    name: str = ""
    bot: str = ""  # the bot that plays it now
    left: bool = False  # a person's seat that a bot keeps warm
    since: int = 0  # the entry by which its holder sat down: a link of an earlier holder opens nothing
    timed_out: bool = False  # it was left because its time was over
    origin: str = ""  # a mark of the address from which somebody sat down
    left_ply: int = 0  # the ply at which it was left: what came before, its holder has seen and decided

    @property
    def is_free(self) -> bool:
        return not self.who and not self.bot

    @property
    def is_human(self) -> bool:
        """Tell whether a person decides."""
        return bool(self.who) and not self.bot

    def describe(self) -> Mapping[str, Any]:
        """Describe the seat as everybody may know it."""
        return {"name": self.name, "bot": self.bot or None, "free": self.is_free, "left": self.left}


class PlayedMove(NamedTuple):
    """What is kept of a move beside what the table knows of it; small, because a table has hundreds."""

    at: float  # seconds since 1970
    by: str  # who or what made it: player, bot, auto, record
    is_secret: bool  # whether the others could not know who was asked
    clock_left: tuple[float, ...]  # what everybody's clock showed before the move

    @property
    def is_automatic(self) -> bool:
        return self.by == "auto"


@dataclass(frozen=True)
class HeldMove:
    """A move that waits until a secret question to another seat is answered."""

    move: str
    at: float
    runs: bool  # whether the clock runs on until everybody sees the move


@dataclass(frozen=True)
class Takeback:
    """A request to take the moves after a ply back."""

    seat: int  # who asks
    ply: int
    allowed: tuple[int, ...] = ()  # the seats that said yes


@dataclass(frozen=True)
class RefusedTakeback:
    """How often a seat was told no since the last move."""

    seat: int
    times: int


@dataclass(frozen=True)
class Plan:
    """What a seat does when it becomes its turn."""

    moves: tuple[str, ...]  # the first that is legal is made
    holds: str  # always, phase, change
    mark: Any  # what must not change, or the plan ends


@dataclass(frozen=True)
class Vacation:
    since: float
    until: float
