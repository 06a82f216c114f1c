"""The only door to hidden information: sealed bids, and the tulips to come."""

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.rng import draw_below, shuffle, sort
from tulip_auction.rules.state import HIDDEN, N_TULIPS, NO_BID, State


@jit
def redact(state: State, seat: int) -> None:
    """Remove what a seat (-1: a spectator) may not know, so that nothing hidden leaves a trace."""
    for word in range(state.rng.shape[0]):
        state.rng[word] = 0
    sort(state.tulips, wide(state.round_no), N_TULIPS)
    for other in range(state.n_players):
        if other != seat and state.players[other].bid != NO_BID:
            state.players[other].bid = HIDDEN


@jit
def determinize(state: State, seat: int, rng: Ints) -> None:
    """Draw anew what a seat does not know."""
    redact(state, seat)
    shuffle(state.tulips, wide(state.round_no), N_TULIPS, rng)
    for other in range(state.n_players):
        if state.players[other].bid == HIDDEN:
            state.players[other].bid = draw_below(rng, wide(state.players[other].guilders) + 1)
