"""Why a move is not legal. Written apart from legal.py, so that each checks the other."""

from __future__ import annotations

from enum import IntEnum

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.suburbia.rules.actions import (
    MAX_PACKED,
    N_VERBS,
    Verb,
    cell_of,
    pack,
    value_of,
    verb_of,
)
from burgomaster.games.suburbia.rules.borough import find_cell, find_tile, is_blocked
from burgomaster.games.suburbia.rules.cards import BASICS, N_BASICS, NO_GOAL, NO_TILE, SURCHARGES, TILES
from burgomaster.games.suburbia.rules.dale import is_best_cell
from burgomaster.games.suburbia.rules.state import DALE_SEAT, N_SLOTS, Decision, Player, State


class Refusal(IntEnum):
    """The reasons; `refusal.*` in the texts says them."""

    LEGAL = 0
    UNKNOWN = 1
    OVER = 2
    NOT_NOW = 3
    NOT_YOUR_GOAL = 4
    EMPTY_SLOT = 5
    TOO_EXPENSIVE = 6
    SOLD_OUT = 7
    OCCUPIED = 8
    BLOCKED = 9
    NOT_ADJACENT = 10
    NO_TILE_THERE = 11
    NO_MARKERS = 12
    HAS_MARKER = 13
    NOT_BEST = 14


@jit
def refuse(state: State, move: int) -> int:
    """LEGAL, or why a move cannot be made."""
    if state.decision == Decision.OVER:
        return Refusal.OVER
    if not is_known(move):
        return Refusal.UNKNOWN
    verb = verb_of(move)
    if decision_of(verb) != state.decision:
        return Refusal.NOT_NOW
    if verb == Verb.KEEP:
        return refuse_keep(state, move)
    if verb == Verb.PLACE or verb == Verb.LAKE:
        return refuse_market(state, move)
    if verb == Verb.BASIC:
        return refuse_basic(state, move)
    if verb == Verb.INVEST:
        return refuse_invest(state, move)
    if verb == Verb.DALE:
        return refuse_dale(state, move)
    if state.market[value_of(move)] == NO_TILE:
        return Refusal.EMPTY_SLOT
    return refuse_price(state, move)


@jit
def is_known(move: int) -> bool:
    """Tell whether an int is a move of this game at all."""
    if move < 0 or move >= MAX_PACKED or verb_of(move) >= N_VERBS:
        return False
    verb, value, cell = verb_of(move), value_of(move), cell_of(move)
    has_cell = verb in (Verb.PLACE, Verb.BASIC, Verb.LAKE, Verb.INVEST, Verb.DALE)
    if verb == Verb.KEEP:
        limit = NO_GOAL
    elif verb == Verb.BASIC:
        limit = N_BASICS
    elif verb == Verb.INVEST or verb == Verb.DALE:
        limit = 1
    else:
        limit = N_SLOTS
    return value < limit and (has_cell or cell == 0) and pack(verb, value, cell) == move


@jit
def decision_of(verb: int) -> int:
    """Return the decision that a verb answers."""
    if verb == Verb.KEEP:
        return Decision.GOAL_CHOICE
    if verb == Verb.DISCARD:
        return Decision.DISCARD
    if verb == Verb.REMOVE:
        return Decision.REMOVE
    if verb == Verb.DALE:
        return Decision.DALE
    return Decision.MAIN


@jit
def refuse_keep(state: State, move: int) -> int:
    """Refuse to keep anything but one of the two goals dealt."""
    goals = state.players[state.to_move].goals
    goal = value_of(move)
    return Refusal.LEGAL if goal == goals[0] or goal == goals[1] else Refusal.NOT_YOUR_GOAL


@jit
def price_of(state: State, move: int) -> int:
    """Tell what a move costs the seat to move; of a market move the slot is filled."""
    verb, value = verb_of(move), value_of(move)
    if verb == Verb.PLACE:
        return SURCHARGES[value] + wide(TILES[state.market[value]].cost)
    if verb == Verb.LAKE or verb == Verb.DISCARD or verb == Verb.REMOVE:
        return wide(SURCHARGES[value])
    if verb == Verb.BASIC:
        return wide(TILES[BASICS[value]].cost)
    if verb == Verb.INVEST:
        player = state.players[state.to_move]
        return wide(TILES[player.tiles[find_tile(player, cell_of(move))].tile].cost)
    return 0


@jit
def refuse_price(state: State, move: int) -> int:
    """Refuse a move that cannot be paid for in full before anything comes of it (4.2)."""
    can_pay = price_of(state, move) <= wide(state.players[state.to_move].money)
    return Refusal.LEGAL if can_pay else Refusal.TOO_EXPENSIVE


@jit
def refuse_cell(state: State, player: Player, cell: int) -> int:
    """Refuse a cell that is taken, beside no own tile, or covered by the board."""
    if find_tile(player, cell) >= 0:
        return Refusal.OCCUPIED
    if is_blocked(state.rules, cell):
        return Refusal.BLOCKED
    return Refusal.LEGAL if find_cell(player, cell) >= 0 else Refusal.NOT_ADJACENT


@jit
def refuse_market(state: State, move: int) -> int:
    """Find what is wrong with laying a market tile, face up or as a lake."""
    if state.market[value_of(move)] == NO_TILE:
        return Refusal.EMPTY_SLOT
    reason = refuse_cell(state, state.players[state.to_move], cell_of(move))
    return reason if reason != Refusal.LEGAL else refuse_price(state, move)


@jit
def refuse_basic(state: State, move: int) -> int:
    """Find what is wrong with laying a basic tile."""
    if state.basics[value_of(move)] <= 0:
        return Refusal.SOLD_OUT
    reason = refuse_cell(state, state.players[state.to_move], cell_of(move))
    return reason if reason != Refusal.LEGAL else refuse_price(state, move)


@jit
def refuse_invest(state: State, move: int) -> int:
    """Find what is wrong with a marker on an own tile."""
    player = state.players[state.to_move]
    place = find_tile(player, cell_of(move))
    if place < 0:
        return Refusal.NO_TILE_THERE
    if player.markers <= 0:
        return Refusal.NO_MARKERS
    if ((wide(player.marked) >> place) & 1) == 1:
        return Refusal.HAS_MARKER
    return refuse_price(state, move)


@jit
def refuse_dale(state: State, move: int) -> int:
    """Dale's tile may lie only where it brings him most."""
    reason = refuse_cell(state, state.players[DALE_SEAT], cell_of(move))
    if reason != Refusal.LEGAL:
        return reason
    place = find_cell(state.players[DALE_SEAT], cell_of(move))
    return Refusal.LEGAL if is_best_cell(state, place) else Refusal.NOT_BEST
