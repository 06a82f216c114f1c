"""What fitting looks at in a position of Spyrium."""

from __future__ import annotations

from burgomaster.bots.fitted import register_features
from burgomaster.core.bits import count_bits, wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.value import rounds_left
from burgomaster.games.spyrium.rules.cards import N_ROUNDS
from burgomaster.games.spyrium.rules.effects import own_workers
from burgomaster.games.spyrium.rules.scoring import building_points
from burgomaster.games.spyrium.rules.state import Phase, State

FEATURES = (
    "money",
    "crystals",
    "score",
    "workers",
    "active workers",
    "workers on the market",
    "buildings",
    "building points",
    "technologies",
    "residence",
    "residence value",
    "in phase two",
    "has passed",
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
            return float(player.crystals)
        case 2:
            return float(player.score)
        case 3:
            return float(own_workers(player))
        case 4:
            return float(player.active)
        case 5:
            return float(player.on_market)
        case 6:
            return float(player.n_buildings)
        case 7:
            return float(building_points(state, seat))
        case 8:
            return float(count_bits(wide(player.technologies)))
        case 9:
            return float(player.residence)
        case 10:
            return float(state.rules.residence[player.residence])
        case 11:
            return float(wide(player.phase == Phase.ACTIVATION))
        case 12:
            return float(wide(player.has_passed != 0))
    return float(wide(state.to_move == seat))


@jit
def rest(state: State) -> float:
    """How much of the game is left."""
    return rounds_left(state) / N_ROUNDS


register_features("spyrium", State, FEATURES, feature, rest)
