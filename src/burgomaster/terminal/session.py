"""A game being played at this keyboard: the table, its file, its bots, and how far a move can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from burgomaster.bots import Bot, bot_names
from burgomaster.core.errors import IllegalMove, OptionError, RecordError
from burgomaster.core.move import Move
from burgomaster.core.table import Table
from burgomaster.terminal.failure import failed
from burgomaster.terminal.screen import Screen
from burgomaster.terminal.starting import make_bot
from burgomaster.terminal.storage import bot_of
from burgomaster.terminal.texts import one_line, short_name


class Session:
    """Every move goes through here: it counts only once it is saved."""

    def __init__(
        self,
        table: Table,
        path: Path,
        other: Mapping[str, Any] | None = None,
        bot_seed: int | None = None,
    ) -> None:
        self.table = table
        self.path = path
        self.bots = seat_bots(table, bot_seed)
        self._other = dict(other or {})

    @property
    def names(self) -> list[str]:
        """The names of the seats, fit for a screen."""
        return [short_name(name) for name in self.table.names]

    @property
    def n_humans(self) -> int:
        """How many people play."""
        return self.table.game.players - len(self.bots)

    def play(self, move: Move | str) -> None:
        """Make a move and save it; if either fails the table is as it was."""
        before = self.table.copy()
        self.table.play(move)
        try:
            self.save()
        except RecordError:
            self.table = before
            raise

    def save(self, path: Path | None = None) -> None:
        """Write the game to its file, or to another one."""
        replace(self.table.record(), other=self._other).save(path or self.path)

    def log(self, seat: int | None, language: str, since: int = -1) -> list[str]:
        """What happened as a seat saw it, fit for a screen."""
        return [one_line(line) for line in self.table.log(seat, language, since)]

    def digest(self, screen: Screen, seat: int | None, language: str, since: int = -1) -> list[str]:
        """The log as a screen wants it beside the table."""
        names = [one_line(name) for name in self.table.names]
        return screen.digest(names, self.table.events(since), self.log(seat, language, since))

    def last_decision(self, seat: int) -> Table | None:
        """The table as it was when a seat decided last, None if it never did."""
        return next((earlier for earlier, _ in self._back() if earlier.to_move == seat), None)

    def _back(self) -> Iterator[tuple[Table, Table]]:
        """The tables before each move and after it, from the last move back to the first."""
        earlier = self.table.copy()
        with suppress(IllegalMove):  # there is no move before the first
            while True:
                later = earlier.copy()
                earlier.undo()
                yield earlier, later

    def undo(self, seat: int, revealed: str = "undo.reveal") -> None:
        """Back to a person's last decision; Failure where that would take something from others.

        `revealed` is the key of what is said of things turned up since.
        """
        for earlier, later in self._back():
            decided = earlier.to_move
            if decided is None or decided in self.bots or is_unnoticed(earlier, later, seat):
                continue
            if decided != seat:
                raise failed("undo.other_human", player=self.names[decided])
            is_reveal = self.table.game.rules.is_reveal
            if any(is_reveal(event) for event in self.table.events(since=len(earlier.history))):
                raise failed(revealed)
            return self._go_back(earlier)
        raise failed("undo.nothing")

    def _go_back(self, earlier: Table) -> None:
        now, self.table = self.table, earlier
        try:
            self.save()
        except RecordError:
            self.table = now
            raise


def is_unnoticed(earlier: Table, later: Table, seat: int) -> bool:
    """Whether another one's move is a secret from a seat: it cannot see it, and must not learn of it by undo.

    Going back over it takes nothing from him who made it: he is asked again.
    """
    decided = earlier.to_move
    if decided == seat or earlier.view(seat).get("to_move") == decided:
        return False
    return all(event[1] != decided for event in later.events(since=len(earlier.history)))


def seat_bots(table: Table, seed: int | None) -> dict[int, Bot]:
    """The bots of a table by their seats; Failure for one that there is not."""
    bots: dict[int, Bot] = {}
    for seat, described in enumerate(table.seats):
        description = bot_of(described)
        if description is not None:
            bots[seat] = _make(description, seat, None if seed is None else seed + seat)
    return bots


def _make(description: str, seat: int, seed: int | None) -> Bot:
    try:
        bot: Bot = make_bot(description, seed)
        return bot
    except OptionError:
        known = ", ".join(bot_names())
        raise failed("play.bad_bot", seat=seat, given=repr(description)[:40], known=known) from None
