"""What the end of a game is worth to each seat, for environments that play a table; batches have kernels."""

from __future__ import annotations

from collections.abc import Sequence

from burgomaster.core import python_api
from burgomaster.core.rules import States


def rank_rewards(states: States, n_seats: int) -> list[float]:
    """Count 1 for the first place, -1 for the last, evenly between; equal places share. 0 alone."""
    ranks = [int(python_api.rank(states, 0, seat)) for seat in range(n_seats)]
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1.0 - 2.0 * place / (n_seats - 1) if n_seats > 1 else 0.0 for place in places]


def margin_rewards(scores: Sequence[int]) -> list[float]:
    """Count the points ahead of the best other seat; all points alone."""
    others = [[*scores[:seat], *scores[seat + 1 :]] for seat in range(len(scores))]
    return [float(score - max(rest, default=0)) for score, rest in zip(scores, others, strict=True)]
