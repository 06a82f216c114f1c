"""A borough as a map of hexagons: tiles, free cells, the borough board, and the frame of the drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from burgomaster.core.cache import Cache, cached
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import Cell, board_cells, cell_name, side_of
from burgomaster.games.suburbia.web.places import place_words, tiles_near
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


LaidTile = tuple[str, Cell, bool, bool]  # which, where, whether it has a marker, whether it is the newest


@dataclass(frozen=True, eq=False)
class Map:
    """A borough ready to be drawn; as long as it is the same, it is the same object."""

    seat: int
    name: str
    tiles: tuple[MapTile, ...]
    free: tuple[Spot, ...]
    board: tuple[Spot, ...]
    box: str  # the viewBox that shows all
    woods: str = f"{TILES}#tile-woods"  # where nothing can be built


_maps: Cache[Map] = Cache(4096)


def map_of(seat_view: SeatView, seat: int, say: Translator) -> Map:
    """Find the map of a borough: a move changes few of those that are seen."""
    laid, cells, ground = laid_tiles(seat_view, seat), free_cells(seat_view, seat), ground_of(seat_view, seat)
    key = seat, seat_view.names[seat], laid, cells, ground, say
    return _maps.get(key, lambda: make_map(seat_view, seat, say))


def make_map(seat_view: SeatView, seat: int, say: Translator) -> Map:
    """Draw the borough of a seat; it has free cells where the viewer may build now."""
    laid = laid_tiles(seat_view, seat)
    is_upward = side_of(seat_view.options, seat) == "B"
    tiles = map_tiles(laid, is_upward, say)
    spots = free_spots(seat_view, seat, is_upward, say)
    board = board_cells(seat_view.options, [cell for _, cell, _, _ in laid])
    covered = tuple([spot_of(cell, is_upward) for cell in board])
    shown = [*[tile.spot for tile in tiles], *spots]
    return Map(seat, seat_view.names[seat], tiles, spots, covered, box_of(shown or covered))


def ground_of(seat_view: SeatView, seat: int) -> str:
    """Name the borough board of a seat: its side, and the cells that it covers."""
    return f"{side_of(seat_view.options, seat)} {seat_view.options['blocked_cells']}"


def laid_tiles(seat_view: SeatView, seat: int) -> tuple[LaidTile, ...]:
    """List the tiles of a borough."""
    players = seat_view.view["players"]
    newest = max([tile["seq"] for other in players for tile in other["tiles"][-1:]])
    return tuple(
        [
            (tile["tile"], (tile["x"], tile["y"]), tile["marked"], tile["seq"] == newest)
            for tile in players[seat]["tiles"]
        ]
    )


@cached(4096)
def map_tiles(laid: tuple[LaidTile, ...], is_upward: bool, say: Translator) -> tuple[MapTile, ...]:
    """Draw tiles; in most boroughs of a table nothing has changed."""
    return tuple(
        MapTile(spot_of(cell, is_upward), face_of(tile, say), is_marked, is_new)
        for tile, cell, is_marked, is_new in laid
    )


def free_cells(seat_view: SeatView, seat: int) -> tuple[Cell, ...]:
    """List the cells of a borough where the viewer can lay a tile."""
    if seat != builder(seat_view):
        return ()
    return tuple([(x, y) for x, y in seat_view.view["players"][seat]["cells"]])


def free_spots(seat_view: SeatView, seat: int, is_upward: bool, say: Translator) -> tuple[Spot, ...]:
    """Draw the cells where a tile can be laid."""
    cells = free_cells(seat_view, seat)
    near = tiles_near(seat_view, seat) if cells else {}
    words = [place_words(tuple(near.get(cell, ())), is_upward, say) for cell in cells]
    return tuple([free_spot(cell, is_upward, said) for cell, said in zip(cells, words, strict=True)])


def builder(seat_view: SeatView) -> int | None:
    """Find whose borough has cells to choose from: the viewer's, or Dale's for Dale's tile."""
    if seat_view.view["over"] or seat_view.seat is None:
        return None
    is_for_dale = seat_view.view["phase"] == "dale" and seat_view.is_to_move
    return 1 - seat_view.seat if is_for_dale else seat_view.seat


@cached(4096)
def spot_of(cell: Cell, is_upward: bool) -> Spot:
    """Find where a cell is drawn; side B is the mirror image."""
    x, y = cell
    return Spot(cell_name(cell), x * COLUMN, (-y if is_upward else y) * ROW)


@cached(16384)
def free_spot(cell: Cell, is_upward: bool, words: str) -> Spot:
    """Find where a free cell is drawn, with its words."""
    return spot_of(cell, is_upward)._replace(words=words)


def box_of(spots: Iterable[Spot]) -> str:
    """Make a viewBox around all cells, not smaller than a few of them."""
    across, down = zip(*[(spot.x, spot.y) for spot in spots], strict=True)
    left, right = min(across) - HALF_WIDTH, max(across) + HALF_WIDTH
    top, bottom = min(down) - HALF_HEIGHT, max(down) + HALF_HEIGHT
    wide, high = max(0, LEAST_WIDTH - (right - left)) // 2, max(0, LEAST_HEIGHT - (bottom - top)) // 2
    return f"{left - wide} {top - high} {right - left + 2 * wide} {bottom - top + 2 * high}"
