"""A move as other programs hold it, a move that was made, and what a seat can foresee of a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgomaster.core import python_api
from burgomaster.core.language import check_language
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.rules import Rules, States


class Move:
    """One choice. Equal if it is the same choice, wherever it came from.

    A position can have hundreds: a frozen data class takes three times as long to make.
    """

    __slots__ = ("code", "rules", "states")

    def __init__(self, code: int, rules: Rules, states: States) -> None:
        self.code, self.rules = code, rules
        self.states = states  # the position it belongs to, for its words

    @property
    def notation(self) -> str:
        """Tell how it stands in a record."""
        return self.rules.write_notation(self.code)

    def text(self, language: str = "en") -> str:
        """Say the move in words, with what it costs."""
        return self.rules.move_text(self.states[0], self.code, check_language(language))

    def board_text(self, language: str = "en") -> str:
        """In words for somebody who has the board before their eyes."""
        return self.rules.board_move_text(self.states[0], self.code, check_language(language))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.code, self.rules.info.name) == (
            other.code,
            other.rules.info.name,
        )

    def __hash__(self) -> int:
        return hash((self.code, self.rules.info.name))

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made: the position before it, as long as that is kept, and what happened."""

    before: States | None  # Table.before has it in any case
    move: int
    seat: int
    events: tuple[Event, ...]


class Foresight:
    """What moves would bring, foreseen from what a seat sees. Made once, it tells of many moves quickly."""

    def __init__(self, rules: Rules, states: States) -> None:
        array: Any = states
        copy: Any = copy_states(states)
        self.rules, self.before = rules, states
        self._states, self._logs = copy, new_logs()
        self._bytes, self._first_bytes = copy.view(np.uint8), array.view(np.uint8).copy()

    def events(self, *codes: int) -> tuple[Event, ...]:
        """Tell what happens in some moves, one after another, until something is turned up."""
        self._bytes[:] = self._first_bytes  # numpy would copy the record field by field
        events: tuple[Event, ...] = ()
        for code in codes:
            python_api.apply(self._states, 0, code, self._logs)
            events += take_events(self._logs)
            shown = next((at for at, event in enumerate(events) if self.rules.is_reveal(event)), -1)
            if shown >= 0:
                return events[:shown]
        return events

    def explain(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Tell what foreseen events change, and why."""
        return explain(self.rules, self.before, events)


def explain(rules: Rules, before: States, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Tell what events changed since a position, and why; nothing where a game does not tell."""
    return [] if rules.explain is None else rules.explain(before[0], events)


def copy_states(states: States) -> States:
    """Return an independent array of the same states; numpy would copy field by field, far slower."""
    array: Any = states
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)
