"""Setting a game up: shuffling and dealing in the order of rules.md 3.2, and the beginning."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.log import Log
from burgomaster.core.rng import WORDS, draw_below, draw_word, shuffle, sort
from burgomaster.games.suburbia.rules.borough import START_TILES, lay_tile
from burgomaster.games.suburbia.rules.cards import END_TILE, GOALS, N_GOALS, NO_GOAL, Stack
from burgomaster.games.suburbia.rules.rounds import begin_round, deal_market, refill
from burgomaster.games.suburbia.rules.state import N_SLOTS, N_STACKS, NO_SEAT, DaleTie, Decision, State

TIE_STREAM = 0x7E3  # what sets Dale's ties apart from the deal of the same seed
N_WARM_UP = 12


@jit
def deal(state: State) -> None:
    """Shuffle stacks and goals and draw the first player, by a copy of the state's own generator."""
    for word in range(WORDS):
        state.deal_rng[word] = state.rng[word]
    first = 0
    for stack in range(N_STACKS):
        end = wide(state.box_end[stack]) - wide(stack == Stack.C)  # the end tile waits behind
        shuffle(state.stacked, first, end, state.deal_rng)
        first = wide(state.box_end[stack])
    hide_end_tile(state)
    for goal in range(N_GOALS):
        state.goal_order[goal] = goal
    shuffle(state.goal_order, 0, N_GOALS, state.deal_rng)
    if state.rules.fixed_first_player != NO_SEAT:
        state.first_player = state.rules.fixed_first_player
    else:
        state.first_player = draw_below(state.deal_rng, wide(state.rules.n_players))
    deal_goals(state)
    for goal in range(N_GOALS):
        state.goal_order[goal] = 0


@jit
def hide_end_tile(state: State) -> None:
    """Mix the end tile with the top tiles of C, put them under the rest, and some more under all (R01)."""
    first, end = wide(state.stack_next[Stack.C]), wide(state.stack_end[Stack.C])
    last = wide(state.box_end[Stack.C]) - 1
    state.stacked[last] = state.stacked[end - 1]
    state.stacked[end - 1] = END_TILE
    n_mixed = wide(state.rules.n_mixed)
    rotate(state.stacked, first, end, n_mixed)
    shuffle(state.stacked, end - n_mixed - 1, end, state.deal_rng)
    rotate(state.stacked, first, end, wide(state.rules.n_bottom))


@jit
def rotate(tiles: Ints, first: int, end: int, n_tiles: int) -> None:
    """Put the first tiles of a range behind the others."""
    reverse(tiles, first, first + n_tiles)
    reverse(tiles, first + n_tiles, end)
    reverse(tiles, first, end)


@jit
def reverse(tiles: Ints, first: int, end: int) -> None:
    """Turn a range round."""
    while first < end - 1:
        tile = tiles[first]
        tiles[first] = tiles[end - 1]
        tiles[end - 1] = tile
        first += 1
        end -= 1


@jit
def deal_goals(state: State) -> None:
    """Deal the public goals, then two to each player in turn order."""
    place = 0
    for number in range(state.rules.n_public_goals):
        place = next_goal(state, place)
        state.public_goals[number] = state.goal_order[place - 1]
    n_players = wide(state.rules.n_players)
    for step in range(n_players * wide(state.rules.has_private_goals)):
        player = state.players[(wide(state.first_player) + step) % n_players]
        for number in range(2):
            place = next_goal(state, place)
            player.goals[number] = state.goal_order[place - 1]


@jit
def next_goal(state: State, place: int) -> int:
    """Return the place behind the next goal that is in the game; some are not used against Dale."""
    while state.rules.is_dale != 0 and GOALS[state.goal_order[place]].excluded_with_dale != 0:
        place += 1
    return place + 1


@jit
def begin(state: State, log: Log) -> None:
    """Lay the starting tiles, fill the market and ask for the first decision (3.2, steps 3, 7, 8)."""
    settle_generators(state)
    for stack in range(N_STACKS):  # how the unused tiles were shuffled is nothing
        sort(state.stacked, wide(state.stack_end[stack]), wide(state.box_end[stack]))
    sort_goals(state)
    n_boroughs = wide(state.rules.n_boroughs)
    for step in range(n_boroughs):
        seat = (wide(state.first_player) + step) % n_boroughs
        for index in range(len(START_TILES)):
            tile, cell = START_TILES[index]
            lay_tile(state, seat, tile, tile, cell)
    begin_round(state, log)
    if state.rules.is_dale != 0:
        deal_market(state, log)
    else:
        refill(state, N_SLOTS, log)
    state.to_move = state.first_player
    state.decision = Decision.GOAL_CHOICE if state.rules.has_private_goals != 0 else Decision.MAIN


@jit
def settle_generators(state: State) -> None:
    """Keep a generator only for Dale's ties, if they are drawn; however the deal was made, it is the same."""
    for word in range(WORDS):
        state.deal_rng[word] = 0
        if state.rules.dale_tie != DaleTie.RANDOM:
            state.rng[word] = 0
    if state.rules.dale_tie == DaleTie.RANDOM:
        state.rng[2] = wide(state.rng[2]) ^ TIE_STREAM
        for _ in range(N_WARM_UP):
            draw_word(state.rng)


@jit
def sort_goals(state: State) -> None:
    """Sort the two goals of a player: they are a pair without an order."""
    for seat in range(state.rules.n_players):
        goals = state.players[seat].goals
        if goals[1] != NO_GOAL and goals[0] > goals[1]:
            goal = goals[0]
            goals[0] = goals[1]
            goals[1] = goal
