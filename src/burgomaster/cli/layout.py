"""How the parts of a screen are arranged, by the width of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.cli.screen import Choice, Screen
from burgomaster.cli.texts import Voice

WIDE = 112  # from here on the board and the log stand side by side
PLAYER_WIDTH = 56  # a player beside another one needs this much
BOARD_SHARE = 2  # parts of the width, of BOARD_SHARE + LOG_SHARE
LOG_SHARE = 1
LABEL_WIDTH = 28  # of a choice, so that prices stand below each other
PRICE_WIDTH = 4
INDENT = 4
MAX_LOG = 14  # lines of the log beside the board


def arrange(
    console: Console, board: RenderableType, players: Sequence[RenderableType], log: RenderableType
) -> RenderableType:
    """Board, players and log: below each other, or side by side where there is room."""
    if console.width < WIDE:
        return Group(board, *players, log)
    top = Table.grid(expand=True, padding=(0, 1, 0, 0))
    top.add_column(ratio=BOARD_SHARE)
    top.add_column(ratio=LOG_SHARE)
    top.add_row(board, log)
    return Group(top, beside(console, players))


def beside(console: Console, parts: Sequence[RenderableType]) -> RenderableType:
    """Parts in equal columns, as many as fit, with the rows as even as can be."""
    n_rows = -(-len(parts) // max(1, console.width // PLAYER_WIDTH))
    n_columns = -(-len(parts) // max(1, n_rows))
    grid = Table.grid(expand=True)
    for _ in range(n_columns):
        grid.add_column(ratio=1)
    for first in range(0, len(parts), n_columns):
        grid.add_row(*parts[first : first + n_columns])
    return grid


def log_panel(lines: Sequence[str], title: str, say: Voice) -> RenderableType:
    """The latest lines of the log."""
    shown = list(lines[-MAX_LOG:])
    if len(lines) > len(shown):
        shown.insert(0, say("play.more_log", n=len(lines) - len(shown)))
    text = Text("\n".join(shown) if shown else say("play.nothing_yet"), overflow="fold")
    return Panel(text, title=title, title_align="left", box=box.ROUNDED, border_style="dim")


def choices_table(screen: Screen, choices: Sequence[Choice]) -> RenderableType:
    """The numbered choices, group by group."""
    numbered = list(enumerate(choices, start=1))
    parts: list[RenderableType] = []
    for group, run in groupby(numbered, key=lambda pair: pair[1].group):
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=heading_width(screen), style="bold")
        grid.add_column()
        draw = narrow_group if group in screen.narrow_groups else broad_group
        grid.add_row(screen.say(f"group.{group}"), draw(list(run)))
        parts.append(grid)
    return Group(*parts)


def broad_group(choices: Sequence[tuple[int, Choice]]) -> RenderableType:
    """One line a choice, with its price and how it came about; clusters share their lines."""
    parts: list[RenderableType] = []
    for cluster, run in groupby(choices, key=lambda pair: pair[1].cluster):
        members = list(run)
        if not cluster:
            parts.append(price_list(members))
            continue
        heading = Text(cluster, style=members[0][1].style)
        parts.append(Padding(Group(heading, narrow_group(members)), (0, 0, 0, INDENT)))
    return Group(*parts)


def price_list(choices: Sequence[tuple[int, Choice]]) -> RenderableType:
    """One line a choice."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold cyan", width=3)
    grid.add_column(min_width=LABEL_WIDTH)
    grid.add_column(justify="right", min_width=PRICE_WIDTH, no_wrap=True)
    grid.add_column(style="dim")
    for number, choice in choices:
        grid.add_row(str(number), Text(choice.label, style=choice.style), choice.price, choice.why)
    return grid


def narrow_group(choices: Sequence[tuple[int, Choice]]) -> RenderableType:
    """As many choices in a line as fit."""
    cells = []
    for number, choice in choices:
        cell = Text(f"{number:>3} ", style="bold cyan")
        cells.append(cell.append(choice.label, style=choice.style or "not bold default"))
    return Columns(cells, padding=(0, 2))


def heading_width(screen: Screen) -> int:
    """Room for the longest heading of a group."""
    return max([len(screen.say(f"group.{group}")) for group in screen.groups] or [8])
