"""Free cells in words: beside which tiles they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import row_of
from burgomaster.games.suburbia.rules.outline import Cell

# Where a cell lies as seen from its neighbour: columns to the right, half rows down
SIDES = {
    (0, -2): "above",
    (0, 2): "below",
    (-1, -1): "upper_left",
    (1, -1): "upper_right",
    (-1, 1): "lower_left",
    (1, 1): "lower_right",
}


def place_words(cell: Cell, tiles: Sequence[Mapping[str, Any]], is_upward: bool, say: Translator) -> str:
    """Say beside which tiles a cell lies, and on which side of each, as the map is drawn."""
    found = []
    for tile in tiles:
        across, down = cell[0] - tile["x"], cell[1] - tile["y"]
        side = SIDES.get((across, -down if is_upward else down))
        if side:
            found.append(say(f"place_at.{side}", tile=row_of(tile["tile"])[f"name_{say.language}"]))
    return ", ".join(found)
