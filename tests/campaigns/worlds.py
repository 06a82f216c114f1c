"""Worlds with one public history: what else may have been true while a viewer saw exactly the same.

A history is a beginning and the moves that were made. For a viewer it is what they saw: the redacted position
and the redacted events of every move, without the answers to secret questions of which they noticed nothing.
Another world is another beginning (piles, hands, goals, events to come, the generator, hidden money) from
which moves that looked the same led through positions that looked the same. It is found by changing a
beginning a little, playing the history again and keeping the change if the viewer would not have noticed:
each world is a truth that the rules allow, over the whole history, and nothing is assumed about how a game
draws what is hidden. In some of them other seats were asked in secret, or are still asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.move import copy_states
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.rules import Rules, States

MOST_QUESTIONS = 8  # in a row
TRIES = 8  # to find a world with a secret question
OTHER_CHOICE = 0.5  # how often somebody else chooses otherwise where the viewer cannot see what
LATE_ANSWER = 0.5  # how often the last secret question is answered
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
    for name, (kind, start, *_) in dtype.fields.items():
        if name.startswith("gap_") or name == OPTIONS:
            continue
        base, length = kind.base, int(np.prod(kind.shape, dtype=int))
        if base.fields is None:
            yield Group(offset + start, base, length)
            continue
        for number in range(length):
            yield from groups_of(base, offset + start + number * base.itemsize)


def bytes_of(states: States) -> Any:
    array: Any = states
    return array.view(np.uint8)


def redacted(states: States, viewer: int) -> bytes:
    seen: Any = copy_states(states)
    python_api.redact(seen, 0, viewer)
    return bytes(seen.tobytes())


def counted(states: States, viewer: int) -> bytes:
    known: Any = copy_states(states)
    python_api.canonicalize(known, 0, viewer)
    return bytes(known.tobytes())


def drawn(states: States, viewer: int, seed: int) -> States:
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
        draws = [self._draw(states) for _ in range(DRAWS)]
        groups = list(groups_of(states.dtype))  # type: ignore[attr-defined]
        self.hands = [group for group in groups if group.length <= SMALL]
        self.drawn = [group for group in groups if any(_differ(group, now, one) for one in draws)]
        # deducible, but not shown: everybody could have kept count of it
        self.covered = [group for group in groups if group not in self.drawn and _differ(group, now, seen)]

    def exchanged(self, states: States, old: int, new: int) -> States:
        """Make another beginning: two numbers are exchanged by their value, in a pile that has both."""
        made = copy_states(states)
        for pile in self._piles(made):
            places = [np.flatnonzero(pile == value) for value in (old, new)]
            if all(len(found) for found in places):
                one, other = (int(self.chance.choice(list(found))) for found in places)
                pile[[one, other]] = pile[[other, one]]
        return made

    def change(self, states: States, later: States) -> States:
        """Make another beginning that may look the same to the viewer; `later` is where this one led to."""
        ways = [self._swap] * 4 + [self._redraw] * 2 + [self._trade] * 4 + [self._add] * 3
        return self.chance.choice(ways)(copy_states(states), later)

    def _swap(self, states: States, later: States) -> States:
        """Exchange two numbers of a pile; a draw says what may lie where."""
        piles = [group for group in self.drawn if group.length > 1]
        if not piles:
            return states
        group = self.chance.choice(piles)
        pile, wished = group.read(bytes_of(states)), group.read(self._draw(states))
        places = np.flatnonzero(pile != wished)
        if len(places):
            one = int(self.chance.choice(list(places)))
            others = np.flatnonzero(pile == wished[one])
            if len(others):
                other = int(self.chance.choice(list(others)))
                pile[[one, other]] = pile[[other, one]]
        return states

    def _redraw(self, states: States, later: States) -> States:
        """Take small groups from a draw: one of them, or all."""
        small = [group for group in self.drawn if group.length <= SMALL]
        other = self._draw(states)
        chosen = small if self.chance.random() < 0.5 else small[:1] and [self.chance.choice(small)]
        for group in chosen:
            group.read(bytes_of(states))[:] = group.read(other)
        return states

    def _trade(self, states: States, later: States) -> States:
        """Let a player have drawn another card: exchange it in its pile with one that they do not have."""
        pairs = self._held(later)
        return self.exchanged(states, *self.chance.choice(pairs)) if pairs else states

    def _add(self, states: States, later: States) -> States:
        if self.covered:
            group = self.chance.choice(self.covered).read(bytes_of(states))
            group[self.chance.randrange(len(group))] += self.chance.randint(1, MOST_MORE)
        return states

    def trades(self, states: States, later: States) -> Iterator[tuple[States, tuple[int, int]]]:
        """List the beginnings in which a hidden card of `later` is another one, each with both."""
        held = {old for _ in range(DRAWS) for old, _new in self._held(later)}
        for old in sorted(held):
            for new in sorted({int(value) for pile in self._piles(states) for value in pile}):
                made = self.exchanged(states, old, new)
                if counted(made, self.viewer) == counted(states, self.viewer):
                    yield made, (old, new)

    def _held(self, later: States) -> list[tuple[int, int]]:
        """List numbers in hands and the like that a draw changes, each with its number in the draw."""
        now, other = bytes_of(later), self._draw(later)
        differing = np.flatnonzero(now != other)
        pairs = [pair for group in self.hands for pair in _pairs(group, now, other, differing)]
        return [(old, new) for old, new in pairs if max(old, new) <= MOST_NUMBER]

    def _draw(self, states: States) -> Any:
        return bytes_of(drawn(states, self.viewer, self.chance.getrandbits(30)))

    def _piles(self, states: States) -> list[Any]:
        return [group.read(bytes_of(states)) for group in self.drawn if group.length > SMALL]


def _pairs(group: Group, one: Any, other: Any, differing: Any) -> list[tuple[int, int]]:
    end = group.offset + group.length * group.dtype.itemsize
    if np.searchsorted(differing, group.offset) == np.searchsorted(differing, end):
        return []
    values = zip(group.read(one), group.read(other), strict=True)
    return [(int(old), int(new)) for old, new in values if old != new]


def _differ(group: Group, one: Any, other: Any) -> bool:
    return bool((group.read(one) != group.read(other)).any())


@dataclass(frozen=True)
class Made:
    seat: int
    code: int
    place: int  # how many moves the viewer had seen before
    is_quiet: bool  # whether the viewer noticed nothing


@dataclass(frozen=True)
class Seen:
    seat: int
    code: int  # in the true history
    events: tuple[Event, ...]  # redacted
    position: bytes  # redacted, after it
    is_covered: bool  # whether something of it was hidden


@dataclass(frozen=True)
class World:
    beginning: States
    moves: Sequence[Made]
    end: States

    @property
    def n_questions(self) -> int:
        """Count the secret questions: answered ones of which the viewer noticed nothing."""
        return sum(made.is_quiet for made in self.moves)


@dataclass
class Resampling:
    """A history as one viewer saw it, and a chain of worlds in which it looks the same."""

    rules: Rules
    viewer: int  # a seat, or -1: a spectator
    truth: World
    chance: random.Random
    wanted: list[tuple[int, int]] = field(default_factory=list)  # exchanges by which somebody is asked

    def __post_init__(self) -> None:
        self._logs, self._codes = new_logs(), zeros(Moves, 1)
        self._first = redacted(self.truth.beginning, self.viewer)
        self._seen: list[Seen] = []
        self.truth = self._watch()
        self._cells = HiddenCells(self.truth.beginning, self.viewer, self.chance)
        self.world = self.truth

    @property
    def n_seen(self) -> int:
        return len(self._seen)

    def step(self) -> bool:
        beginning = self._cells.change(self.world.beginning, self.world.end)
        found = self._accepted(beginning)
        self.world = self.world if found is None else found
        return found is not None

    def _accepted(self, beginning: States) -> World | None:
        """Find a world that begins so, None if the viewer could tell it from the truth."""
        if python_api.broken_rule(beginning, 0) or redacted(beginning, self.viewer) != self._first:
            return None
        return self.replay(beginning)

    def explore(self) -> None:
        """Look for what others may hold that makes them be asked in secret, to try it more often."""
        for beginning, pair in self._cells.trades(self.truth.beginning, self.truth.end):
            found = self._accepted(beginning)
            if found is not None and (found.n_questions > self.truth.n_questions or self.is_asked(found)):
                self.wanted.append(pair)

    def ask(self) -> None:
        """Go to a world near the truth in which somebody is asked in secret, if one is found."""
        for _ in range(TRIES if self.wanted else 0):
            pair = self.chance.choice(self.wanted)
            found = self._accepted(self._cells.exchanged(self.truth.beginning, *pair))
            if found is not None and (found.n_questions or self.is_asked(found)):
                self.world = found
                return

    def is_asked(self, world: World) -> bool:
        seen = seen_state(world.end, self.viewer)
        return self.rules.to_move(seen) != self.rules.to_move(world.end[0])

    def is_counted_same(self, world: World) -> bool:
        """Tell whether a world begins so that the viewer could not have counted anything else.

        Others are compared too: with money that everybody could have counted but nobody is shown, or with
        a card in a pile of another kind. Whoever thinks for the viewer may know those apart.
        """
        return counted(world.beginning, self.viewer) == counted(self.truth.beginning, self.viewer)

    # What the viewer saw

    def _watch(self) -> World:
        """Write down what the viewer saw of the true history; return it with what they did not notice."""
        states, moves, now = copy_states(self.truth.beginning), list[Made](), self._first
        for made in self.truth.moves:
            events, shown = self._apply(states, made.code)
            position = redacted(states, self.viewer)
            is_quiet = made.seat != self.viewer and not events and position == now
            moves.append(Made(made.seat, made.code, len(self._seen), is_quiet))
            if not is_quiet:
                self._seen.append(Seen(made.seat, made.code, shown, position, shown != events))
            now = position
        return World(self.truth.beginning, moves, states)

    def _apply(self, states: States, code: int) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        python_api.apply(states, 0, code, self._logs)
        events = take_events(self._logs)
        viewer = None if self.viewer < 0 else self.viewer
        return events, tuple(self.rules.redact_event(states[0], event, viewer) for event in events)

    # Playing the history again

    def replay(self, beginning: States) -> World | None:
        """Play what looks like the history from another beginning, None if that is not possible."""
        states, made = copy_states(beginning), list[Made]()
        for place, seen in enumerate(self._seen):
            if not self._answer_until(states, seen.seat, place, made):
                return None
            code = self._same_looking(states, seen)
            if code is None:
                return None
            made.append(Made(seen.seat, code, place, False))
        if self.chance.random() < LATE_ANSWER:
            self._answer_until(states, None, len(self._seen), made)
        return World(beginning, made, states) if not python_api.broken_rule(states, 0) else None

    def _answer_until(self, states: States, seat: int | None, place: int, made: list[Made]) -> bool:
        """Answer secret questions until a seat is to move, None: until nobody is asked in secret."""
        for _ in range(MOST_QUESTIONS):
            asked, now = self.rules.to_move(states[0]), redacted(states, self.viewer)
            if asked == seat or asked == self.viewer:
                return asked == seat
            if seat is None and self.rules.to_move(seen_state(states, self.viewer)) == asked:
                return True
            quiet = self._quiet_code(states, now)
            if quiet is None:
                return False
            self._apply(states, quiet)
            made.append(Made(asked, quiet, place, True))
        return False

    def _quiet_code(self, states: States, now: bytes) -> int | None:
        for code in self._shuffled(states):
            twin = copy_states(states)
            events, _ = self._apply(twin, code)
            if not events and redacted(twin, self.viewer) == now:
                return code
        return None

    def _same_looking(self, states: States, seen: Seen) -> int | None:
        """Make a move that looks to the viewer like one of the history, None if there is none."""
        is_free = seen.is_covered and seen.seat != self.viewer
        is_legal = python_api.refuse(states, 0, seen.code) == 0
        if is_legal and not (is_free and self.chance.random() < OTHER_CHOICE):
            before = copy_states(states) if is_free else None
            if self._looks_like(states, seen.code, seen):
                return seen.code
            if before is None:
                return None
            bytes_into(states, before)
        return self._other_choice(states, seen) if is_free else None

    def _other_choice(self, states: States, seen: Seen) -> int | None:
        """Make any move that looks to the viewer like one of the history."""
        before = copy_states(states)
        for code in self._shuffled(states):
            if self._looks_like(states, code, seen):
                return code
            bytes_into(states, before)
        return None

    def _looks_like(self, states: States, code: int, seen: Seen) -> bool:
        _, shown = self._apply(states, code)
        return shown == seen.events and redacted(states, self.viewer) == seen.position

    def _shuffled(self, states: States) -> list[int]:
        n_moves = python_api.legal(states, 0, self._codes)
        codes = [int(code) for code in self._codes[0].codes[:n_moves]]
        return self.chance.sample(codes, len(codes))


def bytes_into(states: States, source: States) -> None:
    array: Any = states
    other: Any = source
    array.view("u1")[:] = other.view("u1")


def seen_state(states: States, viewer: int) -> Any:
    array: Any = states
    return np.frombuffer(redacted(states, viewer), array.dtype)[0]
