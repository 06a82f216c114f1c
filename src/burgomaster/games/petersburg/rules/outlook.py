"""What a seat can expect of a position, for bots without a net: its score, and the income of the rounds left.

Points now, points and rubles of the coming scorings, and money, which buys points later: a ruble is worth
more early than late.
"""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.petersburg.rules.cards import N_DECKS, N_GOODS
from burgomaster.games.petersburg.rules.legal import count_pile
from burgomaster.games.petersburg.rules.scoring import (
    MANY,
    PHASE_COLOR,
    POINTS,
    RUBLES,
    count_income,
    count_nobles,
    first_value,
    is_over,
    most_below,
    noble_points,
    score,
    second_value,
)
from burgomaster.games.petersburg.rules.state import Phase, State

CARDS_OF_TABLE, CARDS_OF_PLAYER = 1.2, 1.0  # taken from the fastest pile in a round
RUBLE_LAST = 0.12  # points
RUBLE_EARLY = 0.36  # on top of that while there is time to spend it
ROUNDS_FOR_MONEY = 4.0
N_PHASES = len(Phase)


@jit
def evaluate(state: State, seat: int) -> float:
    """Expect the points of a seat at the end."""
    if is_over(state):
        return float(score(state, seat))
    player, rounds = state.players[seat], rounds_left(state)
    ruble = RUBLE_LAST + RUBLE_EARLY * min(1.0, rounds / ROUNDS_FOR_MONEY)
    total = (
        wide(player.score) + noble_points(state, count_nobles(state, player)) + ruble * wide(player.rubles)
    )
    for phase in range(N_PHASES):
        if phase != Phase.EXCHANGE:
            color = wide(PHASE_COLOR[phase])
            income = count_income(player, color, POINTS) + ruble * count_income(player, color, RUBLES)
            if phase == Phase.MARKET and state.rules.has_market != 0:
                income += goods_points(state, seat)
            total += income * (rounds + (1.0 if state.phase <= phase else 0.0))
    return total


@jit
def goods_points(state: State, seat: int) -> int:
    """Count the points that goods give as their places stand now (7.5)."""
    total = 0
    for good in range(N_GOODS):
        mine, best = wide(state.players[seat].goods[good]), most_below(state, good, MANY)
        if mine > 0 and mine == best:
            total += first_value(state)
        elif mine > 0 and mine == most_below(state, good, best):
            total += second_value(state)
    return total


@jit
def rounds_left(state: State) -> float:
    """Estimate the rounds after this one by the shortest pile."""
    if state.end_triggered != 0:
        return 0.0
    shortest = 1000
    for deck in range(N_DECKS):
        if deck != Phase.MARKET or state.rules.has_market != 0:
            shortest = min(shortest, count_pile(state, deck))
    return shortest / (CARDS_OF_TABLE + CARDS_OF_PLAYER * state.rules.n_players)
