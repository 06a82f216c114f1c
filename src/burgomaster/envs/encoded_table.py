"""One game after another, whose moves are actions and whose views are observations.

What a seat observes and may do is computed from a position without what the seat does not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.batch import REWARDS, chosen
from burgomaster.core.batch_kernels import observe_games
from burgomaster.core.table import SPECTATOR, Game, Table
from burgomaster.envs.encoded_position import Array, EncodedPosition
from burgomaster.envs.rewards import margin_rewards, rank_rewards
from burgomaster.envs.texts import EnvironmentFault


class EncodedTable(EncodedPosition):
    """A table as an environment sees it. `rewards` are counted as in `bm.batch`."""

    def __init__(self, game: Game, rewards: str = "rank") -> None:
        super().__init__(game)
        self.rewards = chosen("rewards", rewards, REWARDS)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """Return the table that is played at; EnvironmentFault before the first deal."""
        if self._table is None:
            raise EnvironmentFault("action.not_begun")
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    # Playing

    def deal(self, seed: int) -> None:
        """Begin the game that `Game.new` deals by this seed."""
        self.table = self.game.new(seed=seed)
        self._scores = self.table.scores
        self._describe()

    def act(self, action: int) -> list[float]:
        """Carry out a legal action; return the reward of every seat."""
        self.table.step(int(self.space.moves[action]))
        self._describe()
        return self._reward()

    def read_action(self, action: Any) -> int:
        """Read an action that is one of the space, legal or not; EnvironmentFault for anything else."""
        self.mover()
        return super().read_action(action)

    def mover(self) -> int:
        """Tell who is to move; EnvironmentFault before the first deal and after the end."""
        if self.table.over or self.to_move is None:  # nobody moves either after an illegal action
            raise EnvironmentFault("action.over")
        return self.to_move

    # What is seen

    def observation(self, seat: int | None) -> Array:
        """Return what a seat, or a spectator (None), knows now, as an array of its own."""
        if seat is not None and seat == self.to_move:
            return self.own_observation()
        found: Array = np.zeros_like(self._observations)
        number = SPECTATOR if seat is None else seat
        observe_games(self.table.redacted(seat), number, self.layout.shape, found)
        seen: Array = found[0]
        return seen

    # Inside

    def _describe(self) -> None:
        """Write who decides, what they see and what they may do."""
        seat = self.to_move = self.table.to_move
        if seat is not None:
            self.show(self.table.redacted(seat), seat)

    def _reward(self) -> list[float]:
        """Count what the last action brought every seat."""
        if self.rewards == "progress":
            before, self._scores = self._scores, self.table.scores
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if not self.over:
            return [0.0] * self.game.n_seats
        if self.rewards == "rank":
            return rank_rewards(self.table._states, self.game.n_seats)
        scores = self.table.scores
        return margin_rewards(scores) if self.rewards == "margin" else [float(score) for score in scores]
