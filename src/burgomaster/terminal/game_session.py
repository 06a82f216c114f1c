"""What the loop needs of a game that is played at this keyboard, wherever its table is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.terminal.failure import Failure
from burgomaster.terminal.screen import Screen


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
