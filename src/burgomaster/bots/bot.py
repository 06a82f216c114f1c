"""What all bots have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.registry import make_bot, present_bot, read_description
from burgomaster.core.move import Move
from burgomaster.core.table import Table


@dataclass(frozen=True)
class Budget:
    """How much a bot may think; None leaves it to the bot."""

    simulations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class MoveEstimate:
    """What a bot expects of one move."""

    move: Move
    visits: int  # simulations that began with it
    result: float  # between 0 and 1: winning, and by how much
    lead: float  # points over the best of the others at the end
    line: tuple[str, ...] = ()  # how the game may go on, as notations


@dataclass(frozen=True)
class Choice:
    """The move that a bot chose, and what it expects of all moves."""

    move: Move
    estimates: Sequence[MoveEstimate]  # the most visited first
    scores: Sequence[float] = ()  # expected of each seat at the end
    chances: Sequence[float] = ()  # of each seat to win
    simulations: int = 0


class Bot(Protocol):
    """Anything that can choose a move."""

    name: str

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose a legal move, and say why; the information set is all that the bot is told."""
        ...

    def choose(self, table: Table) -> Move:
        """Choose a legal move for the seat to move, knowing only what that seat may know."""
        ...

    @property
    def memory_bytes(self) -> int:
        """Estimate the memory that the bot keeps between two moves."""
        ...


class BaseBot(ABC):
    """A bot that chooses at a table by thinking about what its seat knows."""

    @abstractmethod
    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose a legal move, and say why."""

    def choose(self, table: Table) -> Move:
        """Choose a legal move for the seat to move, knowing only what that seat may know."""
        return self.think(InformationSet(table)).move

    @property
    def memory_bytes(self) -> int:
        """Estimate the memory that the bot keeps between two moves: none that counts."""
        return 0


def bot(name: str, seed: int | None = None, **settings: Any) -> Bot:
    """Make a bot by its name, also with a level or setting as in `search:3`; a seed makes it repeatable."""
    name, described = read_description(present_bot(name)) if isinstance(name, str) else (repr(name)[:40], {})
    return cast(Bot, make_bot(name, seed, {**described, **settings}))
