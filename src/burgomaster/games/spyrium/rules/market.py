"""The market: nine positions, the twelve gaps between them, and the workers that stand there (rules.md 6)."""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.games.spyrium.rules.cards import BOARD, NO_CARD
from burgomaster.games.spyrium.rules.state import N_GAPS, Player, State

# The two positions of each gap; 0 the left or upper one, 1 the right or lower one.
GAP_POSITIONS = np.array(BOARD["market"]["gaps"], np.int64)
N_SIDES = 2


@inline
def has_card(state: State, position: int) -> bool:
    """Tell whether a card still lies at a position."""
    return state.market[position].card != NO_CARD


@inline
def is_open_gap(state: State, gap: int) -> bool:
    """Tell whether a worker may be put into a gap: at least one neighbour still holds a card (6.2)."""
    return has_card(state, GAP_POSITIONS[gap, 0]) or has_card(state, GAP_POSITIONS[gap, 1])


@inline
def is_beside(gap: int, position: int) -> bool:
    """Tell whether a gap is adjacent to a position."""
    return wide(GAP_POSITIONS[gap, 0]) == position or wide(GAP_POSITIONS[gap, 1]) == position


@inline
def crowd_at(state: State, position: int) -> int:
    """Return the other workers around a card, seen by one of them (6.4)."""
    return wide(state.market[position].crowd) - 1


@jit
def enter_gap(state: State, seat: int, gap: int) -> None:
    """Put one active worker from the start card into a gap (7.1)."""
    player = state.players[seat]
    player.active -= 1
    change_gap(state, player, seat, gap, 1)


@jit
def leave_gap(state: State, seat: int, gap: int) -> None:
    """Take one worker out of the market; they are inactive until the next round (7.3, 7.4)."""
    player = state.players[seat]
    player.inactive += 1
    change_gap(state, player, seat, gap, -1)


@inline
def change_gap(state: State, player: Player, seat: int, gap: int, change: int) -> None:
    """Count a worker in or out, with what is kept up to date about the gap's neighbours."""
    state.gaps[gap, seat] += change
    player.on_market += change
    for side in range(N_SIDES):
        state.market[GAP_POSITIONS[gap, side]].crowd += change


@jit
def count_workers(state: State, gap: int) -> int:
    """Count all workers in a gap."""
    total = 0
    for seat in range(state.rules.n_players):
        total += wide(state.gaps[gap, seat])
    return total


assert GAP_POSITIONS.shape == (N_GAPS, N_SIDES)
