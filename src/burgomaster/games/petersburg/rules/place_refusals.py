"""Why a card may not be placed, wherever it comes from, nor fetched from the discard pile."""

from __future__ import annotations

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.games.petersburg.rules.cards import CARDS, NO_CARD, Color, Placing
from burgomaster.games.petersburg.rules.effects import (
    BOTH_ATTACHED,
    attached_bits,
    count_face_up,
    full_price,
    price_over,
)
from burgomaster.games.petersburg.rules.reasons import Refusal
from burgomaster.games.petersburg.rules.state import State


@jit
def refuse_place(state: State, card: int, target: int, lower: int, extra: int) -> int:
    """Place a card that is at hand (5.4, 5.3)."""
    player = state.players[state.to_move]
    if CARDS[card].color == Color.PURPLE:
        return Refusal.NOT_FOR_SALE
    reason = refuse_target(state, card, target)
    if reason == Refusal.LEGAL:
        reason = refuse_copy(state, target, extra) if target != NO_CARD else refuse_good(state, card, extra)
    if reason != Refusal.LEGAL:
        return reason
    if price_over(full_price(state, player, card, lower), target) > player.rubles:
        return Refusal.TOO_EXPENSIVE
    return Refusal.LEGAL


@jit
def refuse_good(state: State, card: int, extra: int) -> int:
    """Find what is wrong with the symbol tile of a card with "?" (8.20)."""
    if CARDS[card].placing != Placing.WITH_TILE or state.rules.has_market == 0:
        return Refusal.LEGAL if extra == 0 else Refusal.TAKES_NO_GOOD
    if extra == 0:
        return Refusal.NEEDS_GOOD
    is_used = state.tile_goods[0] == extra - 1 or state.tile_goods[1] == extra - 1
    return Refusal.NO_TILE if is_used else Refusal.LEGAL


@jit
def refuse_copy(state: State, card: int, extra: int) -> int:
    """Find what is wrong with the copy that is named, if copies differ in what lies on them."""
    seat = wide(state.to_move)
    n_copies = get_count(state.players[seat].placed, card)
    bits = attached_bits(state, seat, card)
    is_together = bits == BOTH_ATTACHED and state.attached_together != 0
    n_laden = 0 if bits == 0 else (2 if bits == BOTH_ATTACHED and not is_together else 1)
    if extra == 0:
        is_clear = n_copies > n_laden or n_laden == 1
        return Refusal.LEGAL if is_clear else Refusal.NO_SUCH_COPY
    if n_copies == 1:
        return Refusal.NO_SUCH_COPY
    if is_together:
        return Refusal.LEGAL if extra == bits else Refusal.NO_SUCH_COPY
    is_one = extra == 1 or extra == 2
    return Refusal.LEGAL if is_one and (bits & extra) == extra else Refusal.NO_SUCH_COPY


@jit
def refuse_target(state: State, card: int, target: int) -> int:
    """Find what is wrong with the card that would be displaced."""
    player = state.players[state.to_move]
    if CARDS[card].placing != Placing.OVER:
        return Refusal.LEGAL if target == NO_CARD else Refusal.TAKES_NO_TARGET
    if target == NO_CARD:
        return Refusal.NEEDS_TARGET
    if get_count(player.placed, target) == 0:
        return Refusal.TARGET_NOT_OWNED
    bit = wide(CARDS[target].target_bit)
    if bit < 0 or ((CARDS[card].targets >> bit) & 1) == 0:
        return Refusal.WRONG_TARGET
    if count_face_up(player, target) == 0:
        return Refusal.TARGET_FACE_DOWN
    return Refusal.LEGAL


@jit
def refuse_fetch(state: State, card: int) -> int:
    """Refuse a card that may not be fetched from the discard pile (R44)."""
    if get_count(state.discard, card) == 0:
        return Refusal.NOT_DISCARDED
    return Refusal.NEVER_FETCHED if CARDS[card].color == Color.PURPLE else Refusal.LEGAL
