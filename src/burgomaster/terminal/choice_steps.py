"""What a person chooses from, in one step or in several.

A choice that leads to several moves is a step to them. A move can always be named by its notation at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.terminal.prompt import find_move, flatten
from burgomaster.terminal.screen import Choice, Screen


class ChoiceSteps:
    """The choices of one decision, and how far it has come."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.moves: Sequence[Move] = ()  # all that are legal
        self.first: Sequence[Choice] = ()  # what is offered before any step
        self.topic: Choice | None = None  # the step that was chosen
        self.choices: Sequence[Choice] = ()  # as they are numbered now

    def begin(self, seat_view: SeatView) -> None:
        """Work out what is offered; a first step that is no longer possible is forgotten."""
        self.moves = seat_view.moves
        self.first = self.screen.choices(seat_view, self.moves)
        self.topic = self.still_possible(self.topic)
        self.choices = self.first if self.topic is None else self.screen.choices(seat_view, self.topic.moves)

    def still_possible(self, topic: Choice | None) -> Choice | None:
        """Find a step that was chosen as it is offered now; None if it is not."""
        if topic is not None and topic.key:
            return find_key(topic.key, self.first)
        legal = {move.code for move in self.moves}
        return topic if topic is not None and all(move.code in legal for move in topic.moves) else None

    def find(self, line: str) -> Choice | None:
        """Find the choice with this number or key, or the first step with this key."""
        if line.isascii() and line.isdigit():
            number = int(line[:9])
            return self.choices[number - 1] if 1 <= number <= len(self.choices) else None
        return find_key(line, self.choices) or find_key(line, self.first)

    def find_move(self, line: str) -> Move | None:
        """Find the legal move with this notation."""
        return None if line.isdigit() else find_move(line, self.moves)

    def back(self) -> bool:
        """Return to the first step; False if this is the first step."""
        was_second = self.topic is not None
        self.topic = None
        return was_second

    def words(self) -> list[str]:
        """List what can be typed instead of numbers."""
        keys = [choice.key for choice in self.choices if choice.key]
        return keys + [move.notation for move in self.moves]


def find_key(key: str, choices: Sequence[Choice]) -> Choice | None:
    """Find the choice with a key."""
    return next((one for one in choices if one.key and flatten(one.key) == flatten(key)), None)
