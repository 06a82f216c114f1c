"""One game after another, whose moves are actions and whose views are observations.

What a seat observes and may do is computed from a position without what the seat does not know.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.core import python_api
from burgomaster.core.batch import REWARDS, chosen
from burgomaster.core.batch_kernels import describe_games, observe_games
from burgomaster.core.encoding import NO_ACTION, ActionSpace, Layout
from burgomaster.core.errors import OptionError
from burgomaster.core.playout import Scratch
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game, Table
from burgomaster.envs.texts import EnvironmentFault

Array = npt.NDArray[Any]


class EncodedTable:
    """A table as an environment sees it. `rewards` are counted as in `bm.batch`."""

    table: Table  # after the first deal

    def __init__(self, game: Game, rewards: str = "rank") -> None:
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self.game, self.rewards = game, chosen("rewards", rewards, REWARDS)
        self._number_of, self.max_legal = encoding.number_of, encoding.max_legal
        undealt: Any = game.rules.undealt(game.options)
        self.space: ActionSpace = encoding.space(game.options)
        self.layout: Layout = encoding.layout(game.options, undealt[0])
        self.to_move: int | None = None
        self._observations: Array = np.zeros((1, self.layout.size), np.int16)
        self._mask: Array = np.zeros((1, self.space.size), np.uint8)
        self._legal: Array = np.zeros((1, encoding.max_legal), np.int32)
        self._n_legal: Array = np.zeros(1, np.int32)
        self._mover: Array = np.zeros(1, np.int8)
        self._scratches: Any = zeros(Scratch, 1)

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
        if not hasattr(self, "table"):
            raise EnvironmentFault("action.not_begun")
        try:
            number = operator.index(action.item() if isinstance(action, np.ndarray) else action)
        except (TypeError, ValueError):
            number = -1
        if not 0 <= number < self.space.size or isinstance(action, bool):
            raise EnvironmentFault("action.no_number", last=self.space.size - 1, given=repr(action)[:40])
        if self.over:
            raise EnvironmentFault("action.over")
        return number

    def is_legal(self, action: int) -> bool:
        """Tell whether an action of the space is legal now."""
        return not self.over and bool(self._mask[0, action])

    def refusal(self, action: int) -> EnvironmentFault:
        """Make the error of an action that is not legal."""
        notation = self.game.rules.write_notation(int(self.space.moves[action]))
        return EnvironmentFault("action.illegal", action=action, notation=notation, n=int(self._n_legal[0]))

    # What is seen

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.to_move is None

    def observation(self, seat: int | None) -> Array:
        """Return what a seat, or a spectator (None), knows now, as an array of its own."""
        if seat is not None and seat == self.to_move:
            return np.array(self._observations[0])
        found: Array = np.zeros_like(self._observations)
        number = -1 if seat is None else seat
        observe_games(self.table.redacted(seat), number, self.layout.shape, found)
        seen: Array = found[0]
        return seen

    def mask(self, seat: int | None) -> Array:
        """Return 1 for every legal action of a seat, as an array of its own; 0 if it is not its turn."""
        if seat is None or seat != self.to_move:
            return np.zeros(self.space.size, np.int8)
        return np.array(self._mask[0], np.int8)

    def legal_actions(self) -> Array:
        """List the legal actions of the seat to move."""
        return np.array(self._legal[0, : self._n_legal[0]])

    def number(self, move: int) -> int:
        """Find the action of a move of the game."""
        return int(self.space.numbers[self._number_of(self.table.state, move)])

    # Inside

    def _describe(self) -> None:
        """Write who decides, what they see and what they may do."""
        self.to_move = self.table.to_move
        if self.to_move is None:
            return
        states = self.table.redacted(self.to_move)
        described = (self._observations, self._mask, self._legal, self._n_legal, self._mover)
        describe_games(states, self._scratches, self.space.numbers, self.layout.shape, *described)
        if self._legal[0, : self._n_legal[0]].min() == NO_ACTION:
            raise OptionError("openspiel.unnumbered", game=self.game.name)

    def _reward(self) -> list[float]:
        """Count what the last action brought every seat."""
        if self.rewards == "progress":
            before, self._scores = self._scores, self.table.scores
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if not self.over:
            return [0.0] * self.game.n_seats
        scores = self.table.scores
        if self.rewards == "rank":
            return self._rank_rewards()
        if self.rewards == "margin":
            return [float(score - best_other(scores, seat)) for seat, score in enumerate(scores)]
        return [float(score) for score in scores]

    def _rank_rewards(self) -> list[float]:
        """Count 1 for the first place, -1 for the last, evenly between; equal places share. 0 alone."""
        seats = range(self.game.n_seats)
        ranks = [int(python_api.rank(self.table._states, 0, seat)) for seat in seats]
        places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
        return [1.0 - 2.0 * place / (len(ranks) - 1) if len(ranks) > 1 else 0.0 for place in places]


def best_other(scores: list[int], seat: int) -> int:
    """Find the highest score of the other seats, 0 if there are none."""
    return max((score for other, score in enumerate(scores) if other != seat), default=0)
