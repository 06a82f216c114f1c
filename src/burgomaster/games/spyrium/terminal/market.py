"""The market of Spyrium: nine cards with the gaps between them and the workers that stand there."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import FIRST_BETWEEN_ROWS, SIDE
from burgomaster.games.spyrium.terminal.cards import card_style, card_text, seat_mark, signs


def market_grid(seat_view: SeatView, say: Translator) -> Table:
    """Draw rows of cards with the gaps between them, and between the rows the gaps below each card."""
    grid = Table.grid(expand=True, padding=(0, 0))
    for column in range(2 * SIDE - 1):
        grid.add_column(ratio=4 if column % 2 == 0 else 1, justify="center", vertical="middle")
    for row in range(SIDE):
        grid.add_row(*card_row(seat_view, row, say))
        if row + 1 < SIDE:
            grid.add_row(*gap_row(seat_view, row))
    return grid


def card_row(seat_view: SeatView, row: int, say: Translator) -> list[RenderableType]:
    """Draw three cards and the two gaps between them."""
    cells: list[RenderableType] = []
    for column in range(SIDE):
        cells.append(card_cell(seat_view, SIDE * row + column, say))
        if column + 1 < SIDE:
            cells.append(gap_cell(seat_view, (SIDE - 1) * row + column))
    return cells


def gap_row(seat_view: SeatView, row: int) -> list[RenderableType]:
    """Draw the gaps below three cards."""
    cells: list[RenderableType] = []
    for column in range(SIDE):
        cells.append(gap_cell(seat_view, FIRST_BETWEEN_ROWS + SIDE * row + column))
        if column + 1 < SIDE:
            cells.append(Text())
    return cells


def gap_cell(seat_view: SeatView, gap: int) -> Text:
    """Draw the number of a gap and the workers in it."""
    cell = Text(f"·{gap}·", style="dim")
    for seat in seat_view.view["gaps"][gap]["workers"]:
        cell.append(" ").append(seat_mark(seat))
    return cell


def card_cell(seat_view: SeatView, position: int, say: Translator) -> Panel:
    """Draw a card with its price, what it does and its tokens; or an empty place."""
    shown = seat_view.view["market"][position]
    if shown is None:
        empty = Text(f"{position} {say('screen.empty')}", style="dim")
        return Panel(empty, box=box.SQUARE, border_style="dim", padding=0)
    head = Text(f"{position} ", style="dim").append(card_text(shown["card"], say))
    head.append(f" {say.count('pound', shown['price'])}", style="bold")
    does = Text(signs(shown["card"]) or say(f"screen.kind.{kind_of(shown['card'])}"), style="dim")
    lines = [head, does]
    if shown["tokens"]:
        lines.append(Text(" ".join(f"[{digit}]" for digit in shown["tokens"]), style="bold"))
    return Panel(Group(*lines), box=box.SQUARE, border_style=card_style(shown["card"]), padding=0)


def kind_of(card: str) -> str:
    """Choose the word for a card that has no signs."""
    return "technology" if card.startswith("tech_") else "home"
