"""What must hold in every position and over every move; the numbers are those of rules.md 15.

KEPT_UP is ours: what the state keeps up to date must be what the areas say.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    BANQUET_CARD,
    CARDS,
    EFFECTS,
    JESTER,
    N_CARDS,
    N_COLORS,
    N_DECKS,
    N_GOODS,
    N_SCORED_COLORS,
    NO_CARD,
    SYCOPHANT,
    TURNABLE,
    Color,
    Effect,
    Placing,
)
from burgomaster.games.petersburg.rules.effects import HAND_LIMIT, N_ATTACHED, count_face_up, count_laden
from burgomaster.games.petersburg.rules.legal import count_pile
from burgomaster.games.petersburg.rules.state import (
    LOWER,
    N_MARKERS,
    UPPER,
    Attached,
    Decision,
    Phase,
    Player,
    Row,
    State,
)

KEPT_UP = 100
ONES = np.ones(N_CARDS, np.int64)
# A random weight for each card: two different sets of cards hardly ever weigh the same.
SALTS = np.random.default_rng(2004).integers(1 << 48, size=N_CARDS)
WEIGHTS = np.random.default_rng(2014).integers(1 << 40, size=(N_COLORS, 4))  # in the same way


@jit
def broken_rule(state: State) -> int:
    """0, or the number of an invariant that a position breaks."""
    if sum_cards(state, ONES) != wide(state.deck_end[N_DECKS - 1]):
        return 1
    for seat in range(state.rules.n_players):
        broken = broken_by_player(state, state.players[seat])
        if broken != 0:
            return broken
    if state.decision == Decision.ACTION and state.pass_count >= state.rules.n_players:
        return 10
    if state.end_triggered != 0 and not has_empty_pile(state):
        return 11
    if broken_attached(state):
        return 16
    if state.tile_goods[0] >= 0 and state.tile_goods[0] == state.tile_goods[1]:
        return 17
    for marker in range(N_MARKERS):
        if state.markers[marker] < 0 or state.markers[marker] >= state.rules.n_players:
            return 18
    return 0


@jit
def broken_attached(state: State) -> bool:
    """Tell whether an action card lies on a card that is not there or cannot carry it."""
    for kind in range(N_ATTACHED):
        card = wide(state.attached_to[kind])
        if card != NO_CARD:
            owner = state.players[state.attached_seat[kind]]
            if get_count(owner.placed, card) < count_laden(state, wide(state.attached_seat[kind]), card):
                return True
            if CARDS[card].rubles <= 0 or CARDS[card].points <= 0:
                return True
    return False


@jit
def sum_cards(state: State, weights: Ints) -> int:
    """Add up the weights of all cards in piles, rows, discard pile, hands and areas."""
    total = sum_row(state.rows[UPPER], weights) + sum_row(state.rows[LOWER], weights)
    total += sum_counts(state.discard, weights)
    if state.drawn != NO_CARD:
        total += wide(weights[state.drawn])
    if state.attached_to[Attached.JESTER] != NO_CARD:
        total += wide(weights[JESTER])
    if state.attached_to[Attached.BANQUET] != NO_CARD:
        total += wide(weights[BANQUET_CARD])
    for deck in range(N_DECKS):
        for place in range(state.deck_next[deck], state.deck_end[deck]):
            total += wide(weights[state.decks[place]])
    for seat in range(state.rules.n_players):
        player = state.players[seat]
        total += sum_counts(player.placed, weights)
        for place in range(player.n_hand):
            total += wide(weights[player.hand[place]])
    return total


@jit
def sum_row(row: Row, weights: Ints) -> int:
    """Add up the weights of the cards of a row."""
    total = 0
    for place in range(row.n_designs):
        total += wide(row.counts[place]) * wide(weights[row.cards[place]])
    return total


@jit
def sum_counts(counts: Ints, weights: Ints) -> int:
    """Add up the weights of cards that are kept as counts."""
    total = 0
    for card in range(N_CARDS):
        total += get_count(counts, card) * wide(weights[card])
    return total


@jit
def has_empty_pile(state: State) -> bool:
    """Tell whether some pile that was in the game has run out."""
    first = 0
    for deck in range(N_DECKS):
        end = wide(state.deck_end[deck])
        if end > first and count_pile(state, deck) == 0:
            return True
        first = end
    return False


@jit
def broken_by_player(state: State, player: Player) -> int:
    """Invariants of one seat."""
    if player.rubles < 0:
        return 2
    over = player.n_hand > player.hand_limit
    if over and state.rules.warehouse_loss_discard != 0 and state.decision != Decision.HAND_REDUCE:
        return 7
    for index in range(TURNABLE.shape[0]):
        n_down = wide(player.face_down[index])
        if n_down < 0 or n_down > get_count(player.placed, TURNABLE[index]):
            return 13
        if n_down > 0 and state.phase == Phase.WORKER:
            return 13
    for card in range(N_CARDS):
        if CARDS[card].color == Color.PURPLE and get_count(player.placed, card) > 0:
            return 16
    for good in range(N_GOODS):
        if player.goods[good] != count_goods(state, player, good):
            return 17
    return broken_kept_up(player)


@jit
def count_goods(state: State, player: Player, good: int) -> int:
    """Symbols of a good on the cards of an area, tiles included."""
    total = 0
    for card in range(N_CARDS):
        if CARDS[card].good == good:
            total += wide(CARDS[card].n_goods) * get_count(player.placed, card)
    for index in range(ANY_CARDS.shape[0]):
        if state.tile_goods[index] == good:
            total += get_count(player.placed, wide(ANY_CARDS[index]))
    return total


@jit
def broken_kept_up(player: Player) -> int:
    """Compare what the state keeps up to date with a count from scratch."""
    counted = 0
    targets = 0
    hand_limit = HAND_LIMIT
    for card in range(N_CARDS):
        if get_count(player.placed, card) > 0:
            counted += weigh_card(player, card)
            row = CARDS[card]
            for index in range(row.first_effect, row.first_effect + row.n_effects):
                if EFFECTS[index].effect == Effect.HAND_LIMIT:
                    hand_limit = max(hand_limit, wide(EFFECTS[index].number))
            bit = wide(row.target_bit)
            if bit >= 0 and count_face_up(player, card) > 0:
                targets |= 1 << bit
    if counted != weigh_kept(player):
        return KEPT_UP
    if targets != player.targets:
        return KEPT_UP + 1
    return KEPT_UP + 2 if player.hand_limit != hand_limit else 0


@jit
def weigh_kept(player: Player) -> int:
    """Weigh what is kept up to date for each colour, and add it up."""
    total = 0
    for color in range(N_COLORS):
        total += WEIGHTS[color, 0] * wide(player.discounts[color])
    for color in range(N_SCORED_COLORS):
        total += WEIGHTS[color, 1] * wide(player.n_cards[color])
        total += WEIGHTS[color, 2] * wide(player.rubles_income[color])
        total += WEIGHTS[color, 3] * wide(player.points_income[color])
    return total


@jit
def weigh_card(player: Player, card: int) -> int:
    """Weigh what the copies of one card in an area add to that."""
    row = CARDS[card]
    color = wide(row.color)
    n_copies = get_count(player.placed, card)
    total = 0
    if color < N_SCORED_COLORS:
        n_up = count_face_up(player, card)
        total += WEIGHTS[color, 1] * n_copies
        total += n_up * (WEIGHTS[color, 2] * wide(row.rubles) + WEIGHTS[color, 3] * wide(row.points))
    for index in range(row.first_effect, row.first_effect + row.n_effects):
        if EFFECTS[index].effect == Effect.DISCOUNT:
            total += WEIGHTS[EFFECTS[index].what, 0] * n_copies * wide(EFFECTS[index].number)
    return total


@jit
def broken_step(before: State, after: State) -> int:
    """0, or the number of an invariant that a move broke."""
    if sum_cards(before, SALTS) != sum_cards(after, SALTS):
        return 1
    same_round = before.round_no == after.round_no
    same_phase = same_round and before.phase == after.phase
    if same_round and after.rows[LOWER].n_cards > before.rows[LOWER].n_cards:
        return 6
    if same_phase and after.rows[UPPER].n_cards > before.rows[UPPER].n_cards:
        return 6
    if after.round_no == 1 and after.rows[LOWER].n_cards > 0:
        return 6
    if before.end_triggered > after.end_triggered or (before.end_triggered != 0 and not same_round):
        return 11
    for deck in range(N_DECKS):
        if count_pile(after, deck) > count_pile(before, deck):
            return 12
        if same_phase and count_pile(before, deck) > 0 and count_pile(after, deck) == 0:
            return 12
    for seat in range(after.rules.n_players):
        broken = broken_player_step(
            before.players[seat], after.players[seat], after.decision == Decision.OVER
        )
        if broken != 0:
            return broken
    return broken_refill(before, after, same_phase)


@jit
def broken_player_step(before: Player, after: Player, is_over: bool) -> int:
    """Check that a move did nothing to a seat that no move may do."""
    entered = count_entered(before, after)
    if entered < 0:
        return 14
    left = 0
    for card in range(N_CARDS):
        change = get_count(after.placed, card) - get_count(before.placed, card)
        # orange cards and Sycophants also leave for want of upkeep, when nothing is placed
        is_unpaid = CARDS[card].color == Color.ORANGE or (card == SYCOPHANT and entered == 0)
        if CARDS[card].placing != Placing.OVER and change < 0 and not is_unpaid:
            left -= change
    if entered != left:
        return 15
    if after.score < before.score and not is_over:
        return 19
    return 0


@jit
def count_entered(before: Player, after: Player) -> int:
    """Exchange cards that entered an area; -1 if one left."""
    total = 0
    for card in range(N_CARDS):
        if CARDS[card].placing == Placing.OVER:
            change = get_count(after.placed, card) - get_count(before.placed, card)
            if change < 0:
                return -1
            total += change
    return total


@jit
def broken_refill(before: State, after: State, same_phase: bool) -> int:
    """After a refill the board is full, or the pile is empty (5)."""
    if same_phase or after.decision == Decision.OVER:
        return 0
    n_open = wide(after.rows[UPPER].n_cards) + wide(after.rows[LOWER].n_cards)
    kept = wide(before.rows[UPPER].n_cards)
    if before.round_no == after.round_no:
        kept += wide(before.rows[LOWER].n_cards)
    wanted = max(wide(after.rules.board_size), kept)
    if n_open > wanted or (n_open < wanted and count_pile(after, wide(after.phase)) > 0):
        return 5
    if after.drawn != NO_CARD:
        return 13
    return 0
