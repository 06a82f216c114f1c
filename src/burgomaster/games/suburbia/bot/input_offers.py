"""What the tiles on offer would bring a seat, as inputs of a net: a look at its next turn.

A tile is weighed in residents at the end of the game: what it gives at once, for the tiles that it counts and
for its neighbours on the best cell, and what own tiles give for it, less its price. How much a step of income
or reputation counts depends on the turns that are left. What an offer or a marker brings wherever tiles lie
(`weigh_gains`) is noted behind the inputs, so that it need not be weighed again for every cell of a new tile.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import Inputs, put, put_step
from burgomaster.games.suburbia.bot.input_blocks import (
    BEST_STEP,
    BEST_STEPS,
    FIRST_OFFER,
    N_BUILT_TYPES,
    N_OFFERS,
    OfferPart,
)
from burgomaster.games.suburbia.bot.input_cells import (
    GIFT,
    HAS_DELTAS,
    KIND_GIFT,
    MARKER_GAIN,
    NEAR,
    NEAR_TYPES,
    OFFER_CELL,
    OFFER_GAIN,
    OFFER_GIFT,
    OFFER_PRICE,
    OFFER_WORTH,
    PLAIN_KINDS,
    TILE_GIFT,
    TILE_TYPES,
    TYPE_GIFT,
    Rates,
    near_gift,
    weigh_gifts,
    weigh_own_gifts,
)
from burgomaster.games.suburbia.rules.cards import (
    BASICS,
    CLAUSES,
    LAKE,
    N_KINDS,
    N_TILES,
    SURCHARGES,
    TILES,
    Scope,
    Stat,
)
from burgomaster.games.suburbia.rules.effects import count_everywhere, count_kinds
from burgomaster.games.suburbia.rules.outlook import DOLLAR_AT_END, DOLLAR_EARLY, TURNS_FOR_MONEY, turns_left
from burgomaster.games.suburbia.rules.state import MAX_CELLS, N_SLOTS, Player, State

MONEY = int(Stat.MONEY)
REPUTATION_TRUST = 0.8  # of the residents that reputation brings; red lines take some of them
SOON_DOLLARS = 5
NO_PRICE = 10_000.0  # of an offer that is not there
LEAST, MOST = -20.0, 60.0  # residents that are told apart
SCALE, CELL_SCALE = 1 / 10, 1 / 5  # what an input is for each resident


@jit
def rates_of(state: State, seat: int) -> Rates:
    """Weigh a step of income, one of reputation, a resident and a dollar, by the turns that are left."""
    turns = turns_left(state, seat)
    dollar = DOLLAR_AT_END + DOLLAR_EARLY * min(1.0, turns / TURNS_FOR_MONEY)
    later = DOLLAR_AT_END + DOLLAR_EARLY * min(1.0, 0.5 * turns / TURNS_FOR_MONEY)
    return turns * later, REPUTATION_TRUST * turns, 1.0, dollar


# Weighing


@jit
def weigh_gains(state: State, seat: int, inputs: Inputs) -> None:
    """Weigh all offers and markers wherever tiles lie, and what they give for neighbours."""
    player, rates = state.players[seat], rates_of(state, seat)
    weigh_own_gifts(player, rates, inputs)
    weigh_kinds(player, rates, inputs)
    for offer in range(N_OFFERS):
        tile = tile_of_offer(state, offer)
        inputs.numbers[OFFER_PRICE + offer] = NO_PRICE
        if tile <= LAKE:
            inputs.numbers[OFFER_PRICE + offer] = price_of(offer, tile)
            inputs.numbers[OFFER_GAIN + offer] = weigh_tile(state, seat, offer, tile, rates, inputs)
            weigh_gifts(tile, rates, OFFER_GIFT + N_BUILT_TYPES * offer, inputs)
    if player.markers > 0:
        for place in range(player.n_tiles):
            tile = wide(player.tiles[place].tile)
            price = rates[MONEY] * wide(TILES[tile].cost)
            inputs.numbers[MARKER_GAIN + place] = gains_of(state, seat, tile, rates) - price


@jit
def weigh_offers(state: State, seat: int, inputs: Inputs) -> None:
    """Weigh everything that a seat may lay on its best cell; behind `draw_map` and `weigh_gains`."""
    player = state.players[seat]
    for kind in range(N_BUILT_TYPES):  # what neighbours give for a new one of each type on the best cell
        inputs.numbers[TYPE_GIFT + kind] = LEAST
    for index in range(player.n_cells):
        for kind in range(N_BUILT_TYPES):
            gift = inputs.numbers[GIFT + N_BUILT_TYPES * index + kind]
            inputs.numbers[TYPE_GIFT + kind] = max(inputs.numbers[TYPE_GIFT + kind], gift)
    for offer in range(N_OFFERS):
        inputs.numbers[OFFER_WORTH + offer] = LEAST
        if inputs.numbers[OFFER_PRICE + offer] < NO_PRICE:
            best = best_cell(player, offer, tile_of_offer(state, offer), inputs)
            inputs.numbers[OFFER_CELL + offer] = best
            inputs.numbers[OFFER_WORTH + offer] = best + inputs.numbers[OFFER_GAIN + offer]


@inline
def tile_of_offer(state: State, offer: int) -> int:
    """Return the tile of an offer, one beyond the lake if there is none."""
    if offer < N_SLOTS:
        tile = wide(state.market[offer])
        return tile if tile < N_TILES else LAKE + 1
    if offer == N_OFFERS - 1:
        return LAKE
    return BASICS[offer - N_SLOTS] if state.basics[offer - N_SLOTS] > 0 else LAKE + 1


@inline
def price_of(offer: int, tile: int) -> int:
    """Return what an offer costs; a lake the least that it may."""
    return wide(TILES[tile].cost) + (SURCHARGES[offer] if offer < N_SLOTS else 0)


@jit
def weigh_kinds(player: Player, rates: Rates, inputs: Inputs) -> None:
    """Weigh for each kind of tile what own tiles anywhere give for a new one."""
    for kind in range(N_KINDS):
        inputs.numbers[KIND_GIFT + kind] = 0.0
    waiting = wide(player.own_watchers)
    while waiting != 0:
        place = lowest_bit(waiting)
        waiting &= waiting - 1
        row = TILES[player.tiles[place].tile]
        times = 1 + ((wide(player.marked) >> place) & 1)
        for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
            clause = CLAUSES[index]
            if clause.scope == Scope.OWN or clause.scope == Scope.ALL or clause.scope == Scope.AFTER:
                gift = times * wide(clause.delta) * rates[wide(clause.stat)]
                kinds = wide(clause.kinds)
                while kinds != 0:
                    inputs.numbers[KIND_GIFT + lowest_bit(kinds)] += gift
                    kinds &= kinds - 1


@jit
def weigh_tile(state: State, seat: int, offer: int, tile: int, rates: Rates, inputs: Inputs) -> float:
    """Weigh an offer wherever it is laid, less its price."""
    gifts = inputs.numbers[KIND_GIFT + wide(TILES[tile].kind)]
    worth: float = gifts + gains_of(state, seat, tile, rates) - rates[MONEY] * price_of(offer, tile)
    return worth


@jit
def gains_of(state: State, seat: int, tile: int, rates: Rates) -> float:
    """Weigh what a tile gives at once and for the tiles that it counts, but for neighbours."""
    row = TILES[tile]
    total = rates[0] * row.income + rates[1] * row.reputation + rates[2] * row.population
    total += rates[3] * row.money
    for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
        clause = CLAUSES[index]
        kinds, n = wide(clause.kinds), 0
        if clause.scope == Scope.OWN:
            n = count_kinds(state.players[seat], kinds)
        elif clause.scope == Scope.ALL:
            n = count_everywhere(state, kinds)
        elif clause.scope == Scope.OTH:
            n = count_everywhere(state, kinds) - count_kinds(state.players[seat], kinds)
        total += n * wide(clause.delta) * rates[wide(clause.stat)]
    return total


@jit
def best_cell(player: Player, offer: int, tile: int, inputs: Inputs) -> float:
    """Weigh what an offered tile and its neighbours give for each other on the best cell."""
    kind, gifts, best = wide(TILE_TYPES[tile]), OFFER_GIFT + N_BUILT_TYPES * offer, np.float32(LEAST)
    if not HAS_DELTAS[tile]:
        return float(inputs.numbers[TYPE_GIFT + kind])
    is_building, start = np.float32(kind < N_BUILT_TYPES), GIFT + min(kind, N_BUILT_TYPES - 1)
    for index in range(player.n_cells):
        gift = is_building * inputs.numbers[start + N_BUILT_TYPES * index]
        near = NEAR_TYPES + N_BUILT_TYPES * index
        for other in range(N_BUILT_TYPES):
            gift += inputs.numbers[near + other] * inputs.numbers[gifts + other]
        best = max(best, gift)
    return float(best)


@jit
def best_marker(player: Player, inputs: Inputs) -> float:
    """Weigh the best marker that a seat can pay: what the tile gives once more, less its price."""
    best = LEAST
    if player.markers == 0:
        return best
    for place in range(player.n_tiles):
        tile = wide(player.tiles[place].tile)
        if ((wide(player.marked) >> place) & 1) == 0 and TILES[tile].cost <= player.money:
            gain = float(inputs.numbers[MARKER_GAIN + place])
            if HAS_DELTAS[tile]:
                near = wide(inputs.places[NEAR + MAX_CELLS + place])
                gain += near_gift(near, TILE_GIFT + N_BUILT_TYPES * place, inputs)
            best = max(best, gain)
    return best


@jit
def best_pair(state: State, seat: int, inputs: Inputs) -> float:
    """Weigh the best two offers that a seat can pay one after the other, with its income in between."""
    player, best, most = state.players[seat], LEAST, LEAST
    money, income = wide(player.money), wide(player.income)
    for offer in range(N_OFFERS):
        most = max(most, inputs.numbers[OFFER_WORTH + offer])
    for first in range(N_OFFERS):
        left = money - inputs.numbers[OFFER_PRICE + first]
        if left >= 0 and inputs.numbers[OFFER_WORTH + first] + most > best:
            for second in range(N_OFFERS):
                is_there = second != first or second >= N_SLOTS
                if is_there and inputs.numbers[OFFER_PRICE + second] <= left + income:
                    both = inputs.numbers[OFFER_WORTH + first] + inputs.numbers[OFFER_WORTH + second]
                    best = max(best, both)
    return best


# Writing


@jit
def write_own_offers(state: State, seat: int, marker: float, inputs: Inputs) -> None:
    """Write what each offer brings the viewer, and the best that can be paid."""
    for kind in range(N_BUILT_TYPES):
        gift = inputs.numbers[TYPE_GIFT + kind] + inputs.numbers[KIND_GIFT + PLAIN_KINDS[kind]]
        put(inputs, FIRST_OFFER + OfferPart.TYPES + kind, CELL_SCALE * gift)
    put_worth(inputs, OfferPart.PAIR, best_pair(state, seat, inputs))
    money = wide(state.players[seat].money)
    best, second, soon = LEAST, LEAST, LEAST
    for offer in range(N_OFFERS):
        worth, price = inputs.numbers[OFFER_WORTH + offer], inputs.numbers[OFFER_PRICE + offer]
        if price < NO_PRICE:
            put_worth(inputs, OfferPart.WORTH + offer, worth)
            put(inputs, FIRST_OFFER + OfferPart.CELL + offer, CELL_SCALE * inputs.numbers[OFFER_CELL + offer])
            if price <= money:
                second = max(second, min(best, worth))
                best = max(best, worth)
            if price <= money + SOON_DOLLARS:
                soon = max(soon, worth)
    put_worth(inputs, OfferPart.BEST, best)
    put_worth(inputs, OfferPart.SECOND, second)
    put_worth(inputs, OfferPart.SOON, soon)
    put_worth(inputs, OfferPart.MARKER, marker)
    step = int(max(best, 0.0)) // BEST_STEP
    put_step(inputs, FIRST_OFFER + OfferPart.STEPS, step, BEST_STEPS)


@jit
def write_next_offers(state: State, viewer: int, inputs: Inputs) -> None:
    """Write what each offer brings the next seat, without regard to cells, and the best that it can pay."""
    if state.rules.n_boroughs == 1:
        return
    seat = viewer + 1 if viewer + 1 < state.rules.n_boroughs else 0
    player, rates = state.players[seat], rates_of(state, seat)
    weigh_kinds(player, rates, inputs)
    best, second = LEAST, LEAST
    for offer in range(N_OFFERS):
        tile = tile_of_offer(state, offer)
        if tile <= LAKE:
            worth = weigh_tile(state, seat, offer, tile, rates, inputs)
            put_worth(inputs, OfferPart.NEXT_WORTH + offer, worth)
            if price_of(offer, tile) <= player.money:
                second = max(second, min(best, worth))
                best = max(best, worth)
    put_worth(inputs, OfferPart.NEXT_BEST, best)
    put_worth(inputs, OfferPart.NEXT_SECOND, second)


@inline
def put_worth(inputs: Inputs, part: int, worth: float) -> None:
    """Write a worth in residents."""
    put(inputs, FIRST_OFFER + part, SCALE * min(max(worth, LEAST), MOST))
