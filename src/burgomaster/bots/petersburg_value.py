"""What a position of Saint Petersburg is worth to a seat, by rule of thumb.

Points now, the points that cards will still bring, and money, which buys points later: a ruble is worth
more early than late, and nothing beyond its tenth of a point at the end.
"""

from __future__ import annotations

from typing import Any

from burgomaster.core.bits import get_count
from burgomaster.games.petersburg.cards import CARDS, GUILD_HALL, N_GOODS, Color
from burgomaster.games.petersburg.legal import count_pile
from burgomaster.games.petersburg.observe import decks_in_use, hand_of, scoring_phases
from burgomaster.games.petersburg.scoring import (
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
from burgomaster.games.petersburg.state import Decision, Phase

CARDS_PER_ROUND = {2: 3.2, 3: 4.2, 4: 5.2, 5: 6.0}  # of the fastest pile, seen in play
RUBLE_NOW = 0.12  # at the end: ten rubles are a point
RUBLE_EARLY = 0.36  # on top of that while there is time to spend it
ROUNDS_FOR_MONEY = 4.0
ACTION_CARD = 1.0  # what a purple hand card is worth while there is time to play it


def value(state: Any, seat: int) -> float:
    """How good a position is for a seat, in points."""
    player = state.players[seat]
    if state.decision == Decision.OVER:
        return float(player.score) + float(player.rubles) / 1000
    rounds = rounds_left(state)
    ruble = RUBLE_NOW + RUBLE_EARLY * min(1.0, rounds / ROUNDS_FOR_MONEY)
    worth = float(player.score) + ruble * spendable(float(player.rubles), rounds)
    for phase in scoring_phases(state):
        scorings = rounds + (1.0 if state.phase <= phase else 0.0)
        worth += scorings * income_worth(state, seat, phase, ruble)
    worth += float(noble_points(state, count_nobles(state, player)))
    return worth + hand_worth(player, rounds)


def income_worth(state: Any, seat: int, phase: Phase, ruble: float) -> float:
    """What one scoring of a phase brings, in points; in the market also the places of the goods."""
    player, color = state.players[seat], int(PHASE_COLOR[phase])
    worth = float(count_income(player, color, POINTS)) + ruble * float(count_income(player, color, RUBLES))
    if phase == Phase.MARKET:
        worth += sum(goods_worth(state, seat, good) for good in range(N_GOODS))
        worth -= ruble * float(first_value(state)) * float(count_orange(player))
    if phase == Phase.BUILDING and get_count(player.placed, GUILD_HALL):
        worth += GUILD_TOTAL * ruble
    return worth


def goods_worth(state: Any, seat: int, good: int) -> float:
    """Points for a good as the counts stand."""
    counts = [int(state.players[other].goods[good]) for other in range(state.rules.n_players)]
    mine, best = counts[seat], max(counts)
    if mine == 0:
        return 0.0
    if mine == best:
        return float(first_value(state))
    is_second = counts.count(best) == 1 and mine == max(count for count in counts if count < best)
    return float(second_value(state)) if is_second else 0.0


def rounds_left(state: Any) -> float:
    """Rounds after this one, judged by the shortest pile."""
    if state.end_triggered:
        return 0.0
    shortest = min(int(count_pile(state, deck.value)) for deck in decks_in_use(state))
    return shortest / CARDS_PER_ROUND[int(state.rules.n_players)]


def spendable(rubles: float, rounds: float) -> float:
    """Money beyond what the coming rounds can use is worth less."""
    useful = 12.0 + 8.0 * rounds
    return min(rubles, useful) + 0.4 * max(0.0, rubles - useful)


def hand_worth(player: Any, rounds: float) -> float:
    """A hand card is a promise early, and a penalty when there is no time to play it."""
    promise, n_penalised = 0.0, 0
    for card in hand_of(player):
        if CARDS[card].color == Color.PURPLE:
            promise += ACTION_CARD
        else:
            promise += 0.06 * float(CARDS[card].cost)
            n_penalised += 1
    return promise * min(1.0, rounds / 2) - HAND_PENALTY * n_penalised * max(0.0, 1.0 - rounds / 2)
