"""What a person types, and what is meant by it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from burgomaster.core.move import Move
from burgomaster.core.translator import Translator
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
