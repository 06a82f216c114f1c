"""Why an event may not be used."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.actions import NONE, alt_of, building_of, gap_of, read_of, use_alt_of
from burgomaster.games.spyrium.rules.building_refusals import refuse_alternative, refuse_building
from burgomaster.games.spyrium.rules.cards import EFFECTS, EVENTS, TokenNeed, Trigger
from burgomaster.games.spyrium.rules.effects import amount_of
from burgomaster.games.spyrium.rules.market_refusals import refuse_place, refuse_reading
from burgomaster.games.spyrium.rules.reasons import Refusal
from burgomaster.games.spyrium.rules.state import Phase, Player, State


@jit
def refuse_event(state: State, player: Player, move: int) -> int:
    """Let an event be used once a round, in its phase, if it can be paid and carried out (11)."""
    row = EVENTS[state.events[state.round_no - 1]]
    if player.used_event != 0:
        return Refusal.EVENT_USED
    if alt_of(move) >= row.n_effects:
        return Refusal.NO_SUCH_ALTERNATIVE
    effect = wide(row.first_effect) + alt_of(move)
    if EFFECTS[effect].trigger == Trigger.EVENT2 and player.phase != Phase.ACTIVATION:
        return Refusal.EVENT_IN_PHASE_II
    if row.token_need == TokenNeed.NONE and read_of(move) != 0:
        return Refusal.TAKES_NO_TOKEN
    if row.token_need != TokenNeed.NONE and state.event_token == 0:
        return Refusal.EVENT_NO_TOKEN
    reason = refuse_reading(player, wide(state.event_token), read_of(move))
    if reason != Refusal.LEGAL:
        return reason
    return refuse_event_effect(state, player, move, effect)


@jit
def refuse_event_effect(state: State, player: Player, move: int, effect: int) -> int:
    """Check the cost of the event and what it needs to be carried out."""
    row = EFFECTS[effect]
    token = read_of(move) if read_of(move) > 0 else wide(state.event_token)
    crystals = wide(player.crystals) - amount_of(player, wide(row.pay_crystals), token)
    money = wide(player.money) - amount_of(player, wide(row.pay_money), token)
    if row.workers > 0 and player.reserve == 0:
        return Refusal.NO_RESERVE
    if crystals < 0:
        return Refusal.NO_CRYSTALS
    if money < 0:
        return Refusal.TOO_EXPENSIVE
    if row.reuse == 0 and building_of(move) != NONE:
        return Refusal.EVENT_TAKES_NO_BUILDING
    if row.place == 0 and gap_of(move) != NONE:
        return Refusal.EVENT_TAKES_NO_GAP
    if row.reuse != 0:
        return refuse_event_use(player, building_of(move), use_alt_of(move), crystals, money)
    return refuse_event_place(state, player, gap_of(move)) if row.place != 0 else Refusal.LEGAL + 0


@jit
def refuse_event_use(player: Player, index: int, alt: int, crystals: int, money: int) -> int:
    """Demand a rotated building for an event that uses one again (11.5)."""
    if index == NONE:
        return Refusal.EVENT_NEEDS_BUILDING
    reason = refuse_building(player, index)
    if reason != Refusal.LEGAL:
        return reason
    if player.buildings[index].is_rotated == 0:
        return Refusal.IS_UPRIGHT
    return refuse_alternative(player, index, alt, crystals, money)


@jit
def refuse_event_place(state: State, player: Player, gap: int) -> int:
    """Demand a gap for an event that puts a worker on the market (11.7)."""
    return Refusal.EVENT_NEEDS_GAP + 0 if gap == NONE else refuse_place(state, player, gap)
