"""Why an action card may not be played (rules.md 9)."""

from __future__ import annotations

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.games.petersburg.rules.actions import Verb
from burgomaster.games.petersburg.rules.cards import (
    AWAY_WITH_IT,
    AWAY_WITH_IT_NOBLE,
    BANQUET_CARD,
    BLACK_MARKET,
    CARDS,
    DOUBLE_TURN,
    GOLDEN_DONKEY,
    JESTER,
)
from burgomaster.games.petersburg.rules.effects import attached_bits
from burgomaster.games.petersburg.rules.place_refusals import refuse_fetch, refuse_place
from burgomaster.games.petersburg.rules.reasons import Refusal
from burgomaster.games.petersburg.rules.rounds import holds
from burgomaster.games.petersburg.rules.state import UPPER, State


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
