"""Why a move is not legal. Written apart from legal.py, so that each can check the other.

`refuse` is asked about any int at all; the tests hold that it says LEGAL exactly for what `legal` offers.
"""

from __future__ import annotations

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.games.petersburg.rules.action_refusals import refuse_use
from burgomaster.games.petersburg.rules.actions import NUMBERS, Verb, card_of, extra_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import (
    DEBTORS_PRISON,
    N_CARDS,
    N_DECKS,
    NO_CARD,
    ORANGE_CARDS,
)
from burgomaster.games.petersburg.rules.effects import BOTH_ATTACHED, count_face_up
from burgomaster.games.petersburg.rules.legal import (
    MIN_PILE,
    can_take,
    count_pile,
    find_observatory,
    max_pub_points,
)
from burgomaster.games.petersburg.rules.place_refusals import refuse_fetch, refuse_place
from burgomaster.games.petersburg.rules.reasons import Refusal
from burgomaster.games.petersburg.rules.rounds import holds, is_buy_only
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, N_ORANGE, first_value
from burgomaster.games.petersburg.rules.state import LOWER, UPPER, Decision, Phase, State

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
            return refuse_play(state, card, target, extra)
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
def refuse_play(state: State, card: int, target: int, extra: int) -> int:
    """Play from the hand."""
    if not holds(state.players[state.to_move], card):
        return Refusal.NOT_IN_HAND
    return refuse_place(state, card, target, UPPER, extra)


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
    return refuse_place_after_turning(state, card, target, extra)


@jit
def refuse_place_after_turning(state: State, card: int, target: int, extra: int) -> int:
    """Refuse to displace the Debtor's Prison: it lies face down when its card is placed."""
    if target == DEBTORS_PRISON and count_face_up(state.players[state.to_move], target) == 1:
        return Refusal.TARGET_FACE_DOWN
    return refuse_place(state, card, target, UPPER, extra)
