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
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgomaster.core import python_api
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.move import copy_states
from burgomaster.core.move_list import Moves
from burgomaster.core.rules import Rules, States
from burgomaster.core.struct import zeros
from tests.campaigns.cells import HiddenCells, counted, redacted

MOST_QUESTIONS = 8  # in a row
TRIES = 8  # to find a world with a secret question
OTHER_CHOICE = 0.5  # how often somebody else chooses otherwise where the viewer cannot see what
LATE_ANSWER = 0.5  # how often the last secret question is answered


@dataclass(frozen=True)
class Made:
    """A move of a world."""

    seat: int
    code: int
    place: int  # how many moves the viewer had seen before
    is_quiet: bool  # whether the viewer noticed nothing


@dataclass(frozen=True)
class Seen:
    """A move as a viewer saw it."""

    seat: int
    code: int  # in the true history
    events: tuple[Event, ...]  # redacted
    position: bytes  # redacted, after it
    is_covered: bool  # whether something of it was hidden


@dataclass(frozen=True)
class World:
    """A beginning, and the moves that led from it to an end that looks the same to the viewer."""

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
        """Count the moves that the viewer saw."""
        return len(self._seen)

    def step(self) -> bool:
        """Try another world; tell whether there is one now."""
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
            found = self._accepted(
                self._cells.exchanged(self.truth.beginning, self.chance.choice(self.wanted))
            )
            if found is not None and (found.n_questions or self.is_asked(found)):
                self.world = found
                return

    def is_asked(self, world: World) -> bool:
        """Tell whether in a world somebody is asked while the viewer sees another seat to move."""
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
        """Make a move; return its events, and how the viewer saw them."""
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
        """Choose a move of which the viewer notices nothing."""
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
        """Make a move; tell whether the viewer saw just that."""
        _, shown = self._apply(states, code)
        return shown == seen.events and redacted(states, self.viewer) == seen.position

    def _shuffled(self, states: States) -> list[int]:
        """List the legal moves in any order."""
        n_moves = python_api.legal(states, 0, self._codes)
        codes = [int(code) for code in self._codes[0].codes[:n_moves]]
        return self.chance.sample(codes, len(codes))


def bytes_into(states: States, source: States) -> None:
    """Make one state equal to another."""
    array: Any = states
    other: Any = source
    array.view("u1")[:] = other.view("u1")


def seen_state(states: States, viewer: int) -> Any:
    """Return a state as a viewer sees it."""
    array: Any = states
    return np.frombuffer(redacted(states, viewer), array.dtype)[0]
