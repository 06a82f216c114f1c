"""Why a building may not be used or replaced."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.cards import CARDS, EFFECTS, Power
from burgomaster.games.spyrium.rules.effects import can_turn, same_building, workers_for
from burgomaster.games.spyrium.rules.reasons import Refusal
from burgomaster.games.spyrium.rules.state import Player


@jit
def refuse_building(player: Player, index: int) -> int:
    """Demand the number of an own building; of equal ones only the lowest is a choice."""
    if index >= player.n_buildings:
        return Refusal.NO_SUCH_BUILDING
    for earlier in range(index):
        if same_building(player.buildings[earlier], player.buildings[index]):
            return Refusal.EQUAL_BUILDING
    return Refusal.LEGAL


@jit
def refuse_use(player: Player, index: int, alt: int, taylorism: int) -> int:
    """Demand an upright building, or a rotated one with Taylorism (7.6)."""
    reason = refuse_building(player, index)
    if reason != Refusal.LEGAL:
        return reason
    is_rotated = player.buildings[index].is_rotated != 0
    if is_rotated and taylorism == 0:
        return Refusal.IS_ROTATED
    if not is_rotated and taylorism != 0:
        return Refusal.IS_UPRIGHT
    if is_rotated and not can_turn(player, Power.REUSE_BUILDING):
        return Refusal.NO_TAYLORISM
    return refuse_alternative(player, index, alt, wide(player.crystals), wide(player.money))


@jit
def refuse_alternative(player: Player, index: int, alt: int, crystals: int, money: int) -> int:
    """Demand an alternative that is there and can be paid: workers, crystals, pounds."""
    card = wide(player.buildings[index].card)
    if CARDS[card].n_effects == 0:
        return Refusal.WITHOUT_USE
    if alt >= CARDS[card].n_effects:
        return Refusal.NO_SUCH_ALTERNATIVE
    effect = wide(CARDS[card].first_effect) + alt
    if workers_for(player, card, effect) > player.active:
        return Refusal.NO_WORKERS
    if wide(EFFECTS[effect].pay_crystals) > crystals:
        return Refusal.NO_CRYSTALS
    return Refusal.LEGAL if wide(EFFECTS[effect].pay_money) <= money else Refusal.TOO_EXPENSIVE
