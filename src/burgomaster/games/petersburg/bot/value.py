"""Evaluate a position of Saint Petersburg for a seat, by rule of thumb.

Points now, the points that cards will still bring, and money, which buys points later: a ruble is worth
more early than late, and nothing beyond its tenth of a point at the end.
"""

from __future__ import annotations

from burgomaster.core.bits import get_count, wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import register_evaluation
from burgomaster.games.petersburg.rules.cards import CARDS, GUILD_HALL, N_DECKS, N_GOODS, Color
from burgomaster.games.petersburg.rules.legal import count_pile
from burgomaster.games.petersburg.rules.scoring import (
    GUILD_TOTAL,
    HAND_PENALTY,
    PHASE_COLOR,
    POINTS,
    RUBLES,
    count_income,
    count_nobles,
    count_orange,
    first_value,
    noble_points,
    second_value,
)
from burgomaster.games.petersburg.rules.state import Decision, Phase, Player, State

CARDS_PER_ROUND = (0.0, 0.0, 3.2, 4.2, 5.2, 6.0)  # of the fastest pile, by the number of players
RUBLE_NOW = 0.12  # at the end: ten rubles are a point
RUBLE_EARLY = 0.36  # on top of that while there is time to spend it
ROUNDS_FOR_MONEY = 4.0
ACTION_CARD = 1.0  # what a purple hand card is worth while there is time to play it
HAND_CARD = 0.06  # what a ruble of a hand card's cost promises
USEFUL_RUBLES, USEFUL_PER_ROUND = 12.0, 8.0  # beyond this a ruble waits too long
LATE_RUBLE = 0.4
N_PHASES = len(Phase)


@jit
def value(state: State, seat: int) -> float:
    """Evaluate a position for a seat, in points."""
    player = state.players[seat]
    if state.decision == Decision.OVER:
        return wide(player.score) + wide(player.rubles) / 1000.0
    rounds = rounds_left(state)
    ruble = RUBLE_NOW + RUBLE_EARLY * min(1.0, rounds / ROUNDS_FOR_MONEY)
    total = wide(player.score) + ruble * spendable(wide(player.rubles), rounds)
    for phase in range(N_PHASES):
        if phase != Phase.EXCHANGE and (phase != Phase.MARKET or state.rules.has_market != 0):
            scorings = rounds + (1.0 if state.phase <= phase else 0.0)
            total += scorings * income_value(state, seat, phase, ruble)
    total += noble_points(state, count_nobles(state, player))
    return total + hand_value(player, rounds)


@jit
def income_value(state: State, seat: int, phase: int, ruble: float) -> float:
    """Value one scoring of a phase, in points; in the market also the places of the goods."""
    player, color = state.players[seat], wide(PHASE_COLOR[phase])
    total = count_income(player, color, POINTS) + ruble * count_income(player, color, RUBLES)
    if phase == Phase.MARKET:
        for good in range(N_GOODS):
            total += goods_value(state, seat, good)
        total -= ruble * first_value(state) * count_orange(player)
    if phase == Phase.BUILDING and get_count(player.placed, GUILD_HALL) > 0:
        total += GUILD_TOTAL * ruble
    return total


@jit
def goods_value(state: State, seat: int, good: int) -> float:
    """Count the points for a good as the counts stand."""
    mine = wide(state.players[seat].goods[good])
    n_better = 0
    best = 0
    for other in range(state.rules.n_players):
        count = wide(state.players[other].goods[good])
        if count > mine:
            n_better += 1 if count != best else 2
            best = max(best, count)
    if mine == 0 or n_better > 1:
        return 0.0
    return wide(first_value(state)) if n_better == 0 else wide(second_value(state))


@jit
def rounds_left(state: State) -> float:
    """Estimate the rounds after this one by the shortest pile."""
    if state.end_triggered != 0:
        return 0.0
    shortest = 1000
    for deck in range(N_DECKS):
        if deck != Phase.MARKET or state.rules.has_market != 0:
            shortest = min(shortest, count_pile(state, deck))
    return shortest / CARDS_PER_ROUND[state.rules.n_players]


@jit
def spendable(rubles: float, rounds: float) -> float:
    """Count money, with less for what is beyond the use of the coming rounds."""
    useful = USEFUL_RUBLES + USEFUL_PER_ROUND * rounds
    return min(rubles, useful) + LATE_RUBLE * max(0.0, rubles - useful)


@jit
def hand_value(player: Player, rounds: float) -> float:
    """Value the cards in hand: a promise early, a penalty when there is no time to play them."""
    promise, n_penalised = 0.0, 0
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        if CARDS[card].color == Color.PURPLE:
            promise += ACTION_CARD
        else:
            promise += HAND_CARD * wide(CARDS[card].cost)
            n_penalised += 1
    return promise * min(1.0, rounds / 2.0) - HAND_PENALTY * n_penalised * max(0.0, 1.0 - rounds / 2.0)


register_evaluation(State, value)
