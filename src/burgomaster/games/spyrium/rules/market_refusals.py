"""Why a worker may not be placed, may not earn, or may not activate a card."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.actions import (
    NONE,
    building_of,
    gap_of,
    position_of,
    power_of,
    read_of,
    token_of,
)
from burgomaster.games.spyrium.rules.building_refusals import refuse_building
from burgomaster.games.spyrium.rules.cards import CARDS, DIGITS, NO_CARD, Kind, Power, TokenNeed
from burgomaster.games.spyrium.rules.effects import can_turn, crystals_for, price_of
from burgomaster.games.spyrium.rules.market import crowd_at, has_card, is_beside, is_open_gap
from burgomaster.games.spyrium.rules.reasons import Refusal
from burgomaster.games.spyrium.rules.state import Player, State


@jit
def refuse_place(state: State, player: Player, gap: int) -> int:
    """Demand an active worker and a gap with a card beside it (7.1)."""
    if player.active == 0:
        return Refusal.NO_ACTIVE_WORKER
    return Refusal.LEGAL if is_open_gap(state, gap) else Refusal.CLOSED_GAP


@jit
def refuse_worker(state: State, gap: int, position: int) -> int:
    """Demand an own worker in the gap, beside a card that is still there."""
    if state.gaps[gap, state.to_move] == 0:
        return Refusal.NO_WORKER_THERE
    if position == NONE:
        return Refusal.LEGAL
    if not is_beside(gap, position):
        return Refusal.NOT_BESIDE
    return Refusal.LEGAL if has_card(state, position) else Refusal.POSITION_EMPTY


@jit
def refuse_earn(state: State, gap: int, position: int) -> int:
    """Let a worker earn at a card, or at none if none is left (R26)."""
    reason = refuse_worker(state, gap, position)
    if reason == Refusal.LEGAL and position == NONE and is_open_gap(state, gap):
        return Refusal.CARD_LEFT
    return reason


@jit
def refuse_activate(state: State, player: Player, move: int) -> int:
    """Check everything about the card, then the price of all together (7.4)."""
    position = position_of(move)
    reason = refuse_worker(state, gap_of(move), position)
    if reason != Refusal.LEGAL:
        return reason
    card = wide(state.market[position].card)
    reason = refuse_token(state, player, position, token_of(move), read_of(move))
    if reason != Refusal.LEGAL:
        return reason
    reason = refuse_lobby(state, player, position, power_of(move))
    if reason != Refusal.LEGAL:
        return reason
    reason = refuse_over(player, card, building_of(move))
    if reason != Refusal.LEGAL:
        return reason
    if crystals_for(card) > player.crystals:
        return Refusal.NO_CRYSTALS
    return Refusal.LEGAL if asked_price(state, player, move) <= player.money else Refusal.TOO_EXPENSIVE


@jit
def asked_price(state: State, player: Player, move: int) -> int:
    """Count the pounds of an activation with all its sub-choices."""
    over = building_of(move)
    old = NO_CARD if over == NONE or over >= player.n_buildings else wide(player.buildings[over].card)
    value = read_of(move) if read_of(move) > 0 else token_of(move)
    return price_of(state, player, position_of(move), old, value, power_of(move))


@jit
def refuse_token(state: State, player: Player, position: int, token: int, read: int) -> int:
    """Check the token that is spent, and its reading (5.4)."""
    place = state.market[position]
    n_tokens = 0
    for digit in range(DIGITS):
        n_tokens += wide(place.tokens[digit])
    is_asked = CARDS[place.card].token_need != TokenNeed.NONE
    if n_tokens == 0:
        if is_asked and CARDS[place.card].kind == Kind.CHARACTER:
            return Refusal.NO_TOKEN_LEFT
        return Refusal.LEGAL if token == 0 and read == 0 else Refusal.TAKES_NO_TOKEN
    if token == 0:
        return Refusal.NEEDS_TOKEN
    if place.tokens[token - 1] == 0:
        return Refusal.NO_SUCH_TOKEN
    return refuse_reading(player, token, read)


@jit
def refuse_reading(player: Player, token: int, read: int) -> int:
    """Demand Commerce where a token is read as another digit (R17)."""
    if read == 0:
        return Refusal.LEGAL
    if not can_turn(player, Power.REREAD_TOKEN):
        return Refusal.NO_COMMERCE
    return Refusal.LEGAL if read != token else Refusal.SAME_READING


@jit
def refuse_lobby(state: State, player: Player, position: int, lobby: int) -> int:
    """Demand Lobbying, and a crowd that it can waive (R17)."""
    if lobby == 0:
        return Refusal.LEGAL
    if not can_turn(player, Power.WAIVE_CROWD):
        return Refusal.NO_LOBBYING
    return Refusal.LEGAL if crowd_at(state, position) > 0 else Refusal.NO_CROWD


@jit
def refuse_over(player: Player, card: int, over: int) -> int:
    """Let only a building replace, and only an own building be replaced."""
    if over == NONE:
        return Refusal.LEGAL
    if CARDS[card].kind != Kind.BUILDING:
        return Refusal.NOT_A_BUILDING
    return refuse_building(player, over)
