"""Which moves are legal (rules.md 4.5). Twin of apply.py; refusals.py says why a move is not."""

from __future__ import annotations

from burgomaster.compiler.bits import get_count, lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.move_list import Moves, add_move
from burgomaster.games.petersburg.rules.actions import Verb, pack, pack_extra
from burgomaster.games.petersburg.rules.cards import (
    AWAY_WITH_IT,
    AWAY_WITH_IT_NOBLE,
    CARDS,
    DEBTORS_PRISON,
    EFFECT_OF_PUB,
    EFFECTS,
    MAX_WORTH,
    N_CARDS,
    N_DECKS,
    N_GOODS,
    NO_CARD,
    ORANGE_CARDS,
    TARGET_CARDS,
    TURNABLE,
    WORTH_AT_LEAST,
    Color,
    Placing,
    Special,
)
from burgomaster.games.petersburg.rules.effects import (
    BOTH_ATTACHED,
    N_ATTACHED,
    attached_bits,
    count_face_up,
    count_laden,
    count_marks,
    full_price,
)
from burgomaster.games.petersburg.rules.rounds import is_buy_only
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, N_ORANGE, first_value
from burgomaster.games.petersburg.rules.state import (
    LOWER,
    N_OBSERVATORIES,
    N_TURNABLE,
    UPPER,
    Decision,
    Phase,
    Player,
    State,
)

PRISON_BIT = 1 << int(CARDS[DEBTORS_PRISON].target_bit)
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
        case _:
            moves.n_moves = legal_rare(state, moves) if state.rules.has_rare != 0 else 0


@jit
def legal_rare(state: State, moves: Moves) -> int:
    """List the moves of the decisions that few games ever ask."""
    match state.decision:
        case Decision.HAND_REDUCE:
            return legal_discard(state, moves)
        case Decision.PICKPOCKET:
            return legal_yes_or_no(Verb.PICKPOCKET + 0, moves)
        case Decision.TRADING_HOUSE:
            return legal_yes_or_no(Verb.TRADE + 0, moves)
        case Decision.GUILD_SPLIT:
            return legal_guild(moves)
        case Decision.UPKEEP:
            return legal_keep(state, moves)
    return 0


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
        if state.rules.has_rare != 0:
            n = legal_prison(state, player, moves, n)
    if state.rules.has_action_cards != 0:
        n = legal_use(state, player, moves, n)
    return add_move(moves, n, pack(Verb.PASS, 0, NO_CARD), True)


@inline
def legal_row(state: State, player: Player, lower: int, moves: Moves, n: int) -> int:
    """Buy or take a card of one row; equal cards are one choice."""
    n = legal_buy(state, player, lower, moves, n)
    if can_take(player):
        row = state.rows[lower]
        for place in range(row.n_designs):
            n = add_move(moves, n, pack(Verb.TAKE + lower, wide(row.cards[place]), NO_CARD), True)
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
def can_take(player: Player) -> bool:
    """Tell whether the hand has room (6)."""
    return player.n_hand < player.hand_limit


@inline
def legal_place(state: State, player: Player, verb: int, card: int, lower: int, moves: Moves, n: int) -> int:
    """Place a card that can be paid, over each card it may displace (5.4)."""
    full = full_price(state, player, card, lower)
    if CARDS[card].placing == Placing.PLAIN:
        return add_move(moves, n, pack(verb, card, NO_CARD), max(1, full) <= wide(player.rubles))
    if state.rules.is_simple == 0:
        return legal_place_specially(state, player, verb, card, full, moves, n)
    targets = find_targets(player, verb, card, full)
    while targets != 0:
        n = add_move(moves, n, pack(verb, card, TARGET_CARDS[lowest_bit(targets)]), True)
        targets &= targets - 1
    return n


@jit
def legal_place_specially(
    state: State, player: Player, verb: int, card: int, full: int, moves: Moves, n: int
) -> int:
    """List the same where symbol tiles or action cards may be involved (8.20, 9)."""
    placing = CARDS[card].placing
    if placing == Placing.WITH_TILE:
        can_pay = max(1, full) <= player.rubles
        if state.rules.has_market == 0:  # it is a plain card
            return add_move(moves, n, pack(verb, card, NO_CARD), can_pay)
        for good in range(N_GOODS):
            is_left = wide(state.tile_goods[0]) != good and wide(state.tile_goods[1]) != good
            n = add_move(moves, n, pack_extra(verb, card, NO_CARD, good + 1), can_pay and is_left)
        return n
    if placing == Placing.OVER:
        targets = find_targets(player, verb, card, full)
        while targets != 0:
            n = legal_over(state, verb, card, TARGET_CARDS[lowest_bit(targets)], moves, n)
            targets &= targets - 1
    return n


@inline
def find_targets(player: Player, verb: int, card: int, full: int) -> int:
    """Find the cards that an exchange card may displace now, and can be paid then: bits (5.1, 5.4).

    A Prison in use has been turned down before (8.15).
    """
    rubles = wide(player.rubles)
    least = max(0, full - rubles) if rubles > 0 else MAX_WORTH + 1
    enough = wide(WORTH_AT_LEAST[min(least, MAX_WORTH + 1)])
    targets = player.targets & CARDS[card].targets & enough
    return targets & ~PRISON_BIT if verb == Verb.PRISON_BUY else targets


@jit
def legal_over(state: State, verb: int, card: int, target: int, moves: Moves, n: int) -> int:
    """Displace a card; copies that differ in what lies on them are different choices."""
    seat = wide(state.to_move)
    bits = attached_bits(state, seat, target)
    n_bare = get_count(state.players[seat].placed, target) - count_laden(state, seat, target)
    n_kinds = int(n_bare > 0) + count_laden(state, seat, target)
    if n_bare > 0 or n_kinds == 1:
        n = add_move(moves, n, pack(verb, card, target), True)
    if n_kinds > 1 and bits == BOTH_ATTACHED and state.attached_together != 0:
        return add_move(moves, n, pack_extra(verb, card, target, bits), True)
    for kind in range(N_ATTACHED):
        is_other = n_kinds > 1 and ((bits >> kind) & 1) == 1
        n = add_move(moves, n, pack_extra(verb, card, target, 1 << kind), is_other)
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
    """Tell whether the same card lies at an earlier place of the hand."""
    for earlier in range(place):
        if player.hand[earlier] == card:
            return True
    return False


@jit
def legal_observe(state: State, player: Player, moves: Moves, n: int) -> int:
    """Use a face-up Observatory on a pile of at least two cards (8.7)."""
    if find_observatory(state, wide(state.to_move)) != NO_CARD:
        for deck in range(N_DECKS):
            n = add_move(moves, n, pack(Verb.OBSERVE, deck, NO_CARD), count_pile(state, deck) >= MIN_PILE)
    return n


@jit
def find_observatory(state: State, seat: int) -> int:
    """Find the face-up Observatory that would be turned, or NO_CARD: of two versions the one placed first."""
    for place in range(N_OBSERVATORIES):
        mark = wide(state.observatories[place])
        if mark == 0:
            return NO_CARD
        index = (mark - 1) % N_TURNABLE
        if (mark - 1) // N_TURNABLE == seat:
            if count_marks(state, mark, place) >= state.players[seat].face_down[index]:
                return wide(TURNABLE[index])
    return NO_CARD


@jit
def count_pile(state: State, deck: int) -> int:
    """Count how many cards are left in a pile."""
    return wide(state.deck_end[deck]) - wide(state.deck_next[deck])


@jit
def legal_prison(state: State, player: Player, moves: Moves, n: int) -> int:
    """Use a face-up Debtor's Prison on a card of the discard pile (8.15)."""
    if count_face_up(player, DEBTORS_PRISON) == 0:
        return n
    has_room = can_take(player)
    may_return = not has_room or state.rules.prison_free_return != 0
    for card in range(N_CARDS):
        if can_fetch(state, card):
            n = add_move(moves, n, pack(Verb.PRISON_TAKE, card, NO_CARD), has_room)
            n = legal_place(state, player, Verb.PRISON_BUY + UPPER, card, UPPER, moves, n)
            n = add_move(moves, n, pack(Verb.PRISON_RETURN, card, NO_CARD), may_return)
    return n


@inline
def can_fetch(state: State, card: int) -> bool:
    """Tell whether the discard pile has a card that may be fetched from it: any but purple ones."""
    return get_count(state.discard, card) > 0 and CARDS[card].color != Color.PURPLE


@jit
def legal_use(state: State, player: Player, moves: Moves, n: int) -> int:
    """Play an action card whose effect can be carried out now (9); equal cards are one choice."""
    has_played_away = False
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        if CARDS[card].color == Color.PURPLE and not is_earlier_in_hand(player, card, place):
            is_away = CARDS[card].special == Special.AWAY_WITH_IT
            if not (is_away and has_played_away):
                n = legal_use_card(state, player, card, moves, n)
            has_played_away = has_played_away or is_away
    return n


@jit
def legal_use_card(state: State, player: Player, card: int, moves: Moves, n: int) -> int:
    """Play one action card; the Pickpocket has its own moment (9.5)."""
    match CARDS[card].special:
        case Special.AWAY_WITH_IT:
            return legal_away(player, moves, n)
        case Special.BLACK_MARKET:
            return legal_black_market(state, player, moves, n)
        case Special.GOLDEN_DONKEY:
            return add_move(moves, n, pack(Verb.USE_GOLDEN_DONKEY, 0, NO_CARD), True)
        case Special.DOUBLE_TURN:
            return add_move(moves, n, pack(Verb.USE_DOUBLE_TURN, 0, NO_CARD), True)
        case Special.JESTER:
            return legal_attach(state, player, Verb.USE_JESTER + 0, moves, n)
        case Special.BANQUET:
            return legal_attach(state, player, Verb.USE_BANQUET + 0, moves, n)
    return n


@jit
def legal_away(player: Player, moves: Moves, n: int) -> int:
    """Discard any other hand card (9.1)."""
    played = find_away(player)
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        is_other = card != played and not is_earlier_in_hand(player, card, place)
        n = add_move(moves, n, pack(Verb.USE_AWAY_WITH_IT, card, NO_CARD), is_other)
    return n


@jit
def find_away(player: Player) -> int:
    """Find the copy of Away with It! to play: that of the building deck if both are in the hand (9.1)."""
    for place in range(player.n_hand):
        if player.hand[place] == AWAY_WITH_IT:
            return AWAY_WITH_IT
    return AWAY_WITH_IT_NOBLE


@jit
def legal_black_market(state: State, player: Player, moves: Moves, n: int) -> int:
    """Take or buy a card of the discard pile; the Black Market itself has left the hand by then (9.2)."""
    has_room = player.n_hand <= player.hand_limit
    for card in range(N_CARDS):
        if can_fetch(state, card):
            n = add_move(moves, n, pack(Verb.BLACK_MARKET_TAKE, card, NO_CARD), has_room)
            n = legal_place(state, player, Verb.BLACK_MARKET_BUY + UPPER, card, UPPER, moves, n)
    return n


@jit
def legal_attach(state: State, player: Player, verb: int, moves: Moves, n: int) -> int:
    """Lay a Jester or Banquet on a card that brings both rubles and points (9.6, 9.7)."""
    for card in range(N_CARDS):
        n_copies = get_count(player.placed, card)
        if n_copies > 0 and can_carry(card):
            bits = attached_bits(state, wide(state.to_move), card)
            n = add_move(moves, n, pack(verb, card, NO_CARD), True)
            n = add_move(moves, n, pack_extra(verb, card, NO_CARD, bits), bits != 0 and n_copies > 1)
    return n


@inline
def can_carry(card: int) -> bool:
    """Tell whether a card has both kinds of printed income (R19)."""
    return CARDS[card].rubles > 0 and CARDS[card].points > 0


@jit
def legal_yes_or_no(yes: int, moves: Moves) -> int:
    """D1, D6: do it or decline."""
    n = add_move(moves, 0, pack(yes, 0, NO_CARD), True)
    return add_move(moves, n, pack(Verb.DECLINE, 0, NO_CARD), True)


@jit
def legal_guild(moves: Moves) -> int:
    """D5: the rubles of the Guild Hall's four (8.16)."""
    n = 0
    for rubles in range(GUILD_TOTAL + 1):
        n = add_move(moves, n, pack(Verb.GUILD, rubles, NO_CARD), True)
    return n


@jit
def legal_keep(state: State, moves: Moves) -> int:
    """D8: any set of the own orange cards whose upkeep can be paid (7.5)."""
    player = state.players[state.to_move]
    n = 0
    for kept in range(1 << N_ORANGE):
        n = add_move(moves, n, pack(Verb.KEEP, kept, NO_CARD), can_keep(state, player, kept))
    return n


@jit
def can_keep(state: State, player: Player, kept: int) -> bool:
    """Tell whether a set is made of own orange cards and can be paid for."""
    n_kept = 0
    for index in range(N_ORANGE):
        if (kept >> index) & 1:
            n_kept += 1
            if get_count(player.placed, ORANGE_CARDS[index]) == 0:
                return False
    return n_kept * first_value(state) <= player.rubles


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
    """Tell how many points the owner of Pubs may buy now (8.5)."""
    price = wide(EFFECTS[EFFECT_OF_PUB].per)
    return min(wide(player.max_bought_points), wide(player.rubles) // price)
