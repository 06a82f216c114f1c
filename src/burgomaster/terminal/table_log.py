"""What happened at a table, as a seat is told it: since its last decision, or from the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from burgomaster.core.errors import IllegalMove
from burgomaster.core.table import Table
from burgomaster.terminal.texts import one_line


def log_lines(table: Table, seat: int | None, language: str, since: int = -1) -> list[str]:
    """Tell a seat what it saw happening, fit for a screen; with `since`, only after that many moves."""
    return [one_line(line) for line in table.log(seat, language, since, is_reader=True)]


def moves_before_decision(table: Table, seat: int | None) -> int:
    """Count the moves before a seat's last decision; -1 if it never decided, as `log_lines` takes it."""
    decided = (len(earlier.history) for earlier, _ in positions_back(table) if earlier.to_move == seat)
    return -1 if seat is None else next(decided, -1)


def positions_back(table: Table) -> Iterator[tuple[Table, Table]]:
    """Go through the tables before each move and after it, from the last move back to the first."""
    earlier = table.copy()
    with suppress(IllegalMove):  # there is no move before the first
        while True:
            later = earlier.copy()
            earlier.undo()
            yield earlier, later
