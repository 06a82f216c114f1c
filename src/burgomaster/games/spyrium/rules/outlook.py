"""What a seat can expect of a position, for bots without a net: its score, and the income of the rounds left.

Points now and at the end, what workers, buildings and the residence track bring in a round, and money, which
becomes points: much early, little late. A worker on the market counts as the best that it can do there.
"""

from __future__ import annotations

from burgomaster.compiler.bits import count_bits, wide
from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    EARN_PER_WORKER,
    EFFECTS,
    MAX_END_SCORE,
    N_ROUNDS,
    NO_CARD,
    Kind,
)
from burgomaster.games.spyrium.rules.effects import amount_of, crystals_for, own_workers, price_of
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES, crowd_at, has_card
from burgomaster.games.spyrium.rules.scoring import count_for, final_score, is_over
from burgomaster.games.spyrium.rules.state import N_GAPS, Phase, State

# Points
POUND_LAST, POUND_PER_ROUND = 0.25, 0.08  # a pound in the last round, and more for each round to come
CRYSTAL = 0.7
WORKER = 2.0  # in a round
WORKER_NOW = 0.9  # that may still be placed
WORKER_USED = 0.5  # by a building
USED = 0.75  # how much of what buildings can do in a round is done
RESIDENCE = 0.65  # residence actions in a round
TECHNOLOGY = 1.5  # in a round
NOW = 0.9  # what can be done now, before it is done
TOKEN = 2  # pounds or points of a token


@jit
def evaluate(state: State, seat: int) -> float:
    """Expect the points of a seat at the end."""
    total = float(final_score(state, seat))
    if is_over(state):
        return total
    player, rounds, pound = state.players[seat], rounds_left(state), pound_value(state)
    total += pound * wide(player.money) + CRYSTAL * min(1.0, rounds) * wide(player.crystals)
    total += rounds * (WORKER * own_workers(player) + TECHNOLOGY * count_bits(wide(player.technologies)))
    total += rounds * (RESIDENCE + pound) * wide(state.rules.residence[player.residence])
    for index in range(player.n_buildings):
        gain = building_use(wide(player.buildings[index].card))
        total += rounds * USED * gain
        if player.has_passed == 0 and player.active > 0 and player.buildings[index].is_rotated == 0:
            total += NOW * gain
    if player.has_passed == 0:
        total += WORKER_NOW * wide(player.active) if player.phase == Phase.PLACEMENT else 0.0
        total += NOW * market_value(state, seat)
    return total


@jit
def rounds_left(state: State) -> float:
    """Count the rounds after this one."""
    return float(N_ROUNDS - wide(state.round_no))


@jit
def pound_value(state: State) -> float:
    """Value a pound."""
    return POUND_LAST + POUND_PER_ROUND * rounds_left(state)


@jit
def building_use(card: int) -> float:
    """Value the best use of a building, in points."""
    best = 0.0
    for alt in range(CARDS[card].n_effects):
        row = EFFECTS[wide(CARDS[card].first_effect) + alt]
        crystals = wide(row.crystals) - wide(row.pay_crystals)
        best = max(best, wide(row.points) + CRYSTAL * crystals - WORKER_USED * wide(row.pay_workers))
    return best


@jit
def market_value(state: State, seat: int) -> float:
    """Value the workers of a seat on the market: each earns, or activates the better card beside it."""
    total, taken = 0.0, 0  # taken: bits of positions whose card another worker takes
    for gap in range(N_GAPS):
        for _ in range(state.gaps[gap, seat]):
            best, chosen = 0.0, -1
            for side in range(N_SIDES):
                position = wide(GAP_POSITIONS[gap, side])
                if has_card(state, position):
                    best = max(best, pound_value(state) * EARN_PER_WORKER * crowd_at(state, position))
            for side in range(N_SIDES):
                position = wide(GAP_POSITIONS[gap, side])
                if has_card(state, position) and (taken >> position) & 1 == 0:
                    worth = card_value(state, seat, position)
                    if worth > best:
                        best, chosen = worth, position
            if chosen >= 0 and CARDS[state.market[chosen].card].kind != Kind.CHARACTER:
                taken |= 1 << chosen
            total += best
    return total


@jit
def card_value(state: State, seat: int, position: int) -> float:
    """Value activating a card of the market, less its price; 0 if it cannot be paid."""
    player, card = state.players[seat], wide(state.market[position].card)
    rounds, pound = rounds_left(state), pound_value(state)
    price = price_of(state, player, position, NO_CARD, TOKEN, 0)
    if price > player.money or crystals_for(card) > player.crystals:
        return 0.0
    total = wide(state.rules.end_points[card]) - pound * price
    if CARDS[card].kind == Kind.TECHNOLOGY:
        points = min(MAX_END_SCORE, count_for(state, seat, wide(CARDS[card].end_score)))
        return total + points + rounds * TECHNOLOGY
    if CARDS[card].kind == Kind.BUILDING:
        return total + (NOW + rounds * USED) * building_use(card)
    row = EFFECTS[CARDS[card].first_effect]
    total += amount_of(player, wide(row.points), TOKEN) + pound * amount_of(player, wide(row.money), TOKEN)
    total += CRYSTAL * (amount_of(player, wide(row.crystals), TOKEN) - wide(row.pay_crystals))
    return total + rounds * WORKER * wide(row.workers) + max(1.0, rounds) * wide(row.residence)
