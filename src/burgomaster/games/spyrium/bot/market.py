"""What workers on the market can still do this round: activate cards, or earn."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.buildings import building_value, effect_gain
from burgomaster.games.spyrium.bot.goods import pound, rounds_left
from burgomaster.games.spyrium.bot.technologies import technology_value
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DIGITS,
    EARN_PER_WORKER,
    EFFECTS,
    NO_CARD,
    TOKEN_AMOUNT,
    Kind,
    Power,
    TokenNeed,
)
from burgomaster.games.spyrium.rules.effects import crowd_part, has_power, plot_part, printed_part
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES, crowd_at, has_card
from burgomaster.games.spyrium.rules.state import N_GAPS, State

TOKEN_GUESS = 2
POSITION_BITS = 4  # of a gap and a position packed together
OPPONENT_LEAVES = 0.8  # chance that an opponent's worker beside a card leaves it there


@jit
def market_value(state: State, seat: int) -> float:
    """Value the best actions of the workers on the market, one after the other, as far as the money goes."""
    player = state.players[seat]
    money = wide(player.money)
    done = 0  # workers that have acted, three bits for each gap
    taken = 0  # bits of positions whose card one of them takes
    total = 0.0
    for _ in range(player.on_market):
        action = best_action(state, seat, done, taken, money)
        gap = action >> POSITION_BITS
        position = (action & ((1 << POSITION_BITS) - 1)) - 1
        total += action_value(state, seat, gap, position)
        done += 1 << (3 * gap)
        if position >= 0:
            money -= expected_price(state, seat, position)
            if CARDS[state.market[position].card].kind != Kind.CHARACTER:
                taken |= 1 << position
    return total


@jit
def best_action(state: State, seat: int, done: int, taken: int, money: int) -> int:
    """Find the best action of one more worker, packed as its gap and the position it activates, plus 1."""
    best = -1.0
    found = 0
    for gap in range(N_GAPS):
        if wide(state.gaps[gap, seat]) > ((done >> (3 * gap)) & 7):
            for side in range(N_SIDES + 1):
                position = wide(GAP_POSITIONS[gap, side]) if side < N_SIDES else -1
                if position < 0 or can_activate(state, seat, position, taken, money):
                    value = action_value(state, seat, gap, position)
                    if value > best:
                        best = value
                        found = gap << POSITION_BITS | (position + 1)
    return found


@jit
def can_activate(state: State, seat: int, position: int, taken: int, money: int) -> bool:
    """Tell whether a card is there, not yet planned to be taken, and affordable."""
    if not has_card(state, position) or ((taken >> position) & 1) == 1:
        return False
    return expected_price(state, seat, position) <= money


@jit
def action_value(state: State, seat: int, gap: int, position: int) -> float:
    """Value an action: activating a card less its price, or earning (position -1)."""
    if position < 0:
        return earn_value(state, seat, gap)
    price = float(expected_price(state, seat, position))
    return card_value(state, seat, position) - pound(state) * price


@jit
def earn_value(state: State, seat: int, gap: int) -> float:
    """Value the pounds that a worker can earn."""
    most = 0
    for side in range(N_SIDES):
        position = wide(GAP_POSITIONS[gap, side])
        if has_card(state, position):
            most = max(most, EARN_PER_WORKER * crowd_at(state, position))
    if has_power(state.players[seat], Power.EARN_PLUS_2):
        most += 2
    late = rounds_left(state) < 1.0
    return float(most) * pound(state) * (0.4 if late else 0.95)


@jit
def expected_price(state: State, seat: int, position: int) -> int:
    """Estimate what a card will cost, without the pounds of a token, which are part of its value."""
    player = state.players[seat]
    card = wide(state.market[position].card)
    fees = crowd_part(state, position, 0) + plot_part(player, card, NO_CARD)
    return printed_part(state, card, NO_CARD) + fees + token_price(state, position)


@jit
def token_price(state: State, position: int) -> int:
    """Return the pounds of the cheapest token, where a call costs them."""
    card = wide(state.market[position].card)
    if CARDS[card].kind != Kind.CHARACTER or EFFECTS[CARDS[card].first_effect].pay_money != TOKEN_AMOUNT:
        return 0
    for digit in range(DIGITS):
        if state.market[position].tokens[digit] > 0:
            return digit + 1
    return TOKEN_GUESS


@jit
def best_token(state: State, position: int) -> int:
    """Find the highest digit on a card, 0 if it has none."""
    for digit in range(DIGITS, 0, -1):
        if state.market[position].tokens[digit - 1] > 0:
            return digit
    return 0


@jit
def card_value(state: State, seat: int, position: int) -> float:
    """Value activating a card, by how likely it is still there."""
    card = wide(state.market[position].card)
    player = state.players[seat]
    token = best_token(state, position)
    if CARDS[card].kind == Kind.CHARACTER:
        effect = wide(CARDS[card].first_effect)
        if CARDS[card].token_need != TokenNeed.NONE and token == 0:
            return -1.0
        if wide(EFFECTS[effect].pay_crystals) > player.crystals:
            return -1.0
        return effect_gain(state, player, effect, token)
    chance = chance_to_stay(count_opponents(state, seat, position))
    if CARDS[card].kind == Kind.TECHNOLOGY:
        return chance * technology_value(state, seat, wide(CARDS[card].technology))
    return chance * building_value(state, seat, card, token)


@jit
def chance_to_stay(n_workers: int) -> float:
    """Return the chance that so many workers of others leave a card where it is.

    Multiplied step by step: a power is rounded in different ways by processors, cards and Python.
    """
    chance, factor = 1.0, OPPONENT_LEAVES
    while n_workers > 0:
        if n_workers & 1:
            chance *= factor
        factor *= factor
        n_workers >>= 1
    return chance


@jit
def count_opponents(state: State, seat: int, position: int) -> int:
    """Count the workers of others around a card."""
    total = 0
    for gap in range(N_GAPS):
        if GAP_POSITIONS[gap, 0] == position or GAP_POSITIONS[gap, 1] == position:
            for other in range(state.rules.n_players):
                if other != seat:
                    total += wide(state.gaps[gap, other])
    return total
