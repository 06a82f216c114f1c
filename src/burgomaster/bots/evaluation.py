"""How positions of a game are evaluated: by its own module `bot.value`, or by the score where it has none.

Importing `bot.value` registers its evaluation (core/kernels.py). That must happen before a search of the game
is compiled, which takes the evaluation of that moment.
"""

from __future__ import annotations

from burgomaster.core.kernels import Evaluation, evaluate
from burgomaster.core.registry import game_part

VALUE_PART = "bot.value"


def load_evaluation(game: str) -> None:
    """Register the evaluation of a game, if it brings one."""
    game_part(game, VALUE_PART)


def greedy_evaluation(game: str) -> Evaluation:
    """Find what the greedy bot maximizes: `greedy_value` where a game has one, else what the search uses."""
    evaluation: Evaluation = getattr(game_part(game, VALUE_PART), "greedy_value", evaluate)
    return evaluation
