"""A game that is kept in a file: the table, its bots, and how far a move can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from burgomaster.bots import Bot, bot_names
from burgomaster.core.errors import OptionError, RecordError
from burgomaster.core.language import Catalog
from burgomaster.core.move import Move
from burgomaster.core.table import Table
from burgomaster.terminal.game_session import positions_back
from burgomaster.terminal.starting import make_bot
from burgomaster.terminal.storage import bot_of
from burgomaster.terminal.texts import TEXTS, failed, short_name


class SavedGame:
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
        return [short_name(name) for name in self.table.names]

    @property
    def n_humans(self) -> int:
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
        replace(self.table.record(), other=self._other).save(path or self.path)

    def undo(self, seat: int, catalog: Catalog = TEXTS) -> None:
        """Go back to a person's last decision; Failure, in the words of the catalog, if others would lose."""
        for earlier, later in positions_back(self.table):
            decided = earlier.to_move
            if decided is None or decided in self.bots or is_unnoticed(earlier, later, seat):
                continue
            if decided != seat:
                raise failed("undo.other_human", player=self.names[decided])
            is_reveal = self.table.game.rules.is_reveal
            if any(is_reveal(event) for event in self.table.events(since=len(earlier.history))):
                raise failed("undo.reveal", catalog)
            now, self.table = self.table, earlier
            try:
                self.save()
            except RecordError:
                self.table = now
                raise
            return
        raise failed("undo.nothing")


def is_unnoticed(earlier: Table, later: Table, seat: int) -> bool:
    """Tell whether another player's move is a secret from a seat, which must not learn of it by undo either.

    Going back over it takes nothing from the player who made it: they are asked again.
    """
    decided = earlier.to_move
    if decided == seat or earlier.view(seat).get("to_move") == decided:
        return False
    return all(event[1] != decided for event in later.events(since=len(earlier.history)))


def seat_bots(table: Table, seed: int | None) -> dict[int, Bot]:
    """Make the bots of a table, by their seats; Failure for one that there is not."""
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
    except OptionError as error:
        if error.message.key in ("option.bot_extra", "option.bot_broken"):
            raise  # it is known, and the error says what is wrong with it
        known = ", ".join(bot_names())
        raise failed("play.bad_bot", seat=seat, given=repr(description)[:40], known=known) from None
