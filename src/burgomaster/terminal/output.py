"""The console everything is printed to, and how it shows that something takes time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from rich import box
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.table import Table

from burgomaster.core.translator import Translator

CLEAR_SCROLLBACK = "\x1b[3J"
BLANK_LINES = 200  # where a terminal cannot be cleared
SPINNER_DELAY = 0.3  # seconds; what is done sooner shows nothing


def make_console(stderr: bool = False) -> Console:
    """Make a console that takes texts as they are: names and files are never read as markup."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def make_table(say: Translator, section: str, names: Sequence[str], right: Collection[str] = ()) -> Table:
    """Make a table without lines between its rows; its headings are texts of a section."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(say(f"{section}.{name}"), justify="right" if name in right else "left")
    return table


def clear(console: Console) -> None:
    """Empty the screen, so that nothing can be scrolled back to. On a pipe, do nothing."""
    if console.is_dumb_terminal:
        console.print("\n" * BLANK_LINES)
    elif console.is_terminal:
        console.control(Control(ControlType.CLEAR, ControlType.HOME))
        console.file.write(CLEAR_SCROLLBACK)
        console.file.flush()


def is_animated(console: Console) -> bool:
    return console.is_terminal and not console.is_dumb_terminal


@contextmanager
def working(console: Console, text: str) -> Iterator[None]:
    """Show on a terminal that something inside the block takes its time; elsewhere show nothing."""
    if not is_animated(console):
        yield
        return
    spinner = console.status(text)
    timer = Timer(SPINNER_DELAY, spinner.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        spinner.stop()


@contextmanager
def counting(total: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how much is done and how long the rest may take; the block says what it has done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = make_console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda n: bar.advance(task, n)
