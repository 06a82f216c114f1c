"""The only door to hidden information (rules.md 12): what a seat may see, and what might be behind it."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import count_bits, lowest_bit, wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.rng import WORDS, draw_below, draw_word, shuffle, sort
from burgomaster.games.suburbia.rules.cards import BACKS, END_TILE, GOALS, N_GOALS, NO_GOAL, Stack
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.state import N_STACKS, DaleTie, Decision, Player, State


@jit
def redact(state: State, seat: int) -> None:
    """Remove from a copy of the state everything a seat (-1: a spectator) may not know."""
    for word in range(WORDS):
        state.rng[word] = 0
    for stack in range(N_STACKS):
        for place in range(state.stack_next[stack], state.box_end[stack]):
            state.stacked[place] = BACKS + stack
    for other in range(state.rules.n_players):
        if other != seat:
            goals = state.players[other].goals
            goals[1] = NO_GOAL
            if state.decision != Decision.OVER:
                goals[0] = NO_GOAL


def redact_event(state: Any, event: LogEvent, seat: int | None) -> LogEvent:
    """Return a log event as a seat saw it; `state` is any position of the game, the last one for choice."""
    kind, actor, _goal, b, c, d = event
    if kind == Event.KEEP_GOAL and actor != seat and state.decision != Decision.OVER:
        return kind, actor, NO_GOAL, b, c, d
    return event


@jit
def canonicalize(state: State, seat: int) -> None:
    """Put everything a seat does not know into an order that depends on nothing hidden."""
    for word in range(WORDS):
        state.rng[word] = 0
    for stack in range(N_STACKS):
        first, end = wide(state.stack_next[stack]), wide(state.box_end[stack])
        sort(state.stacked, first, end)
    if state.end_shown == 0:  # it has the highest number, so it lies at the back
        end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
        state.stacked[wide(state.box_end[Stack.C]) - 1] = state.stacked[end - 1]
        state.stacked[end - 1] = END_TILE
    canonicalize_goals(state, seat)


@jit
def canonicalize_goals(state: State, seat: int) -> None:
    """Give the others the lowest of the goals that the seat has not seen."""
    unseen = unseen_goals(state, seat)
    for other in range(state.rules.n_players):
        goals = state.players[other].goals
        if other == seat or goals[0] == NO_GOAL:
            continue
        for place in range(2):
            if place == 1 or state.decision != Decision.OVER:
                goals[place] = lowest_bit(unseen)
                unseen &= unseen - 1


@jit
def determinize(state: State, seat: int, rng: Ints) -> None:
    """Replace everything a seat does not know by a draw from what it might be (12)."""
    for stack in range(N_STACKS):
        shuffle_stack(state, stack, rng)
    draw_goals(state, seat, rng)
    if state.rules.dale_tie == DaleTie.RANDOM:
        for word in range(WORDS):
            state.rng[word] = draw_word(rng)


@jit
def shuffle_stack(state: State, stack: int, rng: Ints) -> None:
    """Shuffle what is left of a stack with its box; the end tile goes anywhere in the rest of its window."""
    first, end = wide(state.stack_next[stack]), wide(state.box_end[stack])
    hides_end_tile = stack == Stack.C and state.end_shown == 0
    if hides_end_tile:
        for place in range(first, end):
            if state.stacked[place] == END_TILE:
                state.stacked[place] = state.stacked[end - 1]
                state.stacked[end - 1] = END_TILE
    shuffle(state.stacked, first, end - wide(hides_end_tile), rng)
    if hides_end_tile:
        place = draw_end_place(state, rng)
        state.stacked[end - 1] = state.stacked[place]
        state.stacked[place] = END_TILE


@jit
def draw_end_place(state: State, rng: Ints) -> int:
    """Draw a place of what is left of the window of the end tile."""
    end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
    first = max(wide(state.stack_next[Stack.C]), end - wide(state.rules.n_mixed) - 1)
    return first + draw_below(rng, end - first)


@jit
def draw_goals(state: State, seat: int, rng: Ints) -> None:
    """Deal the goals of the others anew from those that a seat has not seen."""
    unseen = unseen_goals(state, seat)
    for other in range(state.rules.n_players):
        goals = state.players[other].goals
        if other == seat or goals[0] == NO_GOAL:
            continue
        for place in range(2):
            if place == 1 or state.decision != Decision.OVER:
                bits = unseen  # each equally likely
                for _ in range(draw_below(rng, count_bits(bits))):
                    bits &= bits - 1
                goal = lowest_bit(bits)
                goals[place] = goal
                unseen &= ~(1 << goal)
        sort_goals(state.players[other])


@jit
def sort_goals(player: Player) -> None:
    """Put two goals into the order in which they are held until one is kept."""
    goals = player.goals
    if player.has_kept == 0 and goals[0] > goals[1]:
        goal = goals[0]
        goals[0] = goals[1]
        goals[1] = goal


@jit
def suppose(state: State, seat: int, other: int, secret: int) -> bool:
    """Let another seat have kept a goal that a seat has not seen; return False if it cannot have (12)."""
    player = state.players[other]
    is_hidden = other != seat and other < state.rules.n_players and state.decision != Decision.OVER
    if not is_hidden or player.has_kept == 0 or ((unseen_goals(state, seat) >> secret) & 1) == 0:
        return False
    for third in range(state.rules.n_players):
        holder = state.players[third]
        for place in range(2):
            if holder.goals[place] == secret:
                holder.goals[place] = player.goals[0]
        sort_goals(holder)
    player.goals[0] = secret
    return True


@jit
def unseen_goals(state: State, seat: int) -> int:
    """Return the goals that a seat cannot place, as bits."""
    unseen = 0
    for goal in range(N_GOALS):
        is_used = state.rules.is_dale == 0 or GOALS[goal].excluded_with_dale == 0
        unseen |= wide(is_used) << goal
    for place in range(state.rules.n_public_goals):
        unseen &= ~(1 << wide(state.public_goals[place]))
    for other in range(state.rules.n_players):
        goals = state.players[other].goals
        if goals[0] != NO_GOAL and (other == seat or state.decision == Decision.OVER):
            unseen &= ~(1 << wide(goals[0]))
        if goals[1] != NO_GOAL and other == seat:
            unseen &= ~(1 << wide(goals[1]))
    return unseen


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Draw anew what nobody at the table knows: stacks with their boxes, and what decides Dale's ties.

    Goals stay with those who hold them.
    """
    for stack in range(N_STACKS):
        shuffle_stack(state, stack, rng)
    if state.rules.dale_tie == DaleTie.RANDOM:
        state.rng[:] = [draw_word(rng) for _ in state.rng]
