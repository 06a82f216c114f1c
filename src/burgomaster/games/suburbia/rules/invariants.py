"""What must hold in every position and over every move; the numbers are those of rules.md 18.

KEPT_UP is ours: what the state keeps up to date must be what the boroughs say.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import count_bits, get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.games.suburbia.rules.borough import (
    START_TILES,
    find_cell,
    find_tile,
    is_blocked,
    near_group,
    near_tiles,
)
from burgomaster.games.suburbia.rules.cards import (
    END_TILE,
    LAKE,
    LAKE_KIND,
    N_BASICS,
    N_KINDS,
    N_TILES,
    NO_TILE,
    TILES,
    WATCHES_LINES,
    WATCHES_OTHERS,
    WATCHES_OWN,
    Stack,
)
from burgomaster.games.suburbia.rules.effects import (
    MAX_INCOME,
    MAX_REPUTATION,
    MIN_INCOME,
    MIN_REPUTATION,
    count_lines,
)
from burgomaster.games.suburbia.rules.hexes import N_SIDES, SIDES, x_of, y_of
from burgomaster.games.suburbia.rules.state import (
    DALE_SEAT,
    N_SLOTS,
    N_STACKS,
    N_START_TILES,
    Decision,
    Player,
    State,
)

KEPT_UP = 100
N_MARKERS = 3
FREE_SLOT = 5  # costs nothing in every mode
# A random weight for each tile: two different sets of tiles hardly ever weigh the same.
SALTS = np.random.default_rng(2020).integers(1 << 48, size=N_TILES + 2)


@jit
def broken_rule(state: State) -> int:
    """0, or the number of an invariant that a position breaks."""
    for seat in range(state.rules.n_boroughs):
        broken = broken_by_player(state, seat)
        if broken != 0:
            return broken
    if state.decision == Decision.MAIN and not is_market_full(state):
        return 3
    if state.rules.is_dale != 0 and not is_dale_simple(state.players[DALE_SEAT]):
        return 23
    n_shown = 0
    for place in range(state.stack_next[Stack.C], state.stack_end[Stack.C]):
        n_shown += wide(state.stacked[place] == END_TILE)
    for slot in range(N_SLOTS):
        n_shown += 2 * wide(state.market[slot] == END_TILE)
    if n_shown != 1 - wide(state.end_shown) or not is_end_tile_hidden(state):
        return 18
    for stack in range(1, N_STACKS):
        has_begun = wide(state.stack_next[stack]) > wide(state.box_end[stack - 1])
        if has_begun and wide(state.stack_next[stack - 1]) < wide(state.stack_end[stack - 1]):
            return 27
    return 0


@jit
def is_market_full(state: State) -> bool:
    """Tell whether every slot of the mode is filled and a free lake is possible."""
    for slot in range(state.rules.first_slot, state.rules.end_slot):
        if state.market[slot] == NO_TILE:
            return False
    return state.market[FREE_SLOT] != NO_TILE and state.players[state.to_move].n_cells > 0


@jit
def is_dale_simple(dale: Player) -> bool:
    """Dale never has a lake, a marker or a basic tile beyond the starting ones."""
    for place in range(N_START_TILES, dale.n_tiles):
        tile = wide(dale.tiles[place].tile)
        if tile == LAKE or TILES[tile].stack == Stack.BASIC:
            return False
    return dale.marked == 0


@jit
def is_end_tile_hidden(state: State) -> bool:
    """Tell whether the end tile, if it has not shown, lies in its window."""
    end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
    for place in range(end - wide(state.rules.n_mixed) - 1, end):
        if state.stacked[place] == END_TILE:
            return True
    return state.end_shown != 0


@jit
def broken_by_player(state: State, seat: int) -> int:
    """Invariants of one seat."""
    player = state.players[seat]
    if not (MIN_INCOME <= player.income <= MAX_INCOME):
        return 1
    if not (MIN_REPUTATION <= player.reputation <= MAX_REPUTATION):
        return 1
    if player.population < 0 or player.money < 0:
        return 2
    if wide(player.markers) + count_bits(wide(player.marked)) != N_MARKERS:
        return 6
    if not is_borough_whole(state, player):
        return 7
    n_placements = wide(player.n_tiles) - N_START_TILES + N_MARKERS - wide(player.markers)
    if n_placements != count_turns(state, seat):
        return 8
    n_lines = wide(player.lines_up) - wide(player.lines_down)
    if state.decision != Decision.OVER and n_lines != count_lines(state.rules, wide(player.population)):
        return 10
    return broken_kept_up(state, player)


@jit
def count_turns(state: State, seat: int) -> int:
    """Turns in which a seat has placed something."""
    if state.decision == Decision.OVER:
        return wide(state.round_no)
    turns = wide(state.round_no) - 1
    n_boroughs = wide(state.rules.n_boroughs)
    has_placed = state.decision != Decision.MAIN and state.decision != Decision.GOAL_CHOICE
    if seat == state.to_move:
        return turns + wide(has_placed)
    if state.decision == Decision.GOAL_CHOICE:
        return turns
    first = wide(state.first_player)
    is_earlier = (seat - first) % n_boroughs < (wide(state.to_move) - first) % n_boroughs
    return turns + wide(is_earlier)


@jit
def is_borough_whole(state: State, player: Player) -> bool:
    """Tell whether the tiles hang together, each on a cell of its own, the starting ones in place."""
    for index in range(len(START_TILES)):
        tile, cell = START_TILES[index]
        if player.tiles[index].tile != tile or player.tiles[index].cell != cell:
            return False
    for place in range(player.n_tiles):
        cell = wide(player.tiles[place].cell)
        if find_tile(player, cell) != place or (x_of(cell) + y_of(cell)) % 2 != 0:
            return False
        if is_blocked(state.rules, cell):
            return False
    group = 1
    for _ in range(player.n_tiles):
        group |= near_group(player, group)
    return count_bits(group) == player.n_tiles


@jit
def broken_kept_up(state: State, player: Player) -> int:
    """Compare what the state keeps up to date with a count from scratch."""
    for kind in range(N_KINDS):
        total = 0
        for place in range(player.n_tiles):
            total += wide(TILES[player.tiles[place].tile].kind == kind)
        if total != player.kinds[kind]:
            return KEPT_UP
    for place in range(player.n_tiles):
        row = TILES[player.tiles[place].tile]
        watches = wide(row.watches)
        if has_bit(player.lakes, place) != (row.kind == LAKE_KIND):
            return KEPT_UP + 1
        if has_bit(player.own_watchers, place) != ((watches & WATCHES_OWN) != 0):
            return KEPT_UP + 2
        if has_bit(player.far_watchers, place) != ((watches & WATCHES_OTHERS) != 0):
            return KEPT_UP + 3
        if has_bit(player.line_watchers, place) != ((watches & WATCHES_LINES) != 0):
            return KEPT_UP + 4
    return broken_cells(state, player)


@jit
def has_bit(bits: int, place: int) -> bool:
    """Tell whether a bit is set."""
    return ((wide(bits) >> place) & 1) == 1


@jit
def broken_cells(state: State, player: Player) -> int:
    """Check that every free cell around the borough is on the list, once, and no other."""
    total = 0
    for place in range(player.n_tiles):
        for side in range(N_SIDES):
            cell = wide(player.tiles[place].cell) + SIDES[side]
            is_free = find_tile(player, cell) < 0 and not is_blocked(state.rules, cell)
            if is_free != (find_cell(player, cell) >= 0):
                return KEPT_UP + 5
    for place in range(player.n_cells):
        cell = wide(player.cells[place])
        total += wide(find_cell(player, cell) == place and near_tiles(player, cell) != 0)
    return 0 if total == player.n_cells else KEPT_UP + 6


# Over a move


@jit
def broken_step(before: State, after: State) -> int:
    """0, or the number of an invariant that a move broke."""
    if sum_tiles(before, SALTS) != sum_tiles(after, SALTS):
        return 5
    if after.end_shown < before.end_shown or after.turn_no < before.turn_no:
        return 18
    mover = wide(before.to_move)
    grown = wide(after.players[mover].n_tiles) - wide(before.players[mover].n_tiles)
    if grown < 0 or grown > 1:
        return 8
    made_lake = after.players[mover].lakes != before.players[mover].lakes
    put_marker = after.players[mover].marked != before.players[mover].marked
    if before.rules.is_dale != 0:
        return 0
    for seat in range(after.rules.n_boroughs):
        if seat != mover and after.decision != Decision.OVER:
            is_same = is_untouched(before.players[seat], after.players[seat])
            if made_lake and not is_same:
                return 13
            if put_marker and not is_same:
                return 14
    return 0


@jit
def is_untouched(before: Player, after: Player) -> bool:
    """Tell whether all values of a seat stayed the same."""
    is_same = before.money == after.money and before.population == after.population
    return is_same and before.income == after.income and before.reputation == after.reputation


@jit
def sum_tiles(state: State, weights: Ints) -> int:
    """Add up the weights of all tiles: stacks, boxes, market, boroughs, supply and what left the game."""
    total = wide(weights[END_TILE]) * wide(state.end_shown)
    for stack in range(N_STACKS):
        for place in range(state.stack_next[stack], state.box_end[stack]):
            total += wide(weights[state.stacked[place]])
    for slot in range(N_SLOTS):
        if state.market[slot] != NO_TILE:
            total += wide(weights[state.market[slot]])
    for tile in range(N_TILES):
        total += wide(weights[tile]) * get_count(state.gone, tile)
    for kind in range(N_BASICS):
        total += wide(weights[kind]) * wide(state.basics[kind])
    for seat in range(state.rules.n_boroughs):
        for place in range(state.players[seat].n_tiles):
            total += wide(weights[state.players[seat].tiles[place].face])
    return total
