"""Carrying a legal move out, and everything that follows by itself (rules.md 4). Twin of legal.py."""

from __future__ import annotations

from burgomaster.core.bits import add_count, wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.core.records import Ints
from burgomaster.games.petersburg.actions import Verb, card_of, target_of, verb_of
from burgomaster.games.petersburg.cards import CARDS, EFFECT_OF_PUB, EFFECTS, NO_CARD
from burgomaster.games.petersburg.effects import gain, place_card, turn_down
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.legal import find_observatory
from burgomaster.games.petersburg.rounds import ask_scoring, end_action
from burgomaster.games.petersburg.state import LOWER, UPPER, Decision, Player, Row, State


@jit
def apply(state: State, move: int, log: Log) -> None:
    """Carry out a move that `legal` offers."""
    card = card_of(move)
    match verb_of(move):
        case Verb.PASS:
            apply_pass(state, log)
        case Verb.BUY:
            apply_buy(state, card, target_of(move), UPPER, log)
        case Verb.BUY_LOW:
            apply_buy(state, card, target_of(move), LOWER, log)
        case Verb.TAKE:
            apply_take(state, card, UPPER, log)
        case Verb.TAKE_LOW:
            apply_take(state, card, LOWER, log)
        case Verb.PLAY:
            apply_play(state, card, target_of(move), log)
        case Verb.OBSERVE:
            apply_observe(state, card, log)
        case Verb.DISCARD:
            apply_discard(state, card, log)
        case Verb.PUB:
            apply_pub(state, card, log)


@jit
def apply_pass(state: State, log: Log) -> None:
    """Do nothing; enough passes in a row end the phase (4.4)."""
    emit(log, Event.PASS, wide(state.to_move), 0, 0, 0, 0)
    end_action(state, True, log)


@jit
def apply_buy(state: State, card: int, target: int, lower: int, log: Log) -> None:
    """Buy a card from a row, or the one the Observatory drew, and place it."""
    seat = wide(state.to_move)
    leave_board(state, card, lower)
    price = place_card(state, seat, card, target, lower)
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
def apply_play(state: State, card: int, target: int, log: Log) -> None:
    """Place a card from the hand."""
    seat = wide(state.to_move)
    leave_hand(state.players[seat], card)
    price = place_card(state, seat, card, target, UPPER)
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
    """Whether a hand is above its limit and the option does not allow that (R8)."""
    player = state.players[seat]
    return state.rules.warehouse_loss_discard != 0 and player.n_hand > player.hand_limit


@jit
def apply_observe(state: State, deck: int, log: Log) -> None:
    """Turn an Observatory down and draw a card to decide on (8.7)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    turn_down(player, find_observatory(player))
    state.drawn = draw_card(state, deck)
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
    ask_scoring(state, log)


@inline
def leave_board(state: State, card: int, lower: int) -> bool:
    """Take a card off its row, or off the Observatory; True if only the mover has seen it."""
    if state.decision == Decision.OBSERVATORY:
        state.drawn = NO_CARD
        state.decision = Decision.ACTION
        return state.rules.observatory_public == 0
    leave_row(state.rows[lower], card)
    return False


@inline
def leave_row(row: Row, card: int) -> None:
    """Take one copy of a card off a row; the others keep their order."""
    place = 0
    while row.cards[place] != card:
        place += 1
    row.n_cards -= 1
    row.counts[place] -= 1
    if row.counts[place] == 0:
        row.n_designs -= 1
        close_gap(row.cards, place, row.n_designs)
        close_gap(row.counts, place, row.n_designs)


@inline
def close_gap(items: Ints, place: int, n_left: int) -> None:
    """Move the items behind a removed one forward, and leave no trace of the last."""
    for index in range(place, n_left):
        items[index] = items[index + 1]
    items[n_left] = 0


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
    place = find_in_hand(player, card)
    seen = wide(player.hand_seen)
    below = (1 << place) - 1
    player.hand_seen = (seen & below) | ((seen >> 1) & ~below)
    player.n_hand -= 1
    close_gap(player.hand, place, wide(player.n_hand))


@jit
def find_in_hand(player: Player, card: int) -> int:
    """The place of a card in a hand; of equal ones the one that everybody has seen."""
    found = -1
    for place in range(player.n_hand):
        if player.hand[place] == card:
            is_seen = (wide(player.hand_seen) >> place) & 1
            if found < 0 or is_seen:
                found = place
    return found


@jit
def draw_card(state: State, deck: int) -> int:
    """Take the top card of a pile, and leave no trace of it there."""
    place = wide(state.deck_next[deck])
    card = wide(state.decks[place])
    state.deck_next[deck] = place + 1
    state.decks[place] = 0
    return card
