"""Carrying a legal move out, and everything that follows by itself (rules.md 4). Twin of legal.py."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.log import Log, emit
from burgomaster.games.petersburg.rules.actions import Verb, card_of, extra_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import (
    BANQUET_CARD,
    BLACK_MARKET,
    CARDS,
    DEBTORS_PRISON,
    DOUBLE_TURN,
    EFFECT_OF_PUB,
    EFFECTS,
    GOLDEN_DONKEY,
    JESTER,
    NO_CARD,
    PICKPOCKET,
)
from burgomaster.games.petersburg.rules.effects import attached_bits, gain, place_card, turn_down
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.legal import find_away, find_observatory
from burgomaster.games.petersburg.rules.rounds import ask_pickpocket, begin_actions, end_action, go_on_scoring
from burgomaster.games.petersburg.rules.scoring import (
    ATTACHED_BANQUET,
    ATTACHED_JESTER,
    GUILD_TOTAL,
    TRADE_POINTS,
    TRADE_RUBLES,
    keep_orange,
)
from burgomaster.games.petersburg.rules.state import LOWER, MAX_ROW, UPPER, Decision, Player, State

DONKEY_RUBLES = 5
DOUBLE_TURN_ACTIONS = 2


@jit
def apply(state: State, move: int, log: Log) -> None:
    """Carry out a move that `legal` offers."""
    card = card_of(move)
    match verb_of(move):
        case Verb.PASS:
            apply_pass(state, log)
        case Verb.BUY:
            apply_buy(state, card, target_of(move), UPPER, extra_of(move), log)
        case Verb.BUY_LOW:
            apply_buy(state, card, target_of(move), LOWER, extra_of(move), log)
        case Verb.TAKE:
            apply_take(state, card, UPPER, log)
        case Verb.TAKE_LOW:
            apply_take(state, card, LOWER, log)
        case Verb.PLAY:
            apply_play(state, card, target_of(move), extra_of(move), log)
        case Verb.PUB:
            apply_pub(state, card, log)
        case Verb.OBSERVE:
            apply_observe(state, card, log)
        case Verb.DISCARD:
            apply_discard(state, card, log)
        case _:
            if state.rules.has_rare != 0:
                apply_rare(state, move, log)


@jit
def apply_rare(state: State, move: int, log: Log) -> None:
    """Apply the moves that few games have."""
    card = card_of(move)
    match verb_of(move):
        case Verb.PRISON_TAKE:
            turn_down(state.players[state.to_move], DEBTORS_PRISON)
            apply_fetch(state, card, log)
        case Verb.PRISON_BUY:
            turn_down(state.players[state.to_move], DEBTORS_PRISON)
            apply_fetch_and_place(state, card, target_of(move), extra_of(move), log)
        case Verb.PRISON_RETURN:
            apply_return(state, card, log)
        case Verb.GUILD:
            apply_guild(state, card, log)
        case Verb.TRADE:
            apply_trade(state, log)
        case Verb.KEEP:
            apply_keep(state, card, log)
        case Verb.DECLINE:
            apply_decline(state, log)
        case _:
            apply_action_card(state, move, log)


@jit
def apply_action_card(state: State, move: int, log: Log) -> None:
    """Play a purple card (9)."""
    card = card_of(move)
    match verb_of(move):
        case Verb.PICKPOCKET:
            apply_pickpocket(state, log)
        case Verb.USE_AWAY_WITH_IT:
            apply_away(state, card, log)
        case Verb.USE_GOLDEN_DONKEY:
            apply_donkey(state, log)
        case Verb.USE_DOUBLE_TURN:
            apply_double_turn(state, log)
        case Verb.USE_JESTER:
            apply_attach(state, JESTER, ATTACHED_JESTER, card, extra_of(move), log)
        case Verb.USE_BANQUET:
            apply_attach(state, BANQUET_CARD, ATTACHED_BANQUET, card, extra_of(move), log)
        case Verb.BLACK_MARKET_TAKE:
            spend_card(state, BLACK_MARKET, card, log)
            apply_fetch(state, card, log)
        case Verb.BLACK_MARKET_BUY:
            spend_card(state, BLACK_MARKET, card, log)
            apply_fetch_and_place(state, card, target_of(move), extra_of(move), log)


@jit
def apply_pass(state: State, log: Log) -> None:
    """Do nothing; enough passes in a row end the phase (4.4)."""
    emit(log, Event.PASS, wide(state.to_move), 0, 0, 0, 0)
    end_action(state, True, log)


@jit
def apply_buy(state: State, card: int, target: int, lower: int, extra: int, log: Log) -> None:
    """Buy a card from a row, or the one the Observatory drew, and place it."""
    seat = wide(state.to_move)
    leave_board(state, card, lower)
    price = place_card(state, seat, card, target, lower, extra)
    emit(log, Event.BUY, seat, card, price, target, lower)
    end_placement(state, seat, target, log)


@jit
def apply_take(state: State, card: int, lower: int, log: Log) -> None:
    """Take a card from a row, or the one the Observatory drew, into the hand (6)."""
    seat = wide(state.to_move)
    is_secret = leave_board(state, card, lower)
    enter_hand(state.players[seat], card, is_secret)
    emit(log, Event.TAKE, seat, card, wide(CARDS[card].deck), int(is_secret), lower)
    end_action(state, False, log)


@jit
def apply_play(state: State, card: int, target: int, extra: int, log: Log) -> None:
    """Place a card from the hand."""
    seat = wide(state.to_move)
    leave_hand(state.players[seat], card)
    price = place_card(state, seat, card, target, UPPER, extra)
    emit(log, Event.PLAY, seat, card, price, target, 0)
    end_placement(state, seat, target, log)


@inline
def end_placement(state: State, seat: int, target: int, log: Log) -> None:
    """Losing the Warehouse may leave too many cards in the hand (8.6); then the action is over."""
    if target != NO_CARD and must_reduce_hand(state, seat):
        state.decision = Decision.HAND_REDUCE
    else:
        end_action(state, False, log)


@jit
def must_reduce_hand(state: State, seat: int) -> bool:
    """Tell whether a hand is above its limit and the option does not allow that (R8)."""
    player = state.players[seat]
    return state.rules.warehouse_loss_discard != 0 and player.n_hand > player.hand_limit


@jit
def apply_observe(state: State, deck: int, log: Log) -> None:
    """Turn an Observatory down and draw a card to decide on (8.7)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    turn_down(player, find_observatory(state, seat))
    place = wide(state.deck_next[deck])
    state.drawn = state.decks[place]
    state.decks[place] = 0  # no trace of the card is left in its pile
    state.deck_next[deck] = place + 1
    state.decision = Decision.OBSERVATORY
    emit(log, Event.OBSERVE, seat, deck, wide(state.drawn), 0, 0)


@jit
def apply_discard(state: State, card: int, log: Log) -> None:
    """Discard the card the Observatory drew (D3), or hand cards above the limit (D4)."""
    seat = wide(state.to_move)
    if state.decision == Decision.OBSERVATORY:
        leave_board(state, card, UPPER)
    else:
        leave_hand(state.players[seat], card)
    add_count(state.discard, card, 1)
    emit(log, Event.DISCARD, seat, card, 0, 0, 0)
    if not must_reduce_hand(state, seat):
        state.decision = Decision.ACTION
        end_action(state, False, log)


@jit
def apply_pub(state: State, points: int, log: Log) -> None:
    """Buy points in the Pub (8.5), then ask the next owner."""
    seat = wide(state.to_move)
    rubles = points * wide(EFFECTS[EFFECT_OF_PUB].per)
    gain(state.players[seat], -rubles, points)
    emit(log, Event.PUB, seat, points, rubles, 0, 0)
    go_on_scoring(state, log)


@jit
def apply_fetch(state: State, card: int, log: Log) -> None:
    """Take a card from the discard pile into the hand; everybody sees it (8.15, 9.2)."""
    seat = wide(state.to_move)
    add_count(state.discard, card, -1)
    enter_hand(state.players[seat], card, False)
    emit(log, Event.FETCH, seat, card, 0, 0, 0)
    end_action(state, False, log)


@jit
def apply_fetch_and_place(state: State, card: int, target: int, extra: int, log: Log) -> None:
    """Buy a card from the discard pile and place it (8.15, 9.2)."""
    seat = wide(state.to_move)
    add_count(state.discard, card, -1)
    price = place_card(state, seat, card, target, UPPER, extra)
    emit(log, Event.BUY, seat, card, price, target, 0)
    end_placement(state, seat, target, log)


@jit
def apply_return(state: State, card: int, log: Log) -> None:
    """Use the Debtor's Prison and put the card back (8.15)."""
    seat = wide(state.to_move)
    turn_down(state.players[seat], DEBTORS_PRISON)
    emit(log, Event.RETURN, seat, card, 0, 0, 0)
    end_action(state, False, log)


@jit
def apply_guild(state: State, rubles: int, log: Log) -> None:
    """Split what the Guild Hall brings (8.16)."""
    seat = wide(state.to_move)
    gain(state.players[seat], rubles, GUILD_TOTAL - rubles)
    emit(log, Event.GUILD, seat, rubles, GUILD_TOTAL - rubles, 0, 0)
    go_on_scoring(state, log)


@jit
def apply_trade(state: State, log: Log) -> None:
    """Buy the points of the Trading House (8.13)."""
    seat = wide(state.to_move)
    gain(state.players[seat], -TRADE_RUBLES, TRADE_POINTS)
    emit(log, Event.TRADE, seat, TRADE_POINTS, TRADE_RUBLES, 0, 0)
    go_on_scoring(state, log)


@jit
def apply_keep(state: State, kept: int, log: Log) -> None:
    """Pay the upkeep of the chosen orange cards (7.5)."""
    keep_orange(state, wide(state.to_move), kept, log)
    go_on_scoring(state, log)


@jit
def apply_decline(state: State, log: Log) -> None:
    """Decline the Trading House, or to use the Pickpocket, of which nobody needs to know."""
    if state.decision == Decision.TRADING_HOUSE:
        emit(log, Event.TRADE, wide(state.to_move), 0, 0, 0, 0)
        go_on_scoring(state, log)
    elif not ask_pickpocket(state):
        begin_actions(state)


@jit
def apply_pickpocket(state: State, log: Log) -> None:
    """Become the first player of the phase; the markers stay (9.5)."""
    spend_card(state, PICKPOCKET, NO_CARD, log)
    state.first_player = state.to_move
    begin_actions(state)


@jit
def spend_card(state: State, card: int, on: int, log: Log) -> None:
    """Move an action card from the hand to the discard pile."""
    seat = wide(state.to_move)
    leave_hand(state.players[seat], card)
    add_count(state.discard, card, 1)
    emit(log, Event.ACTION_CARD, seat, card, on, 0, 0)


@jit
def apply_away(state: State, card: int, log: Log) -> None:
    """Away with It!: discard another hand card (9.1)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    spend_card(state, find_away(player), card, log)
    leave_hand(player, card)
    add_count(state.discard, card, 1)
    end_action(state, False, log)


@jit
def apply_donkey(state: State, log: Log) -> None:
    """Golden Donkey: five rubles (9.3)."""
    spend_card(state, GOLDEN_DONKEY, NO_CARD, log)
    gain(state.players[state.to_move], DONKEY_RUBLES, 0)
    end_action(state, False, log)


@jit
def apply_double_turn(state: State, log: Log) -> None:
    """Double Turn: two further actions (9.4)."""
    spend_card(state, DOUBLE_TURN, NO_CARD, log)
    state.extra_actions += DOUBLE_TURN_ACTIONS
    end_action(state, False, log)


@jit
def apply_attach(state: State, action_card: int, kind: int, card: int, extra: int, log: Log) -> None:
    """Lay a Jester or Banquet on an own card (9.6, 9.7); `extra`: on the copy that carries the other."""
    seat = wide(state.to_move)
    leave_hand(state.players[seat], action_card)
    is_only_copy = get_count(state.players[seat].placed, card) == 1
    is_laden = attached_bits(state, seat, card) != 0
    state.attached_together = int(is_laden and (extra != 0 or is_only_copy))
    state.attached_to[kind] = card
    state.attached_seat[kind] = seat
    emit(log, Event.ACTION_CARD, seat, action_card, card, 0, 0)
    end_action(state, False, log)


@inline
def leave_board(state: State, card: int, lower: int) -> bool:
    """Take a card off its row, or off the Observatory; True if only the mover has seen it."""
    if state.decision == Decision.OBSERVATORY:
        state.drawn = NO_CARD
        state.decision = Decision.ACTION
        return state.rules.observatory_public == 0
    row, place = state.rows[lower], MAX_ROW
    for index in range(MAX_ROW):  # without a branch: the processor would guess it wrong
        place = min(place, index if row.cards[index] == card else MAX_ROW)
    row.n_cards -= 1
    row.counts[place] -= 1
    if row.counts[place] == 0:
        row.n_designs -= 1
        remove_item(row.cards, place)  # the others keep their order
        remove_item(row.counts, place)
    return False


@inline
def remove_item(items: Ints, place: int) -> None:
    """Move the items behind a removed one forward, and leave no trace of the last.

    All places are written, without a branch: how many have to be is hard to foresee.
    """
    last = len(items) - 1
    for index in range(last):
        items[index] = items[index + 1] if index >= place else items[index]
    items[last] = 0


@jit
def enter_hand(player: Player, card: int, is_secret: bool) -> None:
    """Put a card into a hand; everybody remembers a card that was seen."""
    place = wide(player.n_hand)
    player.hand[place] = card
    if not is_secret:
        player.hand_seen |= 1 << place
    player.n_hand += 1


@jit
def leave_hand(player: Player, card: int) -> None:
    """Take one copy of a card out of a hand, a publicly known one first."""
    place = -1
    for index in range(player.n_hand):
        if player.hand[index] == card:
            is_seen = (wide(player.hand_seen) >> index) & 1
            if place < 0 or is_seen:
                place = index
    seen = wide(player.hand_seen)
    below = (1 << place) - 1
    player.hand_seen = (seen & below) | ((seen >> 1) & ~below)
    player.n_hand -= 1
    remove_item(player.hand, place)
