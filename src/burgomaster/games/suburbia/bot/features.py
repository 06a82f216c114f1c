"""What fitting looks at in a position of Suburbia."""

from __future__ import annotations

from burgomaster.bots.fitted import register_features
from burgomaster.core.bits import count_bits, wide
from burgomaster.core.jit import jit
from burgomaster.games.suburbia.bot.value import goals_worth, turns_left
from burgomaster.games.suburbia.rules.state import State

LONG_GAME = 14.0  # turns of a seat
FEATURES = (
    "money",
    "income",
    "reputation",
    "population",
    "markers",
    "lakes",
    "reacting tiles",
    "goals",
    "red lines",
    "negative income",
    "negative reputation",
    "to move",
)


@jit
def feature(state: State, seat: int, index: int) -> float:
    """One feature of a seat."""
    player = state.players[seat]
    match index:
        case 0:
            return float(player.money)
        case 1:
            return float(player.income)
        case 2:
            return float(player.reputation)
        case 3:
            return float(player.population)
        case 4:
            return float(player.markers)
        case 5:
            return float(count_bits(wide(player.lakes)))
        case 6:
            return float(count_bits(wide(player.own_watchers)) + count_bits(wide(player.far_watchers)))
        case 7:
            return goals_worth(state, seat)
        case 8:
            return float(player.lines_up)
        case 9:
            return float(min(0, wide(player.income)))
        case 10:
            return float(min(0, wide(player.reputation)))
    return float(wide(state.to_move == seat))


@jit
def rest(state: State) -> float:
    """How much of the game is left."""
    return min(1.0, turns_left(state, wide(state.to_move)) / LONG_GAME)


register_features("suburbia", State, FEATURES, feature, rest)
