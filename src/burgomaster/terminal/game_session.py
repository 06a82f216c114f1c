"""What the loop needs of a game that is played at this keyboard, wherever its table is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rich.console import Console

from burgomaster.core.errors import IllegalMove
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.terminal.screen import Screen
from burgomaster.terminal.texts import Failure, one_line


class PlayerQuit(Exception):
    """The player quit."""


class TableChanged(Failure):
    """The table is another one than the player saw: it has to be shown again before they decide."""


@dataclass(frozen=True)
class Turn:
    """A table to be shown: to a person who decides, or to one who waits."""

    seat_view: SeatView
    waiting_for: str = ""  # what is waited for; "" if the seat is asked now
    notices: Sequence[str] = ()


@dataclass(frozen=True)
class RecentLog:
    """What happened since a seat decided last."""

    title: str  # the key of its heading
    lines: Sequence[str]


class GameSession(ABC):
    """A game at this keyboard: it says who decides, takes their moves and tells what happened."""

    screen: Screen
    console: Console

    @abstractmethod
    def next_turn(self) -> Turn | None:
        """Go on until there is something to show; None when the game is over."""

    @abstractmethod
    def play(self, seat_view: SeatView, move: Move | str) -> None:
        """Make a move of the seat that was asked."""

    @abstractmethod
    def pass_on(self, seat_view: SeatView) -> None:
        """Pass now and as long as nothing changes."""

    @abstractmethod
    def undo(self, seat_view: SeatView) -> None:
        """Take the seat's last move back."""

    @abstractmethod
    def log(self, seat_view: SeatView) -> list[str]:
        """Tell everything that a seat saw happening."""

    @abstractmethod
    def recent_log(self, seat_view: SeatView) -> RecentLog:
        """Tell what happened since the seat decided last."""

    @abstractmethod
    def save(self, name: str) -> str:
        """Save a copy under a name, or say where the game is kept."""

    @abstractmethod
    def leave(self) -> str:
        """Keep the game, and say how to come back to it."""

    @abstractmethod
    def print_end(self) -> None:
        """Show the end of the game."""


def log_lines(table: Table, seat: int | None, language: str, since: int = -1) -> list[str]:
    """Tell a seat what it saw happening, fit for a screen; with `since`, only after that many moves."""
    return [one_line(line) for line in table.log(seat, language, since, is_reader=True)]


def moves_before_decision(table: Table, seat: int | None) -> int:
    """Count the moves before a seat's last decision; -1 if it never decided, as `log_lines` takes it."""
    decided = (len(earlier.history) for earlier, _ in positions_back(table) if earlier.to_move == seat)
    return -1 if seat is None else next(decided, -1)


def positions_back(table: Table) -> Iterator[tuple[Table, Table]]:
    """Go through the tables before each move and after it, from the last move back to the first."""
    earlier = table.copy()
    with suppress(IllegalMove):  # there is no move before the first
        while True:
            later = earlier.copy()
            earlier.undo()
            yield earlier, later
