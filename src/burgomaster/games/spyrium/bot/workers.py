"""What workers will do in the rounds to come, in points."""

from __future__ import annotations

from burgomaster.core.jit import jit
from burgomaster.games.spyrium.bot.goods import rounds_left
from burgomaster.games.spyrium.rules.effects import own_workers
from burgomaster.games.spyrium.rules.state import State

WORKER_PER_ROUND = 2.2  # what a worker brings in a round to come


@jit
def workers_value(state: State, seat: int) -> float:
    """Value the own workers in the rounds to come; many of them get in each other's way."""
    n_workers = float(own_workers(state.players[seat]))
    return rounds_left(state) * WORKER_PER_ROUND * (n_workers - 0.06 * n_workers * n_workers)


@jit
def worker_value(state: State) -> float:
    """Value one more worker."""
    return 0.4 + 0.5 * rounds_left(state) * WORKER_PER_ROUND
