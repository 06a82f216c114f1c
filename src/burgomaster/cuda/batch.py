"""A batch on a graphics card: the games, observations and masks of core/batch.py, which stay there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from burgomaster.compiler.struct import dtype_of
from burgomaster.core.batch import GAME, SAVED, Array, Batch, read_seat
from burgomaster.core.errors import SetupError
from burgomaster.core.rng import WORDS
from burgomaster.core.table import SPECTATOR, Game
from burgomaster.cuda.array import CardArray
from burgomaster.cuda.card import find_card

NONE_WRONG = 2**31 - 1


class CardBatch(Batch):
    """A batch whose arrays lie on the card, `states` as rows of bytes; what is saved lies on the host."""

    def __init__(self, game: Game, n: int, **settings: Any) -> None:
        find_card()
        super().__init__(game, n, threads=1, **settings)

    def _allocate(self, max_legal: int) -> None:
        n, n_seats, state = self.n, self.game.n_seats, dtype_of(self.game.rules.state)
        zeros, cuda = CardArray.zeros, find_card()
        flat = zeros(n * state.itemsize, np.uint8)
        self.states = CardArray(flat.array.reshape(n, state.itemsize))
        self._records = flat.array.view(state)
        self.observations: Any = zeros((n, self.layout.size), np.int16)
        self.mask: Any = zeros((n, self.space.size), np.uint8)
        self.to_move: Any = zeros(n, np.int8)
        self.done: Any = zeros(n, np.bool_)
        self.rewards: Any = zeros((n, n_seats), np.float32)
        self.scores: Any = zeros((n, n_seats), np.int32)
        self.legal: Any = zeros((n, max_legal), np.int32)
        self.n_legal: Any = zeros(n, np.int32)
        self.seeds: Any = zeros(n, np.int64)
        self.rngs: Any = zeros((n, WORDS), np.uint32)
        self._actions: Any = zeros(n, np.int32)
        self._read: Any = zeros(n, np.int32)
        self._wrong = zeros(1, np.int32)
        self._on_card = {
            id(table): cuda.to_device(table)
            for table in (self._undealt, self.space.moves, self.space.numbers, self.layout.shape)
        }

    # Playing

    def random_actions(self) -> Any:
        self._launch("choose_randomly", self.legal, self.n_legal, self.rngs, self._actions)
        return self._actions

    def observe(self, seat: int | None) -> Any:
        number = SPECTATOR if seat is None else read_seat(seat, self.game.n_seats)
        found = CardArray.zeros(self.observations.shape, np.int16)
        views = find_card().device_array(self.n, self._records.dtype)
        views.copy_to_device(self._records)
        self._launch("observe_games", views, number, self.layout.shape, found)
        return found

    # Keeping

    def save(self) -> dict[str, Array]:
        """Return copies of everything that `load` needs to go on from here, on either device."""
        saved = {name: getattr(self, name).numpy() for name in SAVED}
        saved["states"] = saved["states"].reshape(-1).view(self._records.dtype)
        return {GAME: self._game_text(), **saved}

    def load(self, saved: Mapping[str, Array]) -> Any:
        """Go on from what `save` returned, of a batch of the same game and size; return the observations."""
        self._check_saved(saved)
        for name in SAVED:
            given = np.ascontiguousarray(saved[name])
            own = getattr(self, name)
            own[:] = given.view(np.uint8).reshape(own.shape) if name == "states" else given
        self.done[:], self.rewards[:] = False, 0
        self._describe()
        return self.observations

    # Inside

    def _saved_kinds(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        kinds = {name: (getattr(self, name).shape, getattr(self, name).dtype) for name in SAVED}
        return {**kinds, "states": ((self.n,), self._records.dtype)}

    def _deal_all(self) -> None:
        given = (self.seeds, self.rngs, self.scores, self._reward)
        self._launch("reset_games", self._records, self._undealt, *given)
        self._move_others()
        self.done[:], self.rewards[:] = False, 0  # also of games that ended before this seat's first turn
        self._describe()

    def _make_step(self, _actions: Any) -> None:
        self._play("step_games", self._read, self.space.moves)
        self._move_others()
        self._describe()

    def _move_others(self) -> None:
        if self.opponents == "random":
            self._play("play_randomly", self.seat, self.rngs)
        elif self.opponents == "greedy":
            self._play("play_greedily", self.seat, self.rngs)

    def _play(self, name: str, *chosen: Any) -> None:
        outcome = (self.seeds, self.done, self.rewards, self.scores, self._reward)
        self._launch(name, self._records, self._undealt, *chosen, *outcome)

    def _describe(self) -> None:
        described = (self.observations, self.mask, self.legal, self.n_legal, self.to_move)
        self._launch("describe_games", self._records, self.space.numbers, self.layout.shape, *described)

    def _launch(self, name: str, *given: Any) -> None:
        from burgomaster.cuda.batch_kernels import BLOCK

        kernel = _kernel(name, self.game.rules.state)
        kernel[-(-self.n // BLOCK), BLOCK](*map(self._place, given))

    def _place(self, one: Any) -> Any:
        if isinstance(one, CardArray):
            return one.array
        return self._on_card[id(one)] if isinstance(one, np.ndarray) else one

    def _read_actions(self, actions: Any) -> None:
        """Check an array of actions and note them: one of the card, or of the processor."""
        self._check_actions(actions)
        cuda = find_card()
        is_there = hasattr(actions, "__cuda_array_interface__")
        given = cuda.as_cuda_array(actions) if is_there else cuda.to_device(np.ascontiguousarray(actions))
        self._wrong[:] = np.array([NONE_WRONG], np.int32)
        self._launch("read_actions", CardArray(given), self.mask, self._read, self._wrong)
        wrong = int(self._wrong.numpy()[0])
        if wrong < NONE_WRONG:
            n, action = int(self.n_legal.numpy()[wrong]), int(given.copy_to_host()[wrong])
            raise SetupError("batch.illegal", game=wrong, action=action, n=n)


@cache
def _kernel(name: str, state: type) -> Any:
    """Find a kernel for the rules of a game; it is compiled when it is first launched."""
    from burgomaster.cuda import batch_kernels as kernels
    from burgomaster.cuda.target import kept_kernel

    own = {"choose_randomly": kernels.choose_randomly, "read_actions": kernels.read_actions}
    return kept_kernel(own.get(name) or kernels.make_kernels(state)[name], state)
