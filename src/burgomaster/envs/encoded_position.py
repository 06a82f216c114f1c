"""A position as numbers: what the seat to move observes, and which actions it has."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.core.batch_kernels import describe_games
from burgomaster.core.encoding import NO_ACTION, ActionSpace, Layout
from burgomaster.core.errors import OptionError
from burgomaster.core.playout import Scratch
from burgomaster.core.rules import States
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game
from burgomaster.envs.texts import EnvironmentFault

Array = npt.NDArray[Any]


class EncodedPosition:
    """Positions of one game, one after another, as a policy is shown them."""

    def __init__(self, game: Game) -> None:
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self.game, self.max_legal = game, encoding.max_legal
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

    def show(self, states: States, seat: int) -> None:
        """Write what a seat that is to move sees and may do, by a position without what it does not know."""
        self.to_move = seat
        described = (self._observations, self._mask, self._legal, self._n_legal, self._mover)
        describe_games(states, self._scratches, self.space.numbers, self.layout.shape, *described)
        if self._legal[0, : self._n_legal[0]].min() == NO_ACTION:
            raise OptionError("openspiel.unnumbered", game=self.game.name)

    # What is seen

    @property
    def over(self) -> bool:
        """Tell whether nobody is to move."""
        return self.to_move is None

    def own_observation(self) -> Array:
        """Return what the seat to move knows, as an array of its own."""
        return np.array(self._observations[0])

    def mask(self, seat: int | None) -> Array:
        """Return 1 for every legal action of a seat, as an array of its own; 0 if it is not its turn."""
        if seat is None or seat != self.to_move:
            return np.zeros(self.space.size, np.int8)
        return np.array(self._mask[0], np.int8)

    def legal_actions(self) -> Array:
        """List the legal actions of the seat to move."""
        return np.array(self._legal[0, : self._n_legal[0]])

    # What is chosen

    def read_action(self, action: Any) -> int:
        """Read an action that is one of the space, legal or not; EnvironmentFault for anything else."""
        try:
            number = operator.index(action.item() if isinstance(action, np.ndarray) else action)
        except (TypeError, ValueError):
            number = -1
        if not 0 <= number < self.space.size or isinstance(action, bool):
            raise EnvironmentFault("action.no_number", last=self.space.size - 1, given=repr(action)[:40])
        return number

    def is_legal(self, action: int) -> bool:
        """Tell whether an action of the space is legal now."""
        return not self.over and bool(self._mask[0, action])

    def refusal(self, action: int) -> EnvironmentFault:
        """Make the error of an action that is not legal."""
        notation = self.game.rules.write_notation(int(self.space.moves[action]))
        return EnvironmentFault("action.illegal", action=action, notation=notation, n=int(self._n_legal[0]))
