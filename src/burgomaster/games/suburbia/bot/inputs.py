"""What a seat knows of a position of Suburbia, as the inputs of a net.

Boroughs are counted from the one that looks, in the order of play; Dale's is one of them. Tiles are counted
by design. Of the viewer's own borough the free cells are told by what lies beside them, the tiles on offer by
what they would bring there, and for each goal how far a seat is ahead of the best of the others. Private
goals of other seats are never read, nor what lies in a stack.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import COUNTS_IN_WORD, load_counts, lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import InputLayout, Inputs, put, put_flag, put_step, seats_ahead
from burgomaster.core.kernels import InputKernels, register_inputs
from burgomaster.games.suburbia.bot.input_blocks import (
    BLOCKS,
    CLOSE_SEATS,
    CLOSE_SIZE,
    CLOSE_START,
    DOLLAR,
    FIRST_CLOSE,
    FIRST_SEAT,
    LAST_STACK_STEPS,
    LINE_STEPS,
    MARKER_STEPS,
    MAX_MONEY,
    MONEY_STEPS,
    POPULATION_STEP,
    POPULATION_STEPS,
    RESIDENT,
    ROUND_STEPS,
    SEAT_SIZE,
    SEAT_START,
    START,
    STEP,
    TILE,
    TRACK_STEPS,
    TURN,
    TURN_STEPS,
    ClosePart,
    Part,
    SeatPart,
)
from burgomaster.games.suburbia.bot.input_cells import draw_map, write_cells
from burgomaster.games.suburbia.bot.input_goals import write_goals, write_private
from burgomaster.games.suburbia.bot.input_offers import (
    best_marker,
    weigh_gains,
    weigh_offers,
    write_next_offers,
    write_own_offers,
)
from burgomaster.games.suburbia.bot.input_steady import COUNT_WORDS, is_steady
from burgomaster.games.suburbia.bot.likely import keep_likely
from burgomaster.games.suburbia.rules.cards import N_BASICS, N_KINDS, N_TILES, SURCHARGES, TILES, Stack
from burgomaster.games.suburbia.rules.effects import MIN_INCOME, MIN_REPUTATION, is_line
from burgomaster.games.suburbia.rules.outlook import draws_left, tracks_value, turns_left
from burgomaster.games.suburbia.rules.state import N_SLOTS, N_STACKS, Decision, Player, Rules, State


@jit
def write_inputs(state: State, seat: int, inputs: Inputs) -> None:
    """Write what a seat knows of a position."""
    inputs.n = 0
    write_steady(state, max(seat, 0), inputs)
    inputs.n_steady = inputs.n
    write_changing(state, seat, inputs)


@jit
def rewrite_inputs(state: State, last: State, seat: int, inputs: Inputs) -> int:
    """Write what a seat knows over what it knew of the last position; return how many inputs were left."""
    if not is_steady(state, last, max(seat, 0)):
        write_inputs(state, seat, inputs)
        return 0
    inputs.n = inputs.n_steady
    write_changing(state, seat, inputs)
    return wide(inputs.n_steady)


@jit
def write_steady(state: State, viewer: int, inputs: Inputs) -> None:
    """Write what does not depend on where the viewer's tiles lie, nor on what they brought there."""
    n_seats = wide(state.rules.n_boroughs)
    write_rules(state, inputs)
    write_course(state, viewer, inputs)
    write_offers(state, inputs)
    write_out(state, inputs)
    write_next_offers(state, viewer, inputs)
    weigh_gains(state, viewer, inputs)
    write_tiles(state.players[viewer], FIRST_SEAT, inputs)
    for ahead in range(1, n_seats):
        other = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        write_seat(state, other, ahead, inputs)
        write_tiles(state.players[other], FIRST_SEAT + ahead * SEAT_SIZE, inputs)


@jit
def write_changing(state: State, seat: int, inputs: Inputs) -> None:
    """Write what the cells of the viewer's tiles change."""
    viewer = max(seat, 0)
    player = state.players[viewer]
    draw_map(player, inputs)
    weigh_offers(state, viewer, inputs)
    write_cells(player, inputs)
    write_own_offers(state, viewer, best_marker(player, inputs), inputs)
    write_paid(state, player, inputs)
    write_goals(state, viewer, inputs)
    if seat == viewer:
        write_private(state, viewer, inputs)
    write_seat(state, viewer, 0, inputs)


# The game


@inline
def write_rules(state: State, inputs: Inputs) -> None:
    """Write the mode and the options."""
    rules = state.rules
    mode = wide(rules.n_boroughs) if rules.is_lone == 0 and rules.is_dale == 0 else wide(rules.is_dale)
    put_flag(inputs, START[Part.MODE] + mode)
    start = START[Part.OPTIONS]
    put(inputs, start, float(wide(rules.line_cost) - 1))
    put(inputs, start + 1, float(wide(rules.line_return) - 1))
    put(inputs, start + 2, float(wide(rules.redline_tiles_mirror)))
    put(inputs, start + 3, float(wide(rules.redline_marker_retroactive)))
    put(inputs, start + 4, float(wide(rules.lake_marker_doubles_waterfront)))
    put(inputs, start + 5, float(wide(rules.lone_end_immediate)))
    put(inputs, start + 6, float(wide(rules.dale_tie_breaks)))
    put(inputs, start + 7, float(wide(rules.has_private_goals)))


@inline
def write_course(state: State, viewer: int, inputs: Inputs) -> None:
    """Write where the game stands."""
    n_seats = wide(state.rules.n_boroughs)
    put_step(inputs, START[Part.ROUND], wide(state.round_no), ROUND_STEPS)
    put_flag(inputs, START[Part.DECISION] + wide(state.decision))
    put_flag(inputs, START[Part.TO_MOVE] + seats_ahead(viewer, wide(state.to_move), n_seats))
    put_flag(inputs, START[Part.FIRST_PLAYER] + seats_ahead(viewer, wide(state.first_player), n_seats))
    start = START[Part.GAME]
    put(inputs, start, 0.5 * TURN * wide(state.turn_no))
    put(inputs, start + 1, float(wide(state.end_shown)))
    put(inputs, start + 2, float(wide(state.final_round)))
    if state.end_shown == 0:
        put(inputs, start + 3, 0.5 * TURN * draws_left(state))
        put(inputs, start + 4, end_chance(state))
    put_step(inputs, START[Part.TURNS], int(turns_left(state, viewer)), TURN_STEPS)
    for stack in range(N_STACKS):
        left = wide(state.stack_end[stack]) - wide(state.stack_next[stack])
        put(inputs, START[Part.STACKS] + stack, TURN * left)
    left = wide(state.stack_end[Stack.C]) - wide(state.stack_next[Stack.C])
    put_step(inputs, START[Part.LAST_STACK], left, LAST_STACK_STEPS)


@inline
def end_chance(state: State) -> float:
    """Return how likely the next tile drawn from the last stack is the end tile."""
    place = wide(state.stack_next[Stack.C])
    end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
    return 1.0 / (end - place) if place >= end - wide(state.rules.n_mixed) - 1 and end > place else 0.0


@inline
def write_offers(state: State, inputs: Inputs) -> None:
    """Write the market and the basic tiles left."""
    for slot in range(N_SLOTS):
        tile = wide(state.market[slot])
        if tile < N_TILES:
            put_flag(inputs, START[Part.MARKET] + slot * N_TILES + tile)
    for kind in range(N_BASICS):
        put(inputs, START[Part.BASICS] + kind, TILE * wide(state.basics[kind]))
    if state.decision == Decision.DALE:
        put_flag(inputs, START[Part.DALE_SLOT] + wide(state.dale_slot))


@inline
def write_paid(state: State, player: Player, inputs: Inputs) -> None:
    """Write which tiles of the market a player can pay."""
    seen = 0
    for slot in range(N_SLOTS):
        tile = wide(state.market[slot])
        if tile < N_TILES and wide(TILES[tile].cost) + SURCHARGES[slot] <= wide(player.money):
            if ((seen >> tile) & 1) == 0:
                put_flag(inputs, START[Part.PAID] + tile)
            seen |= 1 << tile


@inline
def write_out(state: State, inputs: Inputs) -> None:
    """Write the tiles that are out of the game: discarded, removed, or turned over as lakes."""
    first = wide(inputs.n)
    for word in range(COUNT_WORDS):
        rest = load_counts(state.gone, word)
        while rest != 0:
            shift = lowest_bit(rest) & ~3
            tile = word * COUNTS_IN_WORD + (shift >> 2)
            put(inputs, START[Part.OUT] + tile, 0.5 * ((rest >> shift) & 15))
            rest &= ~(15 << shift)
    for seat in range(state.rules.n_boroughs):
        player = state.players[seat]
        lakes = wide(player.lakes)
        while lakes != 0:
            face = wide(player.tiles[lowest_bit(lakes)].face)
            if face < N_TILES:
                add(inputs, first, START[Part.OUT] + face, 0.5)
            lakes &= lakes - 1


# Seats


@inline
def steps_to_line(rules: Rules, population: int) -> int:
    """Return how many residents are missing to the next red line, or one more than are told apart."""
    for missing in range(1, LINE_STEPS):
        if is_line(rules, population + missing):
            return missing
    return LINE_STEPS


@jit
def write_seat(state: State, seat: int, ahead: int, inputs: Inputs) -> None:
    """Write money and tracks of a seat, so many seats after the viewer."""
    player, start = state.players[seat], FIRST_SEAT + ahead * SEAT_SIZE
    to_line = steps_to_line(state.rules, wide(player.population))
    turns = turns_left(state, seat)
    put(inputs, start, DOLLAR * min(wide(player.money), MAX_MONEY))
    put(inputs, start + 1, RESIDENT * wide(player.population))
    put(inputs, start + 2, STEP * wide(player.income))
    put(inputs, start + 3, STEP * wide(player.reputation))
    put(inputs, start + 4, TURN * (wide(player.lines_up) - wide(player.lines_down)))
    put(inputs, start + 5, TILE * to_line)
    put(inputs, start + 6, 0.5 * wide(player.markers))
    put(inputs, start + 7, TURN * wide(player.n_tiles))
    put(inputs, start + 8, RESIDENT * tracks_value(state, seat))
    put(inputs, start + 9, TURN * turns)
    put(inputs, start + 10, 0.2 * DOLLAR * (min(wide(player.money), MAX_MONEY) + turns * wide(player.income)))
    if ahead < CLOSE_SEATS:
        write_close(player, to_line, FIRST_CLOSE + ahead * CLOSE_SIZE, inputs)


@jit
def write_tiles(player: Player, start: int, inputs: Inputs) -> None:
    """Write the tiles of a borough by kind and by design, and those with a marker."""
    for kind in range(N_KINDS):
        put(inputs, start + SEAT_START[SeatPart.KINDS] + kind, TILE * wide(player.kinds[kind]))
    seen = 0
    first, tiles = wide(inputs.n), start + SEAT_START[SeatPart.TILES]
    for index in range(player.n_tiles):
        tile = wide(player.tiles[index].tile)
        if tile < N_TILES:
            if ((seen >> tile) & 1) == 0:
                put(inputs, tiles + tile, 0.5)
            else:
                add(inputs, first, tiles + tile, 0.5)
            seen |= 1 << tile
    first = wide(inputs.n)
    marked = wide(player.marked)
    while marked != 0:
        tile = wide(player.tiles[lowest_bit(marked)].tile)
        add(inputs, first, start + SEAT_START[SeatPart.MARKED] + tile, 1.0)
        marked &= marked - 1


@inline
def add(inputs: Inputs, first: int, place: int, number: float) -> None:
    """Add to an input that may have been written already, not before the first one."""
    index = first
    while index < inputs.n and inputs.places[index] != place:
        index += 1
    if index < inputs.n:
        inputs.numbers[index] += np.float32(number)
    else:
        put(inputs, place, number)


@inline
def write_close(player: Player, to_line: int, start: int, inputs: Inputs) -> None:
    """Write some numbers of a seat step by step."""
    put_step(inputs, start + CLOSE_START[ClosePart.MONEY], wide(player.money), MONEY_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.INCOME], wide(player.income) - MIN_INCOME, TRACK_STEPS)
    reputation = wide(player.reputation) - MIN_REPUTATION
    put_step(inputs, start + CLOSE_START[ClosePart.REPUTATION], reputation, TRACK_STEPS)
    population = wide(player.population) // POPULATION_STEP
    put_step(inputs, start + CLOSE_START[ClosePart.POPULATION], population, POPULATION_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.LINE], to_line - 1, LINE_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.MARKERS], wide(player.markers), MARKER_STEPS)


INPUTS = InputLayout(1, BLOCKS, write_inputs)
register_inputs(State, InputKernels(write_inputs, rewrite_inputs, keep_likely))
