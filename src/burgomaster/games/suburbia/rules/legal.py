"""The legal moves of every decision (rules.md 4)."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.moves import Moves, add_move
from burgomaster.games.suburbia.rules.actions import Verb, pack
from burgomaster.games.suburbia.rules.cards import BASICS, N_BASICS, NO_GOAL, NO_TILE, SURCHARGES, TILES
from burgomaster.games.suburbia.rules.dale import is_best_cell
from burgomaster.games.suburbia.rules.state import DALE_SEAT, N_SLOTS, Decision, Player, State


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
    money = wide(player.money)
    n = 0
    for slot in range(N_SLOTS):
        tile = wide(state.market[slot])
        if tile != NO_TILE and money >= SURCHARGES[slot]:
            if money >= SURCHARGES[slot] + wide(TILES[tile].cost):
                n = add_cells(player, moves, n, pack(Verb.PLACE, slot, 0))
            n = add_cells(player, moves, n, pack(Verb.LAKE, slot, 0))
    for kind in range(N_BASICS):
        if state.basics[kind] > 0 and money >= wide(TILES[BASICS[kind]].cost):
            n = add_cells(player, moves, n, pack(Verb.BASIC, kind, 0))
    moves.n_moves = add_markers(player, moves, n)


@inline
def add_cells(player: Player, moves: Moves, n: int, move: int) -> int:
    """Add a move for every cell where a tile may be laid."""
    for place in range(player.n_cells):
        moves.codes[n + place] = move | wide(player.cells[place]) << 16
    return n + wide(player.n_cells)


@jit
def add_markers(player: Player, moves: Moves, n: int) -> int:
    """Add a marker on every own tile that has none and whose price can be paid again."""
    if player.markers == 0:
        return n
    for place in range(player.n_tiles):
        laid = player.tiles[place]
        is_free = ((wide(player.marked) >> place) & 1) == 0
        can_pay = player.money >= TILES[laid.tile].cost
        n = add_move(moves, n, pack(Verb.INVEST, 0, wide(laid.cell)), is_free and can_pay)
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
