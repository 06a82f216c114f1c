"""Burgomaster: economic board games as a table to play at and as a very fast simulator.

    import burgomaster as bm
    table = bm.game("petersburg", players=2).new(seed=42)
    table.play(table.moves()[0])

Everything is loaded when it is first used: naming the games loads no compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import burgomaster.games  # noqa: F401  # registers the games; the name `games` below is the function
from burgomaster.core.errors import (
    BurgomasterError,
    IllegalMove,
    OptionError,
    RecordError,
    SetupError,
)
from burgomaster.core.registry import describe_games as games
from burgomaster.core.registry import load_game as game

if TYPE_CHECKING:
    from burgomaster.bots import bot
    from burgomaster.core.record import Record
    from burgomaster.core.table import Move, Table
    from burgomaster.lab.simulate import Simulation, simulate

__version__ = "0.1.0"

__all__ = [
    "BurgomasterError",
    "IllegalMove",
    "Move",
    "OptionError",
    "Record",
    "RecordError",
    "SetupError",
    "Simulation",
    "Table",
    "bot",
    "game",
    "games",
    "simulate",
]

_LAZY = {
    "Move": "core.table",
    "Record": "core.record",
    "Simulation": "lab.simulate",
    "Table": "core.table",
    "bot": "bots",
    "simulate": "lab.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    globals()[name] = value
    return value
