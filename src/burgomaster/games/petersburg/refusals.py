"""Why a move is not legal. Written apart from legal.py, so that each can check the other.

`refuse` is asked about any int at all; the tests hold that it says LEGAL exactly for what `legal` offers.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.core.bits import get_count, wide
from burgomaster.core.jit import jit
from burgomaster.games.petersburg.actions import Verb, card_of, target_of, verb_of
from burgomaster.games.petersburg.cards import CARDS, N_CARDS, N_DECKS, NO_CARD, Color
from burgomaster.games.petersburg.effects import count_face_up, full_price, price_over
from burgomaster.games.petersburg.legal import (
    MIN_PILE,
    can_take,
    count_pile,
    find_observatory,
    max_pub_points,
)
from burgomaster.games.petersburg.rounds import is_buy_only
from burgomaster.games.petersburg.state import LOWER, UPPER, Decision, Phase, State


class Refusal(IntEnum):
    """Why a move is refused; each has a text `refusal.<name>`."""

    LEGAL = 0
    NO_SUCH_MOVE = 1
    GAME_OVER = 2
    NOT_NOW = 3  # another decision is asked
    BUY_ONLY = 4
    NOT_OPEN = 5  # the card does not lie in that row
    NOT_DRAWN = 6
    NOT_IN_HAND = 7
    HAND_FULL = 8
    NOT_FOR_SALE = 9
    NEEDS_TARGET = 10
    TAKES_NO_TARGET = 11
    TARGET_NOT_OWNED = 12
    TARGET_FACE_DOWN = 13
    WRONG_TARGET = 14
    TOO_DEAR = 15
    WRONG_PHASE = 16
    NO_OBSERVATORY = 17
    PILE_TOO_SMALL = 18
    TOO_MANY_POINTS = 19


N_VERBS = len(Verb)
MAX_PACKED = 1 << 24


@jit
def refuse(state: State, move: int) -> int:
    """LEGAL, or the reason why the seat to move may not do this now."""
    if not is_move(move):
        return Refusal.NO_SUCH_MOVE
    match state.decision:
        case Decision.ACTION:
            return refuse_action(state, verb_of(move), card_of(move), target_of(move))
        case Decision.OBSERVATORY:
            return refuse_drawn(state, verb_of(move), card_of(move), target_of(move))
        case Decision.PUB:
            return refuse_pub(state, verb_of(move), card_of(move))
        case Decision.HAND_REDUCE:
            return refuse_discard(state, verb_of(move), card_of(move))
    return Refusal.GAME_OVER


@jit
def is_move(move: int) -> bool:
    """Whether an int is packed as some move could be."""
    verb, value, target = verb_of(move), card_of(move), target_of(move)
    if move < 0 or move >= MAX_PACKED or verb >= N_VERBS:
        return False
    if verb != Verb.BUY and verb != Verb.BUY_LOW and verb != Verb.PLAY and target != NO_CARD:
        return False
    if target != NO_CARD and target >= N_CARDS:
        return False
    match verb:
        case Verb.PASS:
            return value == 0
        case Verb.OBSERVE:
            return value < N_DECKS
        case Verb.PUB:
            return True
    return value < N_CARDS


@jit
def refuse_action(state: State, verb: int, card: int, target: int) -> int:
    """D2."""
    if is_buy_only(state) and verb != Verb.BUY:
        return Refusal.BUY_ONLY
    match verb:
        case Verb.PASS:
            return Refusal.LEGAL
        case Verb.BUY:
            return refuse_buy(state, card, target, UPPER)
        case Verb.BUY_LOW:
            return refuse_buy(state, card, target, LOWER)
        case Verb.TAKE:
            return refuse_take(state, card, UPPER)
        case Verb.TAKE_LOW:
            return refuse_take(state, card, LOWER)
        case Verb.PLAY:
            return refuse_play(state, card, target)
        case Verb.OBSERVE:
            return refuse_observe(state, card)
    return Refusal.NOT_NOW


@jit
def refuse_buy(state: State, card: int, target: int, lower: int) -> int:
    """Buy from a row."""
    if not is_open(state, card, lower):
        return Refusal.NOT_OPEN
    return refuse_place(state, card, target, lower)


@jit
def is_open(state: State, card: int, lower: int) -> bool:
    """Whether a card lies in a row."""
    row = state.rows[lower]
    for place in range(row.n_designs):
        if row.cards[place] == card:
            return True
    return False


@jit
def refuse_take(state: State, card: int, lower: int) -> int:
    """Take from a row."""
    if not is_open(state, card, lower):
        return Refusal.NOT_OPEN
    if not can_take(state.players[state.to_move]):
        return Refusal.HAND_FULL
    return Refusal.LEGAL


@jit
def refuse_play(state: State, card: int, target: int) -> int:
    """Play from the hand."""
    player = state.players[state.to_move]
    for place in range(player.n_hand):
        if player.hand[place] == card:
            return refuse_place(state, card, target, UPPER)
    return Refusal.NOT_IN_HAND


@jit
def refuse_place(state: State, card: int, target: int, lower: int) -> int:
    """Place a card that is at hand (5.4, 5.3)."""
    player = state.players[state.to_move]
    if CARDS[card].color == Color.PURPLE:
        return Refusal.NOT_FOR_SALE
    reason = refuse_target(state, card, target)
    if reason != Refusal.LEGAL:
        return reason
    if price_over(full_price(state, player, card, lower), target) > player.rubles:
        return Refusal.TOO_DEAR
    return Refusal.LEGAL


@jit
def refuse_target(state: State, card: int, target: int) -> int:
    """What the card would displace."""
    player = state.players[state.to_move]
    if CARDS[card].is_exchange == 0:
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
def refuse_observe(state: State, deck: int) -> int:
    """Use an Observatory (8.7)."""
    if state.phase != Phase.BUILDING:
        return Refusal.WRONG_PHASE
    if find_observatory(state.players[state.to_move]) == NO_CARD:
        return Refusal.NO_OBSERVATORY
    if count_pile(state, deck) < MIN_PILE:
        return Refusal.PILE_TOO_SMALL
    return Refusal.LEGAL


@jit
def refuse_drawn(state: State, verb: int, card: int, target: int) -> int:
    """D3."""
    if verb != Verb.BUY and verb != Verb.TAKE and verb != Verb.DISCARD:
        return Refusal.NOT_NOW
    if card != state.drawn:
        return Refusal.NOT_DRAWN
    if verb == Verb.BUY:
        return refuse_place(state, card, target, UPPER)
    if verb == Verb.TAKE and not can_take(state.players[state.to_move]):
        return Refusal.HAND_FULL
    return Refusal.LEGAL


@jit
def refuse_pub(state: State, verb: int, points: int) -> int:
    """D7."""
    if verb != Verb.PUB:
        return Refusal.NOT_NOW
    if points > max_pub_points(state.players[state.to_move]):
        return Refusal.TOO_MANY_POINTS
    return Refusal.LEGAL


@jit
def refuse_discard(state: State, verb: int, card: int) -> int:
    """D4."""
    if verb != Verb.DISCARD:
        return Refusal.NOT_NOW
    player = state.players[state.to_move]
    for place in range(player.n_hand):
        if player.hand[place] == card:
            return Refusal.LEGAL
    return Refusal.NOT_IN_HAND
