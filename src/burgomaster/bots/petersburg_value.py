"""What a position of Saint Petersburg is worth to a seat, by rule of thumb.

Points now, the points that cards will still bring, and money, which buys points later: a ruble is worth
more early than late, and nothing beyond its tenth of a point at the end.
"""

from __future__ import annotations

from typing import Any

from burgomaster.games.petersburg.cards import CARDS, Color
from burgomaster.games.petersburg.legal import count_pile
from burgomaster.games.petersburg.observe import decks_in_use, hand_of
from burgomaster.games.petersburg.scoring import HAND_PENALTY, count_income, count_nobles, noble_points
from burgomaster.games.petersburg.state import Decision, Phase

CARDS_PER_ROUND = {2: 3.2, 3: 4.2, 4: 5.2, 5: 6.0}  # of the fastest pile, seen in play
RUBLE_NOW = 0.12  # at the end: ten rubles are a point
RUBLE_EARLY = 0.36  # on top of that while there is time to spend it
ROUNDS_FOR_MONEY = 4.0
OWNED_PHASES = ((Phase.WORKER, Color.GREEN), (Phase.BUILDING, Color.BLUE), (Phase.NOBLE, Color.RED))


def value(state: Any, seat: int) -> float:
    """How good a position is for a seat, in points."""
    player = state.players[seat]
    if state.decision == Decision.OVER:
        return float(player.score) + float(player.rubles) / 1000
    rounds = rounds_left(state)
    ruble = RUBLE_NOW + RUBLE_EARLY * min(1.0, rounds / ROUNDS_FOR_MONEY)
    worth = float(player.score) + ruble * spendable(float(player.rubles), rounds)
    for phase, color in OWNED_PHASES:
        scorings = rounds + (1.0 if state.phase <= phase else 0.0)
        worth += scorings * (
            count_income(player, int(color), 1) + ruble * count_income(player, int(color), 0)
        )
    worth += float(noble_points(state, count_nobles(state, player)))
    return worth + hand_worth(player, rounds)


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
    cards = hand_of(player)
    promise = sum(0.06 * float(CARDS[card].cost) for card in cards)
    return promise * min(1.0, rounds / 2) - HAND_PENALTY * len(cards) * max(0.0, 1.0 - rounds / 2)
