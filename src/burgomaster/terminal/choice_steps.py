"""What a person chooses from, in one step or in several.

Where a game offers topics (`Screen.topics`), one of them is chosen first, then one of its moves; and a choice
that leads to several moves is a step to them. A move can always be named by its notation at once.
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
        self.topics: Sequence[Choice] = ()
        self.topic: Choice | None = None  # what was chosen in the first step
        self.choices: Sequence[Choice] = ()  # as they are numbered now

    def begin(self, seat_view: SeatView) -> None:
        """Work out what is offered; a first step that is no longer possible is forgotten."""
        self.moves = seat_view.moves
        self.topics = self.screen.topics(seat_view, self.moves)
        self.topic = self.still_possible(self.topic)
        if self.topic is not None:
            self.choices = self.screen.choices(seat_view, self.topic.moves)
        else:
            self.choices = self.topics or self.screen.choices(seat_view, self.moves)

    def still_possible(self, topic: Choice | None) -> Choice | None:
        """Find a step that was chosen as it is offered now; None if it is not."""
        if topic is not None and topic.key:
            return self.find_topic(topic.key)
        legal = {move.code for move in self.moves}
        return topic if topic is not None and all(move.code in legal for move in topic.moves) else None

    def find_topic(self, key: str) -> Choice | None:
        """Find the topic with this key."""
        return next((topic for topic in self.topics if flatten(topic.key) == flatten(key)), None)

    def find(self, line: str) -> Choice | None:
        """Find the choice with this number or key, or the topic with this key."""
        if line.isascii() and line.isdigit():
            number = int(line[:9])
            return self.choices[number - 1] if 1 <= number <= len(self.choices) else None
        wanted = flatten(line)
        here = (choice for choice in self.choices if choice.key and flatten(choice.key) == wanted)
        return next(here, None) or self.find_topic(line)

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
