"""What a picture of a position is made of. A game says it in `web/picture.py`; the painter does the rest.

A game hands over what a spectator sees and nothing else: it is given the view of a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

CARD_RATIO = 0.75  # height of a card's picture by its width
GAP = 0.09  # between pieces, of their width
HEX_RATIO = 0.867


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def inner(self, margin: float) -> Box:
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def left(self, width: float, gap: float = 0.0) -> tuple[Box, Box]:
        """Divide it into a part of some width and the rest at its right."""
        rest = Box(self.x + width + gap, self.y, self.width - width - gap, self.height)
        return Box(self.x, self.y, width, self.height), rest

    def top(self, height: float, gap: float = 0.0) -> tuple[Box, Box]:
        """Divide it into a part of some height and the rest below."""
        rest = Box(self.x, self.y + height + gap, self.width, self.height - height - gap)
        return Box(self.x, self.y, self.width, height), rest

    def columns(self, weights: Sequence[float], gap: float) -> list[Box]:
        room, x, found = self.width - gap * (len(weights) - 1), self.x, []
        for weight in weights:
            found.append(Box(x, self.y, room * weight / sum(weights), self.height))
            x += found[-1].width + gap
        return found

    def lines(self, weights: Sequence[float], gap: float) -> list[Box]:
        turned = Box(self.y, self.x, self.height, self.width).columns(weights, gap)
        return [Box(one.y, one.x, one.height, one.width) for one in turned]


class Grid(NamedTuple):
    """Places of equal pieces."""

    columns: int
    width: float  # of a piece
    height: float
    x: float  # of the first
    y: float

    def place(self, column: float, line: float) -> tuple[float, float]:
        """Find the upper left corner of a place; halves lie between two."""
        step = self.width * (1 + GAP)
        return self.x + column * step, self.y + line * (self.height + self.width * GAP)


def grid_in(box: Box, n_pieces: int, columns: int = 0, ratio: float = CARD_RATIO, most: float = 1e9) -> Grid:
    """Lay pieces out in the middle of a room, as large as they can be; 0 columns: as many as fit best."""

    def width(n: int) -> float:
        lines = -(-n_pieces // n)
        by_height = box.height / (ratio * lines + GAP * (lines - 1))
        return max(1.0, min(box.width / (n + GAP * (n - 1)), by_height, most))

    columns = columns or max(range(1, n_pieces + 1), key=lambda n: (width(n), -n), default=1)
    wide, lines = (width(columns), -(-n_pieces // columns)) if n_pieces else (1.0, 1)
    whole = wide * (columns + GAP * (columns - 1)), wide * (ratio * lines + GAP * (lines - 1))
    return Grid(
        columns, wide, wide * ratio, box.x + (box.width - whole[0]) / 2, box.y + (box.height - whole[1]) / 2
    )


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
