"""Which moves are legal (rules.md 4.5). Twin of apply.py; refusals.py says why a move is not."""

from __future__ import annotations

from burgomaster.core.bits import lowest_bit, wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.moves import Moves, add_move
from burgomaster.games.petersburg.actions import Verb, pack
from burgomaster.games.petersburg.cards import (
    CARDS,
    EFFECT_OF_PUB,
    EFFECTS,
    N_DECKS,
    NO_CARD,
    TARGET_CARDS,
    TURNABLE,
    Special,
)
from burgomaster.games.petersburg.effects import count_face_up, full_price, price_over
from burgomaster.games.petersburg.rounds import is_buy_only
from burgomaster.games.petersburg.state import LOWER, UPPER, Decision, Phase, Player, State

MIN_PILE = 2  # an Observatory may not draw the last card of a pile (8.7)


@jit
def legal(state: State, moves: Moves) -> None:
    """Write the legal moves of the seat to move."""
    match state.decision:
        case Decision.ACTION:
            moves.n_moves = legal_action(state, moves)
        case Decision.OBSERVATORY:
            moves.n_moves = legal_drawn(state, moves)
        case Decision.PUB:
            moves.n_moves = legal_pub(state, moves)
        case Decision.HAND_REDUCE:
            moves.n_moves = legal_discard(state, moves)
        case _:
            moves.n_moves = 0


@jit
def legal_action(state: State, moves: Moves) -> int:
    """D2: everything one action may be (4.5.1)."""
    player = state.players[state.to_move]
    if is_buy_only(state):
        return legal_buy(state, player, UPPER, moves, 0)
    n = legal_row(state, player, UPPER, moves, 0)
    n = legal_row(state, player, LOWER, moves, n)
    n = legal_play(state, player, moves, n)
    if state.phase == Phase.BUILDING:
        n = legal_observe(state, player, moves, n)
    return add_move(moves, n, pack(Verb.PASS, 0, NO_CARD), True)


@inline
def legal_row(state: State, player: Player, lower: int, moves: Moves, n: int) -> int:
    """Buy or take a card of one row; equal cards are one choice."""
    n = legal_buy(state, player, lower, moves, n)
    if can_take(player):
        n = legal_take(state, lower, moves, n)
    return n


@inline
def legal_buy(state: State, player: Player, lower: int, moves: Moves, n: int) -> int:
    """Buy a card of one row; nothing costs less than a ruble."""
    row = state.rows[lower]
    if player.rubles > 0:
        for place in range(row.n_designs):
            n = legal_place(state, player, Verb.BUY + lower, wide(row.cards[place]), lower, moves, n)
    return n


@inline
def legal_take(state: State, lower: int, moves: Moves, n: int) -> int:
    """Take a card of one row into a hand that has room."""
    row = state.rows[lower]
    for place in range(row.n_designs):
        n = add_move(moves, n, pack(Verb.TAKE + lower, wide(row.cards[place]), NO_CARD), True)
    return n


@inline
def can_take(player: Player) -> bool:
    """Whether the hand has room (6)."""
    return player.n_hand < player.hand_limit


@inline
def legal_place(state: State, player: Player, verb: int, card: int, lower: int, moves: Moves, n: int) -> int:
    """Place a card that can be paid, over each card it may displace (5.4)."""
    full = full_price(state, player, card, lower)
    rubles = wide(player.rubles)
    if CARDS[card].is_exchange == 0:
        return add_move(moves, n, pack(verb, card, NO_CARD), max(1, full) <= rubles)
    targets = player.targets & CARDS[card].targets
    while targets != 0:
        target = TARGET_CARDS[lowest_bit(targets)]
        targets &= targets - 1
        n = add_move(moves, n, pack(verb, card, target), price_over(full, target) <= rubles)
    return n


@inline
def legal_play(state: State, player: Player, moves: Moves, n: int) -> int:
    """Play a card from the hand; equal cards are one choice."""
    if player.rubles > 0:
        for place in range(player.n_hand):
            card = wide(player.hand[place])
            if not is_earlier_in_hand(player, card, place):
                n = legal_place(state, player, Verb.PLAY + UPPER, card, UPPER, moves, n)
    return n


@inline
def is_earlier_in_hand(player: Player, card: int, place: int) -> bool:
    """Whether the same card lies at an earlier place of the hand."""
    for earlier in range(place):
        if player.hand[earlier] == card:
            return True
    return False


@jit
def legal_observe(state: State, player: Player, moves: Moves, n: int) -> int:
    """Use a face-up Observatory on a pile of at least two cards (8.7)."""
    if find_observatory(player) != NO_CARD:
        for deck in range(N_DECKS):
            n = add_move(moves, n, pack(Verb.OBSERVE, deck, NO_CARD), count_pile(state, deck) >= MIN_PILE)
    return n


@jit
def find_observatory(player: Player) -> int:
    """The face-up Observatory that would be turned, or NO_CARD."""
    for index in range(TURNABLE.shape[0]):
        card = wide(TURNABLE[index])
        if CARDS[card].special == Special.OBSERVATORY and count_face_up(player, card) > 0:
            return card
    return NO_CARD


@jit
def count_pile(state: State, deck: int) -> int:
    """How many cards are left in a pile."""
    return wide(state.deck_end[deck]) - wide(state.deck_next[deck])


@jit
def legal_drawn(state: State, moves: Moves) -> int:
    """D3: buy, take or discard the card the Observatory drew."""
    player = state.players[state.to_move]
    card = wide(state.drawn)
    n = legal_place(state, player, Verb.BUY + UPPER, card, UPPER, moves, 0)
    n = add_move(moves, n, pack(Verb.TAKE, card, NO_CARD), can_take(player))
    return add_move(moves, n, pack(Verb.DISCARD, card, NO_CARD), True)


@jit
def legal_discard(state: State, moves: Moves) -> int:
    """D4: discard a hand card; equal cards are one choice."""
    player = state.players[state.to_move]
    n = 0
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        n = add_move(moves, n, pack(Verb.DISCARD, card, NO_CARD), not is_earlier_in_hand(player, card, place))
    return n


@jit
def legal_pub(state: State, moves: Moves) -> int:
    """D7: any number of points up to the limit of the Pubs and the purse."""
    n = 0
    for points in range(max_pub_points(state.players[state.to_move]) + 1):
        n = add_move(moves, n, pack(Verb.PUB, points, NO_CARD), True)
    return n


@jit
def max_pub_points(player: Player) -> int:
    """How many points the owner of Pubs may buy now (8.5)."""
    price = wide(EFFECTS[EFFECT_OF_PUB].per)
    return min(wide(player.max_bought_points), wide(player.rubles) // price)
