"""Which moves a search by the net looks at below its root.

Nearly all moves of a turn lay the same few things on other cells. For each thing a few cells are left: those
where it and its neighbours give most for each other, and among equal ones those that touch more tiles. A lake
is the same whichever tile is turned over, so that fewer cells do for each; with three instead of
five, one look at every move makes 1.8 points less in Lone Architect.
"""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import Inputs
from burgomaster.core.move_list import Moves
from burgomaster.games.suburbia.bot.input_blocks import N_BUILT_TYPES
from burgomaster.games.suburbia.bot.input_cells import (
    GIFT,
    NEAR,
    NEAR_TYPES,
    OFFER_GIFT,
    TILE_TYPES,
    Rates,
    count_touching,
    draw_map,
    near_gift,
    weigh_gifts,
    weigh_own_gifts,
)
from burgomaster.games.suburbia.bot.input_offers import rates_of
from burgomaster.games.suburbia.rules.actions import Verb, pack, value_of, verb_of
from burgomaster.games.suburbia.rules.cards import BASICS, LAKE
from burgomaster.games.suburbia.rules.state import Decision, Player, State

MARKET_CELLS, BASIC_CELLS, LAKE_CELLS = 6, 3, 5  # left for each tile that can be laid
TOUCH = 0.01  # residents that a tile beside a cell counts
USED = -1e9  # of a cell that is left already
CELL_WORTH = NEAR_TYPES  # where in the room the cells are weighed


@jit
def keep_likely(state: State, moves: Moves, room: Inputs) -> None:
    """Leave of the legal moves those worth a look; `room` is written over."""
    if state.decision != Decision.MAIN:
        return
    seat = wide(state.to_move)
    player, rates = state.players[seat], rates_of(state, seat)
    weigh_own_gifts(player, rates, room)
    draw_map(player, room)
    n_left, place = 0, 0
    while place < moves.n_moves:
        move = wide(moves.codes[place])
        if verb_of(move) == Verb.INVEST:
            moves.codes[n_left] = move
            n_left += 1
            place += 1
        else:
            weigh_cells(player, laid_tile(state, move), rates, room)
            n_left = keep_cells(player, moves, n_left, move, cells_for(verb_of(move)), room)
            place += wide(player.n_cells)
    moves.n_moves = n_left


@inline
def laid_tile(state: State, move: int) -> int:
    """Return the tile that a move lays."""
    verb, value = verb_of(move), value_of(move)
    if verb == Verb.PLACE:
        return wide(state.market[value])
    return wide(BASICS[value]) if verb == Verb.BASIC else LAKE


@inline
def cells_for(verb: int) -> int:
    """Return how many cells are left for what a verb lays."""
    if verb == Verb.PLACE:
        return MARKET_CELLS
    return BASIC_CELLS if verb == Verb.BASIC else LAKE_CELLS


@jit
def weigh_cells(player: Player, tile: int, rates: Rates, room: Inputs) -> None:
    """Weigh for each free cell what a tile and its neighbours there give for each other."""
    kind = wide(TILE_TYPES[tile])
    weigh_gifts(tile, rates, OFFER_GIFT, room)
    for index in range(player.n_cells):
        near = wide(room.places[NEAR + index])
        worth = near_gift(near, OFFER_GIFT, room) + TOUCH * count_touching(near)
        if kind < N_BUILT_TYPES:
            worth += room.numbers[GIFT + N_BUILT_TYPES * index + kind]
        room.numbers[CELL_WORTH + index] = worth


@jit
def keep_cells(player: Player, moves: Moves, n_left: int, move: int, n_cells: int, room: Inputs) -> int:
    """Leave the moves to the best cells, the best first; return how many moves are left so far."""
    verb, value, n_free = verb_of(move), value_of(move), wide(player.n_cells)
    for _ in range(min(n_cells, n_free)):
        best = 0
        for index in range(1, n_free):
            if room.numbers[CELL_WORTH + index] > room.numbers[CELL_WORTH + best]:
                best = index
        room.numbers[CELL_WORTH + best] = USED
        moves.codes[n_left] = pack(verb, value, wide(player.cells[best]))
        n_left += 1
    return n_left
