"""The residence track: income, points, and questions that wait for an answer."""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.goods import POUND_LAST, POUND_PER_ROUND, pound, rounds_left
from burgomaster.games.spyrium.rules.state import Decision, Player, State

RESIDENCE_ACTIONS = 0.65  # residence actions in each round to come


@jit
def residence_value(state: State, space: int) -> float:
    """Value a space of the residence track: income and points of residence actions in the rounds to come."""
    each = float(wide(state.rules.residence[space]))
    rounds = rounds_left(state)
    income = each * rounds * (POUND_LAST + POUND_PER_ROUND * max(0.0, rounds - 1.0))
    return income + RESIDENCE_ACTIONS * rounds * each


@jit
def residence_action(state: State, player: Player) -> float:
    """Value one residence action: points now, or a step."""
    space = wide(player.residence)
    points = float(wide(state.rules.residence[space]))
    if space + 1 >= state.rules.n_spaces:
        return points
    return max(points, residence_value(state, space + 1) - residence_value(state, space))


@jit
def pending_value(state: State, seat: int) -> float:
    """Value the questions that the seat has still to answer."""
    if seat != state.to_move:
        return 0.0
    total = float(wide(state.residence_due)) * residence_action(state, state.players[seat])
    return total + 5.0 * pound(state) if state.decision == Decision.BONUS else total
