"""Evaluate a position of Suburbia for a seat, by rule of thumb.

The turns that are left are played with income and reputation as they stand, red lines included;
money counts for what it buys, and goals for how surely they are held.
"""

from __future__ import annotations

import math

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import register_evaluation
from burgomaster.games.suburbia.rules.cards import GOALS, N_GOALS, Comparison, Stack
from burgomaster.games.suburbia.rules.effects import is_line
from burgomaster.games.suburbia.rules.scoring import goal_value, standing
from burgomaster.games.suburbia.rules.state import Decision, Player, State

DOLLAR_AT_END = 0.2  # five dollars are a resident
DOLLAR_EARLY = 0.25  # on top of that while there is time to spend it
TURNS_FOR_MONEY = 6.0
USEFUL_DOLLARS = 26.0  # what is beyond waits too long to be spent
LATE_DOLLAR = 0.5  # of its total
OPPONENT_WEIGHT = 0.35  # how much the mean of the others counts against the seat, for the greedy bot
LEAD_EARLY, LEAD_LATE = 0.5, 1.6  # how far one tile of lead decides a goal
TRACK_GOALS = 0.35  # values of tracks and money move faster than tiles
GOAL_TRUST = 0.8
MARKER = 0.6  # what a marker in hand is worth while turns are left


@jit
def greedy_value(state: State, seat: int) -> float:
    """Evaluate a position for a seat against the others, in residents: what the greedy bot maximizes."""
    total = value(state, seat)
    n_boroughs = wide(state.rules.n_boroughs)
    for other in range(n_boroughs):
        if other != seat:
            total -= OPPONENT_WEIGHT / (n_boroughs - 1) * value(state, other)
    return total


@jit
def value(state: State, seat: int) -> float:
    """Evaluate a position for a seat: the residents that it can expect at the end."""
    if state.decision == Decision.OVER:
        return standing(state.players[seat]) / 4096.0 / 65536.0
    return tracks_value(state, seat) + goals_value(state, seat)


@jit
def tracks_value(state: State, seat: int) -> float:
    """Count the residents at the end if nothing more were built, and value money and markers."""
    turns = turns_left(state, seat)
    player = state.players[seat]
    dollar = DOLLAR_AT_END + DOLLAR_EARLY * min(1.0, turns / TURNS_FOR_MONEY)
    useful = min(wide(player.money), USEFUL_DOLLARS)
    total = dollar * (useful + LATE_DOLLAR * (wide(player.money) - useful))
    total += MARKER * wide(player.markers) * min(1.0, turns / 4.0)
    return total + grow(state, player, turns)


@jit
def grow(state: State, player: Player, turns: float) -> float:
    """Count the population after some turns, and value the income of these turns."""
    population, income = wide(player.population), wide(player.income)
    reputation = wide(player.reputation)
    cost = wide(state.rules.line_cost)
    total = 0.0
    left = turns
    while left > 0.0:
        part = min(1.0, left)
        left -= part
        total += part * income * (DOLLAR_AT_END + DOLLAR_EARLY * min(1.0, left / TURNS_FOR_MONEY))
        after = max(0, population + reputation)
        total += part * (after - population)
        for line in range(population + 1, after + 1):
            if is_line(state.rules, line):
                income -= cost
                reputation -= cost
        population = after
    return total + wide(player.population)


@jit
def turns_left(state: State, seat: int) -> float:
    """Estimate the income steps that a seat still has, with the end tile in the middle of its window."""
    n_boroughs = wide(state.rules.n_boroughs)
    first = wide(state.first_player)
    mover = (wide(state.to_move) - first) % n_boroughs
    place = (seat - first) % n_boroughs
    this_round = 1.0 if place >= mover else 0.0
    if state.decision == Decision.REMOVE or (state.decision == Decision.DALE and seat == 0):
        this_round = 0.0
    if state.final_round != 0:
        return this_round
    if state.end_shown != 0:
        return this_round + 1.0
    if state.rules.is_dale != 0:
        return this_round + max(0.0, draws_left(state) / 4.0 - 0.5)
    per_round = 2.0 if state.rules.is_lone != 0 else float(n_boroughs)
    return this_round + 0.5 + draws_left(state) / per_round


@jit
def draws_left(state: State) -> float:
    """Estimate the tiles that are drawn before the end tile shows."""
    place = wide(state.stack_next[Stack.C])
    before = 0
    for stack in range(Stack.C):
        before += wide(state.stack_end[stack]) - wide(state.stack_next[stack])
    end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
    first = max(place, end - wide(state.rules.n_mixed) - 1)
    return before + (first + end - 1) / 2.0 - place


@jit
def goals_value(state: State, seat: int) -> float:
    """Value the public goals and the own one, each by how surely the seat holds it."""
    turns = turns_left(state, seat)
    lead = LEAD_EARLY + (LEAD_LATE - LEAD_EARLY) * max(0.0, 1.0 - turns / 10.0)
    total = 0.0
    for place in range(state.rules.n_public_goals):
        total += expected_reward(state, seat, wide(state.public_goals[place]), lead)
    goal = wide(state.players[seat].goals[0])
    if state.rules.has_private_goals != 0 and goal < N_GOALS:
        total += expected_reward(state, seat, goal, lead)
    return GOAL_TRUST * total


@jit
def expected_reward(state: State, seat: int, goal: int, lead: float) -> float:
    """Value a goal: its reward times the chance to win it, by the distance to the best of the others."""
    sign = -1 if GOALS[goal].comparison == Comparison.FEWEST else 1
    mine = sign * goal_value(state.players[seat], goal)
    best = -1000
    for other in range(state.rules.n_boroughs):
        if other != seat:
            best = max(best, sign * goal_value(state.players[other], goal))
    if GOALS[goal].kinds == 0:
        lead *= TRACK_GOALS
    return wide(GOALS[goal].reward) / (1.0 + math.exp(-lead * (mine - best - 0.3)))


register_evaluation(State, value)
