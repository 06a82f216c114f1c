"""A borough as a map of hexagons: tiles, free cells, the borough board, and the frame of the drawing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import cell_name
from burgomaster.games.suburbia.rules.outline import Cell, board_cells, side_of
from burgomaster.games.suburbia.web.places import place_words
from burgomaster.games.suburbia.web.tiles import TILES, Face, face_of

COLUMN, ROW = 76, 44  # from a cell to the next: hexagons are 101⅓ wide and 88 high, and meet without a gap
HALF_WIDTH, HALF_HEIGHT = 53, 47
LEAST_WIDTH, LEAST_HEIGHT = 380, 330  # so that a small borough is not drawn huge


class Spot(NamedTuple):
    """A cell of a map and where it is drawn."""

    cell: str
    x: int
    y: int
    words: str = ""  # of a free cell: beside which tiles it lies


class MapTile(NamedTuple):
    """A tile of a borough."""

    spot: Spot
    face: Face
    is_marked: bool
    is_new: bool  # laid last


class Map(NamedTuple):
    """A borough ready to be drawn."""

    seat: int
    name: str
    tiles: tuple[MapTile, ...]
    free: tuple[Spot, ...]
    board: tuple[Spot, ...]
    box: str  # the viewBox that shows all
    woods: str = f"{TILES}#tile-woods"  # where nothing can be built


def map_of(seat_view: SeatView, seat: int, say: Translator) -> Map:
    """Draw the borough of a seat; it has free cells where the viewer may build now."""
    player = seat_view.view["players"][seat]
    is_upward = side_of(seat_view.options, seat) == "B"
    cells = [(tile["x"], tile["y"]) for tile in player["tiles"]]
    free = [(x, y) for x, y in player["cells"]] if seat == builder(seat_view) else []
    board = board_cells(seat_view.options, cells)
    newest = max(tile["seq"] for other in seat_view.view["players"] for tile in other["tiles"])
    tiles = tuple(
        MapTile(
            spot_of((tile["x"], tile["y"]), is_upward),
            face_of(tile["tile"], say),
            tile["marked"],
            tile["seq"] == newest,
        )
        for tile in player["tiles"]
    )
    spots = tuple(
        spot_of(cell, is_upward)._replace(words=place_words(cell, player["tiles"], is_upward, say))
        for cell in free
    )
    covered = tuple(spot_of(cell, is_upward) for cell in board)
    shown = [*(tile.spot for tile in tiles), *spots]
    return Map(seat, seat_view.names[seat], tiles, spots, covered, box_of(shown or covered))


def builder(seat_view: SeatView) -> int | None:
    """Find whose borough has cells to choose from: the viewer's, or Dale's for Dale's tile."""
    if seat_view.view["over"] or seat_view.seat is None:
        return None
    is_for_dale = seat_view.view["phase"] == "dale" and seat_view.is_to_move
    return 1 - seat_view.seat if is_for_dale else seat_view.seat


@lru_cache(maxsize=4096)
def spot_of(cell: Cell, is_upward: bool) -> Spot:
    """Find where a cell is drawn; side B is the mirror image."""
    x, y = cell
    return Spot(cell_name(cell), x * COLUMN, (-y if is_upward else y) * ROW)


def box_of(spots: Iterable[Spot]) -> str:
    """Make a viewBox around all cells, not smaller than a few of them."""
    listed = list(spots)
    left, right = min(s.x for s in listed) - HALF_WIDTH, max(s.x for s in listed) + HALF_WIDTH
    top, bottom = min(s.y for s in listed) - HALF_HEIGHT, max(s.y for s in listed) + HALF_HEIGHT
    wide, high = max(0, LEAST_WIDTH - (right - left)) // 2, max(0, LEAST_HEIGHT - (bottom - top)) // 2
    return f"{left - wide} {top - high} {right - left + 2 * wide} {bottom - top + 2 * high}"
