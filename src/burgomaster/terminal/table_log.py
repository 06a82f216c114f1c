"""What happened at a table, as a seat is told it: since its last decision, or from the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from burgomaster.core.errors import IllegalMove
from burgomaster.core.language import mark_reader
from burgomaster.core.table import Table
from burgomaster.terminal.screen import Screen
from burgomaster.terminal.texts import one_line


def log_lines(table: Table, seat: int | None, language: str, since: int = -1) -> list[str]:
    """Tell a seat what it saw happening, fit for a screen; with `since`, only after that many moves."""
    return [one_line(line) for line in table.log(seat, language, since, is_reader=True)]


def digest(table: Table, screen: Screen, seat: int | None, since: int = -1) -> list[str]:
    """Tell the same as a screen wants it beside the table."""
    names = mark_reader([one_line(name) for name in table.names], seat)
    return screen.digest(names, table.events(since), log_lines(table, seat, screen.say.language, since))


def last_decision(table: Table, seat: int) -> Table | None:
    """Find the table as it was when a seat decided last, None if it never did."""
    return next((earlier for earlier, _ in positions_back(table) if earlier.to_move == seat), None)


def moves_before_decision(table: Table, seat: int | None) -> int:
    """Count the moves before a seat's last decision; -1 if it never decided, as `log_lines` takes it."""
    earlier = None if seat is None else last_decision(table, seat)
    return -1 if earlier is None else len(earlier.history)


def positions_back(table: Table) -> Iterator[tuple[Table, Table]]:
    """Go through the tables before each move and after it, from the last move back to the first."""
    earlier = table.copy()
    with suppress(IllegalMove):  # there is no move before the first
        while True:
            later = earlier.copy()
            earlier.undo()
            yield earlier, later
