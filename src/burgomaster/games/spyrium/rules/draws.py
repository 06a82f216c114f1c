"""Whether the tokens that a set-up lists beyond the first supply can be drawn."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.cards import EVENTS, N_ROUNDS, N_TOKENS, ROUND_DECK, TokenNeed
from burgomaster.games.spyrium.rules.rounds import count_needed, count_supply
from burgomaster.games.spyrium.rules.state import N_POSITIONS, State


@jit
def wrong_draw(state: State) -> int:
    """Return 0, or the number of the listed draw that the next deal could not follow, counted from 1.

    Only where the last player passes, a round follows, and the set-up lists more than the first supply.
    """
    if state.n_draws <= N_TOKENS or state.round_no == N_ROUNDS or not is_last_to_pass(state):
        return 0
    first = wide(state.next_draw)
    end = min(first + count_next_tokens(state), wide(state.n_draws))
    n_left = count_supply(state)
    drawn = 0  # how many of each digit, a byte each, since the supply was as it is counted
    for place in range(first, end):
        if place - first == n_left:
            drawn = 0
        token = wide(state.draws[place])
        byte = 8 * (token - 1)
        if ((drawn >> byte) & 255) >= count_available(state, token, place - first >= n_left):
            return place + 1
        drawn += 1 << byte
    return 0


@jit
def is_last_to_pass(state: State) -> bool:
    """Tell whether everybody else has passed."""
    for seat in range(state.rules.n_players):
        if seat != state.to_move and state.players[seat].has_passed == 0:
            return False
    return True


@jit
def count_next_tokens(state: State) -> int:
    """Count the tokens that the next round's event and market need."""
    deck = wide(ROUND_DECK[state.round_no])
    following = wide(state.events[state.round_no + 1])
    total = wide(EVENTS[following].token_need != TokenNeed.NONE)
    for position in range(N_POSITIONS):
        total += count_needed(state, wide(state.decks[wide(state.deck_next[deck]) + position]))
    return total


@jit
def count_available(state: State, token: int, is_new: bool) -> int:
    """Count the tokens of a digit in the supply, or in the one that this round's discards will make."""
    digit = token - 1
    if not is_new:
        return wide(state.supply[digit])
    total = wide(state.discard[digit]) + wide(state.event_token == token)
    for position in range(N_POSITIONS):
        total += wide(state.market[position].tokens[digit])
    return total
