"""Positions as numbers, each with a bound that follows from those before it (core/position_coder.py).

The boroughs are told turn by turn, as they were built: which cells there were to choose from, the order of
all tiles and what is on offer follows. What a seat does not know is left out.
"""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import add_count, get_count
from burgomaster.core.errors import PositionError
from burgomaster.core.position_coder import Coder, Pool
from burgomaster.games.suburbia.rules.borough import START_TILES, lay_tile
from burgomaster.games.suburbia.rules.cards import (
    BASICS,
    END_TILE,
    GOALS,
    LAKE,
    N_GOALS,
    NO_GOAL,
    NO_TILE,
    TILES,
    Stack,
)
from burgomaster.games.suburbia.rules.effects import MAX_INCOME, MAX_REPUTATION, MIN_INCOME, MIN_REPUTATION
from burgomaster.games.suburbia.rules.invariants import N_MARKERS, count_turns
from burgomaster.games.suburbia.rules.state import (
    DALE_SEAT,
    MAX_PLAYERS,
    MAX_TURNS,
    N_SLOTS,
    N_STACKS,
    NO_SEAT,
    DaleTie,
    Decision,
)

MOST = 30_000  # money or population
MAX_LINES = 256
STACK_OF = [int(TILES[tile].stack) for tile in range(END_TILE)] + [int(Stack.C)]  # the end tile lies in C
FULL_MARKET = (Decision.GOAL_CHOICE, Decision.MAIN, Decision.DISCARD)  # no slot is empty


def walk(coder: Coder, state: Any) -> None:
    tiles = Pool(int(tile) for tile in coder.undealt.stacked)
    for kind, tile in enumerate(BASICS):
        tiles.left[tile] = int(coder.undealt.basics[kind])
    goals = Pool(goal for goal in range(N_GOALS) if is_used(state, goal))
    walk_course(coder, state)
    walk_boroughs(coder, state, tiles)
    for seat in range(state.rules.n_boroughs):
        player = state.players[seat]
        coder.large(player, "money", MOST)
        coder.large(player, "population", MOST)
        coder.field(player, "income", MAX_INCOME - MIN_INCOME + 1, MIN_INCOME)
        coder.field(player, "reputation", MAX_REPUTATION - MIN_REPUTATION + 1, MIN_REPUTATION)
        coder.field(player, "lines_up", MAX_LINES)
        coder.field(player, "lines_down", MAX_LINES)
    walk_market(coder, state, tiles)
    walk_goals(coder, state, goals)
    walk_stacks(coder, state, tiles)
    if coder.is_whole:
        coder.words(state.rng, "rng")


def is_used(state: Any, goal: int) -> bool:
    """Tell whether a goal is in the game; some are not used against Dale."""
    return not state.rules.is_dale or not GOALS[goal].excluded_with_dale


def walk_course(coder: Coder, state: Any) -> None:
    n_boroughs = int(state.rules.n_boroughs)
    coder.field(state, "round_no", MAX_TURNS, 1)
    coder.field(state, "decision", len(Decision))
    coder.field(state, "first_player", int(state.rules.n_players))
    coder.field(state, "to_move", n_boroughs)
    coder.field(state, "end_shown", 2)
    coder.field(state, "final_round", 2)
    turns = sum(count_turns(state, seat) for seat in range(n_boroughs))
    state.turn_no = turns - coder.number(turns - int(state.turn_no), 2, "turn_no")
    if coder.is_reading:
        check_course(state, turns)


def check_course(state: Any, turns: int) -> None:
    """Refuse a course that no game takes: its question, its turns, its end."""
    rules, decision = state.rules, Decision(state.decision)
    is_asked = {
        Decision.GOAL_CHOICE: rules.has_private_goals and state.round_no == 1,
        Decision.REMOVE: rules.is_lone,
        Decision.DALE: rules.is_dale and rules.dale_tie == DaleTie.HUMAN,
        Decision.OVER: state.end_shown,
    }.get(decision, True)
    is_seat = state.to_move < rules.n_players or decision == Decision.OVER
    is_unfinished = decision in (Decision.DISCARD, Decision.REMOVE)  # the turn in which a seat has placed
    if not (is_asked and is_seat and turns - state.turn_no == is_unfinished):
        raise PositionError("position.impossible")
    if state.final_round and not state.end_shown:
        raise PositionError("position.impossible")


# Boroughs


def walk_boroughs(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over all turns in their order; reading, the tiles are laid again."""
    n_boroughs = int(state.rules.n_boroughs)
    order = [(int(state.first_player) + step) % n_boroughs for step in range(n_boroughs)]
    building = state if coder.is_reading else coder.undealt.copy()
    for seat in order:
        for tile, cell in START_TILES:
            lay_tile(building, seat, tile, tile, cell)
    turns = [int(count_turns(state, seat)) for seat in range(n_boroughs)]
    n_markers = [0] * n_boroughs
    for turn in range(max(turns)):
        for seat in order:
            if turn < turns[seat] and walk_turn(coder, state, building, seat, pool, n_markers[seat]):
                n_markers[seat] += 1
    for seat in order:
        walk_markers(coder, state.players[seat], n_markers[seat])


def walk_turn(coder: Coder, state: Any, building: Any, seat: int, pool: Pool, n_markers: int) -> bool:
    """Walk over what somebody placed in one turn; tell whether it was an investment marker."""
    place = int(building.players[seat].n_tiles)
    told = state.players[seat].tiles[place]
    if n_markers < N_MARKERS:
        is_later = (
            coder.is_reading or place >= state.players[seat].n_tiles or int(told.seq) != building.n_laid
        )
        if coder.flag(is_later, "markers"):
            return True
    cells = [int(cell) for cell in building.players[seat].cells[: building.players[seat].n_cells]]
    cell = coder.choice(int(told.cell), cells, "cells")
    is_lake = coder.flag(told.tile == LAKE, "tiles")
    face = coder.draw(int(told.face), pool, "tiles", lambda tile: tile != END_TILE)
    lines = coder.number(int(told.lines_before), MAX_LINES, "lines")
    building.players[seat].lines_up = lines
    lay_tile(building, seat, LAKE if is_lake else face, face, cell)
    return False


def walk_markers(coder: Coder, player: Any, n_markers: int) -> None:
    places = [place for place in range(player.n_tiles) if (int(player.marked) >> place) & 1]
    tiles = Pool(range(int(player.n_tiles)))
    marked = 0
    for index in range(n_markers):
        marked |= 1 << coder.draw(-1 if coder.is_reading else places[index], tiles, "markers")
    player.marked = marked
    player.markers = N_MARKERS - n_markers


# The middle of the table


def walk_market(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over the tiles on offer, those that left the game, and what Dale is about to take."""
    for slot in range(int(state.rules.first_slot), int(state.rules.end_slot)):
        tile = int(state.market[slot])
        if state.decision in FULL_MARKET or coder.flag(tile != NO_TILE, "market"):
            state.market[slot] = coder.draw(tile, pool, "market", is_stacked)
    firsts = [0, *(int(end) for end in state.box_end)]
    begun = [int(state.stack_next[stack]) > firsts[stack] for stack in range(N_STACKS)]
    n_begun = coder.number(0 if coder.is_reading else sum(begun), N_STACKS + 1, "stacks")
    for tile in pool.kinds(lambda tile: is_stacked(tile) and STACK_OF[tile] < n_begun):
        n_gone = coder.copies(get_count(state.gone, tile), pool, tile, "gone")
        if coder.is_reading:
            add_count(state.gone, tile, n_gone)
    for kind, tile in enumerate(BASICS):
        state.basics[kind] = pool.left[tile]
    if state.decision == Decision.DALE:
        walk_dale(coder, state)


def is_stacked(tile: int) -> bool:
    """Tell whether a tile comes from a stack and can be bought."""
    return tile != END_TILE and tile not in BASICS


def walk_dale(coder: Coder, state: Any) -> None:
    """Walk over the tile that Dale takes and the cells that are best for him."""
    slots = [slot for slot in range(N_SLOTS) if state.market[slot] != NO_TILE]
    state.dale_slot = coder.choice(int(state.dale_slot), slots, "dale")
    n_cells = int(state.players[DALE_SEAT].n_cells)
    bits = sum((int(word) & (1 << 64) - 1) << 64 * place for place, word in enumerate(state.dale_cells))
    bits = coder.number(bits, 1 << n_cells, "dale")
    for place in range(len(state.dale_cells)):
        word = (bits >> 64 * place) & (1 << 64) - 1
        state.dale_cells[place] = word - (1 << 64) if word >> 63 else word


def walk_goals(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over the goals that are known, and who reached them when all is over."""
    is_over = state.decision == Decision.OVER
    for place in range(state.rules.n_public_goals):
        state.public_goals[place] = coder.draw(int(state.public_goals[place]), pool, "goals")
    for seat in range(int(state.rules.n_players) * int(state.rules.has_private_goals)):
        player = state.players[seat]
        coder.field(player, "has_kept", 2)
        for place in range(2):
            if coder.shows(seat) or (place == 0 and is_over):
                player.goals[place] = coder.draw(int(player.goals[place]), pool, "goals")
    if is_over:
        walk_winners(coder, state)
    if coder.is_reading and state.rules.has_private_goals:
        deal_goals(state, pool)


def walk_winners(coder: Coder, state: Any) -> None:
    private = int(state.rules.n_players) * int(state.rules.has_private_goals)
    places = [*range(state.rules.n_public_goals), *range(MAX_PLAYERS, MAX_PLAYERS + private)]
    for place in places:
        told = int(state.goal_winners[place]) - NO_SEAT
        state.goal_winners[place] = coder.number(told, int(state.rules.n_boroughs) + 1, "goals") + NO_SEAT


def deal_goals(state: Any, pool: Pool) -> None:
    """Give everybody whose goals are not known some that nobody saw."""
    for seat in range(state.rules.n_players):
        goals = state.players[seat].goals
        for place in range(2):
            if goals[place] == NO_GOAL:
                goals[place] = pool.kinds()[0]
                pool.take(int(goals[place]))


def walk_stacks(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over the stacks; the tiles in the boxes are what is left, in their order."""
    pool.take(END_TILE, int(state.end_shown))
    if coder.is_reading:
        state.stacked[:] = NO_TILE
    first = 0
    for stack in range(N_STACKS):
        tiles = Pool(tile for tile in pool.items() if STACK_OF[tile] == stack)
        end, box_end = int(state.stack_end[stack]), int(state.box_end[stack])
        begin = box_end - len(tiles.items()) if coder.is_reading else int(state.stack_next[stack])
        if not first <= begin <= end:
            raise PositionError("position.none_left", name="stacks")
        state.stack_next[stack] = begin
        walk_stack(coder, state, tiles, begin, end, box_end)
        first = box_end


def walk_stack(coder: Coder, state: Any, tiles: Pool, begin: int, end: int, box_end: int) -> None:
    """Walk over one stack from the top; where its order is not known, the end tile lies in its window."""
    if coder.is_whole:
        for place in range(begin, end):
            state.stacked[place] = coder.draw(int(state.stacked[place]), tiles, "stacks")
        if coder.is_reading:
            state.stacked[end:box_end] = tiles.items()
    elif coder.is_reading:
        left = tiles.items()
        if END_TILE in left:
            left.remove(END_TILE)
            left.insert(end - int(state.rules.n_bottom) - 1 - begin, END_TILE)
        state.stacked[begin:box_end] = left
