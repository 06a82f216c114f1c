"""What must hold in every position and over every move; the numbers are those of rules.md 17.

KEPT_UP is ours: what the state keeps up to date must be what the market says. What concerns whole games
(6, 15, 16, 19, 23, 25) is tested from outside.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DECK_SIZE,
    DIGITS,
    MAX_END_SCORE,
    MAX_KEPT,
    N_CARDS,
    N_DECKS,
    N_EVENTS,
    N_ROUNDS,
    N_TECHNOLOGIES,
    NO_CARD,
    POWER_TECHNOLOGY,
    ROUND_DECK,
    THRESHOLDS,
    TOKEN_COPIES,
    WORKERS_PER_PLAYER,
    Kind,
    Power,
)
from burgomaster.games.spyrium.rules.effects import N_THRESHOLDS, count_kept, has_power
from burgomaster.games.spyrium.rules.market import count_workers, is_beside
from burgomaster.games.spyrium.rules.scoring import technology_points
from burgomaster.games.spyrium.rules.state import N_GAPS, N_POSITIONS, Decision, Phase, Player, State

KEPT_UP = 100
ONES = np.ones(N_CARDS, np.int64)
# A random weight for each card: two different sets of cards hardly ever weigh the same.
SALTS = np.random.default_rng(2013).integers(1 << 48, size=N_CARDS)
COPIES_OF_DIGIT = np.array(TOKEN_COPIES, np.int64)


@jit
def broken_rule(state: State) -> int:
    """0, or the number of an invariant that a position breaks."""
    for digit in range(DIGITS):
        if count_tokens(state, digit) != COPIES_OF_DIGIT[digit]:
            return 3
    if sum_cards(state, ONES) != DECK_SIZE:
        return 4
    bits = 0
    for place in range(N_EVENTS):
        bits |= 1 << wide(state.events[place])
    if bits != (1 << N_EVENTS) - 1:
        return 5
    owned = 0
    for seat in range(state.rules.n_players):
        broken = broken_by_player(state, seat)
        if broken != 0:
            return broken
        if (owned & wide(state.players[seat].technologies)) != 0:
            return 21
        owned |= wide(state.players[seat].technologies)
    if state.round_no < 1 or state.round_no > N_ROUNDS or not is_dealt(state):
        return 20
    return broken_kept_up(state)


@jit
def count_tokens(state: State, digit: int) -> int:
    """Count all tokens with a digit, wherever they are."""
    total = wide(state.supply[digit]) + wide(state.discard[digit])
    total += wide(state.event_token == digit + 1) + wide(state.next_token == digit + 1)
    for position in range(N_POSITIONS):
        total += wide(state.market[position].tokens[digit])
    if state.rules.recycles_kept == 0:
        for seat in range(state.rules.n_players):
            total += wide(state.players[seat].kept[digit])
    return total


@jit
def sum_cards(state: State, weights: Ints) -> int:
    """Add up the weights of all cards in decks, market, districts and out of the game."""
    total = 0
    for deck in range(N_DECKS):
        for place in range(state.deck_next[deck], state.deck_end[deck]):
            total += wide(weights[state.decks[place]])
    for position in range(N_POSITIONS):
        if state.market[position].card != NO_CARD:
            total += wide(weights[state.market[position].card])
    for card in range(N_CARDS):
        total += get_count(state.gone, card) * wide(weights[card])
    for seat in range(state.rules.n_players):
        total += sum_owned(state.players[seat], weights)
    return total


@jit
def sum_owned(player: Player, weights: Ints) -> int:
    """Add up the weights of a player's buildings and technologies."""
    total = 0
    for index in range(player.n_buildings):
        total += wide(weights[player.buildings[index].card])
    for card in range(N_CARDS):
        technology = wide(CARDS[card].technology)
        if technology >= 0 and ((wide(player.technologies) >> technology) & 1) == 1:
            total += wide(weights[card])
    return total


@jit
def is_dealt(state: State) -> bool:
    """Tell whether the decks have given nine cards for every round so far."""
    for deck in range(N_DECKS):
        first = wide(state.deck_end[deck - 1]) if deck > 0 else 0
        n_rounds = 0
        for round_no in range(state.round_no):
            n_rounds += wide(ROUND_DECK[round_no] == deck)
        if wide(state.deck_next[deck]) != first + N_POSITIONS * n_rounds:
            return False
    return True


@jit
def broken_by_player(state: State, seat: int) -> int:
    """Invariants of one seat."""
    player = state.players[seat]
    if player.money < 0 or player.crystals < 0:
        return 1
    if player.reserve < 0 or player.active < 0 or player.inactive < 0 or player.on_market < 0:
        return 2
    if count_all_workers(state, seat) != WORKERS_PER_PLAYER:
        return 2
    if player.residence < 0 or player.residence >= state.rules.n_spaces:
        return 7
    if state.decision != Decision.OVER and player.phase == Phase.PLACEMENT and has_begun(player):
        return 8
    if player.has_passed != 0 and (player.phase != Phase.ACTIVATION or player.on_market != 0):
        return 9
    is_asked = state.decision == Decision.BONUS and seat == state.to_move
    n_reached, n_taken = 0, 0
    for reward in range(N_THRESHOLDS):
        n_reached += wide(player.score >= THRESHOLDS[reward])
        n_taken += (wide(player.rewards) >> reward) & 1
    if not is_asked and n_taken != n_reached:
        return 11
    n_kept = count_kept(player)
    if n_kept > MAX_KEPT or (n_kept > 0 and not has_power(player, Power.KEEP_TOKENS)):
        return 12
    return broken_by_cards(state, seat)


@jit
def broken_by_cards(state: State, seat: int) -> int:
    """Invariants of the buildings and technologies of one seat."""
    player = state.players[seat]
    for index in range(player.n_buildings):
        building = player.buildings[index]
        if building.is_rotated != 0 and CARDS[building.card].n_effects == 0:
            return 18
    for technology in range(N_TECHNOLOGIES):
        points = technology_points(state, seat, technology)
        if points < 0 or points > MAX_END_SCORE:
            return 22
    return 0


@jit
def count_all_workers(state: State, seat: int) -> int:
    """Workers of a player in every place there is."""
    player = state.players[seat]
    total = wide(player.reserve) + wide(player.active) + wide(player.inactive)
    for gap in range(N_GAPS):
        total += wide(state.gaps[gap, seat])
    for index in range(player.n_buildings):
        total += wide(player.buildings[index].n_workers)
    return total


@jit
def has_begun(player: Player) -> bool:
    """Tell whether a player shows traces of phase II; Commerce may have been turned by the event."""
    technology = wide(POWER_TECHNOLOGY[Power.REREAD_TOKEN])
    commerce = 1 << technology if technology >= 0 else 0
    if player.inactive > 0 or (wide(player.turned) & ~commerce) != 0:
        return True
    for index in range(player.n_buildings):
        if player.buildings[index].is_rotated != 0 or player.buildings[index].n_workers > 0:
            return True
    return False


@jit
def broken_kept_up(state: State) -> int:
    """Compare what the state keeps up to date with a count from scratch."""
    for position in range(N_POSITIONS):
        crowd = 0
        for gap in range(N_GAPS):
            if is_beside(gap, position):
                crowd += count_workers(state, gap)
        if crowd != state.market[position].crowd:
            return KEPT_UP
    for seat in range(state.rules.n_players):
        on_market = 0
        for gap in range(N_GAPS):
            on_market += wide(state.gaps[gap, seat])
        if on_market != state.players[seat].on_market:
            return KEPT_UP + 1
    if state.decision <= Decision.MAIN_II and state.residence_due != 0:
        return KEPT_UP + 2
    return 0


# Over a move


@jit
def broken_step(before: State, after: State) -> int:
    """0, or the number of an invariant that a move broke."""
    if sum_cards(before, SALTS) != sum_cards(after, SALTS):
        return 4
    for seat in range(after.rules.n_players):
        broken = broken_player_step(before.players[seat], after.players[seat])
        if broken != 0:
            return broken
    if before.round_no != after.round_no or after.decision == Decision.OVER:
        return 0 if has_no_workers(before, after) else 9
    for seat in range(after.rules.n_players):
        broken = broken_round_step(before.players[seat], after.players[seat])
        if broken != 0:
            return broken
    if not is_table_same(before, after):
        return 13
    for position in range(N_POSITIONS):
        if not is_market_step(before, after, position):
            return 14
    return 0


@jit
def broken_player_step(before: Player, after: Player) -> int:
    """Check what never goes back in a game."""
    if after.score < before.score or after.residence < before.residence:
        return 7
    n_more = wide(after.n_buildings) - wide(before.n_buildings)
    if n_more < 0 or n_more > 1:
        return 17
    if (wide(before.technologies) & ~wide(after.technologies)) != 0:
        return 21
    return 0


@jit
def broken_round_step(before: Player, after: Player) -> int:
    """Check what never goes back in a round."""
    if after.used_event < before.used_event or (wide(before.turned) & ~wide(after.turned)) != 0:
        return 10
    return 9 if after.phase < before.phase or after.has_passed < before.has_passed else 0


@jit
def has_no_workers(before: State, after: State) -> bool:
    """Tell whether a round ended with an empty market: the last to pass had nobody there."""
    for gap in range(N_GAPS):
        if count_workers(before, gap) != 0 or count_workers(after, gap) != 0:
            return False
    return True


@jit
def is_table_same(before: State, after: State) -> bool:
    """Tell whether decks, supply and events are as they were: nothing is drawn inside a round."""
    for deck in range(N_DECKS):
        if before.deck_next[deck] != after.deck_next[deck]:
            return False
    for digit in range(DIGITS):
        if before.supply[digit] != after.supply[digit]:
            return False
    for place in range(before.round_no + 1):
        if before.events[place] != after.events[place]:
            return False
    return before.event_token == after.event_token and before.next_token == after.next_token


@jit
def is_market_step(before: State, after: State, position: int) -> bool:
    """Tell whether a card stayed, or left for good; tokens become fewer, characters never leave."""
    was = before.market[position]
    now = after.market[position]
    for digit in range(DIGITS):
        if now.tokens[digit] > was.tokens[digit]:
            return False
    if was.card == now.card:
        return True
    return now.card == NO_CARD and CARDS[was.card].kind != Kind.CHARACTER
