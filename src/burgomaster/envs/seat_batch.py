"""Many games in lockstep, all played from one seat; the last sight of every game that ends is kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.bots.evaluation import load_evaluation
from burgomaster.core.batch import Array, Batch
from burgomaster.core.table import Game
from burgomaster.envs.vector_kernels import Written, step_against_greedy, step_against_random


class SeatBatch(Batch):
    """A batch whose opponents play inside.

    final_observations, final_scores: a row of each game that ended in the last step, others are old.
    skipped: games that stay as they are in the next steps, whatever their actions.
    """

    final_observations: Array
    final_scores: Array
    skipped: Array

    def __init__(self, game: Game, n: int, opponents: str, **settings: Any) -> None:
        if opponents == "greedy":
            load_evaluation(game.name)
        super().__init__(game, n, opponents=opponents, **settings)
        self.final_observations = np.zeros_like(self.observations)
        self.final_scores = np.zeros_like(self.scores)
        self.skipped = np.zeros(n, np.bool_)

    def step(self, actions: Array) -> Array:
        """Carry out one action in each game and return the observations; a wrong array changes nothing."""
        given = self._replace_skipped(actions)
        self._read_actions(given)
        self._refuse_wrong(given)
        kernel = step_against_greedy if self.opponents == "greedy" else step_against_random
        played = (self.skipped, self._read, self.space.moves, self.seat, self._spares, self.rngs)
        self._run((kernel, (*played, self._written())), self._describing())
        return self.observations

    def _written(self) -> Written:
        """Tell where and how a step writes what came of it."""
        outcome = (self.done, self.rewards, self.scores, self._reward)
        return Written(self.seeds, *outcome, self.layout.shape, self.final_observations, self.final_scores)

    def _replace_skipped(self, actions: Any) -> Any:
        """Put something legal where actions are not looked at."""
        if not self.skipped.any() or np.shape(actions) != (self.n,):
            return actions
        return np.where(self.skipped, self.legal[:, 0], actions)

    def close(self) -> None:
        """Let the threads go."""
        self._crew.close()
