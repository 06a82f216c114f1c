"""The numbers of a state one by one: which of them a viewer does not know, and other numbers for those."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgomaster.core import python_api
from burgomaster.core.move import copy_states
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.rules import States

OPTIONS = "rules"  # the part of a state that says which game it is
DRAWS = 6  # worlds that show which numbers are drawn anew
MOST_MORE = 9  # what is added to a hidden number that no draw changes
MOST_NUMBER = 255  # of a card: words of the generator are none
SMALL = 16  # numbers of a group that is drawn as a whole


@dataclass(frozen=True)
class Group:
    """Numbers of a state that stand together: a pile, a hand, or one number alone."""

    offset: int  # bytes before it
    dtype: Any
    length: int

    def read(self, data: Any) -> Any:
        """Look at the numbers in the bytes of a state; what is written there is written to the state."""
        size = self.length * self.dtype.itemsize
        return data[self.offset : self.offset + size].view(self.dtype)


def groups_of(dtype: Any, offset: int = 0) -> Iterator[Group]:
    """List the groups of numbers of a state, without its options and gaps."""
    for name, (field, start, *_) in dtype.fields.items():
        if name.startswith("gap_") or name == OPTIONS:
            continue
        base, length = field.base, int(np.prod(field.shape, dtype=int))
        if base.fields is None:
            yield Group(offset + start, base, length)
            continue
        for number in range(length):
            yield from groups_of(base, offset + start + number * base.itemsize)


def bytes_of(states: States) -> Any:
    """Look at an array of one state as bytes."""
    array: Any = states
    return array.view(np.uint8)


def redacted(states: States, viewer: int) -> bytes:
    """Return what a viewer sees of a state, as bytes."""
    seen: Any = copy_states(states)
    python_api.redact(seen, 0, viewer)
    return bytes(seen.tobytes())


def counted(states: States, viewer: int) -> bytes:
    """Return what a viewer may think with who counts everything and forgets nothing, as bytes."""
    known: Any = copy_states(states)
    python_api.canonicalize(known, 0, viewer)
    return bytes(known.tobytes())


def drawn(states: States, viewer: int, seed: int) -> States:
    """Draw a state that a viewer cannot tell from another."""
    made, rng = copy_states(states), new_rng()
    seed_rng(rng, seed, 0)
    python_api.canonicalize(made, 0, viewer)
    python_api.determinize(made, 0, viewer, rng)
    return made


class HiddenCells:
    """The groups of a beginning of which a viewer does not know the numbers."""

    def __init__(self, states: States, viewer: int, chance: random.Random) -> None:
        self.viewer, self.chance = viewer, chance
        now = bytes_of(states)
        seen = np.frombuffer(redacted(states, viewer), np.uint8)
        draws = [bytes_of(drawn(states, viewer, chance.getrandbits(30))) for _ in range(DRAWS)]
        groups = list(groups_of(states.dtype))  # type: ignore[attr-defined]
        self.hands = [group for group in groups if group.length <= SMALL]
        self.drawn = [group for group in groups if any(_differ(group, now, one) for one in draws)]
        # deducible, but not shown: everybody could have kept count of it
        self.covered = [group for group in groups if group not in self.drawn and _differ(group, now, seen)]

    def _held(self, later: States) -> list[tuple[int, int]]:
        """List numbers in hands and the like that a draw changes, each with what it is then."""
        now, other = bytes_of(later), bytes_of(drawn(later, self.viewer, self.chance.getrandbits(30)))
        differing = np.flatnonzero(now != other)
        pairs = [pair for group in self.hands for pair in _pairs(group, now, other, differing)]
        return [(old, new) for old, new in pairs if max(old, new) <= MOST_NUMBER]

    def exchanged(self, states: States, pair: tuple[int, int]) -> States:
        """Make another beginning in which two numbers of a pile are exchanged."""
        made = copy_states(states)
        self._exchange(made, *pair)
        return made

    def change(self, states: States, later: States) -> States:
        """Make another beginning that may look the same to the viewer; `later` is where this one led to."""
        made = copy_states(states)
        ways = [self._swap] * 4 + [self._redraw] * 2 + [self._trade] * 4 + [self._add] * 3
        self.chance.choice(ways)(made, later)
        return made

    def _swap(self, states: States, later: States) -> None:
        """Exchange two numbers of a pile; a draw says what may lie where."""
        piles = [group for group in self.drawn if group.length > 1]
        if not piles:
            return
        group = self.chance.choice(piles)
        pile = group.read(bytes_of(states))
        wished = group.read(bytes_of(drawn(states, self.viewer, self.chance.getrandbits(30))))
        places = np.flatnonzero(pile != wished)
        if len(places):
            one = int(self.chance.choice(list(places)))
            others = np.flatnonzero(pile == wished[one])
            if len(others):
                other = int(self.chance.choice(list(others)))
                pile[[one, other]] = pile[[other, one]]

    def _redraw(self, states: States, later: States) -> None:
        """Take small groups from a draw: one of them, or all."""
        small = [group for group in self.drawn if group.length <= SMALL]
        other = bytes_of(drawn(states, self.viewer, self.chance.getrandbits(30)))
        chosen = small if self.chance.random() < 0.5 else small[:1] and [self.chance.choice(small)]
        for group in chosen:
            group.read(bytes_of(states))[:] = group.read(other)

    def _trade(self, states: States, later: States) -> None:
        """Let somebody have drawn another card: exchange it in its pile with one that they do not have."""
        pairs = self._held(later)
        if pairs:
            self._exchange(states, *self.chance.choice(pairs))

    def trades(self, states: States, later: States) -> Iterator[tuple[States, tuple[int, int]]]:
        """List the beginnings in which a hidden card of `later` is another one, each with both."""
        held = {old for _ in range(DRAWS) for old, _new in self._held(later)}
        for old in sorted(held):
            for new in sorted({int(value) for pile in self._piles(states) for value in pile}):
                made = copy_states(states)
                self._exchange(made, old, new)
                if counted(made, self.viewer) == counted(states, self.viewer):
                    yield made, (old, new)

    def _piles(self, states: States) -> list[Any]:
        """Look at the large groups of a state that are drawn."""
        return [group.read(bytes_of(states)) for group in self.drawn if group.length > SMALL]

    def _exchange(self, states: States, old: int, new: int) -> None:
        """Exchange two numbers by their value, in a pile that has both."""
        for pile in self._piles(states):
            places = [np.flatnonzero(pile == value) for value in (old, new)]
            if all(len(found) for found in places):
                one, other = (int(self.chance.choice(list(found))) for found in places)
                pile[[one, other]] = pile[[other, one]]

    def _add(self, states: States, later: States) -> None:
        """Add to a number that is covered."""
        if self.covered:
            group = self.chance.choice(self.covered).read(bytes_of(states))
            group[self.chance.randrange(len(group))] += self.chance.randint(1, MOST_MORE)


def _pairs(group: Group, one: Any, other: Any, differing: Any) -> list[tuple[int, int]]:
    """List the numbers of a group that are others than before."""
    end = group.offset + group.length * group.dtype.itemsize
    if np.searchsorted(differing, group.offset) == np.searchsorted(differing, end):
        return []
    values = zip(group.read(one), group.read(other), strict=True)
    return [(int(old), int(new)) for old, new in values if old != new]


def _differ(group: Group, one: Any, other: Any) -> bool:
    return bool((group.read(one) != group.read(other)).any())
