"""Positions and moves as numbers for learning: dense actions, legal masks, observation vectors.

A game describes its encoding once, in `rules/action_numbers.py` and `rules/features.py`: how a move becomes
an action and back, and which blocks of numbers an observation has. From that the core makes, for any options,
a space of actions without gaps and a layout whose every entry has a name, a range and a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.compiler.struct import zeros

Options = Mapping[str, Any]
NO_ACTION = -1


@dataclass(frozen=True)
class Block:
    """A run of entries of an observation that mean the same of different things."""

    name: str
    things: Sequence[str]  # what each entry is about; one empty word for a single number
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Entry:
    """One number of an observation."""

    index: int
    name: str
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Layout:
    """Where each number of an observation stands, and what it means."""

    version: int
    blocks: tuple[Block, ...]
    shape: Any  # one record of the game's own, with the places its kernel writes to

    @cached_property
    def starts(self) -> list[int]:
        """List where each block begins."""
        return list(accumulate((len(block.things) for block in self.blocks), initial=0))

    @property
    def size(self) -> int:
        """Count the numbers of an observation."""
        return self.starts[-1]

    def entries(self) -> list[Entry]:
        """Describe every number."""
        pairs = [(block, thing) for block in self.blocks for thing in block.things]
        return [
            Entry(
                index, f"{block.name}.{thing}" if thing else block.name, block.low, block.high, block.meaning
            )
            for index, (block, thing) in enumerate(pairs)
        ]


@dataclass(frozen=True)
class ActionSpace:
    """The actions of one set of options, numbered without gaps from 0."""

    version: int
    moves: npt.NDArray[Any]  # the move of each action, as the game's actions.py packs it
    numbers: npt.NDArray[Any]  # the action of each of the game's own numbers, NO_ACTION for others

    @property
    def size(self) -> int:
        """Count the actions."""
        return len(self.moves)

    def action_of(self, move: int) -> int:
        """Find the action of a move; NO_ACTION for one that cannot be legal with these options."""
        return self._actions.get(move, NO_ACTION)

    @cached_property
    def _actions(self) -> dict[int, int]:
        return {move: action for action, move in enumerate(self.moves.tolist())}


@dataclass(frozen=True)
class Encoding:
    """How a game becomes numbers."""

    version: int  # raised whenever a number changes its meaning; new ones are appended
    n_numbers: int  # of moves, over all options
    max_legal: int  # more legal moves than any position has
    number_of: Callable[[Any, int], int]  # kernel: the number of a move, the same for all options
    possible: Callable[[Options], Iterable[int]]  # moves that can be legal somewhere in a game
    blocks: Callable[[Options], Sequence[Block]]
    shape: type  # the record of places that the kernel below writes to; it has `starts` and `n_seats`
    fill_shape: Callable[[Any, Options, Any], None]  # all but `starts`; the last is a state before the deal
    write_observation: Callable[[Any, int, Any, Any], None]  # kernel: state, seat, shape, where to

    @classmethod
    def of_modules(
        cls, actions: ModuleType, features: ModuleType, *, version: int, max_legal: int
    ) -> Encoding:
        """Put together what the modules of a game say, by the names that all games use."""
        return cls(
            version=version,
            n_numbers=actions.N_NUMBERS,
            max_legal=max_legal,
            number_of=actions.number_of,
            possible=actions.possible_moves,
            blocks=features.blocks,
            shape=features.Shape,
            fill_shape=features.fill_shape,
            write_observation=features.write_observation,
        )

    def space(self, options: Options) -> ActionSpace:
        """Number the moves that some options allow."""
        number_of = getattr(self.number_of, "py_func", self.number_of)  # only the type of a state is asked
        found = dict(sorted((int(number_of(None, move)), int(move)) for move in set(self.possible(options))))
        numbers = np.full(self.n_numbers, NO_ACTION, np.int32)
        numbers[list(found)] = np.arange(len(found), dtype=np.int32)
        return ActionSpace(self.version, np.array(list(found.values()), np.int32), numbers)

    def layout(self, options: Options, undealt: Any) -> Layout:
        """Lay an observation out for some options and the state that they begin with."""
        shapes: Any = zeros(self.shape, 1)
        made = Layout(self.version, tuple(self.blocks(options)), shapes)
        shapes[0].starts[: len(made.blocks)] = made.starts[:-1]
        self.fill_shape(shapes[0], options, undealt)
        return made
