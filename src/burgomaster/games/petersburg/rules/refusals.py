"""Why a move is not legal. Written apart from legal.py, so that each can check the other.

`refuse` is asked about any int at all; the tests hold that it says LEGAL exactly for what `legal` offers.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.games.petersburg.rules.actions import NUMBERS, Verb, card_of, extra_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import (
    AWAY_WITH_IT,
    AWAY_WITH_IT_NOBLE,
    BANQUET_CARD,
    BLACK_MARKET,
    CARDS,
    DEBTORS_PRISON,
    DOUBLE_TURN,
    GOLDEN_DONKEY,
    JESTER,
    N_CARDS,
    N_DECKS,
    NO_CARD,
    ORANGE_CARDS,
    Color,
    Placing,
)
from burgomaster.games.petersburg.rules.effects import (
    BOTH_ATTACHED,
    attached_bits,
    count_face_up,
    full_price,
    price_over,
)
from burgomaster.games.petersburg.rules.legal import (
    MIN_PILE,
    can_take,
    count_pile,
    find_observatory,
    max_pub_points,
)
from burgomaster.games.petersburg.rules.rounds import holds, is_buy_only
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, N_ORANGE, first_value
from burgomaster.games.petersburg.rules.state import LOWER, UPPER, Decision, Phase, State


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
    TOO_EXPENSIVE = 15
    WRONG_PHASE = 16
    NO_OBSERVATORY = 17
    PILE_TOO_SMALL = 18
    TOO_MANY_POINTS = 19
    NEEDS_GOOD = 20
    NO_TILE = 21
    TAKES_NO_GOOD = 22
    NO_SUCH_COPY = 23
    NO_PRISON = 24
    NOT_DISCARDED = 25
    MUST_USE_PRISON = 26
    NOT_IN_AREA = 27
    CANNOT_CARRY = 28
    TOO_MUCH_GUILD = 29
    CANNOT_KEEP = 30
    NO_ACTION_CARD = 31
    NEVER_FETCHED = 32


N_VERBS = len(Verb)
N_NUMBERS = len(NUMBERS)
MAX_PACKED = 1 << 31
MAX_GOOD = 5  # as a move names goods: the good plus 1


@jit
def refuse(state: State, move: int) -> int:
    """LEGAL, or the reason why the seat to move may not do this now."""
    if not is_move(move):
        return Refusal.NO_SUCH_MOVE
    verb, card = verb_of(move), card_of(move)
    match state.decision:
        case Decision.ACTION:
            return refuse_action(state, verb, card, target_of(move), extra_of(move))
        case Decision.OBSERVATORY:
            return refuse_drawn(state, verb, card, target_of(move), extra_of(move))
        case Decision.PUB:
            return refuse_pub(state, verb, card)
        case Decision.HAND_REDUCE:
            return refuse_discard(state, verb, card)
        case Decision.PICKPOCKET:
            return refuse_unless(verb == Verb.PICKPOCKET or verb == Verb.DECLINE)
        case Decision.TRADING_HOUSE:
            return refuse_unless(verb == Verb.TRADE or verb == Verb.DECLINE)
        case Decision.GUILD_SPLIT:
            return refuse_guild(verb, card)
        case Decision.UPKEEP:
            return refuse_keep(state, verb, card)
    return Refusal.GAME_OVER


@jit
def refuse_unless(is_answer: bool) -> int:
    """LEGAL if a move answers the question that is asked."""
    return Refusal.LEGAL if is_answer else Refusal.NOT_NOW


@jit
def is_placing(verb: int) -> bool:
    """Tell whether a verb places a card."""
    is_bought = verb == Verb.BUY or verb == Verb.BUY_LOW or verb == Verb.PLAY
    return is_bought or verb == Verb.BLACK_MARKET_BUY or verb == Verb.PRISON_BUY


@jit
def is_move(move: int) -> bool:
    """Tell whether an int is packed as some move could be."""
    verb, value, target, extra = verb_of(move), card_of(move), target_of(move), extra_of(move)
    if move < 0 or move >= MAX_PACKED or verb >= N_VERBS:
        return False
    if not is_placing(verb) and target != NO_CARD:
        return False
    if target != NO_CARD and target >= N_CARDS:
        return False
    if extra != 0 and not is_extra(verb, target, extra):
        return False
    match verb:
        case Verb.OBSERVE:
            return value < N_DECKS
        case Verb.PUB | Verb.GUILD:
            return value < N_NUMBERS
        case Verb.KEEP:
            return value < (1 << N_ORANGE)
    return value == 0 if is_without_card(verb) else value < N_CARDS


@jit
def is_extra(verb: int, target: int, extra: int) -> bool:
    """Tell whether a move may say more: which copy it means, or which good."""
    if target != NO_CARD or verb == Verb.USE_JESTER or verb == Verb.USE_BANQUET:
        return extra <= BOTH_ATTACHED
    return is_placing(verb) and extra <= MAX_GOOD


@jit
def is_without_card(verb: int) -> bool:
    """Tell whether a verb stands alone."""
    if verb == Verb.PASS or verb == Verb.PICKPOCKET or verb == Verb.DECLINE or verb == Verb.TRADE:
        return True
    return verb == Verb.USE_GOLDEN_DONKEY or verb == Verb.USE_DOUBLE_TURN


@jit
def refuse_action(state: State, verb: int, card: int, target: int, extra: int) -> int:
    """D2."""
    if is_buy_only(state) and verb != Verb.BUY:
        return Refusal.BUY_ONLY
    match verb:
        case Verb.PASS:
            return Refusal.LEGAL
        case Verb.BUY:
            return refuse_buy(state, card, target, UPPER, extra)
        case Verb.BUY_LOW:
            return refuse_buy(state, card, target, LOWER, extra)
        case Verb.TAKE:
            return refuse_take(state, card, UPPER)
        case Verb.TAKE_LOW:
            return refuse_take(state, card, LOWER)
        case Verb.PLAY:
            if not holds(state.players[state.to_move], card):
                return Refusal.NOT_IN_HAND
            return refuse_place(state, card, target, UPPER, extra)
        case Verb.OBSERVE:
            return refuse_observe(state, card)
        case Verb.PRISON_TAKE | Verb.PRISON_BUY | Verb.PRISON_RETURN:
            return refuse_prison(state, verb, card, target, extra)
    return refuse_use(state, verb, card, target, extra)


@jit
def refuse_buy(state: State, card: int, target: int, lower: int, extra: int) -> int:
    """Buy from a row."""
    if not is_open(state, card, lower):
        return Refusal.NOT_OPEN
    return refuse_place(state, card, target, lower, extra)


@jit
def is_open(state: State, card: int, lower: int) -> bool:
    """Tell whether a card lies in a row."""
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
def refuse_observe(state: State, deck: int) -> int:
    """Use an Observatory (8.7)."""
    if state.phase != Phase.BUILDING:
        return Refusal.WRONG_PHASE
    if find_observatory(state, wide(state.to_move)) == NO_CARD:
        return Refusal.NO_OBSERVATORY
    if count_pile(state, deck) < MIN_PILE:
        return Refusal.PILE_TOO_SMALL
    return Refusal.LEGAL


@jit
def refuse_drawn(state: State, verb: int, card: int, target: int, extra: int) -> int:
    """D3."""
    if verb != Verb.BUY and verb != Verb.TAKE and verb != Verb.DISCARD:
        return Refusal.NOT_NOW
    if card != state.drawn:
        return Refusal.NOT_DRAWN
    if verb == Verb.BUY:
        return refuse_place(state, card, target, UPPER, extra)
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
    return Refusal.LEGAL if holds(state.players[state.to_move], card) else Refusal.NOT_IN_HAND


@jit
def refuse_guild(verb: int, rubles: int) -> int:
    """D5."""
    if verb != Verb.GUILD:
        return Refusal.NOT_NOW
    return Refusal.LEGAL if rubles <= GUILD_TOTAL else Refusal.TOO_MUCH_GUILD


@jit
def refuse_keep(state: State, verb: int, kept: int) -> int:
    """D8."""
    if verb != Verb.KEEP:
        return Refusal.NOT_NOW
    player = state.players[state.to_move]
    left = wide(player.rubles)
    for index in range(N_ORANGE):
        if (kept >> index) & 1:
            left -= first_value(state)
            if left < 0 or get_count(player.placed, wide(ORANGE_CARDS[index])) == 0:
                return Refusal.CANNOT_KEEP
    return Refusal.LEGAL


@jit
def refuse_prison(state: State, verb: int, card: int, target: int, extra: int) -> int:
    """Use the Debtor's Prison (8.15)."""
    player = state.players[state.to_move]
    if state.phase != Phase.BUILDING:
        return Refusal.WRONG_PHASE
    if count_face_up(player, DEBTORS_PRISON) == 0:
        return Refusal.NO_PRISON
    reason = refuse_fetch(state, card)
    if reason != Refusal.LEGAL:
        return reason
    if verb == Verb.PRISON_TAKE:
        return Refusal.LEGAL if can_take(player) else Refusal.HAND_FULL
    if verb == Verb.PRISON_RETURN:
        may_return = not can_take(player) or state.rules.prison_free_return != 0
        return Refusal.LEGAL if may_return else Refusal.MUST_USE_PRISON
    # the Debtor's Prison lies face down when its card is placed
    if target == DEBTORS_PRISON and count_face_up(state.players[state.to_move], target) == 1:
        return Refusal.TARGET_FACE_DOWN
    return refuse_place(state, card, target, UPPER, extra)


# Placing a card, wherever it comes from, and fetching one from the discard pile


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


# Action cards (rules.md 9)


@jit
def refuse_use(state: State, verb: int, card: int, target: int, extra: int) -> int:
    """Play an action card (9)."""
    player = state.players[state.to_move]
    match verb:
        case Verb.USE_AWAY_WITH_IT:
            return refuse_away(state, card)
        case Verb.USE_GOLDEN_DONKEY:
            return refuse_holding(state, GOLDEN_DONKEY)
        case Verb.USE_DOUBLE_TURN:
            return refuse_holding(state, DOUBLE_TURN)
        case Verb.USE_JESTER:
            return refuse_attach(state, JESTER, card, extra)
        case Verb.USE_BANQUET:
            return refuse_attach(state, BANQUET_CARD, card, extra)
        case Verb.BLACK_MARKET_TAKE | Verb.BLACK_MARKET_BUY:
            reason = refuse_holding(state, BLACK_MARKET)
            if reason == Refusal.LEGAL:
                reason = refuse_fetch(state, card)
            if reason != Refusal.LEGAL:
                return reason
            if verb == Verb.BLACK_MARKET_BUY:
                return refuse_place(state, card, target, UPPER, extra)
            return Refusal.LEGAL if player.n_hand - 1 < player.hand_limit else Refusal.HAND_FULL
    return Refusal.NOT_NOW


@jit
def refuse_holding(state: State, card: int) -> int:
    """Refuse an action card that is not in the hand."""
    return Refusal.LEGAL if holds(state.players[state.to_move], card) else Refusal.NO_ACTION_CARD


@jit
def refuse_away(state: State, card: int) -> int:
    """Away with It! (9.1)."""
    player = state.players[state.to_move]
    if not holds(player, AWAY_WITH_IT) and not holds(player, AWAY_WITH_IT_NOBLE):
        return Refusal.NO_ACTION_CARD
    is_played = card == AWAY_WITH_IT or (card == AWAY_WITH_IT_NOBLE and not holds(player, AWAY_WITH_IT))
    return Refusal.LEGAL if holds(player, card) and not is_played else Refusal.NOT_IN_HAND


@jit
def refuse_attach(state: State, action_card: int, card: int, extra: int) -> int:
    """Jester and Banquet (9.6, 9.7)."""
    seat = wide(state.to_move)
    n_copies = get_count(state.players[seat].placed, card)
    if not holds(state.players[seat], action_card):
        return Refusal.NO_ACTION_CARD
    if n_copies == 0:
        return Refusal.NOT_IN_AREA
    if CARDS[card].rubles <= 0 or CARDS[card].points <= 0:
        return Refusal.CANNOT_CARRY
    is_meant = extra == 0 or (n_copies > 1 and extra == attached_bits(state, seat, card))
    return Refusal.LEGAL if is_meant else Refusal.NO_SUCH_COPY
