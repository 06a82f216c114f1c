"""Getting a game ready. The very first start compiles its rules in other processes, with a progress bar."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.core.translator import Translator

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from burgomaster.bots.preparing import Preparer
    from burgomaster.core.table import Game

SECONDS = 0.1  # between two looks at the progress

_rehearsed: set[str] = set()  # the games whose kernels this process has loaded


def load_game(name: str, say: Translator, bots: Sequence[str] = (), /, **options: Any) -> Game:
    """Load a game whose rules are compiled, so that nobody waits in the middle of a move.

    What its bots need is compiled behind it, in another process, while people look at the board.
    """
    from burgomaster.bots.preparing import BOTS, RULES
    from burgomaster.core.preparing import rehearse

    game = bm.game(name, **options)  # wrong options are told before anybody waits
    preparer().add(name, RULES, *([BOTS] if any(bot != "random" for bot in bots) else []))
    wait(preparer(), name, RULES, say)
    if name not in _rehearsed:
        rehearse(game)
        _rehearsed.add(name)
    return game


@cache
def preparer() -> Preparer:
    """Make the one who compiles for this process; it ends with it."""
    from burgomaster.bots.preparing import Preparer

    made = Preparer()
    atexit.register(made.close)
    return made


def wait(preparing: Preparer, game: str, stage: str, say: Translator) -> None:
    """Wait until a stage of a game is ready, and show how far it is; say nothing if it is ready."""
    if preparing.wait(game, stage, 0.0):
        return
    from burgomaster.terminal.output import make_console

    console = make_console(stderr=True)
    if not console.is_terminal:
        console.print(say("start.plain"), soft_wrap=True)
        preparing.wait(game, stage)
        return
    console.print(say(f"start.{stage}"))
    with make_bar(console) as bar:
        task = bar.add_task("", total=None)
        while not preparing.wait(game, stage, SECONDS):
            done, total, _ = preparing.progress(game, stage)
            bar.update(task, completed=done, total=total or None)


def make_bar(console: Console) -> Progress:
    """Make a bar that counts the kernels; it goes away when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)


def wait_for_bots(game: str, say: Translator) -> None:
    """Wait until the computer players of a game can think, with a bar if this is the first start."""
    from burgomaster.bots.preparing import BOTS

    wait(preparer(), game, BOTS, say)


def make_bot(description: str, seed: int | None = None) -> Any:
    """Make a bot by its description in a record: a name, or a name with a level as in `search:3`."""
    return bm.bot(description, seed=seed)


@contextmanager
def watching_compiler(say: Translator) -> Iterator[Console]:
    """Say what is being compiled inside the block; say nothing if nothing is. Gives the console it uses."""
    from burgomaster.compiler.jit import on_compile
    from burgomaster.terminal.output import make_console

    console = make_console(stderr=True)
    with ExitStack() as stack:
        report: list[Callable[[str], None]] = []

        def callback(kernel: str) -> None:
            if not report:
                report.append(begin_report(console, stack, say))
            report[0](kernel)

        with on_compile(callback):
            yield console


def begin_report(console: Console, stack: ExitStack, say: Translator) -> Callable[[str], None]:
    """Return a progress bar on a terminal; elsewhere one line."""
    if not console.is_terminal:
        console.print(say("start.plain"), soft_wrap=True)
        return lambda kernel: None
    return begin_bar(console, stack, say)


def begin_bar(console: Console, stack: ExitStack, say: Translator) -> Callable[[str], None]:
    """Return a bar that counts the kernels; it goes away when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from burgomaster.compiler.jit import count_kernels

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    console.print(say("start.compiling"))
    bar = stack.enter_context(Progress(*columns, console=console, transient=True))
    task = bar.add_task("", total=count_kernels())

    def advance(kernel: str) -> None:
        done = bar.tasks[0].completed + 1
        bar.update(task, completed=done, total=max(done, count_kernels()), description=kernel)

    return advance
