"""What a picture of a position is made of. A game says it in `web/picture.py`; the painter does the rest.

A game hands over what a spectator sees and nothing else: it is given the view of a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

CARD_RATIO = 0.75  # height of a card's picture by its width


class Art(NamedTuple):
    """A symbol of a sheet of drawings."""

    sheet: Path
    symbol: str
    color: str = ""  # of a sign that has none of its own


class Piece(NamedTuple):
    art: tuple[Art, ...]  # one above the other
    tint: str  # of its frame, and of the ground where the drawing leaves some
    cost: str = ""
    copies: int = 1
    is_hex: bool = False
    is_dim: bool = False


class Pawn(NamedTuple):
    """Something of a seat that stands between pieces, in units of them: (0.5, 0) is beside the first."""

    column: float
    line: float
    seat: int


class Row(NamedTuple):
    """Pieces that lie on the table for everybody."""

    pieces: tuple[Piece | None, ...]  # None: an empty place
    columns: int = 0  # 0: as many as fit best
    pawns: tuple[Pawn, ...] = ()
    weight: float = 1.0  # its part of the room


class Cell(NamedTuple):
    """A hexagon of a map: where it is drawn, in the units of its art, and what is on it."""

    x: float
    y: float
    art: tuple[Art, ...]


class Stat(NamedTuple):
    """A number of a player, with its sign."""

    text: str
    art: Art | None = None
    color: str = "#66573f"


class Side(NamedTuple):
    seat: int
    name: str
    score: int
    is_turn: bool = False
    has_won: bool = False
    stats: tuple[Stat, ...] = ()
    pieces: tuple[Piece, ...] = ()
    cells: tuple[Cell, ...] = ()
    face: str = ""  # of the sheet with faces


@dataclass(frozen=True)
class Board:
    """A position: what lies on the table, and the players."""

    rows: tuple[Row, ...]
    sides: tuple[Side, ...]
    variables: Mapping[str, str] = field(default_factory=dict)  # colours that the drawings ask for by name
    facts: tuple[str, ...] = ()  # sentences, of a game that has no drawings
    is_beside: bool = False  # whether the table lies beside the players, not above them


class Guest(NamedTuple):
    """A participant on a card that shows no position."""

    name: str
    face: str
