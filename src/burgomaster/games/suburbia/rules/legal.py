"""The legal moves of every decision (rules.md 4)."""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import count_bits, lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.kernels import draw_listed
from burgomaster.core.move_list import Moves, add_move
from burgomaster.core.rng import draw_below
from burgomaster.games.suburbia.rules.actions import Verb, pack, value_of, verb_of
from burgomaster.games.suburbia.rules.cards import BASICS, N_BASICS, NO_GOAL, NO_TILE, SURCHARGES, TILES
from burgomaster.games.suburbia.rules.dale import is_best_cell
from burgomaster.games.suburbia.rules.state import DALE_SEAT, N_SLOTS, Decision, Player, State

# What can be laid on a free cell: slot by slot a tile of the market and a lake, then the basic tiles.
WAYS = np.array(
    [verb | slot << 8 for slot in range(N_SLOTS) for verb in (Verb.PLACE, Verb.LAKE)]
    + [Verb.BASIC | kind << 8 for kind in range(N_BASICS)],
    np.int64,
)


@jit
def legal(state: State, moves: Moves) -> None:
    """Write the legal moves of the seat to move."""
    decision = state.decision
    if decision == Decision.MAIN:
        legal_main(state, moves)
    elif decision == Decision.DISCARD:
        legal_slots(state, moves, Verb.DISCARD)
    elif decision == Decision.REMOVE:
        legal_slots(state, moves, Verb.REMOVE)
    elif decision == Decision.GOAL_CHOICE:
        legal_keep(state, moves)
    elif decision == Decision.DALE:
        legal_dale(state, moves)
    else:
        moves.n_moves = 0


@jit
def legal_keep(state: State, moves: Moves) -> None:
    """Keep one of the two goals dealt."""
    goals = state.players[state.to_move].goals
    n = 0
    for place in range(2):
        goal = wide(goals[place])
        n = add_move(moves, n, pack(Verb.KEEP, goal, 0), goal != NO_GOAL)
    moves.n_moves = n


@jit
def legal_main(state: State, moves: Moves) -> None:
    """List a market tile, a lake, a basic tile or a marker (4.2)."""
    player = state.players[state.to_move]
    ways, n = ways_to_lay(state, player), 0
    while ways != 0:
        move = WAYS[lowest_bit(ways)]
        for place in range(player.n_cells):
            moves.codes[n + place] = move | wide(player.cells[place]) << 16
        n += wide(player.n_cells)
        ways &= ways - 1
    moves.n_moves = add_markers(player, moves, n)


@jit
def draw_legal(state: State, moves: Moves, rng: Ints) -> int:
    """Draw one of the legal moves; hundreds of cells and what may be laid on them are not listed for that."""
    if state.decision != Decision.MAIN:
        return draw_listed(state, moves, rng)
    player = state.players[state.to_move]
    ways, n_cells = ways_to_lay(state, player), wide(player.n_cells)
    n_laid = n_cells * count_bits(ways)
    n_markers = count_markers(player)
    chosen = draw_below(rng, n_laid + n_markers)
    if chosen >= n_laid:
        number, place = chosen - n_laid, 0
        while number > 0 or not can_mark(player, place):
            number -= wide(can_mark(player, place))
            place += 1
        return pack(Verb.INVEST, 0, wide(player.tiles[place].cell))
    while chosen >= n_cells:
        chosen -= n_cells
        ways &= ways - 1
    return wide(WAYS[lowest_bit(ways)]) | wide(player.cells[chosen]) << 16


@jit
def ways_to_lay(state: State, player: Player) -> int:
    """Return what may be laid on any free cell, in the order of the moves: a bit for each of WAYS."""
    money, ways = wide(player.money), 0
    for slot in range(N_SLOTS):
        tile, price = wide(state.market[slot]), wide(SURCHARGES[slot])
        if tile != NO_TILE and money >= price:
            ways |= (2 + wide(money >= price + wide(TILES[tile].cost))) << (2 * slot)
    for kind in range(N_BASICS):
        can = state.basics[kind] > 0 and money >= wide(TILES[BASICS[kind]].cost)
        ways |= wide(can) << (2 * N_SLOTS + kind)
    return ways


@inline
def can_mark(player: Player, place: int) -> bool:
    """Tell whether an own tile can get a marker: it has none, and its price can be paid again."""
    is_free = ((wide(player.marked) >> place) & 1) == 0
    return is_free and player.money >= TILES[player.tiles[place].tile].cost


@jit
def count_markers(player: Player) -> int:
    """Count the own tiles that can get a marker."""
    n = 0
    if player.markers > 0:
        for place in range(player.n_tiles):
            n += wide(can_mark(player, place))
    return n


@jit
def add_markers(player: Player, moves: Moves, n: int) -> int:
    """Add a marker on every own tile that has none and whose price can be paid again."""
    if player.markers == 0:
        return n
    for place in range(player.n_tiles):
        move = pack(Verb.INVEST, 0, wide(player.tiles[place].cell))
        n = add_move(moves, n, move, can_mark(player, place))
    return n


@jit
def legal_slots(state: State, moves: Moves, verb: int) -> None:
    """Any tile of the market whose surcharge can be paid."""
    money = wide(state.players[state.to_move].money)
    n = 0
    for slot in range(N_SLOTS):
        can = state.market[slot] != NO_TILE and money >= SURCHARGES[slot]
        n = add_move(moves, n, pack(verb, slot, 0), can)
    moves.n_moves = n


@jit
def legal_dale(state: State, moves: Moves) -> None:
    """Any of Dale's best cells (R27)."""
    dale = state.players[DALE_SEAT]
    n = 0
    for place in range(dale.n_cells):
        n = add_move(moves, n, pack(Verb.DALE, 0, wide(dale.cells[place])), is_best_cell(state, place))
    moves.n_moves = n


@inline
def thing_of(state: State, move: int) -> int:
    """Return the number of the tile that a move lays from the market, counted from 1; else 0."""
    return wide(state.market[value_of(move)]) + 1 if verb_of(move) == Verb.PLACE else 0
