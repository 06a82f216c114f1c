"""The goals of Suburbia: what everybody has of each, and who would get it now."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.terminal.tiles import goal_name, goal_subject, short_subject

LEADS = "★"
MAX_NAME = 9  # letters of a player's name over their column
UNKNOWN = "·"
CROWD = 3  # so many players leave little room for words


def goals_table(seat_view: SeatView, say: Translator) -> Table:
    """Draw a line for each goal that the viewer knows."""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(say("screen.goals"), no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", ratio=1)
    for seat, name in enumerate(seat_view.names):
        style = "bold" if seat == seat_view.seat else ""
        table.add_column(name[:MAX_NAME], justify="right", no_wrap=True, style=style)
    for goal in seat_view.view["goals"]:
        table.add_row(*goal_cells(seat_view, goal, say))
    return table


def goals_line(seat_view: SeatView, say: Translator) -> Text:
    """Name the goals one after the other, each with the letter of its column among the tracks."""
    parts = []
    for letter, goal in zip(ascii_uppercase, seat_view.view["goals"], strict=False):
        name = Text(f"{letter} {goal_name(goal['goal'], say)}", style="magenta")
        if goal["owner"] is not None:
            name.append(f" ({owner_text(seat_view, goal['owner'], say)})")
        parts.append(
            name.append(f" +{goal['reward']} {short_subject(goal['goal'], say)}", style="not bold default")
        )
    return Text(say("screen.goals") + " ", style="bold").append(Text(" · ", style="not bold").join(parts))


def goal_cells(seat_view: SeatView, goal: Mapping[str, Any], say: Translator) -> list[Text]:
    """Name, reward, what is compared, and everybody's value."""
    name = Text(goal_name(goal["goal"], say), style="magenta")
    if goal["owner"] is not None:
        name.append(f" ({owner_text(seat_view, goal['owner'], say)})", style="bold magenta")
    subject = goal_subject if len(seat_view.names) < CROWD else short_subject
    words = [name, Text(f"+{goal['reward']}"), Text(subject(goal["goal"], say), style="dim")]
    return words + [value_text(goal, seat) for seat in range(len(seat_view.names))]


def owner_text(seat_view: SeatView, owner: int, say: Translator) -> str:
    """Say whose private goal it is."""
    return say("screen.yours") if owner == seat_view.seat else seat_view.names[owner]


def value_text(goal: Mapping[str, Any], seat: int) -> Text:
    """Write what a player has of a goal; a star is on the only one who leads."""
    leads = goal["leader"] == seat
    if goal["values"] is None:  # the game is over
        return Text(f"+{goal['reward']} {LEADS}" if leads else UNKNOWN, style="bold" if leads else "dim")
    value = str(goal["values"][seat]).replace("-", "−")
    return Text(value + (LEADS if leads else " "), style="bold yellow" if leads else "")
