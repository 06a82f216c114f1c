"""What a placed card changes: prices, income, discounts, the hand limit, targets (rules.md 5, 8)."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.games.petersburg.rules.cards import (
    ALONE,
    ANY_CARDS,
    BANQUET_CARD,
    CARDS,
    EFFECTS,
    JESTER,
    MARIINSKY_2014,
    N_SCORED_COLORS,
    NO_CARD,
    TURNABLE,
    Color,
    Effect,
    Good,
    Placing,
    Special,
)
from burgomaster.games.petersburg.rules.state import (
    N_OBSERVATORIES,
    N_TURNABLE,
    NO_TILE,
    Attached,
    Player,
    State,
)

HAND_LIMIT = 3
N_ATTACHED = len(Attached)
BOTH_ATTACHED = 3


@inline
def count_same(state: State, player: Player, card: int) -> int:
    """Count how many same cards lie in the area already (5.2)."""
    total = get_count(player.placed, card)
    if state.rules.same_way != ALONE:
        total += count_other_versions(state, player, card)
    return total


@jit
def count_other_versions(state: State, player: Player, card: int) -> int:
    """Count how many cards of the area are the same card in another version."""
    way = wide(state.rules.same_way)
    total = 0
    other = wide(CARDS[card].same_next[way])
    while other != card:
        total += get_count(player.placed, other)
        other = wide(CARDS[other].same_next[way])
    return total


@inline
def cost_of(state: State, card: int) -> int:
    """Return the cost of a card in this game: the printed one, but for the Mariinsky Theater (R5)."""
    cost = wide(CARDS[card].cost)
    if card == MARIINSKY_2014:
        cost += wide(state.rules.mariinsky_extra)
    return cost


@inline
def full_price(state: State, player: Player, card: int, lower: int) -> int:
    """Return the price before a displaced card is taken off and before the minimum (5.1)."""
    row = CARDS[card]
    return cost_of(state, card) - lower - count_same(state, player, card) - wide(player.discounts[row.color])


@inline
def price_over(full: int, target: int) -> int:
    """Return the price to pay: less what the displaced card is worth, at least 1 (5.1)."""
    if target != NO_CARD:
        full -= wide(CARDS[target].worth)
    return max(1, full)


@jit
def place_card(state: State, seat: int, card: int, target: int, lower: int, extra: int) -> int:
    """Pay for a card and put it into the area, a displaced one on the discard pile (5.3, 5.4)."""
    player = state.players[seat]
    price = price_over(full_price(state, player, card, lower), target)
    player.rubles -= price
    if target != NO_CARD:
        displace(state, seat, target, extra)
    enter_area(player, card)
    if CARDS[card].special != Special.NONE or CARDS[card].placing == Placing.WITH_TILE:
        enter_specially(state, seat, card, extra)
    return price


@jit
def enter_specially(state: State, seat: int, card: int, extra: int) -> None:
    """Do what few cards need when they are placed: a symbol tile (8.20), their turn among Observatories."""
    if CARDS[card].placing == Placing.WITH_TILE and extra > 0:
        put_tile(state, seat, card, extra - 1)
    if CARDS[card].special == Special.OBSERVATORY:
        for place in range(N_OBSERVATORIES):
            if state.observatories[place] == 0:
                state.observatories[place] = observatory_mark(seat, card)
                return


@jit
def observatory_mark(seat: int, card: int) -> int:
    """Return an Observatory in the order of placement: owner and version in one byte, never 0."""
    return 1 + N_TURNABLE * seat + wide(CARDS[card].turn_index)


@jit
def put_tile(state: State, seat: int, card: int, good: int) -> None:
    """Put a symbol tile on a card with "?": it counts one of that good."""
    state.tile_goods[any_index(card)] = good
    state.players[seat].goods[good] += 1


@jit
def any_index(card: int) -> int:
    """Find which of the cards with "?" a card is."""
    return 0 if card == ANY_CARDS[0] else 1


@jit
def displace(state: State, seat: int, target: int, extra: int) -> None:
    """Move a card from an area to the discard pile, with everything that lies on it (5.4, R13, R20)."""
    leave_area(state.players[seat], target)
    add_count(state.discard, target, 1)
    if state.rules.has_action_cards != 0:
        drop_attached(state, seat, target, extra)
    if CARDS[target].placing == Placing.WITH_TILE:
        take_tile_back(state, seat, target)
    if CARDS[target].special == Special.OBSERVATORY:
        # the first one of its owner and version that lies face up leaves the order of placement
        n_down = wide(state.players[seat].face_down[CARDS[target].turn_index])
        mark, place = observatory_mark(seat, target), 0
        while state.observatories[place] != mark or count_marks(state, mark, place) < n_down:
            place += 1
        for later in range(place, N_OBSERVATORIES - 1):
            state.observatories[later] = state.observatories[later + 1]
        state.observatories[N_OBSERVATORIES - 1] = 0


@jit
def take_tile_back(state: State, seat: int, card: int) -> None:
    """Return the tile of a card that leaves the area to the supply (R13)."""
    index = any_index(card)
    good = wide(state.tile_goods[index])
    if good >= 0:
        state.players[seat].goods[good] -= 1
        state.tile_goods[index] = NO_TILE


@jit
def count_marks(state: State, mark: int, end: int) -> int:
    """Count the Observatories of one owner and version before a place in the order of placement.

    Those that lie face down are the first of their kind.
    """
    total = 0
    for place in range(end):
        total += int(state.observatories[place] == mark)
    return total


@jit
def attached_bits(state: State, seat: int, card: int) -> int:
    """Find which action cards lie on copies of a card in an area, as a set."""
    bits = 0
    for kind in range(N_ATTACHED):
        if state.attached_to[kind] == card and state.attached_seat[kind] == seat:
            bits |= 1 << kind
    return bits


@jit
def drop_attached(state: State, seat: int, card: int, chosen: int) -> None:
    """Discard what lies on a displaced card; `chosen` tells copies apart, 0 is a bare one if there is one."""
    bits = attached_bits(state, seat, card)
    n_copies = get_count(state.players[seat].placed, card) + 1  # one has left the area just now
    if chosen == 0 and (bits == 0 or n_copies > count_laden(state, seat, card)):
        return
    for kind in range(N_ATTACHED):
        if ((bits if chosen == 0 else chosen) >> kind) & 1:
            discard_attached(state, kind)


@jit
def count_laden(state: State, seat: int, card: int) -> int:
    """On how many copies of a card something lies: both action cards may lie on one copy."""
    bits = attached_bits(state, seat, card)
    if bits == BOTH_ATTACHED:
        return 1 if state.attached_together != 0 else 2
    return 1 if bits != 0 else 0


@jit
def discard_attached(state: State, kind: int) -> None:
    """Put a Jester or Banquet that lies on a card on the discard pile."""
    add_count(state.discard, JESTER if kind == Attached.JESTER else BANQUET_CARD, 1)
    state.attached_to[kind] = NO_CARD
    state.attached_seat[kind] = 0
    state.attached_together = 0


@jit
def enter_area(player: Player, card: int) -> None:
    """Put a card into an area."""
    change_area(player, card, 1)
    row = CARDS[card]
    if row.target_bit >= 0:
        player.targets |= 1 << wide(row.target_bit)


@jit
def leave_area(player: Player, card: int) -> None:
    """Remove a card, which lies face up, from an area."""
    change_area(player, card, -1)
    if CARDS[card].target_bit >= 0:
        update_target(player, card)


@jit
def change_area(player: Player, card: int, change: int) -> None:
    """Keep everything that follows from the cards of an area up to date."""
    row = CARDS[card]
    color = wide(row.color)
    add_count(player.placed, card, change)
    if color < N_SCORED_COLORS:
        player.n_cards[color] += change
        player.rubles_income[color] += change * wide(row.rubles)
        player.points_income[color] += change * wide(row.points)
    if row.n_goods > 0 and row.good != Good.ANY:
        player.goods[row.good] += change * wide(row.n_goods)
    if row.n_effects > 0:
        player.n_computed[color] += change * wide(row.has_computed_income)
        for index in range(row.first_effect, row.first_effect + row.n_effects):
            change_effect(player, index, change)


@jit
def change_effect(player: Player, index: int, change: int) -> None:
    """Switch the lasting effect of one effect row on or off (8)."""
    effect = EFFECTS[index]
    number = wide(effect.number)
    match effect.effect:
        case Effect.DISCOUNT:
            player.discounts[effect.what] += change * number
        case Effect.HAND_LIMIT:
            player.hand_limit = number if change > 0 else HAND_LIMIT
        case Effect.BUY_POINTS:
            player.max_bought_points += change * number


@jit
def update_target(player: Player, card: int) -> None:
    """Note that a card may be displaced while one copy lies face up in the area (5.4)."""
    row = CARDS[card]
    bit = 1 << wide(row.target_bit)
    if count_face_up(player, card) > 0:
        player.targets |= bit
    else:
        player.targets &= ~bit


@jit
def count_face_up(player: Player, card: int) -> int:
    """Count how many copies of a card lie face up in an area."""
    total = get_count(player.placed, card)
    index = CARDS[card].turn_index
    if index >= 0:
        total -= wide(player.face_down[index])
    return total


@jit
def turn_down(player: Player, card: int) -> None:
    """Turn a used Observatory face down: no income, no displacement (8.7)."""
    change_face_down(player, card, 1)


@jit
def turn_all_up(player: Player) -> None:
    """Turn every face-down card of an area face up (4.2)."""
    for index in range(TURNABLE.shape[0]):
        n_down = wide(player.face_down[index])
        if n_down > 0:
            change_face_down(player, TURNABLE[index], -n_down)


@jit
def change_face_down(player: Player, card: int, change: int) -> None:
    """Turn copies of a card down or up."""
    row = CARDS[card]
    player.face_down[row.turn_index] += change
    player.points_income[Color.BLUE] -= change * wide(row.points)
    update_target(player, card)


@inline
def gain(player: Player, rubles: int, points: int) -> None:
    """Take rubles and points from the bank."""
    player.rubles += rubles
    player.score += points
