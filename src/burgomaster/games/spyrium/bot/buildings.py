"""What buildings produce with workers and crystals, and what a new one would add."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.goods import crystal, pound, rounds_left
from burgomaster.games.spyrium.bot.residence import residence_action
from burgomaster.games.spyrium.bot.workers import worker_value
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    EFFECTS,
    ENGINEERING_POINTS,
    FACTORY,
    NO_CARD,
    TOKEN_AMOUNT,
    Power,
)
from burgomaster.games.spyrium.rules.effects import has_power, own_workers, workers_for
from burgomaster.games.spyrium.rules.state import Player, State

USE_WORKER = 0.7  # what a worker could do elsewhere
HOME_WORKERS = 2  # own workers of a coming round that will be on the market
FUTURE_CRYSTALS = 1  # in hand when a coming round begins
USES_LATER = 0.85  # how much of what can be produced in a coming round will be
LATER = 0.93  # what a chance is worth before it is taken
EFFECT_BITS = 10  # of a building and an effect packed together


@jit
def produce(state: State, seat: int, n_workers: int, crystals: int, only_upright: bool, extra: int) -> float:
    """Count the points that the buildings make with so many workers and crystals, the best use first.

    `extra` is a card counted as one building more, NO_CARD for none.
    """
    player = state.players[seat]
    used = 0  # bits of the buildings used
    total = 0.0
    use = best_use(state, seat, used, n_workers, crystals, only_upright, extra)
    while use >= 0:
        index = use >> EFFECT_BITS
        effect = use & ((1 << EFFECT_BITS) - 1)
        card = building_card(player, index, extra)
        total += use_gain(state, player, card, effect)
        used |= 1 << index
        n_workers -= workers_for(player, card, effect)
        crystals += wide(EFFECTS[effect].crystals) - wide(EFFECTS[effect].pay_crystals)
        use = best_use(state, seat, used, n_workers, crystals, only_upright, extra)
    return total


@jit
def building_card(player: Player, index: int, extra: int) -> int:
    """Return the card of an own building, or the extra one."""
    return extra if index >= player.n_buildings else wide(player.buildings[index].card)


@jit
def best_use(
    state: State, seat: int, used: int, n_workers: int, crystals: int, only_upright: bool, extra: int
) -> int:
    """Find the best use that can be paid, packed as building and effect; -1: none."""
    player = state.players[seat]
    best = 0.0
    found = -1
    for index in range(wide(player.n_buildings) + wide(extra != NO_CARD)):
        is_spent = only_upright and index < player.n_buildings and player.buildings[index].is_rotated != 0
        if not is_spent and ((used >> index) & 1) == 0:
            card = building_card(player, index, extra)
            for alt in range(CARDS[card].n_effects):
                effect = wide(CARDS[card].first_effect) + alt
                is_paid = wide(EFFECTS[effect].pay_crystals) <= crystals
                if is_paid and workers_for(player, card, effect) <= n_workers:
                    gained = use_gain(state, player, card, effect)
                    if gained > best:
                        best = gained
                        found = index << EFFECT_BITS | effect
    return found


@jit
def use_gain(state: State, player: Player, card: int, effect: int) -> float:
    """Value one use: what it brings less what it takes."""
    row = EFFECTS[effect]
    n_workers = workers_for(player, card, effect)
    points = float(wide(row.points))
    if (wide(CARDS[card].symbols) & FACTORY) != 0 and has_power(player, Power.FACTORY_USE_PLUS_1_PER_WORKER):
        points += float(ENGINEERING_POINTS * n_workers)
    crystals = float(wide(row.crystals) - wide(row.pay_crystals))
    worker = USE_WORKER if rounds_left(state) >= 1.0 else 0.2
    return points + crystals * crystal(state) - worker * float(n_workers)


@jit
def building_value(state: State, seat: int, card: int, token: int) -> float:
    """Value a building that might be built: at the end, when built, and in each round."""
    player = state.players[seat]
    total = float(wide(state.rules.end_points[card]))
    build = wide(CARDS[card].build_effect)
    if build >= 0:
        total += effect_gain(state, player, build, token)
    n_workers, rounds = own_workers(player) - HOME_WORKERS, rounds_left(state)
    if CARDS[card].n_effects > 0:
        before = produce(state, seat, n_workers, FUTURE_CRYSTALS, False, NO_CARD)
        after = produce(state, seat, n_workers, FUTURE_CRYSTALS, False, card)
        total += rounds * USES_LATER * (after - before)
        now = produce(state, seat, wide(player.active), wide(player.crystals), True, card)
        total += LATER * (
            now - produce(state, seat, wide(player.active), wide(player.crystals), True, NO_CARD)
        )
    return total


@jit
def effect_gain(state: State, player: Player, effect: int, token: int) -> float:
    """Value what a call or a building gives at once, less the crystals it costs."""
    row = EFFECTS[effect]
    crystals = wide(row.crystals) if row.crystals != TOKEN_AMOUNT else token
    points = wide(row.points) if row.points != TOKEN_AMOUNT else token
    money = wide(row.money) if row.money != TOKEN_AMOUNT else token
    n_workers = min(wide(row.workers), wide(player.reserve))
    total = float(points) + float(crystals - wide(row.pay_crystals)) * crystal(state)
    total += float(money) * pound(state) + float(n_workers) * worker_value(state)
    return total + float(wide(row.residence)) * residence_action(state, player)
