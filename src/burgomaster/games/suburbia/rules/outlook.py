"""What a seat can expect of a position, for bots without a net: residents, and the income of the turns left.

The turns that are left are played with income and reputation as they stand, red lines included; money counts
for what it buys, and a goal for the seat that would win it now. Inputs of the net are made of the same parts.
"""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.suburbia.rules.cards import GOALS, Stack
from burgomaster.games.suburbia.rules.effects import is_line
from burgomaster.games.suburbia.rules.scoring import goal_winner, is_over, private_winner, score
from burgomaster.games.suburbia.rules.state import Decision, Player, State

DOLLAR_AT_END = 0.2  # five dollars are a resident
DOLLAR_EARLY = 0.25  # on top of that while there is time to spend it
TURNS_FOR_MONEY = 6.0
USEFUL_DOLLARS = 26.0  # what is beyond waits too long to be spent
LATE_DOLLAR = 0.5  # of its total
MARKER = 0.6  # what a marker in hand is worth while turns are left


@jit
def evaluate(state: State, seat: int) -> float:
    """Expect the residents of a seat at the end."""
    if is_over(state):
        return float(score(state, seat))
    total = tracks_value(state, seat)
    for place in range(state.rules.n_public_goals):
        goal = wide(state.public_goals[place])
        if goal_winner(state, goal) == seat:
            total += wide(GOALS[goal].reward)
    if private_winner(state, seat) == seat:
        total += wide(GOALS[wide(state.players[seat].goals[0])].reward)
    return total


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
