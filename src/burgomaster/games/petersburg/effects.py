"""What a placed card changes: prices, income, discounts, the hand limit, targets (rules.md 5, 8)."""

from __future__ import annotations

from burgomaster.core.bits import add_count, get_count, wide
from burgomaster.core.jit import inline, jit
from burgomaster.games.petersburg.cards import (
    ALONE,
    CARDS,
    EFFECTS,
    N_SCORED_COLORS,
    NO_CARD,
    TURNABLE,
    Color,
    Effect,
)
from burgomaster.games.petersburg.state import Player, State

HAND_LIMIT = 3


@inline
def count_same(state: State, player: Player, card: int) -> int:
    """How many same cards lie in the area already (5.2)."""
    total = get_count(player.placed, card)
    if state.rules.same_way != ALONE:
        total += count_other_versions(state, player, card)
    return total


@jit
def count_other_versions(state: State, player: Player, card: int) -> int:
    """How many cards of the area are the same card in another version."""
    way = wide(state.rules.same_way)
    total = 0
    other = wide(CARDS[card].same_next[way])
    while other != card:
        total += get_count(player.placed, other)
        other = wide(CARDS[other].same_next[way])
    return total


@inline
def full_price(state: State, player: Player, card: int, lower: int) -> int:
    """The price before a displaced card is taken off and before the minimum (5.1)."""
    row = CARDS[card]
    return wide(row.cost) - lower - count_same(state, player, card) - wide(player.discounts[row.color])


@inline
def price_over(full: int, target: int) -> int:
    """The price to pay: less what the displaced card is worth, at least 1 (5.1)."""
    if target != NO_CARD:
        full -= wide(CARDS[target].worth)
    return max(1, full)


@jit
def place_card(state: State, seat: int, card: int, target: int, lower: int) -> int:
    """Pay for a card and put it into the area, a displaced one on the discard pile (5.3, 5.4)."""
    player = state.players[seat]
    price = price_over(full_price(state, player, card, lower), target)
    player.rubles -= price
    if target != NO_CARD:
        leave_area(player, target)
        add_count(state.discard, target, 1)
    enter_area(player, card)
    return price


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
    update_target(player, card)


@jit
def change_area(player: Player, card: int, change: int) -> None:
    """Keep everything that follows from the cards of an area up to date."""
    row = CARDS[card]
    color = wide(row.color)
    add_count(player.placed, card, change)
    player.n_cards[color] += change
    if color < N_SCORED_COLORS:
        player.rubles_income[color] += change * wide(row.rubles)
        player.points_income[color] += change * wide(row.points)
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
    """A card may be displaced while one copy lies face up in the area (5.4)."""
    row = CARDS[card]
    bit = 1 << wide(row.target_bit)
    if count_face_up(player, card) > 0:
        player.targets |= bit
    else:
        player.targets &= ~bit


@jit
def count_face_up(player: Player, card: int) -> int:
    """How many copies of a card lie face up in an area."""
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
