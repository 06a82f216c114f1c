"""What a person types, and what is meant by it: a command, or a choice made in one step or in several."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.terminal.screen import Choice, Screen
from burgomaster.terminal.texts import one_line

COMMANDS = ("pass", "pass_on", "undo", "save", "log", "card", "help", "quit", "redraw")
PASS = "pass"  # the notation of the move that every game which has it calls so
BACK = "back"  # from the second step of a choice to the first
PAGE = "page_"  # keys of a game's own pages begin with this


@dataclass(frozen=True)
class Command:
    """A line that was typed: the name of a command, "" for none, and the rest of the line."""

    name: str
    rest: str


def keys_of(say: Translator, name: str) -> list[str]:
    """List what can be typed for a command; the first is shown to people."""
    return say(f"key.{name}").split()


def read_command(line: str, names: Sequence[str], say: Translator) -> Command:
    """Find the command that a line means. A card may follow the key for help."""
    word, _, rest = line.strip().partition(" ")
    for name in names:
        if word.lower() in keys_of(say, name):
            found = "card" if name == "help" and rest.strip() else name
            return Command(found, rest.strip())
    return Command("", line.strip())


def find_move(line: str, moves: Sequence[Move]) -> Move | None:
    """Find the move with this number, counted from 1, or with this notation; names may have spaces."""
    if line.isascii() and line.isdigit():
        number = int(line[:9])
        return moves[number - 1] if 1 <= number <= len(moves) else None
    wanted = flatten(line)
    return next((move for move in moves if flatten(move.notation) == wanted), None)


def flatten(notation: str) -> str:
    """Write a notation without the difference between spaces and underscores."""
    return "_".join(notation.lower().replace("_", " ").split())


def read_line(question: str, completions: Sequence[str] = ()) -> str:
    """Read one line from the keyboard; EOFError when there are no more."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        offer(completions)
    line = input(one_line(question))
    if not sys.stdin.isatty():
        print(one_line(line))  # nobody saw it being typed
    return line


def offer(completions: Sequence[str]) -> None:
    """Let the Tab key complete these, and remember nothing of what others typed."""
    with suppress(ImportError):
        import readline

        def complete(text: str, place: int) -> str | None:
            fitting = [word for word in completions if word.startswith(text)]
            return fitting[place] if place < len(fitting) else None

        readline.set_auto_history(False)
        readline.set_completer_delims("\n")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


class ChoiceSteps:
    """The choices of one decision, and how far it has come.

    A choice that leads to several moves is a step to them. A move can always be named by its notation.
    """

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
        return None if line.isdigit() else find_move(line, self.moves)

    def back(self) -> bool:
        """Return to the first step; False if this is the first step."""
        was_second = self.topic is not None
        self.topic = None
        return was_second

    def words(self) -> list[str]:
        keys = [choice.key for choice in self.choices if choice.key]
        return keys + [move.notation for move in self.moves]


def find_key(key: str, choices: Sequence[Choice]) -> Choice | None:
    return next((one for one in choices if one.key and flatten(one.key) == flatten(key)), None)
