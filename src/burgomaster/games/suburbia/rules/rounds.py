"""What follows by itself after a placement: income, population, refill, next turn, end (rules.md 6)."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log, emit
from burgomaster.games.suburbia.rules.cards import END_TILE, N_TILES, NO_TILE
from burgomaster.games.suburbia.rules.dale import begin_dale, place_for_dale
from burgomaster.games.suburbia.rules.effects import move_population
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.scoring import finish_game
from burgomaster.games.suburbia.rules.state import (
    DALE_SEAT,
    HUMAN_SEAT,
    N_SLOTS,
    N_STACKS,
    NO_SEAT,
    DaleTie,
    Decision,
    State,
)

# The steps of a turn


@jit
def finish_placement(state: State, log: Log) -> None:
    """Income and population of the active player, then what his game asks for next (4.1)."""
    seat = wide(state.to_move)
    take_income(state, seat, log)
    take_population(state, seat, log)
    if state.rules.is_lone != 0:
        state.decision = Decision.REMOVE
    elif state.rules.is_dale != 0:
        take_dale_turn(state, log)
    else:
        refill(state, 1, log)
        finish_turn(state, log)


@jit
def take_income(state: State, seat: int, log: Log) -> None:
    """Receive the income, or pay it; what cannot be paid costs people (6.1)."""
    player = state.players[seat]
    income = wide(player.income)
    received = max(income, -wide(player.money))
    missing = received - income
    player.money = wide(player.money) + received
    lost = min(missing, wide(player.population))
    if income != 0:
        emit(log, Event.INCOME, seat, received, missing, lost, wide(player.money))
    move_population(state, seat, -lost, log)


@jit
def take_population(state: State, seat: int, log: Log) -> None:
    """Move the population by the reputation; people who are missing cost money (6.2)."""
    player = state.players[seat]
    reputation = wide(player.reputation)
    moved = max(reputation, -wide(player.population))
    missing = moved - reputation
    paid = min(missing, wide(player.money))
    player.money = wide(player.money) - paid
    if reputation != 0:
        emit(log, Event.POPULATION, seat, moved, missing, paid, wide(player.population) + moved)
    move_population(state, seat, moved, log)


@jit
def refill(state: State, n_tiles: int, log: Log) -> None:
    """Slide the market to the right and fill the free slots from the left (6.3)."""
    free = N_SLOTS - 1
    for slot in range(N_SLOTS - 1, -1, -1):
        tile = state.market[slot]
        if tile != NO_TILE:
            state.market[slot] = NO_TILE
            state.market[free] = tile
            free -= 1
    for _ in range(n_tiles):
        if free >= 0:
            draw_into(state, free, log)
            free -= 1


@jit
def draw_into(state: State, slot: int, log: Log) -> None:
    """Draw a tile into a slot; the end tile is put aside and replaced at once."""
    tile = draw_tile(state)
    if tile == END_TILE:
        state.end_shown = 1
        emit(log, Event.END_SHOWN, NO_SEAT, 0, 0, 0, 0)
        tile = draw_tile(state)
    state.market[slot] = tile
    if tile != NO_TILE:
        emit(log, Event.TILE_DRAWN, NO_SEAT, tile, slot, 0, 0)


@jit
def draw_tile(state: State) -> int:
    """Draw the next tile, A before B before C, leaving no trace in its stack; NO_TILE if all are empty."""
    for stack in range(N_STACKS):
        place = wide(state.stack_next[stack])
        if place < wide(state.stack_end[stack]):
            tile = wide(state.stacked[place])
            state.stacked[place] = NO_TILE
            state.stack_next[stack] = place + 1
            return tile
    return NO_TILE


@jit
def finish_turn(state: State, log: Log) -> None:
    """Go on to the next player, the next round or the end (6.4)."""
    state.turn_no = wide(state.turn_no) + 1
    n_boroughs = wide(state.rules.n_boroughs)
    seat = (wide(state.to_move) + 1) % n_boroughs
    is_round_done = seat == state.first_player
    is_last = state.final_round != 0 or (state.rules.lone_end_immediate != 0 and state.end_shown != 0)
    if is_round_done and is_last:
        finish_game(state, log)
        return
    state.to_move = seat
    state.decision = Decision.MAIN
    if is_round_done:
        begin_round(state, log)


@jit
def begin_round(state: State, log: Log) -> None:
    """Begin a round; the one after the end tile showed is the last."""
    state.round_no = wide(state.round_no) + 1
    emit(log, Event.ROUND_BEGINS, NO_SEAT, wide(state.round_no), 0, 0, 0)
    if state.end_shown != 0:
        state.final_round = 1
        emit(log, Event.LAST_ROUND, NO_SEAT, 0, 0, 0, 0)


# Dale


@jit
def take_dale_turn(state: State, log: Log) -> None:
    """Dale takes his tile; it is laid at once unless the human names the cell (9)."""
    state.turn_no = wide(state.turn_no) + 1
    cell = begin_dale(state, log)
    if state.rules.dale_tie == DaleTie.HUMAN:
        state.decision = Decision.DALE
        state.to_move = HUMAN_SEAT
    else:
        finish_dale_turn(state, cell, log)


@jit
def finish_dale_turn(state: State, cell: int, log: Log) -> None:
    """Dale lays his tile and takes his steps; the market is cleared and dealt anew (9, points 4 to 8)."""
    place_for_dale(state, cell, log)
    take_income(state, DALE_SEAT, log)
    take_population(state, DALE_SEAT, log)
    state.turn_no = wide(state.turn_no) + 1
    for slot in range(N_SLOTS):
        if state.market[slot] != NO_TILE:
            emit(log, Event.DALE_CLEARS, NO_SEAT, wide(state.market[slot]), slot, 0, 0)
            remove_from_market(state, slot)
    deal_market(state, log)
    if state.end_shown != 0:
        finish_game(state, log)
        return
    state.to_move = HUMAN_SEAT
    state.decision = Decision.MAIN
    begin_round(state, log)


@jit
def remove_from_market(state: State, slot: int) -> None:
    """Remove a tile from the game."""
    tile = wide(state.market[slot])
    if tile < N_TILES:  # not the back of one, in a view that was played on
        add_count(state.gone, tile, 1)
    state.market[slot] = NO_TILE


@jit
def deal_market(state: State, log: Log) -> None:
    """Deal the four tiles of a round against Dale; the end tile stops everything (R30)."""
    for slot in range(state.rules.first_slot, state.rules.end_slot):
        tile = draw_tile(state)
        if tile == END_TILE:
            state.end_shown = 1
            emit(log, Event.END_SHOWN, NO_SEAT, 0, 0, 0, 0)
            return
        state.market[slot] = tile
        emit(log, Event.TILE_DRAWN, NO_SEAT, tile, slot, 0, 0)
