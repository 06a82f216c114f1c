"""Money and crystals: what they are worth in each round of Spyrium, in points."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.rules.cards import N_ROUNDS
from burgomaster.games.spyrium.rules.state import Phase, State

# The value of a pound in the last round while it can be spent, and more for each round to come.
POUND_LAST = 0.30
POUND_PER_ROUND = 0.11
POUND_DEAD = 0.03  # nothing more can be bought
POUNDS_USEFUL = 16.0  # beyond this a round has no use for money
CRYSTAL_LAST = 0.2
CRYSTAL_EARLY = 0.8


@jit
def rounds_left(state: State) -> float:
    """Count the rounds after this one."""
    return float(N_ROUNDS - wide(state.round_no))


@jit
def pound(state: State) -> float:
    """Value a pound while it can be spent."""
    return POUND_LAST + POUND_PER_ROUND * rounds_left(state)


@jit
def crystal(state: State) -> float:
    """Value a crystal that is not used this round."""
    return CRYSTAL_LAST if rounds_left(state) < 1.0 else CRYSTAL_EARLY


@jit
def goods_value(state: State, seat: int) -> float:
    """Value money and crystals in hand; money that cannot be spent any more counts little."""
    player = state.players[seat]
    can_spend = player.on_market > 0 or (player.phase == Phase.PLACEMENT and player.active > 0)
    is_dead = rounds_left(state) < 1.0 and (not can_spend or player.has_passed != 0)
    money = float(wide(player.money))
    useful = min(money, POUNDS_USEFUL) + 0.4 * max(0.0, money - POUNDS_USEFUL)
    total = useful * (POUND_DEAD if is_dead else pound(state))
    return total + float(wide(player.crystals)) * crystal(state)
