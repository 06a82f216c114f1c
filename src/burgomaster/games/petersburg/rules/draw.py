"""Drawing one of the legal moves, as from their list (legal.py), without listing them.

Random play needs one move of a position, and most of its time went into the prices of all others. Here the
cards of both rows and of the hand are lanes (core/lanes.py) whose prices are found at once. How many moves
there are with each card is a lane of a word, and the number that is drawn finds its card by sums of lanes.
"""

from __future__ import annotations

from typing import Annotated, Any

from burgomaster.core.bits import count_bits, get_count, lowest_bit, wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import draw_listed
from burgomaster.core.lanes import are_at_most, are_same, choose, join, look_up, made_of_lanes, split
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import draw_below
from burgomaster.core.struct import U8, Ints, record, zeros
from burgomaster.core.words import (
    LARGEST,
    N_IN_WORD,
    ONES,
    find_above,
    first_lanes,
    lane_of,
    load_lanes,
    raise_lanes,
    running_sums,
)
from burgomaster.games.petersburg.rules.actions import Verb, pack
from burgomaster.games.petersburg.rules.cards import (
    ALONE,
    CARDS,
    DEBTORS_PRISON,
    N_CARDS,
    N_COLORS,
    N_DECKS,
    NO_CARD,
    TARGET_CARDS,
    Placing,
)
from burgomaster.games.petersburg.rules.effects import full_price
from burgomaster.games.petersburg.rules.legal import (
    MIN_PILE,
    can_take,
    count_pile,
    find_observatory,
    find_targets,
)
from burgomaster.games.petersburg.rules.rounds import is_buy_only
from burgomaster.games.petersburg.rules.state import LOWER, UPPER, Decision, Phase, Player, State

KIND_SHIFT = 5  # of the kind of a card in a byte with its cost
MAX_COST = (1 << KIND_SHIFT) - 1
EXCHANGE, ACTION = 7, 6  # the kinds of exchange cards and of action cards; that of others is their colour
NO_MONEY = -128  # what somebody without rubles can pay
MAX_OVER = 100  # moves with exchange cards whose sums have room in a lane


KINDS = {Placing.OVER: EXCHANGE, Placing.NEVER: ACTION}


@record
class Printed:
    """What is printed on the cards: kind and cost in one byte each."""

    costs: Annotated[Ints, U8, 128]


def _print_cards() -> Any:
    """Write the kind and the cost of every card."""
    printed: Any = zeros(Printed, 1)
    for card in range(N_CARDS):
        row = CARDS[card]
        kind = KINDS.get(Placing(row.placing), int(row.color))
        printed[0].costs[card] = min(MAX_COST, int(row.cost)) | kind << KIND_SHIFT
    return printed


PRINTED = _print_cards()
COSTS = [int(CARDS[card].cost) for card in range(N_CARDS) if Placing(CARDS[card].placing) not in KINDS]
FITS = max(COSTS) <= MAX_COST and N_COLORS <= ACTION  # else moves are listed as ever


@made_of_lanes(instead=draw_listed)
@jit
def draw_legal(state: State, moves: Moves, rng: Ints) -> int:
    """Draw one of the legal moves, each as likely as the others."""
    n_upper, n_lower = wide(state.rows[UPPER].n_designs), wide(state.rows[LOWER].n_designs)
    player = state.players[state.to_move]
    if not is_plain_choice(state, player) or n_upper + n_lower > N_IN_WORD:
        return draw_listed(state, moves, rng)
    lower_cards = raise_lanes(load_lanes(state.rows[LOWER].cards), n_upper)
    cards, hand = load_lanes(state.rows[UPPER].cards) | lower_cards, load_hand(player)
    of_rows, of_hand, exchanges = count_plain(player, cards, hand, n_upper, n_upper + n_lower)
    n_over = 0
    while exchanges != 0:
        bit = lowest_bit(exchanges)
        exchanges &= exchanges - 1
        in_hand, bit = bit & 1, bit & ~1
        card = ((hand if in_hand == 1 else cards) >> bit) & 255
        is_lower = wide(bit >= 8 * n_upper) & ~in_hand
        n = count_bits(find_targets(player, Verb.BUY + 0, card, full_price(state, player, card, is_lower)))
        n_over += n
        of_rows += 0 if in_hand == 1 else n << bit
        of_hand += n << bit if in_hand == 1 else 0
    if n_over > MAX_OVER:
        return draw_listed(state, moves, rng)
    return draw_counted(state, player, cards, running_sums(of_rows), running_sums(of_hand), rng)


@inline
def is_plain_choice(state: State, player: Player) -> bool:
    """Tell whether cards are bought, taken and played for their printed price less discounts, and no more."""
    rules = state.rules
    is_usual = FITS and rules.has_market == 0 and rules.same_way == ALONE and rules.mariinsky_extra == 0
    is_asked = is_usual and state.decision == Decision.ACTION and not is_buy_only(state)
    if not is_asked or rules.has_rare == 0:
        return is_asked
    has_prison = state.phase == Phase.BUILDING and get_count(player.placed, DEBTORS_PRISON) > 0
    return not has_prison and (rules.has_action_cards == 0 or not has_action_cards(state, player))


@inline
def has_action_cards(state: State, player: Player) -> bool:
    """Tell whether the mover has action cards, in the hand or on a card of the area."""
    seat = state.to_move
    found = state.attached_to[0] != NO_CARD and state.attached_seat[0] == seat
    found |= state.attached_to[1] != NO_CARD and state.attached_seat[1] == seat
    kinds = look_up(PRINTED[0].costs, join(load_hand(player), 0)) >> KIND_SHIFT
    in_hand, _ = split(are_same(kinds, join(ACTION * ONES, 0)))
    return found or (in_hand & first_lanes(wide(player.n_hand))) != 0


@inline
def load_hand(player: Player) -> int:
    """Return the cards of a hand as lanes; there may be anything behind them."""
    return load_lanes(player.hand)


@inline
def count_plain(player: Player, cards: int, hand: int, n_upper: int, n_cards: int) -> tuple[int, int, int]:
    """Count the moves with each card that displaces none: 1 where it can be paid.

    Return words for the rows and for the hand, and one for exchange cards: bit 0 of the lane of each in the
    rows, and bit 1 of the lane of each in the hand.
    """
    lanes = join(cards, hand)
    printed = look_up(PRINTED[0].costs, lanes)
    kinds = printed >> KIND_SHIFT
    both = look_up(player.placed, lanes >> 1)
    n_same = choose(lanes & 1, both >> 4, both & 15)
    cheaper = look_up(player.discounts, kinds) + n_same + join(raise_lanes(ONES, n_upper), 0)
    rubles = wide(player.rubles)
    can_pay = are_at_most((printed & MAX_COST) - cheaper, min(rubles, LARGEST) if rubles > 0 else NO_MONEY)
    is_there = join(first_lanes(n_cards), first_lanes(wide(player.n_hand))) & ~are_repeated(lanes, hand)
    is_exchange = are_same(kinds, join(EXCHANGE * ONES, EXCHANGE * ONES))
    of_rows, of_hand = split(can_pay & are_at_most(kinds, N_COLORS - 1) & is_there & 1)
    over_rows, over_hand = split(is_exchange & is_there & 1)
    return of_rows, of_hand, over_rows | over_hand << 1 if rubles > 0 else 0


@inline
def are_repeated(lanes: Any, hand: int) -> Any:
    """Find the cards of a hand that are at an earlier place, too: equal cards are one choice."""
    second = are_same(lanes, join(-1, hand << 8 | 0xFF))
    third = are_same(lanes, join(-1, hand << 16 | 0xFFFF))
    return second | third | are_same(lanes, join(-1, hand << 24 | 0xFFFFFF))


@inline
def draw_counted(state: State, player: Player, cards: int, of_rows: int, of_hand: int, rng: Ints) -> int:
    """Draw a move by how many there are with each card, which is told by running sums."""
    n_upper, n_lower = wide(state.rows[UPPER].n_designs), wide(state.rows[LOWER].n_designs)
    has_room, n_rows, n_hand = wide(can_take(player)), of_rows >> 56, of_hand >> 56
    n_bought_upper = lane_of(raise_lanes(of_rows, 1), n_upper) if n_upper < N_IN_WORD else n_rows
    n_bought_lower = n_rows - n_bought_upper
    n_taken_upper, n_taken_lower = has_room * n_upper, has_room * n_lower
    n_observed = count_observed(state)
    n_others = n_rows + n_taken_upper + n_taken_lower + n_hand + n_observed
    number = draw_below(rng, n_others + 1)
    if number == n_others:
        return pack(Verb.PASS, 0, NO_CARD)
    if number < n_bought_upper:
        return place_drawn(state, player, Verb.BUY + UPPER, cards, of_rows, number)
    number -= n_bought_upper
    if number < n_taken_upper:
        return pack(Verb.TAKE + UPPER, lane_of(cards, number), NO_CARD)
    number -= n_taken_upper
    if number < n_bought_lower:
        return place_drawn(state, player, Verb.BUY + LOWER, cards, of_rows, n_bought_upper + number)
    number -= n_bought_lower
    if number < n_taken_lower:
        return pack(Verb.TAKE + LOWER, lane_of(cards, n_upper + number), NO_CARD)
    number -= n_taken_lower
    if number < n_hand:
        return place_drawn(state, player, Verb.PLAY + UPPER, load_hand(player), of_hand, number)
    return observe_drawn(state, number - n_hand)


@inline
def place_drawn(state: State, player: Player, verb: int, cards: int, sums: int, number: int) -> int:
    """Return the move with a number among those that buy or play one of some cards."""
    place = find_above(sums, number)
    card = lane_of(cards, place)
    if CARDS[card].placing != Placing.OVER:
        return pack(verb, card, NO_CARD)
    targets = find_targets(player, verb, card, full_price(state, player, card, wide(verb == Verb.BUY_LOW)))
    for _ in range(number - lane_of(raise_lanes(sums, 1), place)):
        targets &= targets - 1
    return pack(verb, card, TARGET_CARDS[lowest_bit(targets)])


@inline
def count_observed(state: State) -> int:
    """Count the piles that an Observatory may draw from now."""
    n = 0
    if (wide(state.phase) ^ Phase.BUILDING) + wide(state.observatories[0] == 0) == 0:  # one guess, not two
        if find_observatory(state, wide(state.to_move)) != NO_CARD:
            for deck in range(N_DECKS):
                n += wide(count_pile(state, deck) >= MIN_PILE)
    return n


@jit
def observe_drawn(state: State, number: int) -> int:
    """Return the move with a number among those that use an Observatory."""
    deck = -1
    while number >= 0:
        deck += 1
        number -= wide(count_pile(state, deck) >= MIN_PILE)
    return pack(Verb.OBSERVE, deck, NO_CARD)
