"""The common face of all bots, and how they are found by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from burgomaster.bots.sight import Sight
from burgomaster.core.errors import OptionError
from burgomaster.core.move import Move
from burgomaster.core.table import Table

_MODULES = {"random": "random_bot", "greedy": "greedy_bot", "search": "search_bot"}


@dataclass(frozen=True)
class Budget:
    """How much a bot may think; None leaves it to the bot."""

    descents: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Thought:
    """One move as a bot sees it."""

    move: Move
    visits: int  # how often it was tried
    result: float  # between 0 and 1: winning, and by how much
    lead: float  # points over the best of the others at the end, as far as can be seen
    line: tuple[str, ...] = ()  # how it may go on, as notations


@dataclass(frozen=True)
class Answer:
    """What a bot chose, and why."""

    move: Move
    thoughts: Sequence[Thought]  # the most tried first
    scores: Sequence[float] = ()  # each seat's at the end, as far as can be seen
    chances: Sequence[float] = ()  # each seat's to win
    descents: int = 0


class Bot(Protocol):
    """Somebody who can choose a move."""

    name: str

    def think(self, sight: Sight, budget: Budget | None = None) -> Answer:
        """A legal move, and why; the sight is all the bot is told."""
        ...

    def choose(self, table: Table) -> Move:
        """A legal move for the seat to move, knowing only what that seat may know."""
        ...


class Thinker(ABC):
    """What all bots have in common: at a table they think about what their seat sees."""

    @abstractmethod
    def think(self, sight: Sight, budget: Budget | None = None) -> Answer:
        """A legal move, and why."""

    def choose(self, table: Table) -> Move:
        """A legal move for the seat to move, knowing only what that seat may know."""
        return self.think(Sight(table)).move


def bot_names() -> list[str]:
    """All bots."""
    return list(_MODULES)


def bot(name: str, seed: int | None = None, **settings: Any) -> Bot:
    """A bot by its name; a seed makes its choices repeatable."""
    if name not in _MODULES:
        raise OptionError("option.bot", given=repr(name)[:40], known=", ".join(_MODULES))
    try:
        return cast(Bot, import_module(f"burgomaster.bots.{_MODULES[name]}").make(seed=seed, **settings))
    except TypeError:
        known = ", ".join(settings)
        raise OptionError("option.bot_setting", name=name, given=known) from None
