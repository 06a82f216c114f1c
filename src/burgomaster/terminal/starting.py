"""Getting a game ready. The very first start compiles its rules, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.terminal.texts import Voice

if TYPE_CHECKING:
    from rich.console import Console

    from burgomaster.core.table import Game

REHEARSAL_SEED = 1


def load_game(name: str, say: Voice, bots: Sequence[str] = (), /, **options: Any) -> Game:
    """A game whose rules are compiled, so that nobody waits in the middle of a move."""
    with watching_compiler(say):
        game = bm.game(name, **options)
        rehearse(game, bots)
    return game


def rehearse(game: Game, bots: Sequence[str]) -> None:
    """Play a game that nobody sees, with all that a table, a view and these bots need."""
    table = game.new(seed=REHEARSAL_SEED)
    game.new(setup=table.setup)
    for name in bots:
        make_bot(name, REHEARSAL_SEED).choose(table)
    player = bm.bot("random", seed=REHEARSAL_SEED)
    while not table.over:
        table.play(player.choose(table))
    for seat in (*range(game.players), None):
        table.view(seat)
    table.record()


def make_bot(description: str, seed: int | None = None) -> Any:
    """A bot by its description in a record: a name, or a name and a level as in `search:3`."""
    name, colon, level = description.partition(":")
    settings = {"level": int(level) if level.isdecimal() else level} if colon else {}
    return bm.bot(name, seed=seed, **settings)


@contextmanager
def watching_compiler(say: Voice) -> Iterator[Console]:
    """Say what is being compiled inside the block; say nothing if nothing is. Gives the console it uses."""
    from burgomaster.core.jit import on_compile
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


def begin_report(console: Console, stack: ExitStack, say: Voice) -> Callable[[str], None]:
    """A progress bar on a terminal; elsewhere one line."""
    if not console.is_terminal:
        console.print(say("start.plain"), soft_wrap=True)
        return lambda kernel: None
    return begin_bar(console, stack, say)


def begin_bar(console: Console, stack: ExitStack, say: Voice) -> Callable[[str], None]:
    """A bar that counts the kernels; it goes away when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from burgomaster.core.jit import count_kernels

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    console.print(say("start.compiling"))
    bar = stack.enter_context(Progress(*columns, console=console, transient=True))
    task = bar.add_task("", total=count_kernels())

    def advance(kernel: str) -> None:
        done = bar.tasks[0].completed + 1
        bar.update(task, completed=done, total=max(done, count_kernels()), description=kernel)

    return advance
