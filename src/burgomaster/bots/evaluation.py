"""How positions of a game are evaluated: by its own module `bot.value`, or by the score where it has none.

Importing `bot.value` registers its evaluation; core/kernels.py does that when it is first asked for.
"""

from __future__ import annotations

from burgomaster.core.kernels import VALUE_PART, Evaluation, evaluate
from burgomaster.core.registry import game_part


def load_evaluation(game: str) -> None:
    """Register the evaluation of a game, if it brings one, ahead of its first use."""
    game_part(game, VALUE_PART)


def greedy_evaluation(game: str) -> Evaluation:
    """Find what the greedy bot maximizes: `greedy_value` where a game has one, else what the search uses."""
    evaluation: Evaluation = getattr(game_part(game, VALUE_PART), "greedy_value", evaluate)
    return evaluation
