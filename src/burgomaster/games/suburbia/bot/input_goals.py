"""The goals as inputs of a net: how far each seat is ahead of the best of the others."""

from __future__ import annotations

from burgomaster.compiler.bits import lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import Inputs, put, put_flag
from burgomaster.games.suburbia.bot.input_blocks import FAR, LEAD_STEPS, MAX_LEAD, START, Part
from burgomaster.games.suburbia.rules.cards import GOALS, N_GOALS, TILES, Comparison
from burgomaster.games.suburbia.rules.hexes import is_beside
from burgomaster.games.suburbia.rules.scoring import goal_value
from burgomaster.games.suburbia.rules.state import Player, State

VALUE_BITS = 15  # of the values of a goal, packed together
VALUE_ORIGIN, VALUE_MASK = 1 << (VALUE_BITS - 1), (1 << VALUE_BITS) - 1


@inline
def quick_value(player: Player, goal: int) -> int:
    """Tell what a player has of the subject of a goal, as the rules do, but groups in less time."""
    if GOALS[goal].comparison == Comparison.LARGEST_GROUP:
        return largest_group(player, wide(GOALS[goal].kinds))
    return goal_value(player, goal)


@jit
def largest_group(player: Player, kinds: int) -> int:
    """Return the most tiles of some kinds that hang together; each is looked at once."""
    waiting = 0
    for place in range(player.n_tiles):
        waiting |= ((kinds >> wide(TILES[player.tiles[place].tile].kind)) & 1) << place
    largest = 0
    while waiting != 0:
        edge = waiting & -waiting
        waiting &= ~edge
        n_tiles = 0
        while edge != 0:
            found = near_some(player, lowest_bit(edge), waiting)
            edge = (edge & (edge - 1)) | found
            waiting &= ~found
            n_tiles += 1
        largest = max(largest, n_tiles)
    return largest


@inline
def near_some(player: Player, place: int, others: int) -> int:
    """Return which of some other tiles lie beside one."""
    cell = wide(player.tiles[place].cell)
    near = 0
    while others != 0:
        other = lowest_bit(others)
        near |= wide(is_beside(wide(player.tiles[other].cell), cell)) << other
        others &= others - 1
    return near


@inline
def goal_values(state: State, goal: int) -> int:
    """Return how good every seat is at a goal, packed: more is better."""
    sign = -1 if GOALS[goal].comparison == Comparison.FEWEST else 1
    packed = 0
    for seat in range(state.rules.n_boroughs):
        value = sign * quick_value(state.players[seat], goal) + VALUE_ORIGIN
        packed |= min(max(value, 0), VALUE_MASK) << (VALUE_BITS * seat)
    return packed


@inline
def value_of(values: int, seat: int) -> int:
    """Return how good a seat is at a goal."""
    return values >> (VALUE_BITS * seat) & VALUE_MASK


@inline
def best_two(values: int, n_seats: int) -> tuple[int, int]:
    """Return the best value of all, and the second best, which is the same if seats are tied."""
    best, second = 0, 0
    for seat in range(n_seats):
        value = value_of(values, seat)
        second = max(second, min(best, value))
        best = max(best, value)
    return best, second


@inline
def lead_of(value: int, best: int, second: int) -> int:
    """Return how far a seat is ahead of the best of the others."""
    return value - (second if value == best else best)


@inline
def put_lead(inputs: Inputs, place: int, lead: int) -> None:
    """Write a lead as a number."""
    put(inputs, place, min(max(lead, -MAX_LEAD), MAX_LEAD) / MAX_LEAD)


@inline
def put_lead_step(inputs: Inputs, start: int, lead: int) -> None:
    """Write whether a seat is far behind, behind, tied, ahead or far ahead."""
    step = wide(lead > 0) + wide(lead > FAR) - wide(lead < 0) - wide(lead < -FAR)
    put_flag(inputs, start + LEAD_STEPS // 2 + step)


@inline
def write_goals(state: State, viewer: int, inputs: Inputs) -> None:
    """Write the public goals, how far each seat is ahead, and the viewer's lead as steps."""
    n_seats = wide(state.rules.n_boroughs)
    for place in range(state.rules.n_public_goals):
        goal = wide(state.public_goals[place])
        put_flag(inputs, START[Part.GOALS] + goal)
        values = goal_values(state, goal)
        best, second = best_two(values, n_seats)
        for ahead in range(n_seats):
            seat = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
            lead = lead_of(value_of(values, seat), best, second)
            put_lead(inputs, START[Part.GOAL_LEADS] + ahead * N_GOALS + goal, lead)
            if ahead == 0:
                put_lead_step(inputs, START[Part.GOAL_STEPS] + goal * LEAD_STEPS, lead)


@inline
def write_private(state: State, viewer: int, inputs: Inputs) -> None:
    """Write the viewer's own goals: the one kept, or both that there are to choose from."""
    player = state.players[viewer]
    n_known = 1 if player.has_kept != 0 else 2
    if state.rules.has_private_goals == 0 or viewer >= state.rules.n_players:
        return
    for place in range(n_known):
        goal = wide(player.goals[place])
        if goal < N_GOALS:
            values = goal_values(state, goal)
            best, second = best_two(values, wide(state.rules.n_boroughs))
            lead = lead_of(value_of(values, viewer), best, second)
            put_flag(inputs, START[Part.PRIVATE] + goal)
            put_lead(inputs, START[Part.PRIVATE_LEADS] + goal, lead)
            put_lead_step(inputs, START[Part.PRIVATE_STEPS] + goal * LEAD_STEPS, lead)
