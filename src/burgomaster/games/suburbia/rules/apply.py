"""Carrying out a legal move (rules.md 4.2). What follows by itself is in rounds.py."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, value_of, verb_of
from burgomaster.games.suburbia.rules.borough import find_tile, lay_tile
from burgomaster.games.suburbia.rules.cards import BASICS, LAKE, NO_TILE, SURCHARGES, TILES
from burgomaster.games.suburbia.rules.effects import resolve_laid, resolve_marker
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.rounds import (
    finish_dale_turn,
    finish_placement,
    finish_turn,
    refill,
    remove_from_market,
)
from burgomaster.games.suburbia.rules.state import Decision, State

DRAWN_BY_LONE = 2  # the Lone Architect loses two tiles a turn, and draws two (R23)


@jit
def apply(state: State, move: int, log: Log) -> None:
    """Carry out a legal move and everything that follows from it."""
    verb = verb_of(move)
    if verb == Verb.PLACE:
        apply_place(state, move, log)
    elif verb == Verb.LAKE:
        apply_lake(state, move, log)
    elif verb == Verb.BASIC:
        apply_basic(state, move, log)
    elif verb == Verb.INVEST:
        apply_invest(state, move, log)
    elif verb == Verb.DISCARD:
        apply_discard(state, move, log)
    elif verb == Verb.REMOVE:
        apply_remove(state, move, log)
    elif verb == Verb.KEEP:
        apply_keep(state, move, log)
    else:
        finish_dale_turn(state, cell_of(move), log)


@jit
def apply_keep(state: State, move: int, log: Log) -> None:
    """Keep one goal and give the other back, unseen; then the next player chooses (4.1)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    goal = value_of(move)
    if player.goals[0] != goal:
        player.goals[1] = player.goals[0]
        player.goals[0] = goal
    player.has_kept = 1
    emit(log, Event.KEEP_GOAL, seat, goal, 0, 0, 0)
    state.to_move = (seat + 1) % wide(state.rules.n_players)
    if state.to_move == state.first_player:
        state.decision = Decision.MAIN


@jit
def apply_place(state: State, move: int, log: Log) -> None:
    """Buy a tile of the market and lay it."""
    slot, cell = value_of(move), cell_of(move)
    tile = wide(state.market[slot])
    price = SURCHARGES[slot] + wide(TILES[tile].cost)
    state.market[slot] = NO_TILE
    emit(log, Event.PLACE, wide(state.to_move), tile, price, cell, slot)
    pay_and_lay(state, tile, tile, price, cell, log)
    finish_placement(state, log)


@jit
def apply_lake(state: State, move: int, log: Log) -> None:
    """Lay a tile of the market face down."""
    slot, cell = value_of(move), cell_of(move)
    tile = wide(state.market[slot])
    state.market[slot] = NO_TILE
    emit(log, Event.LAKE, wide(state.to_move), tile, SURCHARGES[slot], cell, slot)
    pay_and_lay(state, LAKE, tile, SURCHARGES[slot], cell, log)
    finish_placement(state, log)


@jit
def apply_basic(state: State, move: int, log: Log) -> None:
    """Lay a basic tile; a tile of the market must then be discarded."""
    kind, cell = value_of(move), cell_of(move)
    tile = BASICS[kind]
    price = wide(TILES[tile].cost)
    state.basics[kind] = wide(state.basics[kind]) - 1
    emit(log, Event.BASIC, wide(state.to_move), tile, price, cell, 0)
    pay_and_lay(state, tile, tile, price, cell, log)
    state.decision = Decision.DISCARD


@jit
def apply_invest(state: State, move: int, log: Log) -> None:
    """Put a marker on an own tile; a tile of the market must then be discarded."""
    seat = wide(state.to_move)
    player = state.players[seat]
    place = find_tile(player, cell_of(move))
    tile = wide(player.tiles[place].tile)
    price = wide(TILES[tile].cost)
    player.markers = wide(player.markers) - 1
    pay(state, price)
    emit(log, Event.INVEST, seat, tile, price, cell_of(move), 0)
    resolve_marker(state, seat, place, log)
    state.decision = Decision.DISCARD


@jit
def apply_discard(state: State, move: int, log: Log) -> None:
    """Remove a tile of the market from the game, paying its surcharge."""
    slot = value_of(move)
    emit(log, Event.DISCARD, wide(state.to_move), wide(state.market[slot]), SURCHARGES[slot], slot, 0)
    pay(state, SURCHARGES[slot])
    remove_from_market(state, slot)
    finish_placement(state, log)


@jit
def apply_remove(state: State, move: int, log: Log) -> None:
    """Remove one more tile for the Lone Architect; then fill the market up (10)."""
    slot = value_of(move)
    emit(log, Event.REMOVE, wide(state.to_move), wide(state.market[slot]), SURCHARGES[slot], slot, 0)
    pay(state, SURCHARGES[slot])
    remove_from_market(state, slot)
    refill(state, DRAWN_BY_LONE, log)
    finish_turn(state, log)


@jit
def pay_and_lay(state: State, tile: int, face: int, price: int, cell: int, log: Log) -> None:
    """Pay, lay a tile and let everything react (5.1)."""
    seat = wide(state.to_move)
    pay(state, price)
    resolve_laid(state, seat, lay_tile(state, seat, tile, face, cell), log)


@inline
def pay(state: State, price: int) -> None:
    """Let the seat to move pay the bank."""
    player = state.players[state.to_move]
    player.money = wide(player.money) - price
