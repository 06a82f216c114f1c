"""The common face of all bots, and how they are found by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from burgomaster.core.errors import OptionError
from burgomaster.core.table import Move, Table

_MODULES = {"random": "random_bot", "greedy": "greedy_bot", "search": "search_bot"}


class Bot(Protocol):
    """Somebody who can choose a move."""

    name: str

    def choose(self, table: Table) -> Move:
        """A legal move for the seat to move, knowing only what that seat may know."""
        ...


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
