"""The console everything is printed to."""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType

CLEAR_SCROLLBACK = "\x1b[3J"
BLANK_LINES = 200  # where a terminal cannot be cleared


def make_console(stderr: bool = False) -> Console:
    """A console that takes texts as they are: names and files are never read as markup."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def clear(console: Console) -> None:
    """An empty screen; nothing can be scrolled back to. On a pipe, nothing."""
    if console.is_dumb_terminal:
        console.print("\n" * BLANK_LINES)
    elif console.is_terminal:
        console.control(Control(ControlType.CLEAR, ControlType.HOME))
        console.file.write(CLEAR_SCROLLBACK)
        console.file.flush()
