"""What fitting looks at in a position of Saint Petersburg."""

from __future__ import annotations

from burgomaster.bots.fitted import register_features
from burgomaster.core.bits import count_bits, wide
from burgomaster.core.jit import jit
from burgomaster.games.petersburg.bot.value import rounds_left
from burgomaster.games.petersburg.rules.cards import CARDS, Color
from burgomaster.games.petersburg.rules.scoring import (
    POINTS,
    RUBLES,
    count_income,
    count_nobles,
    noble_points,
)
from burgomaster.games.petersburg.rules.state import Marker, Player, State

LONG_GAME = 6.0  # rounds
FEATURES = (
    "rubles",
    "worker rubles",
    "building rubles",
    "building points",
    "noble rubles",
    "noble points",
    "noble designs",
    "final noble points",
    "hand cards",
    "hand costs",
    "workers",
    "buildings",
    "displaceable cards",
    "first at workers",
    "first at nobles",
    "to move",
)


@jit
def feature(state: State, seat: int, index: int) -> float:
    """One feature of a seat."""
    player = state.players[seat]
    match index:
        case 0:
            return float(player.rubles)
        case 1:
            return float(count_income(player, Color.GREEN, RUBLES))
        case 2:
            return float(count_income(player, Color.BLUE, RUBLES))
        case 3:
            return float(count_income(player, Color.BLUE, POINTS))
        case 4:
            return float(count_income(player, Color.RED, RUBLES))
        case 5:
            return float(count_income(player, Color.RED, POINTS))
        case 6:
            return float(count_nobles(state, player))
        case 7:
            return float(noble_points(state, count_nobles(state, player)))
        case 8:
            return float(player.n_hand)
        case 9:
            return float(hand_cost(player))
        case 10:
            return float(player.n_cards[Color.GREEN])
        case 11:
            return float(player.n_cards[Color.BLUE])
        case 12:
            return float(count_bits(wide(player.targets)))
        case 13:
            return float(wide(state.markers[Marker.WORKER] == seat))
        case 14:
            return float(wide(state.markers[Marker.NOBLE] == seat))
    return float(wide(state.to_move == seat))


@jit
def hand_cost(player: Player) -> int:
    """What the cards in hand cost together."""
    total = 0
    for place in range(player.n_hand):
        total += wide(CARDS[player.hand[place]].cost)
    return total


@jit
def rest(state: State) -> float:
    """How much of the game is left."""
    return min(1.0, rounds_left(state) / LONG_GAME)


register_features("petersburg", State, FEATURES, feature, rest)
