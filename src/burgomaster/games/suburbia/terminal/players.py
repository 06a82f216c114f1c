"""The players of Suburbia: a line each with the tracks, and the boroughs as maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import turn_order
from burgomaster.games.suburbia.rules.outline import Cell
from burgomaster.games.suburbia.rules.text import signed
from burgomaster.games.suburbia.terminal.borough import borough_map
from burgomaster.games.suburbia.terminal.goals import value_text
from burgomaster.games.suburbia.terminal.hex_map import HexMap, n_columns
from burgomaster.terminal.layout import WIDE

COLUMNS = ("money", "income", "reputation", "population", "next_line", "markers")
READABLE = 6  # letters inside a hexagon
MIN_PANEL = 36
BORDERS = 4


def tracks_table(seat_view: SeatView, say: Translator, with_goals: bool = False) -> Table:
    """Draw everybody's values, a line a player; perhaps with what they have of each goal."""
    table = Table(box=None, expand=True, pad_edge=False, header_style="bold")
    table.add_column(say("screen.player"), ratio=1, no_wrap=True)
    for column in COLUMNS:
        table.add_column(say(f"screen.column.{column}"), justify="right", no_wrap=True)
    goals = seat_view.view["goals"] if with_goals else ()
    for letter, _ in zip(ascii_uppercase, goals, strict=False):
        table.add_column(letter, justify="right", no_wrap=True)
    for seat in turn_order(seat_view):
        player = seat_view.view["players"][seat]
        style = "bold" if seat == seat_view.seat else ""
        values = [value_text(goal, seat) for goal in goals]
        table.add_row(name_text(seat_view, seat, say), *track_cells(player, say), *values, style=style)
    return table


def track_cells(player: Mapping[str, Any], say: Translator) -> list[str]:
    """Draw the values of a player."""
    missing = player["next_line"] - player["population"]
    return [
        say("screen.money", n=player["money"]),
        signed(player["income"]),
        signed(player["reputation"]),
        str(player["population"]),
        say("screen.line", line=player["next_line"], missing=missing),
        str(player["markers"]),
    ]


def name_text(seat_view: SeatView, seat: int, say: Translator) -> Text:
    """Say who it is, whether it is their turn, whether they go first or have won."""
    acting = "▶ " if seat_view.view["to_move"] == seat else ""
    notes = []
    if seat == seat_view.seat:
        notes.append(say("screen.you"))
    if seat == seat_view.view["first_player"] and len(seat_view.names) > 1:
        notes.append(say("screen.first"))
    if seat in seat_view.winners and len(seat_view.names) > 1:
        notes.append(say("screen.winner"))
    return Text(" ".join([f"{acting}{seat_view.names[seat]}", *notes]))


def borough_panel(
    seat_view: SeatView, seat: int, say: Translator, numbers: Mapping[Cell, int] | None = None
) -> Panel:
    """Draw a borough as a map."""
    return panel_of(borough_map(seat_view, seat, say, numbers), seat_view, seat, say)


def panel_of(drawn: HexMap, seat_view: SeatView, seat: int, say: Translator) -> Panel:
    """Draw a map with whose it is, and the values that matter while looking at it."""
    return Panel(
        Align.center(drawn),
        title=borough_title(seat_view, seat, say),
        title_align="left",
        box=box.ROUNDED,
        border_style="bold" if seat == seat_view.seat else "dim",
    )


def borough_title(seat_view: SeatView, seat: int, say: Translator) -> Text:
    """Write a player's name and values."""
    player = seat_view.view["players"][seat]
    values = say(
        "screen.values",
        money=player["money"],
        income=signed(player["income"]),
        reputation=signed(player["reputation"]),
        population=player["population"],
        markers=player["markers"],
    )
    return Text(seat_view.names[seat], style="bold").append(f" · {values}", style="not bold")


# Several boroughs


@dataclass(frozen=True)
class Boroughs:
    """Maps side by side on a wide terminal, as many in a row as are readable; else below each other."""

    maps: Mapping[int, HexMap]  # by seat, in the order shown
    seat_view: SeatView
    say: Translator
    only_last: bool = False  # where the terminal is narrow, only the last one is shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw row by row."""
        if console.width < WIDE:
            shown = list(self.maps)[-1:] if self.only_last else self.maps
            yield from (panel_of(self.maps[seat], self.seat_view, seat, self.say) for seat in shown)
            return
        for row in rows_of({seat: room_for(drawn) for seat, drawn in self.maps.items()}, options.max_width):
            grid = Table.grid(expand=True)
            for seat in row:
                grid.add_column(ratio=room_for(self.maps[seat]))
            grid.add_row(*(panel_of(self.maps[seat], self.seat_view, seat, self.say) for seat in row))
            yield grid


def room_for(drawn: HexMap) -> int:
    """Find the width of a panel in which a map is readable."""
    return max(MIN_PANEL, n_columns(drawn.hexes) * (READABLE + 1) + 1 + BORDERS)


def rows_of(needed: Mapping[int, int], width: int) -> list[list[int]]:
    """Put seats in rows that are not wider than the terminal."""
    rows: list[list[int]] = []
    for seat, room in needed.items():
        if rows and sum(needed[other] for other in rows[-1]) + room <= width:
            rows[-1].append(seat)
        else:
            rows.append([seat])
    return rows


def boroughs(seat_view: SeatView, say: Translator, with_board: bool = True) -> Boroughs:
    """Draw all boroughs; on a narrow terminal, until the end, only that of the viewer, which comes last."""
    first, *others = turn_order(seat_view)
    order = [first, *others] if seat_view.seat is None else [*others, first]
    maps = {seat: borough_map(seat_view, seat, say, with_board=with_board) for seat in order}
    return Boroughs(maps, seat_view, say, only_last=seat_view.seat is not None and not seat_view.view["over"])


def other_boroughs(seat_view: SeatView, say: Translator) -> Boroughs:
    """Draw the boroughs of all others, in turn order; the player's own where there are no others."""
    order = turn_order(seat_view)
    maps = {
        seat: borough_map(seat_view, seat, say) for seat in order if seat != seat_view.seat or len(order) == 1
    }
    return Boroughs(maps, seat_view, say)
