"""Technologies: points at the end, and what their powers bring until then."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.goods import pound, rounds_left
from burgomaster.games.spyrium.rules.cards import CARDS, FACTORY, MAX_END_SCORE, MINE, EndScore
from burgomaster.games.spyrium.rules.scoring import count_for
from burgomaster.games.spyrium.rules.state import Player, State


@jit
def technology_value(state: State, seat: int, technology: int) -> float:
    """Value a technology: points expected at the end, and what its power will bring."""
    card = technology_card(technology)
    end = wide(CARDS[card].end_score)
    now = float(count_for(state, seat, end))
    return min(float(MAX_END_SCORE), now + end_growth(state, seat, end)) + power_value(state, seat, end)


@jit
def technology_card(technology: int) -> int:
    """Find the card of a technology."""
    card = 0
    while CARDS[card].technology != technology:
        card += 1
    return card


@jit
def end_growth(state: State, seat: int, end: int) -> float:
    """Estimate how much more of what a technology counts there will be at the end."""
    rounds = rounds_left(state)
    match end:
        case EndScore.CRYSTALS:
            return min(2.0, rounds)
        case EndScore.MONEY_DIV_2:
            return 0.0
        case EndScore.BUILDINGS:
            return 1.0 * rounds
        case EndScore.KEPT_TOKENS:
            return 0.9 * rounds
        case EndScore.FACTORY_POINTS:
            return 1.0 * rounds
        case EndScore.RESIDENCE_VALUE:
            return 0.4 * rounds
        case EndScore.WORKERS:
            return 0.4 * rounds
    return 0.0


@jit
def power_value(state: State, seat: int, end: int) -> float:
    """Value the power of a technology, known by what it counts, in the rounds to come."""
    rounds = rounds_left(state)
    player = state.players[seat]
    match end:
        case EndScore.CRYSTALS:
            return rounds * 0.6 * float(count_symbol(player, MINE))
        case EndScore.MONEY_DIV_2:
            return rounds * 2.4 * pound(state)
        case EndScore.BUILDINGS:
            return rounds * 1.5 * pound(state)
        case EndScore.KEPT_TOKENS:
            return rounds * 1.0
        case EndScore.FACTORY_POINTS:
            return rounds * 0.7 * float(count_symbol(player, FACTORY))
        case EndScore.RESIDENCE_VALUE:
            return (rounds + 0.7) * 2.0 * pound(state)
        case EndScore.WORKERS:
            return (rounds + 0.7) * 2.0
    return 0.0


@jit
def count_symbol(player: Player, symbol: int) -> int:
    """Count own buildings with a symbol."""
    total = 0
    for index in range(player.n_buildings):
        total += wide((wide(CARDS[player.buildings[index].card].symbols) & symbol) != 0)
    return total
