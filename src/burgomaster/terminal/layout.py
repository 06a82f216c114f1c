"""How the parts of a screen are arranged, by the width of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.translator import Translator
from burgomaster.terminal.screen import Choice, Screen

WIDE = 112  # from here on the board and the log stand side by side
PLAYER_WIDTH = 56  # a player beside another one needs this much
BOARD_SHARE = 2  # parts of the width, of BOARD_SHARE + LOG_SHARE
LOG_SHARE = 1
LABEL_WIDTH = 28  # of a choice, so that prices stand below each other
PRICE_WIDTH = 4
INDENT = 4
GAP = 2  # between choices in one line
MAX_LOG = 14  # lines of the log beside the board
MAX_BROAD = 6  # choices of a dense group that still have a line each
MAX_HEADING = 16  # width of the headings of choices

Numbered = tuple[int, Choice]


def arrange(
    console: Console, board: RenderableType, players: Sequence[RenderableType], log: RenderableType
) -> RenderableType:
    """Arrange board, players and log: below each other, or side by side where there is room."""
    if console.width < WIDE:
        return Group(board, *players, *([log] if log else []))
    top = Table.grid(expand=True, padding=(0, 1, 0, 0))
    top.add_column(ratio=BOARD_SHARE)
    top.add_column(ratio=LOG_SHARE)
    top.add_row(board, log)
    return Group(top, beside(console, players))


def beside(console: Console, parts: Sequence[RenderableType]) -> RenderableType:
    """Put parts in equal columns, as many as fit, the rows as even as can be; a last one alone is broad."""
    n_rows = -(-len(parts) // max(1, console.width // PLAYER_WIDTH))
    n_columns = -(-len(parts) // max(1, n_rows))
    n_even = len(parts) - (len(parts) % n_columns if len(parts) % n_columns == 1 else 0)
    grid = Table.grid(expand=True)
    for _ in range(n_columns):
        grid.add_column(ratio=1)
    for first in range(0, n_even, n_columns):
        grid.add_row(*parts[first : min(first + n_columns, n_even)])
    return Group(grid, *parts[n_even:])


def height_of(console: Console, drawn: RenderableType) -> int:
    """Count the rows that something takes."""
    return len(console.render_lines(drawn, pad=False))


def log_height(console: Console, board: RenderableType, log: RenderableType) -> int:
    """Count the rows by which a log makes the table longer: beside a board only those below it."""
    if console.width < WIDE:
        return height_of(console, log)
    width = console.width * LOG_SHARE // (BOARD_SHARE + LOG_SHARE) - 1
    lines = console.render_lines(log, console.options.update_width(width), pad=False)
    beside_it = console.options.update_width(console.width - width - 1)
    return max(0, len(lines) - len(console.render_lines(board, beside_it, pad=False)))


def log_panel(lines: Sequence[str], title: str, say: Translator, most: int = MAX_LOG) -> RenderableType:
    """Draw the latest lines of the log, at most so many."""
    shown = list(lines[-most:])
    if len(lines) > len(shown):
        shown.insert(0, say("play.more_log", n=len(lines) - len(shown)))
    text = Text("\n".join(shown) if shown else say("play.nothing_yet"), overflow="fold")
    return Panel(text, title=title, title_align="left", box=box.ROUNDED, border_style="dim")


def choices_table(screen: Screen, choices: Sequence[Choice], is_dense: bool = False) -> RenderableType:
    """Draw the numbered choices, group by group; dense where rows are few."""
    parts: list[RenderableType] = []
    for group, run in groupby(enumerate(choices, start=1), key=lambda pair: pair[1].group):
        members = list(run)
        if group in screen.drawn_groups:
            continue
        if is_dense:
            members = [
                (number, replace(choice, label=choice.brief or choice.label)) for number, choice in members
            ]
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=heading_width(screen), style="bold")
        grid.add_column()
        is_long = is_dense or (group in screen.dense_groups and len(members) > MAX_BROAD)
        draw = many_in_line if is_long or group in screen.narrow_groups else one_in_line
        grid.add_row(screen.say(f"group.{group}"), clusters(members, draw))
        parts.append(grid)
    return Group(*parts)


def shorten(choice: Choice) -> Choice:
    """Give a choice its shorter label, where it has one."""
    return replace(choice, label=choice.brief or choice.label)


def clusters(choices: Sequence[Numbered], draw: Callable[[Sequence[Numbered]], RenderableType]) -> Group:
    """Draw the choices of a group; those of a cluster share a heading and their lines."""
    parts: list[RenderableType] = []
    for cluster, run in groupby(choices, key=lambda pair: pair[1].cluster):
        members = list(run)
        if not cluster:
            parts.append(draw(members))
            continue
        heading = Text(cluster, style=members[0][1].style)
        parts.append(Padding(Group(heading, many_in_line(members)), (0, 0, 0, INDENT)))
    return Group(*parts)


def one_in_line(choices: Sequence[Numbered]) -> RenderableType:
    """Draw one line a choice, with its price and how it came about."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold cyan", width=3)
    grid.add_column(min_width=LABEL_WIDTH)
    grid.add_column(justify="right", min_width=PRICE_WIDTH, no_wrap=True)
    for number, choice in choices:
        reasons = [Text(choice.why, style="dim")] if choice.why else []
        grid.add_row(str(number), Text(choice.label, style=choice.style), choice.price, *reasons)
    return grid


def many_in_line(choices: Sequence[Numbered]) -> RenderableType:
    """Draw as many choices in a line as fit."""
    cells = []
    for number, choice in choices:
        cell = Text(f"{number:>3} ", style="bold cyan")
        cell.append(choice.label, style=choice.style or "not bold default")
        cells.append(cell.append(f" {choice.price}" if choice.price else "", style="not bold default"))
    return Flow(cells)


@dataclass(frozen=True)
class Flow:
    """Short texts in columns or, where two of the longest would not fit, one after the other in lines."""

    cells: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw as many in a line as fit."""
        widest = max(cell.cell_len for cell in self.cells)
        if 2 * widest + GAP <= options.max_width:
            yield Columns(self.cells, padding=(0, GAP))
            return
        line = self.cells[0]
        for cell in self.cells[1:]:
            if line.cell_len + GAP + cell.cell_len > options.max_width:
                yield line
                line = cell
            else:
                line = Text(" " * GAP).join([line, cell])
        yield line


def heading_width(screen: Screen) -> int:
    """Find the room for the headings of the groups; long ones take two lines."""
    widths = [len(screen.say(f"group.{group}")) for group in screen.groups]
    return min(MAX_HEADING, max(widths or [8]))
