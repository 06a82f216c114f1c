"""Where things go: pieces in a room, as large as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from burgomaster.web.picture.parts import CARD_RATIO

GAP = 0.09  # between pieces, of their width
HEX_RATIO = 0.867


class Box(NamedTuple):
    """A part of a picture."""

    x: float
    y: float
    width: float
    height: float

    def inner(self, margin: float) -> Box:
        """Leave a margin on all sides."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


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


def grid_in(
    box: Box,
    n_pieces: int,
    columns: int = 0,
    ratio: float = CARD_RATIO,
    most: float = 1e9,
    is_left: bool = False,
) -> Grid:
    """Lay pieces out in a room, as large as they can be, in the middle or from its left."""
    choices = [columns] if columns else range(1, max(1, n_pieces) + 1)
    widths = {n: width_in(box, n, -(-n_pieces // n) or 1, ratio) for n in choices}
    best = max(widths, key=lambda n: (min(most, widths[n]), -n))
    width = min(most, widths[best])
    lines = -(-n_pieces // best) or 1
    height = width * ratio
    wide = width * (best + GAP * (best - 1))
    high = height * lines + width * GAP * (lines - 1)
    x = box.x if is_left else box.x + (box.width - wide) / 2
    return Grid(best, width, height, x, box.y + (box.height - high) / 2)


def width_in(box: Box, columns: int, lines: int, ratio: float) -> float:
    """Find how wide a piece can be with so many columns and lines."""
    by_width = box.width / (columns + GAP * (columns - 1))
    by_height = box.height / (ratio * lines + GAP * (lines - 1))
    return max(1.0, min(by_width, by_height))


def shares(total: float, weights: Sequence[float], gap: float) -> list[tuple[float, float]]:
    """Divide a length by weights, with gaps between: where each part begins, and how long it is."""
    room = total - gap * (len(weights) - 1)
    found, at = [], 0.0
    for weight in weights:
        length = room * weight / sum(weights)
        found.append((at, length))
        at += length + gap
    return found
