"""Evaluate a position of Spyrium for a seat, by rule of thumb, in points.

Points now and at the end, what buildings, workers and the residence track will still bring, and money and
crystals, which become points: much early, little late. A worker on the market counts as the best that can be
done with it. Compiled, because a search evaluates the position after every move.
"""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import register_evaluation
from burgomaster.games.spyrium.bot.buildings import FUTURE_CRYSTALS, HOME_WORKERS, LATER, USES_LATER, produce
from burgomaster.games.spyrium.bot.goods import goods_value, rounds_left
from burgomaster.games.spyrium.bot.market import market_value
from burgomaster.games.spyrium.bot.residence import pending_value, residence_value
from burgomaster.games.spyrium.bot.technologies import technology_value
from burgomaster.games.spyrium.bot.workers import workers_value
from burgomaster.games.spyrium.rules.cards import N_TECHNOLOGIES, NO_CARD
from burgomaster.games.spyrium.rules.effects import own_workers
from burgomaster.games.spyrium.rules.scoring import building_points, final_score
from burgomaster.games.spyrium.rules.state import Decision, Phase, State

WORKER_AT_HOME = 0.9  # an active worker that may still be placed


@jit
def value(state: State, seat: int) -> float:
    """Evaluate a position for a seat, in points."""
    if state.decision == Decision.OVER:
        return float(final_score(state, seat))
    player = state.players[seat]
    total = float(wide(player.score) + building_points(state, seat))
    total += goods_value(state, seat) + workers_value(state, seat)
    total += residence_value(state, wide(player.residence))
    total += (
        rounds_left(state)
        * USES_LATER
        * produce(state, seat, own_workers(player) - HOME_WORKERS, FUTURE_CRYSTALS, False, NO_CARD)
    )
    for technology in range(N_TECHNOLOGIES):
        if (wide(player.technologies) >> technology) & 1:
            total += technology_value(state, seat, technology)
    total += pending_value(state, seat)
    return total if player.has_passed != 0 else total + this_round_value(state, seat)


@jit
def this_round_value(state: State, seat: int) -> float:
    """Value what can still be done before passing, with workers at home and on the market."""
    player = state.players[seat]
    home = wide(player.active)
    total = LATER * produce(state, seat, home, wide(player.crystals), True, NO_CARD)
    if player.phase == Phase.PLACEMENT:
        total += WORKER_AT_HOME * float(home) + 0.05
    return total + LATER * market_value(state, seat)


register_evaluation(State, value)
