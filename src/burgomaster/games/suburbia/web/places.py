"""Free cells in words: beside which tiles they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from burgomaster.core.cache import cached
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import Cell, row_of
from burgomaster.games.suburbia.rules.cards import TILE_OF
from burgomaster.games.suburbia.rules.text import near_text

Near = tuple[str, Cell]  # a tile, and where a cell lies as seen from it
MOST_WORDS = 16384

# Where a cell lies as seen from its neighbour: columns to the right, half rows down
SIDES = {
    (0, -2): "above",
    (0, 2): "below",
    (-1, -1): "upper_left",
    (1, -1): "upper_right",
    (-1, 1): "lower_left",
    (1, 1): "lower_right",
}


def tiles_near(seat_view: SeatView, seat: int) -> Mapping[Cell, Sequence[Near]]:
    """Find the tiles beside every cell of a borough that has any, in the order in which they were laid."""
    key = "near", seat
    if key not in seat_view.cache:
        seat_view.cache[key] = neighbours(seat_view.view["players"][seat]["tiles"])
    found: Mapping[Cell, Sequence[Near]] = seat_view.cache[key]
    return found


def neighbours(tiles: Sequence[Mapping[str, Any]]) -> dict[Cell, list[Near]]:
    """Go around every tile once."""
    found: dict[Cell, list[Near]] = {}
    for tile in tiles:
        name, x, y = tile["tile"], tile["x"], tile["y"]
        for side in SIDES:
            found.setdefault((x + side[0], y + side[1]), []).append((name, side))
    return found


@cached(MOST_WORDS)
def place_words(near: tuple[Near, ...], is_upward: bool, say: Translator) -> str:
    """Say beside which tiles a cell lies, and on which side of each, as the map is drawn."""
    return ", ".join(
        say(
            f"place_at.{SIDES[across, -down if is_upward else down]}",
            tile=row_of(tile)[f"name_{say.language}"],
        )
        for tile, (across, down) in near
    )


@cached(MOST_WORDS)
def beside_words(near: tuple[Near, ...], say: Translator) -> str:
    """Say on a button beside which tiles a cell lies; "" where there are none."""
    words = near_text([TILE_OF[tile] for tile, _side in near], say.language)
    return say("go.beside", tiles=words) if words else ""


def cells_in_words(
    cells: Sequence[Cell], near: Mapping[Cell, Sequence[Near]], is_upward: bool, say: Translator
) -> list[str]:
    """Say where cells lie: beside which tiles, and if that is not enough on which sides, in which column."""
    around = [tuple(near.get(cell, ())) for cell in cells]
    words = [beside_words(one, say) for one in around]
    words = [
        place_words(one, is_upward, say) if is_same else said
        for one, said, is_same in zip(around, words, repeated(words), strict=True)
    ]
    return [
        f"{said}, {column_words(x, say)}" if is_same else said
        for (x, _), said, is_same in zip(cells, words, repeated(words), strict=True)
    ]


def repeated(things: Iterable[Hashable]) -> list[bool]:
    """Tell of each thing whether it is there more than once."""
    kept = list(things)
    times = Counter(kept)
    return [times[thing] > 1 for thing in kept]


def column_words(x: int, say: Translator) -> str:
    """Say in which column of a borough a cell lies, counted from the middle."""
    return say("place_at.middle") if x == 0 else say(f"place_at.{'left' if x < 0 else 'right'}", n=abs(x))
