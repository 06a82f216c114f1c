"""Burgomaster: economic board games as a table to play at and as a very fast simulator.

    import burgomaster as bm
    name = bm.games()[0]["game"]
    table = bm.game(name, players=2).new(seed=42)
    table.play(table.moves()[0])

Everything is loaded when it is first used: naming the games loads no compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from burgomaster.core.errors import (
    BurgomasterError,
    IllegalMove,
    OptionError,
    RecordError,
    SetupError,
)

if TYPE_CHECKING:
    from burgomaster.bots import bot
    from burgomaster.core.batch import Batch
    from burgomaster.core.errors import PositionError
    from burgomaster.core.move import Move
    from burgomaster.core.playout import Simulation
    from burgomaster.core.registry import describe_games as games
    from burgomaster.core.table import Record, Table
    from burgomaster.core.table import load_game as game
    from burgomaster.core.table import load_position as from_position
    from burgomaster.lab.simulate import batch, simulate

__version__ = "0.5.0"

__all__ = [
    "Batch",
    "BurgomasterError",
    "IllegalMove",
    "Move",
    "OptionError",
    "PositionError",
    "Record",
    "RecordError",
    "SetupError",
    "Simulation",
    "Table",
    "batch",
    "bot",
    "from_position",
    "game",
    "games",
    "simulate",
]

_LAZY = {  # name -> module and the name there
    "Batch": "core.batch:Batch",
    "Move": "core.move:Move",
    "PositionError": "core.errors:PositionError",
    "Record": "core.table:Record",
    "Simulation": "core.playout:Simulation",
    "Table": "core.table:Table",
    "batch": "lab.simulate:batch",
    "bot": "bots:bot",
    "from_position": "core.table:load_position",
    "game": "core.table:load_game",
    "simulate": "lab.simulate:simulate",
}


def __dir__() -> list[str]:
    """Name what is loaded when it is first used, too: notebooks complete names by this list."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name == "games":  # the package itself, which is callable
        return import_module(f"{__name__}.games")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _LAZY[name].partition(":")
    value = getattr(import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value
