"""The tiles of a borough in the plane: which lie side by side, and where the next may lie (rules.md 11)."""

from __future__ import annotations

from burgomaster.compiler.bits import count_bits, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.games.suburbia.rules.cards import (
    LAKE_KIND,
    TILE_OF,
    TILES,
    WATCHES_LINES,
    WATCHES_OTHERS,
    WATCHES_OWN,
)
from burgomaster.games.suburbia.rules.hexes import N_SIDES, REACH, SIDES, cell_at, is_beside, x_of, y_of
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.rules.state import N_COLUMNS, Player, Rules, State

_python_cell_at = getattr(cell_at, "py_func", cell_at)  # importing a game loads no machine code
START_TILES = tuple(
    (TILE_OF[start["tile"]], _python_cell_at(start["x"], start["y"]))
    for start in read_board()["start"]["tiles"]
)


@jit
def near_tiles(player: Player, cell: int) -> int:
    """Return the tiles of a borough that share a side with a cell, as bits."""
    near = 0
    for place in range(player.n_tiles):
        near |= wide(is_beside(wide(player.tiles[place].cell), cell)) << place
    return near


@inline
def is_blocked(rules: Rules, cell: int) -> bool:
    """Tell whether the borough board lies on a cell (R35)."""
    y = y_of(cell)
    column = x_of(cell) + REACH
    if y >= 0 or column < 0 or column >= N_COLUMNS:
        return False
    return ((wide(rules.blocked[column]) >> ((-y - 1) >> 1)) & 1) == 1


@jit
def find_cell(player: Player, cell: int) -> int:
    """Find the place of a cell among those where a tile may be laid, -1 if it is none of them."""
    for place in range(player.n_cells):
        if player.cells[place] == cell:
            return place
    return -1


@jit
def find_tile(player: Player, cell: int) -> int:
    """Find the tile that lies in a cell, -1 if there is none."""
    for place in range(player.n_tiles):
        if player.tiles[place].cell == cell:
            return place
    return -1


@jit
def lay_tile(state: State, seat: int, tile: int, face: int, cell: int) -> int:
    """Lay a tile into a borough, without any effect; its place among the owner's tiles."""
    place = put_tile(state, seat, tile, face, cell)
    open_cells(state.rules, state.players[seat], cell)
    return place


@jit
def put_tile(state: State, seat: int, tile: int, face: int, cell: int) -> int:
    """Note a new tile in all that is kept up to date but the cells around the borough."""
    player = state.players[seat]
    place = wide(player.n_tiles)
    laid = player.tiles[place]
    laid.cell = cell
    laid.tile = tile
    laid.face = face
    laid.seq = state.n_laid
    laid.lines_before = player.lines_up
    state.n_laid = wide(state.n_laid) + 1
    player.n_tiles = place + 1
    count_tile(player, place, tile, 1)
    return place


@jit
def take_tile_back(state: State, seat: int) -> None:
    """Undo `put_tile`: Dale tries his cells with the tile as if it lay there."""
    player = state.players[seat]
    place = wide(player.n_tiles) - 1
    laid = player.tiles[place]
    count_tile(player, place, wide(laid.tile), -1)
    laid.cell = 0
    laid.tile = 0
    laid.face = 0
    laid.seq = 0
    laid.lines_before = 0
    state.n_laid = wide(state.n_laid) - 1
    player.n_tiles = place


@inline
def count_tile(player: Player, place: int, tile: int, change: int) -> None:
    """Add a tile to the counts and sets of its borough, or take it out (-1)."""
    row = TILES[tile]
    kind = wide(row.kind)
    watches = wide(row.watches)
    bit = change << place
    player.kinds[kind] = wide(player.kinds[kind]) + change
    if kind == LAKE_KIND:
        player.lakes = wide(player.lakes) + bit
    if watches & WATCHES_OWN:
        player.own_watchers = wide(player.own_watchers) + bit
    if watches & WATCHES_OTHERS:
        player.far_watchers = wide(player.far_watchers) + bit
    if watches & WATCHES_LINES:
        player.line_watchers = wide(player.line_watchers) + bit


@jit
def open_cells(rules: Rules, player: Player, cell: int) -> None:
    """Note that a tile was laid in a cell: it is taken, and those around it may be used."""
    taken = 0  # bits of the sides behind which there is a tile, or a cell already on the list
    for place in range(player.n_tiles):
        taken |= side_bit(wide(player.tiles[place].cell) - cell)
    n_cells = wide(player.n_cells)
    place = 0
    while place < n_cells:
        apart = wide(player.cells[place]) - cell
        if apart == 0:
            n_cells -= 1
            player.cells[place] = player.cells[n_cells]
            player.cells[n_cells] = 0
        else:
            taken |= side_bit(apart)
            place += 1
    for side in range(N_SIDES):
        other = cell + SIDES[side]
        if ((taken >> side) & 1) == 0 and not is_blocked(rules, other):
            player.cells[n_cells] = other
            n_cells += 1
    player.n_cells = n_cells


@inline
def side_bit(apart: int) -> int:
    """Return the bit of the side behind which a cell so far apart lies, 0 if it lies elsewhere."""
    bit = 0
    for side in range(N_SIDES):
        bit |= wide(SIDES[side] == apart) << side
    return bit


@jit
def largest_group(player: Player, kinds: int) -> int:
    """Return the most tiles of some kinds that hang together (R21)."""
    waiting = 0
    for place in range(player.n_tiles):
        waiting |= ((kinds >> wide(TILES[player.tiles[place].tile].kind)) & 1) << place
    largest = 0
    while waiting != 0:
        group = waiting & -waiting
        rest = waiting & ~group
        grown = True
        while grown:
            found = rest & near_group(player, group)
            group |= found
            rest &= ~found
            grown = found != 0
        waiting = rest
        largest = max(largest, count_bits(group))
    return largest


@jit
def near_group(player: Player, group: int) -> int:
    """Return the tiles that lie beside one of a group."""
    near = 0
    for place in range(player.n_tiles):
        if ((group >> place) & 1) == 1:
            near |= near_tiles(player, wide(player.tiles[place].cell))
    return near
